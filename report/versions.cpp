#include "report/versions.hpp"

#include <fmt/format.h>

#include "history/engine_version.hpp"

namespace report {
namespace {

using history::EngineVersion;

constexpr std::string_view flink = "flink-", flip = "flip-45";

bool has_patch(const EngineVersion& v) { return v.patch != history::last_patch; }

std::string minor_before(std::string_view since) {
  std::string before;
  for (const std::string& name : model::profile_names()) {
    if (!name.starts_with(flink) || name.substr(flink.size()) == since) break;
    before = name.substr(flink.size());
  }
  return before;
}

std::string last_before(std::string_view since) {
  const EngineVersion v = *history::engine_version(since);
  return has_patch(v) && v.patch > 0 ? fmt::format("{}.{}.{}", v.major, v.minor, v.patch - 1) : minor_before(since);
}

std::string told(std::string_view since, const std::string& until) {
  if (since == flip) return std::string(flip);
  if (until.empty()) return fmt::format("{} and later", since);
  if (since == until) return until;
  const EngineVersion a = *history::engine_version(since), b = *history::engine_version(until);
  const bool same_minor = a.major == b.major && a.minor == b.minor;
  if (same_minor && has_patch(a) && !has_patch(b)) return fmt::format("{} - {}.x", since, until);
  if (same_minor && !has_patch(a) && b.patch > 0) return fmt::format("{}.0 - {}", since, until);
  return same_minor && !has_patch(a) ? until : fmt::format("{} - {}", since, until);
}

}  // namespace

std::string full_version(std::string_view text) {
  const bool digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  return digit ? std::string(flink) + std::string(text) : std::string(text);
}

std::string known_versions() {
  return fmt::format("{}; a patch level may be added, such as flink-1.12.7", fmt::join(model::profile_names(), ", "));
}

scenarios::Error unknown_version(std::string_view flag, std::string_view text) {
  const auto names = model::profile_names();
  const std::vector<std::string_view> known(names.begin(), names.end());
  return {std::string(flag),
          0,
          0,
          fmt::format("unknown version \"{}\"", text),
          "one of " + known_versions(),
          scenarios::nearest_of(full_version(text), known)};
}

std::string known_from(const model::KnobRow& row) {
  std::string text(row.evidence);
  return row.ticket.empty() ? text : fmt::format("{}; {}", text, row.ticket);
}

std::vector<KnobSpan> spans_of(const model::Knob& knob) {
  std::vector<KnobSpan> all;
  for (const model::KnobRow& row : model::knob_rows()) {
    if (row.knob != knob.name) continue;
    if (!all.empty() && row.since != flip) all.back().until = last_before(row.since);
    all.push_back({&row, {}, {}});
  }
  for (KnobSpan& s : all) s.text = told(s.row->since, s.until);
  return all;
}

std::vector<KnobChange> changes_between(const model::Semantics& from, const model::Semantics& to,
                                        std::string_view to_profile) {
  std::vector<KnobChange> all;
  for (const model::Knob& k : model::knobs()) {
    if (k.get(from) == k.get(to)) continue;
    const std::string_view value = k.values[k.get(to)];
    const model::KnobRow& row = model::row_in_force(k, to_profile);
    all.push_back({&k, k.values[k.get(from)], value, row.value == value ? &row : nullptr});
  }
  return all;
}

}  // namespace report
