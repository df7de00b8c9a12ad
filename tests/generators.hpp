#pragma once
// What laws draw their examples from: one place for the values that more than one folder's laws need. Scenarios as a
// whole are drawn by tests/scenarios/arbitrary.hpp, histories by tests/history/random_history.hpp.
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/sim/toy.hpp"

namespace generators {

// Small enough to be explored slowly.
inline toy::RelayPlan small_relay() {
  toy::RelayPlan plan;
  plan.workers = *rc::gen::inRange<std::uint8_t>(1, 3);
  plan.items = *rc::gen::inRange<std::uint8_t>(1, 3);
  plan.markers = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.sleeps = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.flushes = *rc::gen::inRange<std::uint8_t>(0, 2);
  plan.breaks = *rc::gen::inRange<std::uint8_t>(0, 2);
  return plan;
}

// Any bytes at all, as they may come from a damaged file.
inline std::string any_bytes() { return *rc::gen::container<std::string>(rc::gen::arbitrary<char>()); }

// Text as people write it, with all that some format takes for a mark of its own; never a broken character.
inline std::string any_text() {
  const auto piece = rc::gen::element<std::string>(
      "a", "Z", "0", " ", "\n", "\t", "\"", "'", "\\", ":", "#", "-", "{", "]", "&", "&amp;", "<", ">", "<b>", "]]>",
      "<!--", "`", "```", "````", "|", "*", "_", "~", "%", "\x01", "\x1b", "\r", "é", "漢", "😀", "\xef\xbf\xbf");
  std::string text;
  for (const std::string& p : *rc::gen::container<std::vector<std::string>>(piece)) text += p;
  return text;
}

// One line of it.
inline std::string any_line() {
  std::string text = any_text();
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace generators
