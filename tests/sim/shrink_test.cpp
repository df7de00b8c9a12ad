// Shrinking an order of steps: what is left fails, no single step can be left out, and it is as near to the default
// order as exchanging neighbours brings it.
#include "sim/shrink.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace {

struct Element {
  sim::Step step;
};

Element at(std::uint32_t subject) { return {{subject, 0, 0}}; }
std::vector<Element> sequence(const std::vector<std::uint32_t>& subjects) {
  std::vector<Element> all;
  for (const std::uint32_t s : subjects) all.push_back(at(s));
  return all;
}
std::vector<std::uint32_t> subjects(const std::vector<Element>& all) {
  std::vector<std::uint32_t> out;
  for (const Element& e : all) out.push_back(e.step.subject);
  return out;
}

// Fails once all of `needed` have come, the first two of them in this order.
struct NeedsAll {
  std::vector<std::uint32_t> needed;
  std::optional<std::vector<Element>> operator()(const std::vector<Element>& steps) const {
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::uint32_t s = steps[i].step.subject;
      if (needed.size() > 1 && s == needed[1] && !seen.contains(needed[0])) continue;
      if (std::find(needed.begin(), needed.end(), s) != needed.end()) seen.insert(s);
      if (seen.size() == needed.size())
        return std::vector<Element>(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return std::nullopt;
  }
};

TEST(shrink_order, leaves_what_is_needed_in_the_default_order_where_that_fails_too) {
  const auto steps = sequence({9, 3, 8, 5, 1, 7, 2, 6, 4});
  EXPECT_EQ(subjects(sim::shrink_order(steps, NeedsAll{{5, 2, 8}}, 10'000)), (std::vector<std::uint32_t>{5, 2, 8}));
}

RC_GTEST_PROP(shrink_order, leaves_exactly_what_is_needed, ()) {
  const auto all = *rc::gen::container<std::vector<std::uint32_t>>(50, rc::gen::inRange(0U, 30U));
  const auto needed = *rc::gen::unique<std::vector<std::uint32_t>>(rc::gen::elementOf(all));
  const NeedsAll fails{needed};
  const auto steps = sequence(all);
  RC_PRE(!needed.empty() && fails(steps).has_value());
  const auto small = sim::shrink_order(steps, fails, 100'000);
  RC_ASSERT(small.size() == needed.size());
  RC_ASSERT(fails(small).has_value());
  for (std::size_t i = 0; i < small.size(); ++i) {
    auto without = small;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    RC_ASSERT(!fails(without).has_value());
  }
}

TEST(shrink_order, keeps_to_its_number_of_attempts) {
  std::uint64_t asked = 0;
  const auto never = [&](const std::vector<Element>&) -> std::optional<std::vector<Element>> {
    return ++asked, std::nullopt;
  };
  sim::shrink_order(sequence({5, 4, 3, 2, 1, 0}), never, 4);
  EXPECT_LE(asked, 4U);
}

}  // namespace
