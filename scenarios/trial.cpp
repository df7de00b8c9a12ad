#include "scenarios/trial.hpp"

#include <cstring>

#include "model/names.hpp"
#include "scenarios/explore_bounds.hpp"
#include "scenarios/fuzz_case.hpp"
#include "scenarios/judging.hpp"
#include "scenarios/story.hpp"

namespace scenarios {

using model::World;
using Machine = sim::Machine<World>;

struct Trial::Listener final : model::Observer {
  explicit Listener(PathJudge& j) : judge(j) {}
  void on(const history::Event& event) override { judge.hear(event); }
  PathJudge& judge;
};

Trial::Trial(const Case& subject, const properties::Property& property, const World::Rules& rules)
    : subject_(subject), property_(property), rules_(rules) {
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  if (std::holds_alternative<std::string>(made)) return;
  plan_ = std::make_shared<const model::Plan>(std::move(std::get<model::Plan>(made)));
  judging_ = judging_for(*plan_, model::header_of(*plan_), {std::string(property.id)});
  if (judging_.properties.empty() || !judging_.promises.front().judged) return;
  const bool bounded = !too_large(*plan_);
  world_ = std::make_unique<World>(*plan_, rules_, PathJudge::bytes(judging_, bounded));
  first_.assign(world_->block().begin(), world_->block().end());
  judge_ = std::make_unique<PathJudge>(judging_, bounded);
  listener_ = std::make_unique<Listener>(*judge_);
  world_->observer = listener_.get();
  for (sim::ChannelId c = 0; c < world_->channels().size(); ++c) channels_.emplace(world_->channel_name(c), c);
  for (sim::ActorId a = 0; a < world_->actor_count(); ++a) actors_.emplace(world_->actor_name(a), a);
}

Trial::~Trial() = default;

void Trial::begin() {
  std::memcpy(world_->block().data(), first_.data(), first_.size());
  world_->tape().clear();
  world_->tape().overflow.clear();
  judge_->begin(*world_);
  ++executions_;
}

std::vector<Wish> Trial::wishes(const sim::Trace& trace) const {
  std::vector<Wish> all;
  const auto& of_channels = rules_.of_channels();
  const auto& of_actors = rules_.of_actors();
  for (const sim::NamedStep& named : trace) {
    if (const auto [first, last] = channels_.equal_range(named.subject); first != last) {
      for (auto c = first; c != last; ++c)
        for (const auto& rule : of_channels)
          if (rule.name == named.rule &&
              rule.channel_class == std::as_const(*world_).channels().info(c->second).channel_class)
            all.push_back({{c->second, sim::Step::take, named.binding}, &rule});
    } else if (const auto a = actors_.find(named.subject); a != actors_.end()) {
      for (std::uint16_t row = 0; row < of_actors.size(); ++row)
        if (of_actors[row].name == named.rule && of_actors[row].actor_kind == world_->actor_kind(a->second))
          all.push_back({{a->second, row, named.binding}, nullptr});
    }
  }
  return all;
}

std::vector<Wish> Trial::wishes(std::span<const sim::Step> steps) {
  std::vector<Wish> all;
  begin();
  for (const sim::Step s : steps) {
    all.push_back({s, s.of_channel() ? Machine::channel_rule(*world_, s) : nullptr});
    Machine::apply(*world_, s);
  }
  return all;
}

bool Trial::fits(const Wish& wish) const {
  const sim::Step s = wish.step;
  if (!s.of_channel()) {
    const auto& rule = rules_.of_actors()[s.rule];
    if (rule.bindings && s.binding >= rule.bindings(*world_, s.subject)) return false;
    return Machine::ready(*world_, s) == sim::Ready::yes;
  }
  const auto& channels = std::as_const(*world_).channels();
  if (s.binding >= channels.count(s.subject) || (s.binding > 0 && !channels.info(s.subject).any_order)) return false;
  return Machine::channel_rule(*world_, s) == wish.rule && Machine::ready(*world_, s) == sim::Ready::yes;
}

bool Trial::apply(sim::Step step, std::optional<Violation>& out, std::vector<Wish>& made) {
  made.push_back({step, step.of_channel() ? Machine::channel_rule(*world_, step) : nullptr});
  Machine::apply(*world_, step);
  if (!world_->tape().overflow.empty() || judge_->outgrown(*world_)) return false;
  const PropertyBits fresh = judge_->after_step();
  if (fresh == 0) return true;
  if (!judge_->overflowed()) out = Violation{made, false};
  return false;
}

std::optional<sim::Step> Trial::next_by_default() {
  Machine::enabled(*world_, scratch_);
  for (const sim::Role role : {sim::Role::engine, sim::Role::command})
    for (const sim::Step s : scratch_)
      if (Machine::role(*world_, s) == role) return s;
  return std::nullopt;
}

std::optional<Violation> Trial::follow(std::span<const Wish> wishes) {
  begin();
  std::optional<Violation> out;
  std::vector<Wish> made;
  for (const Wish& wish : wishes)
    if (fits(wish) && !apply(wish.step, out, made)) return out;
  const std::size_t most = made.size() + 5'000;
  while (made.size() < most) {
    const auto step = next_by_default();
    if (!step) {
      if (!judge_->overflowed() && judge_->at_rest() != 0) out = Violation{made, true};
      return out;
    }
    if (!apply(*step, out, made)) return out;
  }
  return std::nullopt;
}

std::optional<Violation> Trial::search(std::uint64_t seed, std::uint64_t runs) {
  if (runs == 0) return std::nullopt;
  const MadeFuzzPlan made = make_fuzz_plan(subject_, {seed, &rules_, {std::string(property_.id)}});
  if (!made.plan) return std::nullopt;
  Fuzzer fuzzer(made.plan);
  constexpr std::uint64_t at_once = 32;
  for (std::uint64_t n = 0; n < runs; n += at_once) {
    const FuzzBlock block = fuzzer.run(n, std::min(at_once, runs - n));
    executions_ += block.runs;
    if (!block.run.empty() && block.run.front()) return follow(wishes(fuzzer.steps_of(*block.run.front(), property_)));
  }
  return std::nullopt;
}

std::optional<Violation> Trial::explore(std::uint64_t states) {
  if (states == 0 || too_large(*plan_)) return std::nullopt;
  ExploreOptions options;
  options.states = states;
  options.bytes = std::uint64_t{2} << 30;
  options.rules = &rules_;
  options.only = {std::string(property_.id)};
  options.stop_at_first_alarm = true;
  const CaseOutcome o = explore_case(subject_, options);
  ++executions_;
  if (o.scope) states_ += o.scope->states;
  for (const PropertyOutcome& p : o.properties) {
    if (p.verdict != properties::Verdict::violated || p.trace.empty()) continue;
    sim::Trace trace;
    for (const StoryStep& s : p.trace) trace.push_back({s.rule, s.subject, s.binding});
    return follow(wishes(trace));
  }
  return std::nullopt;
}

namespace {

std::vector<sim::Step> steps_of(std::span<const Wish> wishes) {
  std::vector<sim::Step> steps;
  for (const Wish& w : wishes) steps.push_back(w.step);
  return steps;
}

}  // namespace

sim::Trace Trial::trace_of(std::span<const Wish> steps) {
  begin();
  return sim::name_all(*world_, steps_of(steps));
}

Story Trial::story_of(std::span<const Wish> steps) const { return tell(*plan_, rules_, steps_of(steps)); }

sim::Trace translated(const sim::Trace& trace, const model::Plan& from, const model::Plan& to) {
  sim::Trace out;
  const auto name = [](const model::Plan& plan, const model::FaultChoice& c) {
    return model::strikes_task(c.kind) ? plan.task_name(c.target) : std::to_string(c.target);
  };
  for (const sim::NamedStep& s : trace) {
    out.push_back(s);
    if (s.rule != "strike" || s.binding >= from.fault_choices.size()) continue;
    const model::FaultChoice& old = from.fault_choices[s.binding];
    out.pop_back();
    for (std::size_t i = 0; i < to.fault_choices.size(); ++i) {
      if (to.fault_choices[i].kind != old.kind || name(to, to.fault_choices[i]) != name(from, old)) continue;
      out.push_back({s.rule, s.subject, static_cast<std::uint16_t>(i)});
      break;
    }
  }
  return out;
}

}  // namespace scenarios
