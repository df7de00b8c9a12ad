// FLINK-24347: a source has more subtasks than splits. Those without one were told that none will come, and ended,
// although the source never does; until FLIP-147 a checkpoint needs all tasks.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

Ready may_end_idle(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("end_splits").guard;
  const TaskId t = Plan::task_of(a);
  return w.task[t].reading == Reading::yes && w.plan.splits_of(t) == 0 ? Ready::yes : clean(w, a, b);
}

}  // namespace

const Defect flink_24347 = {.id = "FLINK-24347",
                            .family = Family::sources,
                            .mistake = "a subtask without a split ends, and checkpoints with it",
                            .versions = "FLIP-27 sources while 1.14 was made; mended in 1.14.0",
                            .caught_by = "checkpoint-liveness",
                            .scenario = "scenarios/defects/idle-subtask-1.13.yaml",
                            .plant = [](World::Rules& rules) { replace_guard(rules, "end_splits", may_end_idle); }};

}  // namespace model
