#include "scenarios/fuzz_case.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "model/names.hpp"
#include "scenarios/fuzz_plan.hpp"
#include "scenarios/story.hpp"
#include "sim/timed.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

using model::World;
using Machine = sim::Machine<World>;

// What a run did and suffered, for its cells of the coverage.
class Facts {
 public:
  void begin() { commands_ = faults_ = 0; }
  void hear(const history::Event& event, const World& world) {
    if (const auto* c = std::get_if<history::Command>(&event)) {
      if (commands_ < most) command_[commands_++] = {*c, phase_of(world), CommandFate::unanswered};
    } else if (const auto* r = std::get_if<history::CommandResult>(&event)) {
      for (std::size_t i = 0; i < commands_; ++i)
        if (command_[i].command.id == r->id) command_[i].fate = r->ok ? CommandFate::ok : CommandFate::failed;
    } else if (const auto* f = std::get_if<history::Fault>(&event)) {
      if (faults_ < most) fault_[faults_++] = {kind_of(*f), phase_of(world)};
    }
  }
  void note(Coverage& into) const {
    for (std::size_t i = 0; i < commands_; ++i) {
      const auto kind = static_cast<std::uint8_t>(static_cast<std::uint8_t>(command_[i].command.kind) + 1);
      if (faults_ == 0) into.note({kind, command_[i].phase, 0, command_[i].fate});
      for (std::size_t k = 0; k < faults_; ++k) into.note({kind, fault_[k].phase, fault_[k].kind, command_[i].fate});
    }
    for (std::size_t k = 0; commands_ == 0 && k < faults_; ++k)
      into.note({0, fault_[k].phase, fault_[k].kind, CommandFate::none});
  }

 private:
  static constexpr std::size_t most = 8;
  struct Asked {
    history::Command command;
    LifePhase phase;
    CommandFate fate;
  };
  struct Struck {
    std::uint8_t kind;
    LifePhase phase;
  };
  static std::uint8_t kind_of(const history::Fault& f) {
    for (std::uint8_t k = 0; k < model::fault_kinds; ++k)
      if (const auto& w = model::words_of(static_cast<model::FaultKind>(k)); w.kind == f.kind && w.detail == f.detail)
        return static_cast<std::uint8_t>(k + 1);
    return 0;
  }
  Asked command_[most];
  Struck fault_[most];
  std::size_t commands_ = 0, faults_ = 0;
};

// A plan with a world of its own, used for one run after the other.
struct Bench final : model::Observer {
  Bench(const FuzzPlan& shared, const model::Plan& plan)
      : world(plan, shared.rules, PathJudge::bytes(shared.judging, shared.bounded)),
        judge(shared.judging, shared.bounded),
        first(world.block().begin(), world.block().end()) {
    world.observer = this;
  }
  void begin() {
    std::memcpy(world.block().data(), first.data(), first.size());
    world.tape().clear();
    world.tape().overflow.clear();
    judge.begin(world);
    facts.begin();
    events = 0;
  }
  void on(const history::Event& event) override {
    ++events;
    judge.hear(event);
    constexpr history::EventKinds telling = history::kinds<history::Command, history::CommandResult, history::Fault>();
    if (telling >> event.index() & 1) facts.hear(event, world);
  }

  World world;
  PathJudge judge;
  std::vector<std::byte> first;
  Facts facts;
  std::uint64_t events = 0;
};

// Nothing is left but faults that need not come.
bool rests(const World& world, std::vector<sim::Step>& scratch) {
  Machine::enabled(world, scratch);
  for (const sim::Step s : scratch)
    if (Machine::role(world, s) != sim::Role::fault) return false;
  return true;
}

struct Path {
  PropertyBits violated = 0;
  std::uint64_t steps = 0, fingerprint = 0;
  bool cut = false;
};

// `see(step, fresh violations)` after each step; at rest once more, without a step. False ends the path.
template <class C, class See>
Path follow(Bench& bench, C& chooser, std::uint64_t most_steps, std::vector<sim::Step>& scratch, See&& see) {
  Path path;
  while (path.steps < most_steps) {
    const auto step = chooser.next(sim::never);
    if (!step) break;
    const sim::Step last = *step;
    Machine::apply(bench.world, last);
    chooser.applied(last);
    ++path.steps;
    path.fingerprint =
        (path.fingerprint ^ (std::uint64_t{last.subject} << 32 | std::uint32_t{last.rule} << 16 | last.binding)) *
        0x9e3779b97f4a7c15ULL;
    path.fingerprint ^= path.fingerprint >> 29;
    if (!bench.world.tape().overflow.empty() || bench.judge.outgrown(bench.world)) return path.cut = true, path;
    const PropertyBits fresh = bench.judge.after_step();
    if (fresh != 0 && bench.judge.overflowed()) return path.cut = true, path;
    path.violated |= fresh;
    if (!see(step, fresh)) return path;
  }
  if (path.steps == most_steps || bench.judge.overflowed()) return path.cut = true, path;
  if (rests(bench.world, scratch)) {
    const PropertyBits fresh = bench.judge.at_rest();
    path.violated |= fresh;
    see(std::optional<sim::Step>(), fresh);
  }
  return path;
}

}  // namespace

struct Fuzzer::State {
  explicit State(std::shared_ptr<const FuzzPlan> plan)
      : shared(std::move(plan)),
        main(*shared, *shared->plan),
        walk(main.world, shared->hints),
        timed(shared->timed.size()) {}

  Bench& timed_bench(std::uint64_t n) {
    const std::size_t v = n / FuzzPlan::timed_every % timed.size();
    if (!timed[v]) timed[v] = std::make_unique<Bench>(*shared, *shared->timed[v]);
    return *timed[v];
  }
  // Run n; the bench that did it is in `used`.
  template <class See>
  Path go(std::uint64_t n, See&& see) {
    used = shared->is_timed(n) ? &timed_bench(n) : &main;
    used->begin();
    if (used == &main) {
      walk.begin(shared->seed_of(n));
      return follow(*used, walk, shared->most_steps, scratch, see);
    }
    sim::Timed<World> clocks(used->world, shared->seed_of(n));
    return follow(*used, clocks, shared->most_steps, scratch, see);
  }

  std::shared_ptr<const FuzzPlan> shared;
  Bench main;
  sim::Walk<World> walk;
  std::vector<std::unique_ptr<Bench>> timed;
  std::vector<sim::Step> scratch;
  Bench* used = nullptr;
};

void FuzzBlock::add(const FuzzBlock& later) {
  runs += later.runs, steps += later.steps, events += later.events;
  if (overflowed == 0) overflow = later.overflow;
  overflowed += later.overflowed;
  arose |= later.arose, reached |= later.reached;
  run.resize(std::max(run.size(), later.run.size()));
  for (std::size_t i = 0; i < later.run.size(); ++i)
    if (!run[i]) run[i] = later.run[i];
  coverage.add(later.coverage);
  distinct.add(later.distinct);
}

Fuzzer::Fuzzer(std::shared_ptr<const FuzzPlan> plan) : state_(std::make_unique<State>(std::move(plan))) {}
Fuzzer::~Fuzzer() = default;

FuzzBlock Fuzzer::run(std::uint64_t first, std::uint64_t count) {
  FuzzBlock block;
  block.run.resize(state_->shared->judging.properties.size());
  for (std::uint64_t n = first; n < first + count; ++n) {
    const Path path = state_->go(n, [](const auto&, PropertyBits) { return true; });
    Bench& bench = *state_->used;
    ++block.runs, block.steps += path.steps, block.events += bench.events;
    if (path.cut && block.overflowed++ == 0)
      block.overflow = !bench.world.tape().overflow.empty() ? bench.world.tape().overflow
                       : bench.judge.overflowed()           ? "what a property remembers did not fit"
                                                            : "a run did not come to an end";
    for (PropertyBits left = path.violated; left != 0; left &= left - 1)
      if (auto& lowest = block.run[static_cast<unsigned>(std::countr_zero(left))]; !lowest) lowest = n;
    block.arose |= bench.judge.arose(), block.reached |= bench.judge.reached();
    bench.facts.note(block.coverage);
    block.distinct.note(path.fingerprint * 0xd1342543de82ef95ULL);
  }
  return block;
}

std::vector<sim::Step> Fuzzer::steps_of(std::uint64_t n, const properties::Property& property) {
  const auto& all = state_->shared->judging.properties;
  const auto at = static_cast<unsigned>(std::find(all.begin(), all.end(), &property) - all.begin());
  std::vector<sim::Step> steps;
  state_->go(n, [&](const std::optional<sim::Step>& s, PropertyBits fresh) {
    if (s) steps.push_back(*s);
    return !(fresh >> at & 1);
  });
  return steps;
}

std::string Fuzzer::trace_of(std::uint64_t n, const properties::Property& property) {
  const std::vector<sim::Step> steps = steps_of(n, property);
  World world(*state_->shared->plan, state_->shared->rules);
  return sim::to_text(sim::name_all(world, steps));
}

}  // namespace scenarios
