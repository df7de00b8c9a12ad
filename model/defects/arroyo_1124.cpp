// ARROYO-1124: each task takes its part of the last checkpoint and ends. The controller saw that all had ended and
// returned "stopped", before the step that writes what makes the checkpoint one. The stop looks clean, and the next
// run goes on from the checkpoint before.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void end_with_the_snapshot(World& w, TaskId t, std::uint32_t checkpoint) {
  if (is_running(w, t) && w.task[t].sync == checkpoint) finish_task(w, t);
}

void take_trigger_and_end(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  clean(w, c, m);
  if (m.sync()) end_with_the_snapshot(w, receiver_of(w, c), m.large);
}

void take_barrier_and_end(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  clean(w, c, m);
  if (m.sync()) end_with_the_snapshot(w, receiver_of(w, c), m.large);
}

void finish_without_the_snapshot(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("task_finished").effect;
  Operation* stop = stop_operation(w);
  if (is_last_to_end(w, m) && stop) {
    for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
      if (w.pending[i].checkpoint && w.pending[i].command == stop->command) w.pending[i].command = 0;
    stop->waits = Waits::for_end;
  }
  clean(w, c, m);
}

}  // namespace

const Defect arroyo_1124 = {.id = "ARROYO-1124",
                            .family = Family::stop,
                            .mistake = "a stop is done when all tasks have ended, written or not",
                            .versions = "Arroyo until August 2026",
                            .caught_by = "outcome-truthful",
                            .scenario = "scenarios/defects/stop.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "take_trigger", take_trigger_and_end);
                              replace_effect(rules, "take_barrier", take_barrier_and_end);
                              replace_effect(rules, "task_finished", finish_without_the_snapshot);
                            }};

}  // namespace model
