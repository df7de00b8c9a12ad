// A listener picks the few kinds of events that say what was done; the header's own words are read from its JSON, since
// two generations of recorders wrote down different ones.
#include "scenarios/recorded_course.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace scenarios {
namespace {

using Json = nlohmann::json;

std::int64_t number(const Json& scenario, const char* key, std::int64_t otherwise) {
  const auto at = scenario.find(key);
  return at != scenario.end() && at->is_number_integer() ? at->get<std::int64_t>() : otherwise;
}
bool flag(const Json& scenario, const char* key) {
  const auto at = scenario.find(key);
  return at != scenario.end() && at->is_boolean() && at->get<bool>();
}
std::string word_of(const Json& scenario, const char* key) {
  const auto at = scenario.find(key);
  return at != scenario.end() && at->is_string() ? at->get<std::string>() : std::string();
}

RecorderWords words_of(const std::string& scenario_json) {
  RecorderWords w;
  const Json s = Json::parse(scenario_json, nullptr, false);
  if (!s.is_object()) return w;
  w.pace_us = number(s, "paceMicros", number(s, "recordEveryMs", 10) * 1000);
  w.pace_around_command_us = number(s, "paceMicrosAroundCommand", w.pace_us);
  w.sink_sleep_ms = number(s, "sinkSleepMs", 0);
  w.snapshot_sleep_ms = number(s, "snapshotSleepMs", 0);
  w.source_ignores_end_ms = number(s, "sourceIgnoresEndMs", 0);
  w.source_one_holds_lock_ms = number(s, "sourceOneHoldsLockMs", 0);
  w.bound = number(s, "bound", -1);
  w.restart_attempts = number(s, "restartAttempts", w.restart_attempts);
  w.restart_delay_ms = number(s, "restartDelayMs", w.restart_delay_ms);
  w.checkpoint_timeout_ms = number(s, "checkpointTimeoutMs", 0);
  w.buffer_timeout_ms = number(s, "bufferTimeoutMs", 0);
  w.task_managers = number(s, "taskManagers", 1);
  w.flinks_watermarks = s.contains("paceMicros");
  w.chained = flag(s, "chained"), w.unaligned = flag(s, "unaligned");
  w.after_tasks_finish = flag(s, "checkpointsAfterTasksFinish");
  w.high_availability = flag(s, "highAvailability");
  w.adaptive = word_of(s, "scheduler") == "adaptive";
  w.sink_api = word_of(s, "sinkApi"), w.sink_edge = word_of(s, "sinkEdge"), w.claim = word_of(s, "claim");
  return w;
}

std::optional<history::CheckpointId> checkpoint_in(std::string_view detail) {
  constexpr std::string_view before = "of checkpoint ";
  const auto at = detail.rfind(before);
  if (at == std::string_view::npos) return std::nullopt;
  history::CheckpointId id = 0;
  const char* const from = detail.data() + at + before.size();
  const auto [end, error] = std::from_chars(from, detail.data() + detail.size(), id);
  return error == std::errc() && end != from ? std::optional(id) : std::nullopt;
}

class Listener {
 public:
  Listener(RecordedCourse& course, const history::InternedNames& names) : course_(course), names_(names) {}

  void on(const history::JobSubmitted&, std::int64_t t) { course_.executions.push_back({t, {}, {}}); }
  void on(const history::Command& e, std::int64_t t) {
    course_.commands.push_back({t, e.job, e.kind, e.drain, e.cleanup});
  }
  void on(const history::Fault& e, std::int64_t t) {
    course_.faults.push_back(
        {t, std::string(e.kind), std::string(e.target), std::string(e.detail), checkpoint_in(e.detail)});
  }
  void on(const history::SourceEmit& e, std::int64_t t) {
    RecordedExecution& x = course_.executions[e.at.job];
    if (!x.first_emit) x.first_emit = t;
    const auto& starts = course_.starts;
    if (starts.empty() || starts.back().job != e.at.job || starts.back().attempt < e.at.attempt)
      course_.starts.push_back({e.at.job, e.at.attempt, t, {}});
    x.emits[names_.split(e.rec.split)].push_back(t);
  }
  void on(const history::CheckpointTriggered& e, std::int64_t t) {
    if (e.kind != history::SnapshotKind::checkpoint || course_.starts.empty()) return;
    RecordedStart& start = course_.starts.back();
    if (start.job == e.job && !start.first_trigger) start.first_trigger = t;
  }
  // Older recorders hear watermarks only at operators, where those of several sources come close together.
  void on(const history::Watermark& e, std::int64_t t) {
    constexpr std::int64_t same = 20'000;
    const auto kind = names_.vertex_kind(e.at.task);
    if (e.value == history::max_watermark || kind == history::Names::VertexKind::sink) return;
    Heard& heard = kind == history::Names::VertexKind::source ? at_source_ : at_operator_;
    if (heard.last < 0 || e.at == heard.at) {
      if (heard.last >= 0 && t - heard.last > same) heard.gaps.push_back(t - heard.last);
      heard.at = e.at, heard.last = t;
    }
  }
  template <class Other>
  void on(const Other&, std::int64_t) {}

  void finish() { course_.watermark_every = median(at_source_.gaps.empty() ? at_operator_.gaps : at_source_.gaps); }

 private:
  struct Heard {  // by the task that was heard first
    history::At at{};
    std::int64_t last = -1;
    std::vector<std::int64_t> gaps;
  };
  RecordedCourse& course_;
  const history::InternedNames& names_;
  Heard at_source_, at_operator_;
};

}  // namespace

std::optional<std::int64_t> median(std::vector<std::int64_t> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::variant<RecordedCourse, history::Error> read_course(std::string_view text, const AlsoHears& also) {
  RecordedCourse course;
  history::InternedNames names;
  Listener listener(course, names);
  const auto hear = [&](const history::Stamp& stamp, const history::Event& event) {
    course.end = stamp.t;
    std::visit([&](const auto& e) { listener.on(e, stamp.t); }, event);
    if (also) also(stamp, event, names);
  };
  history::ReadResult read = history::read_history(text, names, hear);
  if (read.error) return *read.error;
  listener.finish();
  course.header = std::move(read.header);
  course.words = words_of(course.header.scenario_json);
  return course;
}

}  // namespace scenarios
