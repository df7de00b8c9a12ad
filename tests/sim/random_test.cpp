#include "sim/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>

namespace {

TEST(random, is_splitmix64) {
  sim::Random r(1234567);  // the first numbers of the published reference program for this seed
  EXPECT_EQ(r.next(), 6457827717110365317ULL);
  EXPECT_EQ(r.next(), 3203168211198807973ULL);
  EXPECT_EQ(r.next(), 9817491932198370423ULL);
}

TEST(random, below_stays_below_and_reaches_everything) {
  sim::Random r(1);
  std::array<int, 7> seen{};
  for (int i = 0; i < 70'000; ++i) ++seen[r.below(7)];
  for (const int n : seen) EXPECT_NEAR(n, 10'000, 500);
  EXPECT_EQ(r.below(1), 0U);
}

TEST(random, below_has_no_bias_where_the_remainder_would_show_it) {
  sim::Random r(2);
  const std::uint64_t n = 3ULL << 62;  // without rejection the lower third would come twice as often
  int low = 0;
  for (int i = 0; i < 30'000; ++i) low += r.below(n) < (1ULL << 62);
  EXPECT_NEAR(low, 10'000, 400);
}

TEST(random, streams_are_told_apart_by_name_and_seed) {
  EXPECT_EQ(sim::stream(1, "latency/a").next(), sim::stream(1, "latency/a").next());
  EXPECT_NE(sim::stream(1, "latency/a").next(), sim::stream(1, "latency/b").next());
  EXPECT_NE(sim::stream(1, "latency/a").next(), sim::stream(2, "latency/a").next());
}

TEST(random, a_family_draws_what_its_members_would_and_one_more_draw_shifts_no_other) {
  EXPECT_TRUE(rc::check("independent of the order of draws", [] {
    const auto order = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 50));
    const auto name = [](std::uint32_t id) { return "m" + std::to_string(id); };
    sim::StreamFamily family(7, "due/");
    std::array<sim::Random, 50> alone;
    for (std::uint32_t id = 0; id < 50; ++id) alone[id] = sim::stream(7, "due/" + name(id));
    for (const std::uint32_t id : order) RC_ASSERT(family.draw(id, name) == alone[id].next());
  }));
}

}  // namespace
