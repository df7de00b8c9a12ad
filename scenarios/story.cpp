#include "scenarios/story.hpp"

#include "history/writer.hpp"
#include "model/rulebook.hpp"
#include "sim/replay.hpp"
#include "sim/trace.hpp"

namespace scenarios {

Storyteller::Storyteller(model::World& world)
    : world_(world), names_(world.plan), senders_(world.channels().size()), last_touch_(world.actor_count()) {
  for (sim::ChannelId c = 0; c < world.channels().size(); ++c) senders_[c].assign(world.channels().count(c), 0);
  world.observer = this;
}
Storyteller::~Storyteller() { world_.observer = nullptr; }

void Storyteller::before(sim::Step s) {
  const sim::NamedStep named = sim::name_of(world_, s);
  const std::uint64_t cause = s.of_channel() ? senders_[s.subject][s.binding] : last_touch_[s.subject];
  story_.push_back({story_.size() + 1,
                    cause,
                    std::nullopt,
                    sim::Machine<model::World>::role(world_, s),
                    world_.actor_name(sim::Machine<model::World>::actor(world_, s)),
                    named.rule,
                    named.subject,
                    s.binding,
                    {}});
}

void Storyteller::after(sim::Step s) {
  const std::uint64_t number = story_.size();
  const sim::Tape& tape = world_.tape();
  for (sim::ChannelId c : tape.sent) senders_[c].push_back(number);
  if (s.of_channel()) senders_[s.subject].erase(senders_[s.subject].begin() + s.binding);
  // What fused delivery and clearing took is no longer there; the oldest of a channel go first.
  for (const auto* list : {&tape.taken, &tape.cleared})
    for (sim::ChannelId c : *list)
      while (senders_[c].size() > world_.channels().count(c)) senders_[c].pop_front();
  for (sim::ActorId a : tape.touched) last_touch_[a] = number;
}

void Storyteller::on(const history::Event& event) {
  std::string line;
  history::write_event(line, names_, {0, 0}, event);
  // {"seq":0,"t":0,"ev":...}\n  ->  "ev":...
  const std::size_t from = line.find("\"ev\"");
  story_.back().events.push_back(line.substr(from, line.rfind('}') - from));
}

Story tell(const model::Plan& plan, const model::World::Rules& rules, const std::vector<sim::Step>& steps) {
  model::World world(plan, rules);
  Storyteller teller(world);
  for (const sim::Step s : steps) {
    teller.before(s);
    sim::Machine<model::World>::apply(world, s);
    teller.after(s);
  }
  return teller.take();
}

std::string trace_text(const Story& story) {
  std::string text;
  for (const StoryStep& s : story) text += sim::to_text(sim::NamedStep{s.rule, s.subject, s.binding}) + "\n";
  return text;
}

namespace {

// A step that is only named: nothing of it has happened.
StoryStep named_step(std::uint64_t number, const sim::NamedStep& step, std::string actor, sim::Role role) {
  return {number, 0, std::nullopt, role, std::move(actor), step.rule, step.subject, step.binding, {}};
}

Unfitting unfitting(const model::World& world, const sim::Misfit& misfit, std::size_t steps) {
  Unfitting u{misfit.step,
              named_step(misfit.step, misfit.named, misfit.named.subject, sim::Role::engine),
              misfit.reason,
              {},
              steps - misfit.step};
  std::vector<sim::Step> enabled;
  sim::Machine<model::World>::enabled(world, enabled);
  for (const sim::Step s : enabled)
    u.possible.push_back(named_step(misfit.step, sim::name_of(world, s),
                                    world.actor_name(sim::Machine<model::World>::actor(world, s)),
                                    sim::Machine<model::World>::role(world, s)));
  for (sim::ChannelId c = 0; c < world.channels().size(); ++c)
    if (world.channel_name(c) == misfit.named.subject)
      u.asked.actor = world.actor_name(world.channels().info(c).receiver);
  return u;
}

}  // namespace

Replayed replay_case(const Case& subject, std::string_view text, const model::World::Rules* rules) {
  sim::Trace trace;
  if (const sim::TraceError e = sim::parse_trace(text, trace); e.line)
    return {{}, "line " + std::to_string(e.line) + ": " + e.message, {}};
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  if (const auto* error = std::get_if<std::string>(&made)) return {{}, *error, {}};
  const model::World::Rules clean = model::make_rulebook();
  model::World world(std::get<model::Plan>(made), rules ? *rules : clean);
  Storyteller teller(world);
  const std::size_t steps = trace.size();
  sim::Replay<model::World> replay(world, std::move(trace));
  while (const auto step = replay.next()) {
    teller.before(*step);
    sim::Machine<model::World>::apply(world, *step);
    teller.after(*step);
  }
  Replayed result{teller.take(), {}, {}};
  if (replay.misfit()) {
    result.misfit = replay.misfit()->message + "; possible instead:";
    for (const sim::NamedStep& s : replay.misfit()->enabled) result.misfit += "\n  " + sim::to_text(s);
    result.unfit = unfitting(world, *replay.misfit(), steps);
  }
  return result;
}

}  // namespace scenarios
