// FLINK-23473 (with FLINK-24065): a two-phase sink pre-commits its transaction at a barrier and begins the next one,
// in the last snapshot of a drain too. Nothing can be written into that one any more; it is in the savepoint, stays
// open outside, and holds up readers until it times out.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_barrier_and_begin(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_barrier").effect;
  clean(w, c, m);
  const TaskId t = receiver_of(w, c);
  const std::uint32_t s = w.plan.tasks[t].sink;
  if (!m.drain() || s == sim::nobody || !is_running(w, t) || w.task[t].sync != m.large || w.sink[s].current) return;
  begin_transaction(w, t);
  w.sink[s].current = 0;  // finished, it looks after none any more
}

}  // namespace

const Defect flink_23473 = {
    .id = "FLINK-23473",
    .family = Family::sinks,
    .mistake = "the last snapshot of a drain begins a transaction that nobody ends",
    .versions = "while 1.14 was made; mended in 1.14.0",
    .caught_by = "no-leaked-transaction",
    .scenario = "scenarios/defects/drain-transactional.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_barrier", take_barrier_and_begin); }};

}  // namespace model
