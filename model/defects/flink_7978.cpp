// FLINK-7978: a sink subtask that starts aborts whatever lies open in its range of transaction ids. The ranges of two
// subtasks overlap, so that one which starts late aborts what the other is writing.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void start_and_abort_the_range(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  clean(w, c, m);
  const TaskId t = receiver_of(w, c);
  for (const TaskId other : w.plan.sink_tasks) {
    const std::uint32_t s = w.plan.tasks[other].sink;
    const bool foreign = other != t && w.plan.tasks[t].sink != sim::nobody && is_running(w, other);
    if (!foreign || !w.sink[s].current || w.txn_state(s, w.sink[s].current) != TxnState::open) continue;
    w.txn_state(s, w.sink[s].current) = TxnState::aborted;
    w.emit(history::TxnAbort{w.at(t), txn_id(other, w.sink[s].current), false, false});
  }
}

}  // namespace

const Defect flink_7978 = {
    .id = "FLINK-7978",
    .family = Family::sinks,
    .mistake = "a sink subtask that starts aborts the transaction of another",
    .versions = "0.11 Kafka producer while 1.4 was made; mended in 1.4.0",
    .caught_by = "no-loss",
    .scenario = "scenarios/defects/two-sink-subtasks.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "restore_task", start_and_abort_the_range); }};

}  // namespace model
