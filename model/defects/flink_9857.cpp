// FLINK-9857: a timer is set for the last moment of its window and fired when the clock showed that moment, in which
// an element may still come. It is the clock of processing time in the report; here it is the watermark, which fires
// one millisecond early.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// Hears of the watermark as it came, while the windows go by one that is a millisecond ahead.
struct AsItCame final : Observer {
  Observer* to;
  std::int64_t ahead, came;
  AsItCame(Observer* observer, std::int64_t value) : to(observer), ahead(value), came(value - 1) {}
  void on(const history::Event& event) override {
    const auto* mark = std::get_if<history::Watermark>(&event);
    if (!mark || mark->value != ahead) return to->on(event);
    history::Watermark told = *mark;
    told.value = came;
    to->on(told);
  }
};

void take_watermark_early(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("take_watermark").effect;
  const TaskId t = receiver_of(w, c);
  if (m.large == max_watermark || !w.plan.vertex_of(t).window_ms || !w.observer) return clean(w, c, m);
  Message early = m;
  ++early.large;
  AsItCame heard(w.observer, early.large - 1);
  w.observer = &heard;
  clean(w, c, early);
  w.observer = heard.to;
}

}  // namespace

const Defect flink_9857 = {
    .id = "FLINK-9857",
    .family = Family::time,
    .mistake = "timers fire one millisecond too early",
    .versions = "until 1.5.1; mended in 1.5.2",
    .caught_by = "timers-wait",
    .scenario = "scenarios/defects/watermarks.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "take_watermark", take_watermark_early); }};

}  // namespace model
