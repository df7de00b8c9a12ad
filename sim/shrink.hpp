#pragma once
// Makes a failing order of steps short and plain.
//
// Leaving out: pieces of the sequence, half of it first, then smaller ones down to single steps, as in delta debugging
// (Zeller, Hildebrandt 2002), until no single step can be left out. Whoever runs a candidate passes over what does not
// fit any more, so leaving out the step that sends a message leaves out those that take it. Then towards the default
// order: neighbours that stand the other way round than a scan of the machine would list them are exchanged where the
// failure stays. The result fails, no longer than what was given. Tested in tests/sim/shrink_test.cpp.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/rule.hpp"

namespace sim {

// The order of Machine::enabled.
inline bool listed_before(const Step& a, const Step& b) {
  return std::tuple(!a.of_channel(), a.subject, a.rule, a.binding) <
         std::tuple(!b.of_channel(), b.subject, b.rule, b.binding);
}
// An element has a `step`. Shorter, or as long and nearer to the default order.
template <class E>
bool plainer(const std::vector<E>& a, const std::vector<E>& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const E& x, const E& y) { return listed_before(x.step, y.step); });
}

// `attempt(steps)` runs them leniently and gives the steps of the failing run that came of it, up to the failure, or
// nothing. `steps` fails. Attempts are limited to `most`.
template <class E, class Attempt>
std::vector<E> shrink_order(std::vector<E> steps, Attempt&& attempt, std::uint64_t most) {
  std::uint64_t used = 0;
  const auto try_one = [&](const std::vector<E>& candidate) {
    if (++used > most) return false;
    std::optional<std::vector<E>> failing = attempt(candidate);
    if (!failing || !plainer(*failing, steps)) return false;
    steps = std::move(*failing);
    return true;
  };
  for (bool better = true; better && used <= most;) {
    better = false;
    for (std::size_t size = std::max<std::size_t>(steps.size() / 2, 1); size > 0; size /= 2)
      for (std::size_t from = steps.size(); from > 0;) {
        from -= std::min(from, size);
        if (from >= steps.size()) continue;
        std::vector<E> without = steps;
        const auto first = without.begin() + static_cast<std::ptrdiff_t>(from);
        without.erase(first, first + static_cast<std::ptrdiff_t>(std::min(size, steps.size() - from)));
        better |= try_one(without);
      }
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      if (!listed_before(steps[i + 1].step, steps[i].step)) continue;
      std::vector<E> other = steps;
      std::swap(other[i], other[i + 1]);
      better |= try_one(other);
    }
  }
  return steps;
}

}  // namespace sim
