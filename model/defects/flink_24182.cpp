// FLINK-24182: close() of a cancelled sink aborts its open transaction outside. The interrupts that are to make a
// task leave its loop went on meanwhile and hit the abort, so the transaction stays until it times out, in the way of
// whoever comes next.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void cancel_and_interrupt(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("cancel_task").effect;
  const TaskId t = receiver_of(w, c);
  const std::uint32_t s = w.plan.tasks[t].sink;
  if (s != sim::nobody && is_running(w, t) && m.medium == w.task[t].epoch) w.sink[s].current = 0;
  clean(w, c, m);
}

}  // namespace

const Defect flink_24182 = {
    .id = "FLINK-24182",
    .family = Family::sinks,
    .mistake = "a cancelled sink does not get to abort its open transaction",
    .versions = "while 1.15 was made; mended in 1.15.0",
    .caught_by = "no-leaked-transaction",
    .scenario = "scenarios/defects/cancel-transactional.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "cancel_task", cancel_and_interrupt); }};

}  // namespace model
