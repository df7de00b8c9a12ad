#include "sim/state_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>
#include <map>

#include "sim/random.hpp"

namespace {

TEST(fingerprint_set, numbers_in_order_of_discovery_through_all_growth) {
  sim::FingerprintSet set(true, 2);
  std::map<std::uint64_t, std::uint32_t> model;
  sim::Random r(5);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t f = r.below(3) == 0 ? r.below(40) : r.below(9'000) * 0x9e3779b97f4a7c15ULL;
    const std::uint64_t key = f ? f : 1;  // 0 and 1 are one
    const auto found = set.insert(f);
    const auto [at, fresh] = model.emplace(key, static_cast<std::uint32_t>(model.size()));
    ASSERT_EQ(found.fresh, fresh);
    ASSERT_EQ(found.number, at->second);
  }
  EXPECT_EQ(set.size(), model.size());
  EXPECT_GT(model.size(), 6'000U);
  for (const auto& [f, number] : model) EXPECT_TRUE(set.contains(f));
  EXPECT_FALSE(set.contains(12'345));
}

TEST(fingerprint_set, probing_wraps_around_the_end) {
  sim::FingerprintSet set(false, 3);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_TRUE(set.insert(UINT64_MAX - i).fresh);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_FALSE(set.insert(UINT64_MAX - i).fresh);
}

TEST(small_numbers, keep_large_ones_too) {
  EXPECT_TRUE(rc::check("equal to a vector", [] {
    const auto values = *rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(250, 260), rc::gen::arbitrary<std::uint32_t>()));
    sim::SmallNumbers numbers;
    for (const std::uint32_t v : values) numbers.push(v);
    RC_ASSERT(numbers.size() == values.size());
    for (std::size_t i = 0; i < values.size(); ++i) RC_ASSERT(numbers[i] == values[i]);
  }));
}

TEST(ancestry, gives_the_path_of_every_state) {
  EXPECT_TRUE(rc::check("equal to stored paths", [] {
    const auto children = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::weightedOneOf<std::uint32_t>(
        {{20, rc::gen::inRange<std::uint32_t>(0, 4)}, {1, rc::gen::inRange<std::uint32_t>(250, 300)}}));
    sim::Ancestry ancestry;
    std::vector<std::vector<std::uint32_t>> paths{{}};
    for (std::size_t parent = 0; parent < children.size() && parent < paths.size(); ++parent) {
      for (std::uint32_t k = 0; k < children[parent]; ++k) {
        paths.push_back(paths[parent]);
        paths.back().push_back(k * 3);
        ancestry.add_child(k * 3);
      }
      ancestry.end_parent(children[parent]);
    }
    for (std::size_t s = 0; s < paths.size(); ++s) RC_ASSERT(ancestry.path(s) == paths[s]);
  }));
}

TEST(frontier, is_a_queue_of_states) {
  EXPECT_TRUE(rc::check("equal to a deque", [] {
    const auto size = *rc::gen::inRange<std::size_t>(1, 200);
    const auto sparse = *rc::gen::arbitrary<bool>();
    sim::Random r(*rc::gen::arbitrary<std::uint64_t>());
    sim::Frontier frontier(size);
    std::deque<std::vector<std::byte>> model;
    for (int i = 0; i < 300; ++i) {
      if (r.below(3) != 0) {
        std::vector<std::byte> state(size);
        for (auto& b : state) b = std::byte(!sparse || r.below(10) == 0 ? r.below(256) : 0);
        frontier.push(state.data());
        model.push_back(state);
      } else if (!model.empty()) {
        std::vector<std::byte> state(size);
        frontier.pop(state.data());
        RC_ASSERT(state == model.front());
        model.pop_front();
      }
      RC_ASSERT(frontier.size() == model.size());
    }
  }));
}

TEST(frontier, goes_over_many_chunks_and_gives_them_back) {
  sim::Frontier frontier(5'000);
  sim::Random r(3);
  std::deque<std::vector<std::byte>> model;
  std::vector<std::byte> state(5'000);
  for (int i = 0; i < 3'000; ++i) {
    for (int k = 0; k < 1'000; ++k) state[r.below(5'000)] = std::byte(r.below(256));
    frontier.push(state.data());
    model.push_back(state);
    if (model.size() < 400) continue;
    frontier.pop(state.data());
    ASSERT_EQ(state, model.front());
    model.pop_front();
  }
  EXPECT_LT(frontier.bytes(), 600U * 5'000);
}

}  // namespace
