// HUDI-4311: a failure aborts the instant that was being written, and its rollback begins. A writer that comes up
// meanwhile reads that instant as pending and writes into it; then the rollback ends and deletes what is there.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted: the serial number that is being rolled back; the one that it should have begun.
void restore_into_the_old_instant(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  const std::uint32_t s = w.plan.tasks[t].sink;
  const bool restarted = s != sim::nobody && static_cast<std::uint16_t>(m.large) > 0;
  const std::uint32_t old = restarted ? w.external(s).begun : 0;
  clean(w, c, m);
  if (!old) return;
  w.planted[0] = w.sink[s].current;
}

Ready may_roll_back(const World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  const std::uint32_t s = w.plan.tasks[t].sink;
  return s != sim::nobody && w.planted[0] && w.sink[s].current == w.planted[0] ? Ready::yes : Ready::no;
}

void end_rollback(World& w, ActorId a, std::uint32_t) {
  abort_current(w, Plan::task_of(a));
  w.planted[0] = 0;
  begin_transaction(w, Plan::task_of(a));
}

}  // namespace

const Defect hudi_4311 = {.id = "HUDI-4311",
                          .family = Family::sinks,
                          .mistake = "a restarted writer writes into what is being rolled back",
                          .versions = "Hudi until 2022",
                          .caught_by = "no-loss",
                          .scenario = "scenarios/defects/failure-stop-resume.yaml",
                          .plant =
                              [](World::Rules& rules) {
                                replace_effect(rules, "restore_task", restore_into_the_old_instant);
                                add_step(rules, "end_rollback", ActorKind::sink, may_roll_back, end_rollback);
                              },
                          .words = 1};

}  // namespace model
