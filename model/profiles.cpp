// Knobs, and the one table that says since which version each value holds and how we know it.
//
// Rows of a knob stand in order of versions; a profile takes the last row that is not newer than it. Versions whose
// stop protocol is not modelled yet (1.9 - 1.14) are no profiles, though rows name them where a value begins there.
#include <array>
#include <charconv>

#include "model/semantics.hpp"
#include "sim/expect.hpp"

namespace model {
namespace {

template <auto Field>
struct Access;
template <class T, T Semantics::*Field>
struct Access<Field> {
  static std::uint8_t get(const Semantics& s) { return static_cast<std::uint8_t>(s.*Field); }
  static void set(Semantics& s, std::uint8_t v) { s.*Field = static_cast<T>(v); }
};

template <auto Field>
Knob knob(std::string_view name, std::string_view meaning, std::vector<std::string_view> values) {
  return {name, meaning, std::move(values), Access<Field>::get, Access<Field>::set};
}

const std::vector<Knob>& table_of_knobs() {
  static const std::vector<Knob> table = {
      knob<&Semantics::stop_command>("stop_command", "what a plain stop does",
                                     {"drain-sources", "refused", "with-checkpoint"}),
      knob<&Semantics::stop_with_snapshot>("stop_with_snapshot", "which stops with a snapshot exist",
                                           {"none", "savepoint", "savepoint-or-checkpoint"}),
      knob<&Semantics::sources_stop>("sources_stop", "when sources cease reading in a stop with a snapshot",
                                     {"before-barrier", "after-completion"}),
      knob<&Semantics::plain_savepoint_notifies>(
          "plain_savepoint_notifies",
          "whether a plain savepoint's completion is told to the tasks, so that sinks commit", {"yes", "no"}),
      knob<&Semantics::recovery_uses>("recovery_uses", "what a restart restores",
                                      {"newest-snapshot", "newest-checkpoint", "oldest-checkpoint"}),
      knob<&Semantics::checkpoints_on_finished>("checkpoints_on_finished",
                                                "the execution's checkpoints when the job is FINISHED",
                                                {"by-policy", "keep", "delete"}),
      knob<&Semantics::checkpoints_on_canceled>("checkpoints_on_canceled",
                                                "the execution's checkpoints when the job is CANCELED",
                                                {"by-policy", "keep", "delete"}),
      knob<&Semantics::checkpoints_on_failed>("checkpoints_on_failed",
                                              "the execution's checkpoints when the job is FAILED",
                                              {"by-policy", "keep", "delete"}),
      knob<&Semantics::stop_checkpoint>("stop_checkpoint", "the checkpoint that a FLIP-45 stop takes",
                                        {"keep", "by-policy"}),
      knob<&Semantics::half_success>("half_success", "a task fails after the snapshot of a stop is complete",
                                     {"fails-job", "restarts"}),
      knob<&Semantics::trigger_after_failed_stop>(
          "trigger_after_failed_stop", "periodic checkpoints after a stop that was refused", {"goes-on", "stays-off"}),
      knob<&Semantics::expired_checkpoint>("expired_checkpoint",
                                           "a periodic checkpoint expires, with no failure tolerated",
                                           {"only-aborted", "fails-job"}),
      knob<&Semantics::end_during_alignment>("end_during_alignment",
                                             "an input ends while a task waits for another's barrier",
                                             {"aborts", "counts-as-aligned"}),
      knob<&Semantics::begins_after_suspend>("begins_after_suspend",
                                             "a two-phase sink begins a transaction after the pre-commit of a suspend",
                                             {"yes", "no"}),
      knob<&Semantics::default_restart>("default_restart", "restart strategy where none is set and checkpoints are on",
                                        {"at-once", "fixed-delay-1s", "exponential"}),
  };
  return table;
}

constexpr KnobRow rows[] = {
    {"stop_command", "1.8", "drain-sources", "measured (1.8.3 legacy stop: M20), code", ""},
    {"stop_command", "1.9", "refused", "code: semantics.md (c).1", "FLINK-11458"},
    {"stop_command", "flip-45", "with-checkpoint", "document: FLIP-45, semantics.md 1.5", "FLINK-12619"},
    {"stop_with_snapshot", "1.8", "none", "document: FLIP-34 came with 1.9", "FLINK-11458"},
    {"stop_with_snapshot", "1.9", "savepoint", "measured (every version from 1.9.3)", "FLINK-11458"},
    {"stop_with_snapshot", "flip-45", "savepoint-or-checkpoint", "document: FLIP-45, semantics.md 1.5", "FLINK-12619"},
    {"sources_stop", "1.8", "after-completion", "measured (1.9.3 - 1.14.6 suspend leaks: M6); no such stop in 1.8", ""},
    {"sources_stop", "1.15", "before-barrier", "measured (1.15.4, 1.20.5, 2.3.0: leaked 0 in every suspend)",
     "FLINK-23532"},
    {"plain_savepoint_notifies", "1.8", "yes", "code: semantics.md 1.4; measured (1.8.3 - 1.14.6)", "FLINK-10354"},
    {"plain_savepoint_notifies", "1.15", "no", "code and document: semantics.md 2(a); measured (1.15.4, 1.20.5)",
     "FLINK-25191"},
    {"recovery_uses", "1.8", "newest-snapshot", "measured (table 7.1, 1.8.3 - 1.14.6)", "FLINK-10354"},
    {"recovery_uses", "1.15", "newest-checkpoint", "measured (1.15.4, 1.20.5, 2.3.0)", "FLINK-25191"},
    {"checkpoints_on_finished", "1.8", "delete", "measured (M20; every FINISHED recording)", "FLINK-17487"},
    {"checkpoints_on_canceled", "1.8", "by-policy", "measured (cancel recordings of 1.20.5), code: 2(d).6", ""},
    {"checkpoints_on_failed", "1.8", "by-policy", "measured (failed recordings of 1.20.5), code: 2(d).6", ""},
    {"stop_checkpoint", "1.8", "keep", "code: PR 8617 sets all discard flags false; no such stop before FLIP-45",
     "FLINK-12619"},
    {"half_success", "1.8", "restarts", "measured (1.9.3: back from the savepoint); no such stop in 1.8", ""},
    {"half_success", "1.15", "fails-job", "measured (1.15.4, 1.20.5, 2.3.0: FAILED for good)", "FLINK-26783"},
    {"trigger_after_failed_stop", "1.8", "stays-off", "measured (1.9.3: M8); no such stop in 1.8", "FLINK-15152"},
    {"trigger_after_failed_stop", "1.10", "goes-on", "measured (1.10.3 and later)", "FLINK-15152"},
    {"expired_checkpoint", "1.8", "only-aborted", "code: semantics.md 2(d).3", ""},
    {"expired_checkpoint", "1.11", "fails-job", "code: semantics.md 2(d).3", ""},
    {"end_during_alignment", "1.8", "aborts", "code: semantics.md 2(d).2", ""},
    {"end_during_alignment", "1.15", "counts-as-aligned", "code: FLIP-147 on by default", "FLINK-23532"},
    {"begins_after_suspend", "1.8", "yes", "measured (M18, 1.15 and later); inferred for 1.8", ""},
    {"default_restart", "1.8", "at-once", "code: semantics.md 2(e).2", ""},
    {"default_restart", "1.10", "fixed-delay-1s", "measured (M28)", ""},
    {"default_restart", "1.19", "exponential", "measured (M28, 1.20.5 and 2.3.0)", "FLINK-33735"},
};

constexpr int newest_patch = 999;  // stands for a missing patch level
struct Version {
  int major = 0, minor = 0, patch = newest_patch;
  friend auto operator<=>(const Version&, const Version&) = default;
};

std::optional<Version> parse(std::string_view text) {
  Version v;
  int* const parts[] = {&v.major, &v.minor, &v.patch};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *parts[i]);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return i >= 1 ? std::optional(v) : std::nullopt;
    if (text.front() != '.') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

// "since 1.15" means since 1.15.0.
Version first_patch(Version v) {
  if (v.patch == newest_patch) v.patch = 0;
  return v;
}

constexpr std::string_view minors[] = {"1.8",  "1.15", "1.16", "1.17", "1.18", "1.19",
                                       "1.20", "2.0",  "2.1",  "2.2",  "2.3"};
constexpr Version flip_base{1, 15,
                            newest_patch};  // the steps of 1.15 with a checkpoint for a snapshot (semantics.md (c).5)

std::uint8_t value_index(const Knob& k, std::string_view value) {
  for (std::size_t i = 0; i < k.values.size(); ++i)
    if (k.values[i] == value) return static_cast<std::uint8_t>(i);
  sim::never_here("a value of this knob");
}

Semantics resolve(Version version, bool flip) {
  Semantics s;
  for (const KnobRow& row : rows) {
    if (row.since == "flip-45" ? !flip : first_patch(*parse(row.since)) > version) continue;
    const Knob* k = find_knob(row.knob);
    expects(k);
    k->set(s, value_index(*k, row.value));
  }
  return s;
}

}  // namespace

std::span<const Knob> knobs() { return table_of_knobs(); }

const Knob* find_knob(std::string_view name) {
  for (const Knob& k : table_of_knobs())
    if (k.name == name) return &k;
  return nullptr;
}

std::span<const KnobRow> knob_rows() { return rows; }

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (std::string_view m : minors) names.push_back("flink-" + std::string(m));
  names.emplace_back("flip-45");
  return names;
}

std::optional<Semantics> profile(std::string_view name) {
  if (name == "flip-45") return resolve(flip_base, true);
  constexpr std::string_view prefix = "flink-";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::optional<Version> version = parse(name.substr(prefix.size()));
  if (!version) return std::nullopt;
  for (std::string_view m : minors) {
    const Version known = *parse(m);
    if (known.major == version->major && known.minor == version->minor) return resolve(*version, false);
  }
  return std::nullopt;
}

}  // namespace model
