// FLINK-23884: a drain stops the source first and sets its mark for the savepoint second. If the source comes to the
// end of its data in between, it does not know that a savepoint is to come: it closes its outputs, and the trigger is
// lost.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

bool source_is_being_stopped(const Task& task) { return task.aligning && task.reading == Reading::yes; }

void take_trigger_and_stop_the_source(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = receiver_of(w, c);
  Task& task = w.task[t];
  const bool fresh = m.medium == task.epoch && m.large > task.handled && task.reading == Reading::yes && !task.sync;
  if (!w.plan.is_source(t) || !m.drain() || !fresh) return clean(w, c, m);
  task.aligning = m.large;
  task.barriers = m.small;
}

Ready may_mark(const World& w, ActorId a, std::uint32_t) {
  return source_is_being_stopped(w.task[Plan::task_of(a)]) ? Ready::yes : Ready::no;
}

void mark_savepoint(World& w, ActorId a, std::uint32_t) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = Plan::task_of(a);
  Task& task = w.task[t];
  const Message m{MessageKind::trigger, static_cast<std::uint8_t>(task.barriers), task.epoch, task.aligning};
  task.aligning = task.barriers = 0;
  clean(w, w.plan.to_task(t), m);
}

void end_and_close(World& w, ActorId a, std::uint32_t binding) {
  static const ActorEffect clean = clean_actor_rule("end_splits").effect;
  const TaskId t = Plan::task_of(a);
  const bool too_soon = source_is_being_stopped(w.task[t]);
  clean(w, a, binding);
  if (!too_soon || !is_running(w, t)) return;
  w.task[t].aligning = w.task[t].barriers = 0;
  finish_task(w, t);
}

}  // namespace

const Defect flink_23884 = {.id = "FLINK-23884",
                            .family = Family::stop,
                            .mistake = "a drain that meets the natural end of a source is forgotten",
                            .versions = "while 1.14 was made; mended in 1.14.0",
                            .caught_by = "stop-terminates",
                            .scenario = "scenarios/defects/drain-bounded.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "take_trigger", take_trigger_and_stop_the_source);
                              replace_effect(rules, "end_splits", end_and_close);
                              add_step(rules, "mark_savepoint", ActorKind::source, may_mark, mark_savepoint);
                            }};

}  // namespace model
