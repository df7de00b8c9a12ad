#pragma once
// Random numbers, times and texts as they may stand in a scenario.
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/delay.hpp"

namespace scenarios {

// A whole number in [least, most]; half of them small.
inline std::int64_t arbitrary_whole(std::int64_t least, std::int64_t most) {
  return *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(least, std::min(most, least + 20) + 1),
                         rc::gen::inRange<std::int64_t>(least, most + 1));
}
inline bool arbitrary_bool() { return *rc::gen::arbitrary<bool>(); }
template <class E>
E arbitrary_enum(std::vector<E> values) {
  return *rc::gen::elementOf(values);
}

// Round in some unit more often than not, as people write them.
inline sim::Time arbitrary_time(sim::Time least = 0) {
  const sim::Time unit = *rc::gen::element<sim::Time>(1, 1000, 1'000'000, 60'000'000, 3'600'000'000);
  return std::max(least, unit * arbitrary_whole(0, 5000));
}
inline sim::Delay arbitrary_delay() {
  if (arbitrary_bool()) return sim::Delay::constant(arbitrary_time());
  std::vector<sim::Time> q(5);
  for (auto& t : q) t = arbitrary_time();
  std::sort(q.begin(), q.end());
  return {q[0], q[1], q[2], q[3], q[4]};
}
inline std::string arbitrary_name() {
  const auto letters = rc::gen::elementOf(std::string("abcxyzABC019_-."));
  return *rc::gen::nonEmpty(rc::gen::container<std::string>(letters));
}
// Any line of text: quotes, backslashes, YAML's own marks, letters beyond ASCII.
inline std::string arbitrary_line() {
  const auto piece = rc::gen::element<std::string>("a", "Z", " ", "\"", "'", "\\", ":", "#", "-", "{", "]", "&", "*",
                                                   "!", "%", "é", "漢", "0", "~", "null", ",");
  std::string text;
  for (const auto& p : *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(piece))) text += p;
  return text;
}

}  // namespace scenarios
