#include "sim/delay.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>

#include "sim/random.hpp"

namespace {

const sim::Delay skewed{100, 200, 1'000, 5'000, 60'000};

TEST(delay, a_constant_ignores_chance) {
  EXPECT_EQ(sim::Delay::constant(250).draw(0), 250);
  EXPECT_EQ(sim::Delay::constant(250).draw(UINT64_MAX), 250);
}

TEST(delay, the_ends_are_reached) {
  EXPECT_EQ(skewed.draw(0), 100);
  EXPECT_EQ(skewed.draw(UINT64_MAX), 60'000);
}

TEST(delay, draws_lie_between_the_ends_and_grow_with_the_draw) {
  EXPECT_TRUE(rc::check("monotone and bounded", [] {
    auto q = *rc::gen::container<std::array<sim::Time, 5>>(rc::gen::inRange<sim::Time>(0, sim::never / 2));
    std::sort(q.begin(), q.end());
    const sim::Delay d{q[0], q[1], q[2], q[3], q[4]};
    auto a = *rc::gen::arbitrary<std::uint64_t>(), b = *rc::gen::arbitrary<std::uint64_t>();
    if (a > b) std::swap(a, b);
    RC_ASSERT(d.draw(a) <= d.draw(b));
    RC_ASSERT(d.draw(a) >= d.least);
    RC_ASSERT(d.draw(b) <= d.max);
  }));
}

TEST(delay, the_quantiles_are_where_they_are_said_to_be) {
  sim::Random random = sim::stream(1, "delay");
  std::array<sim::Time, 20'000> draws;
  for (auto& d : draws) d = skewed.draw(random.next());
  std::sort(draws.begin(), draws.end());
  EXPECT_NEAR(static_cast<int>(draws[10'000]), 200, 10);
  EXPECT_NEAR(static_cast<int>(draws[18'000]), 1'000, 300);
  EXPECT_NEAR(static_cast<int>(draws[19'800]), 5'000, 1'000);
}

}  // namespace
