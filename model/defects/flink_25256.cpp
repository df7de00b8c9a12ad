// FLINK-25256: an externally induced source makes its barriers itself, and made them with default options: whatever
// the coordinator had said of a stop was lost. It reads on, and what is behind it takes the savepoint of the stop for
// an ordinary checkpoint, so nobody ends.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void take_trigger_with_default_options(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_trigger").effect;
  Message own = m;
  if (w.plan.vertex_of(receiver_of(w, c)).api == SourceApi::source_function) own.small = m.slot();
  clean(w, c, own);
}

}  // namespace

const Defect flink_25256 = {
    .id = "FLINK-25256",
    .family = Family::stop,
    .mistake = "a source with barriers of its own forgets that the savepoint is that of a stop",
    .versions = "until 1.14; mended in 1.15.0",
    .caught_by = "nothing-behind-the-stop",
    .scenario = "scenarios/defects/stop-source-function.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_trigger", take_trigger_with_default_options); }};

}  // namespace model
