// FLINK-21028: a stop used the way of a cancel and interrupted the thread of the source, which may be handing a
// record to the network: the buffer is left half-written, and the record in it never arrives. Here the shutdown goes
// on without it.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void notify_and_interrupt(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  const TaskId t = receiver_of(w, c);
  const bool stopped = w.plan.is_source(t) && is_running(w, t) && m.sync() && w.task[t].sync == m.large;
  if (stopped)
    w.plan.for_each_output(w.plan.last_of_chain(t), [&](ChannelId data) {
      const std::uint16_t n = w.channels().count(data);
      if (n && w.channels().at(data, static_cast<std::uint16_t>(n - 1)).kind == MessageKind::record)
        w.channels().take(data, static_cast<std::uint16_t>(n - 1));
    });
  clean(w, c, m);
}

}  // namespace

const Defect flink_21028 = {
    .id = "FLINK-21028",
    .family = Family::stop,
    .mistake = "the interrupt of a stop breaks the record that is being handed on",
    .versions = "until 1.11.3 and 1.12.1; mended in 1.11.4 and 1.12.2",
    .caught_by = "taken-before-finished",
    .scenario = "scenarios/defects/stop-1.13.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "notify_completed", notify_and_interrupt); }};

}  // namespace model
