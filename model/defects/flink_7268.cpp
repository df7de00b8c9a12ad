// FLINK-7268: one registry counts the files of a job for all its life. A checkpoint in progress is thrown away late,
// when the job has restarted already; what it releases by then belongs to a checkpoint of the new attempt.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void fail_and_dispose_later(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("task_failed").effect;
  const Pending* p = m.medium == w.jm->epoch ? periodic_pending(w) : nullptr;
  const std::uint32_t place = p ? p->slot + 1U : w.planted[0];
  clean(w, c, m);
  w.planted[0] = place;
}

Ready may_dispose(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && w.jm->phase == Phase::running ? Ready::yes : Ready::no;
}

void dispose(World& w, ActorId, std::uint32_t) {
  const auto place = static_cast<std::uint8_t>(std::exchange(w.planted[0], 0) - 1);
  if (w.slot[place].phase == SlotPhase::complete) discard(w, place);
}

}  // namespace

const Defect flink_7268 = {
    .id = "FLINK-7268",
    .family = Family::retention,
    .mistake = "what a failure left half-written is thrown away after the restart, and something new with it",
    .versions = "1.3.0, 1.3.1; mended in 1.3.2",
    .caught_by = "retention",
    .scenario = "scenarios/defects/failure.yaml",
    .plant =
        [](World::Rules& rules) {
          replace_effect(rules, "task_failed", fail_and_dispose_later);
          add_step(rules, "dispose_late", ActorKind::jobmanager, may_dispose, dispose);
        },
    .words = 1};

}  // namespace model
