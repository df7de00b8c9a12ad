// FLINK-21453: the mending of FLINK-21132 silenced endInput() for every snapshot that stops a job, without asking
// whether it was a suspend or a drain. What operators still held at a drain never left them, and the job was
// FINISHED.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void forget_the_drain(World& w, TaskId t, std::uint32_t checkpoint) {
  Task& task = w.task[t];
  if (task.sync == checkpoint && task.leaving == Leaving::drain) task.leaving = Leaving::suspend;
}

void take_trigger_of_any_stop(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  clean(w, c, m);
  forget_the_drain(w, receiver_of(w, c), m.large);
}

void take_barrier_of_any_stop(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  clean(w, c, m);
  forget_the_drain(w, receiver_of(w, c), m.large);
}

}  // namespace

const Defect flink_21453 = {.id = "FLINK-21453",
                            .family = Family::stop,
                            .mistake = "a drain does not tell operators of the end of their input either",
                            .versions = "between the mending of FLINK-21132 and 1.11.4, 1.12.2",
                            .caught_by = "drain-fires-everything",
                            .scenario = "scenarios/defects/drain-1.12.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "take_trigger", take_trigger_of_any_stop);
                              replace_effect(rules, "take_barrier", take_barrier_of_any_stop);
                            }};

}  // namespace model
