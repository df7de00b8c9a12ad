// JET-542: a task drains its queues one after the other, notes what it has to send on, and looks at its notes only
// when it has been through all of them. A watermark right behind the last barrier is noted too, and goes first: it is
// seen before the cut that it lies behind.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool is_last_barrier(const World& w, TaskId t, const Message& m) {
  const Task& task = w.task[t];
  const bool others_here = task.aligning == m.large && task.barriers + 1U + task.ended_inputs == w.plan.tasks[t].inputs;
  return w.plan.tasks[t].inputs > 1 && m.large > task.handled && others_here;
}

void take_barrier_behind_the_watermark(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  static const ChannelEffect take_watermark = clean_channel_rule("take_watermark").effect;
  if (is_last_barrier(w, receiver_of(w, c), m) && !w.channels().empty(c)) {
    const Message next = w.channels().at(c, 0);
    if (next.kind == MessageKind::watermark) take_watermark(w, c, next);
  }
  clean(w, c, m);
}

}  // namespace

const Defect jet_542 = {
    .id = "JET-542",
    .family = Family::alignment,
    .mistake = "a watermark behind the last barrier is sent on before it",
    .versions = "Jet until 0.5",
    .caught_by = "cut-in-event-time",
    .scenario = "scenarios/defects/watermarks-two-sources.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_barrier", take_barrier_behind_the_watermark); }};

}  // namespace model
