// FLINK-27972 (after FLINK-26923): the coordinator completes the savepoint of a stop on its own thread and tells the
// tasks; the scheduler hears of it in a message. A task that fails on hearing the notice may be heard first. The
// scheduler then believes that there is no savepoint and restarts from the old checkpoint, behind committed output.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void complete_and_tell_the_scheduler_later(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("complete_checkpoint").effect;
  const std::uint8_t before = w.jm->half_success;
  clean(w, c, m);
  if (w.jm->phase == Phase::running) w.jm->half_success = before;
}

Ready may_hear(const World& w, ActorId, std::uint32_t) {
  if (w.jm->phase != Phase::running || w.jm->half_success) return Ready::no;
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command && w.operations[i].waits == Waits::for_end) return Ready::yes;
  return Ready::no;
}

void hear_savepoint_done(World& w, ActorId, std::uint32_t) { w.jm->half_success = 1; }

}  // namespace

const Defect flink_27972 = {
    .id = "FLINK-27972",
    .family = Family::stop,
    .mistake = "the scheduler hears of a failed task before it hears that the savepoint is complete",
    .versions = "1.15.0; mended in 1.15.1",
    .caught_by = "committed-effects-never-rolled-back",
    .scenario = "scenarios/defects/stop-then-failure.yaml",
    .plant = [](World::Rules& rules) {
      replace_effect(rules, "complete_checkpoint", complete_and_tell_the_scheduler_later);
      add_step(rules, "hear_savepoint_done", ActorKind::jobmanager, may_hear, hear_savepoint_done);
    }};

}  // namespace model
