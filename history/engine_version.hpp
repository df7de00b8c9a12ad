#pragma once
// Versions of the engine, as profiles, recordings and the table of knobs spell them. One without a patch level stands
// for the last patch of its minor version.
#include <charconv>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace history {

struct EngineVersion {
  std::uint16_t major = 0, minor = 0, patch = 0;
  bool flip_45 = false;  // the proposal; where it says nothing it takes the steps of 1.15 (semantics.md (c).5)
  friend constexpr auto operator<=>(const EngineVersion&, const EngineVersion&) = default;
};
inline constexpr std::uint16_t last_patch = 999;  // where no patch level is given

// Where a row says "since 1.15" it means since 1.15.0.
constexpr EngineVersion first_patch(EngineVersion v) {
  if (v.patch == last_patch) v.patch = 0;
  return v;
}

// "flink-1.15", "flink-1.20.5", "1.20.5", "1.20.5-adaptive", "flip-45". Nothing where it is none of these.
inline std::optional<EngineVersion> engine_version(std::string_view text) {
  constexpr std::string_view prefix = "flink-";
  if (text == "flip-45") return EngineVersion{1, 15, last_patch, true};
  if (text.substr(0, prefix.size()) == prefix) text.remove_prefix(prefix.size());
  EngineVersion v{0, 0, last_patch, false};
  std::uint16_t* const parts[] = {&v.major, &v.minor, &v.patch};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, *parts[i]);
    if (error != std::errc{}) return std::nullopt;
    at = next;
    if (i > 0 && (at == end || *at == '-')) return v;
    if (i == 2 || at == end || *at++ != '.') return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace history
