// FLINK-20331: an unaligned checkpoint is overtaken by a newer one. What the older one was writing is looked up when
// it is gone, and "not found" was an error of the task: what is usual under load fails the job.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool overtakes_another(const World& w, TaskId t, const Message& m) {
  const Task& task = w.task[t];
  return is_running(w, t) && task.aligning && task.aligning == task.handled && m.large > task.aligning;
}

void take_barrier_or_fail(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  const TaskId t = receiver_of(w, c);
  overtakes_another(w, t, m) ? fail_in_mail(w, t, "the result of a checkpoint was not found") : clean(w, c, m);
}

void overtake_or_fail(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("overtake_records").effect;
  const TaskId t = receiver_of(w, c);
  overtakes_another(w, t, m) ? fail_in_mail(w, t, "the result of a checkpoint was not found") : clean(w, c, m);
}

}  // namespace

const Defect flink_20331 = {.id = "FLINK-20331",
                            .family = Family::alignment,
                            .mistake = "a checkpoint that a newer one overtakes fails its task",
                            .versions = "until 1.11; mended in 1.12.0",
                            .caught_by = "checkpoint-failure-harmless",
                            .scenario = "scenarios/defects/unaligned-expires.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "take_barrier", take_barrier_or_fail);
                              replace_effect(rules, "overtake_records", overtake_or_fail);
                            }};

}  // namespace model
