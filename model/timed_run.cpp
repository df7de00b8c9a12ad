#include "model/timed_run.hpp"

#include <algorithm>

#include "sim/timed.hpp"

namespace model {
namespace {

// Stamps events and hands them on; keeps watch over the last execution's catching up.
class Recorder final : public Observer {
 public:
  Recorder(World& world, const EventSink& sink) : world_(world), sink_(sink) {
    for (const PlannedEntry& e : world.plan.timeline) last_job_ += e.command && e.command->resume;
  }
  void set_clock(const sim::Timed<World>* clock) { clock_ = clock; }

  void on(const history::Event& event) override {
    if (!world_.plan.spec.until) keep_watch(event);
    if (std::holds_alternative<history::CommandResult>(event) || std::holds_alternative<history::Command>(event) ||
        std::holds_alternative<history::Fault>(event) || std::holds_alternative<history::JobStatusChanged>(event))
      last_news_ = clock_->now();
    if (sink_) sink_(event, {++seq_, clock_->now()});
  }
  // The job was to be resumed, but it runs on: the command was refused, or what should have ended it was survived.
  bool waits_in_vain() const {
    constexpr sim::Time patience = 60 * sim::second;
    const auto& timeline = world_.plan.timeline;
    const std::size_t next = world_.client->next;
    return !world_.plan.spec.until && next < timeline.size() && timeline[next].command &&
           timeline[next].command->resume && !is_over(world_.jm->phase) && clock_->now() - last_news_ > patience;
  }
  bool caught_up() const { return !catch_up_.behind.empty() && lagging_ == 0 && catch_up_.in_flight == 0; }

 private:
  void keep_watch(const history::Event& event) {
    if (const auto* s = std::get_if<history::JobSubmitted>(&event); s && s->job == last_job_)
      return begin(clock_->now());
    if (catch_up_.behind.empty()) return;
    if (const auto* e = std::get_if<history::SourceEmit>(&event)) {
      lagging_ -= e->rec.offset + 1 == catch_up_.behind[e->rec.split];
    } else if (std::holds_alternative<history::SourceRestored>(event)) {
      lagging_ = 0;
      for (std::uint32_t s = 0; s < world_.plan.split_count; ++s) lagging_ += world_.next_of(s) < catch_up_.behind[s];
    }
  }
  // Records 0 .. now / pace can be read now.
  void begin(sim::Time now) {
    const Plan& plan = world_.plan;
    for (std::uint32_t s = 0; s < plan.split_count; ++s)
      catch_up_.behind.push_back(
          static_cast<std::uint32_t>(now / plan.spec_of(plan.vertices[plan.source_of_split[s]]).record_every + 1));
    lagging_ = plan.split_count;
    world_.catch_up = &catch_up_;
  }

  World& world_;
  const EventSink& sink_;
  const sim::Timed<World>* clock_ = nullptr;
  history::JobId last_job_ = 0;
  CatchUp catch_up_;
  std::uint32_t lagging_ = 0;
  std::uint64_t seq_ = 0;
  sim::Time last_news_ = 0;
};

}  // namespace

TimedRun run_timed(World& world, const TimedOptions& options, const EventSink& sink) {
  Recorder recorder(world, sink);
  sim::Timed<World> chooser(world, options.seed);
  recorder.set_clock(&chooser);
  world.observer = &recorder;
  TimedRun result{};
  const auto watch = [&](sim::Step step, sim::Time now) {
    if (options.watch && !options.watch(chooser.step_number(), chooser.cause(), step, now)) return false;
    result.caught_up = recorder.caught_up();
    return !result.caught_up && !recorder.waits_in_vain();
  };
  result.ending = sim::run(world, chooser, watch, {world.plan.spec.until.value_or(sim::never), options.steps});
  result.steps = chooser.step_number();
  result.end = result.ending == sim::Ending::until_time ? *world.plan.spec.until : chooser.now();
  world.observer = nullptr;
  world.catch_up = nullptr;
  return result;
}

}  // namespace model
