// FLINK-35115: since FLINK-23532 a stop ends the source first and takes the savepoint second. The consumer had relied
// on the old order: once it is told to end, its snapshot does nothing, and the savepoint holds the position of the
// checkpoint before.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_trigger_once_stopped(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  const TaskId t = receiver_of(w, c);
  if (!w.plan.is_source(t)) return clean(w, c, m);
  std::uint32_t& position = w.position[w.plan.split_of(t, 0)];
  if (!m.sync()) {
    clean(w, c, m);
    w.planted[0] = position;
    return;
  }
  const std::uint32_t now = position;
  position = w.planted[0];
  clean(w, c, m);
  if (is_running(w, t)) position = now;
}

}  // namespace

const Defect flink_35115 = {
    .id = "FLINK-35115",
    .family = Family::stop,
    .mistake = "the savepoint of a stop holds the position of the checkpoint before",
    .versions = "Kinesis connector from 1.15; mended in April 2024",
    .caught_by = "no-replay-after-stop",
    .scenario = "scenarios/defects/flink-23532.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_trigger", take_trigger_once_stopped); },
    .words = 1};

}  // namespace model
