#include "sim/channels.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>

namespace {

struct Message {
  std::uint32_t number;
};

struct Fixture {
  explicit Fixture(std::uint16_t capacity, bool canonical, std::uint16_t data = 0)
      : table{{0, 0, 1, capacity, data, 0, 1, 0}},
        block((sim::Channels<Message>::bytes(capacity) + 7) / 8 * 8),
        channels(table, canonical) {
    channels.bind(block.data());
  }
  std::vector<sim::ChannelInfo> table;
  std::vector<std::byte> block;
  sim::Channels<Message> channels;
};

void behaves_like_a_deque(bool canonical) {
  const auto capacity = *rc::gen::inRange<std::uint16_t>(1, 9);
  const auto moves = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(1, 1'000'000));
  Fixture f(capacity, canonical);
  std::deque<std::uint32_t> model;
  for (const std::uint32_t m : moves) {
    if (m % 16 == 0) {
      f.channels.clear(0);
      model.clear();
    } else if (m % 2 == 0) {
      RC_ASSERT(f.channels.push(0, {m}) == (model.size() < capacity));
      if (model.size() < capacity) model.push_back(m);
    } else if (!model.empty()) {
      const auto position = static_cast<std::uint16_t>(m % 4 == 1 ? 0 : m % model.size());
      RC_ASSERT(f.channels.take(0, position).number == model[position]);
      model.erase(model.begin() + position);
    }
    RC_ASSERT(f.channels.count(0) == model.size());
    for (std::uint16_t p = 0; p < model.size(); ++p) RC_ASSERT(f.channels.at(0, p).number == model[p]);
    if (!canonical) continue;
    Fixture fresh(capacity, canonical);
    for (const std::uint32_t n : model) fresh.channels.push(0, {n});
    RC_ASSERT(fresh.block == f.block);  // equal meaning is equal bytes
  }
}

TEST(channels, canonical_rings_behave_like_a_deque_and_equal_meaning_is_equal_bytes) {
  EXPECT_TRUE(rc::check("canonical", [] { behaves_like_a_deque(true); }));
}
TEST(channels, turning_rings_behave_like_a_deque) {
  EXPECT_TRUE(rc::check("turning", [] { behaves_like_a_deque(false); }));
}

TEST(channels, a_blocked_channel_keeps_its_messages_and_gives_none) {
  Fixture f(2, true);
  f.channels.push(0, {1});
  EXPECT_TRUE(f.channels.takeable(0));
  f.channels.set_blocked(0, true);
  EXPECT_FALSE(f.channels.takeable(0));
  f.channels.set_blocked(0, false);
  EXPECT_TRUE(f.channels.takeable(0));
}

TEST(channels, a_closed_channel_takes_everything_and_keeps_nothing) {
  Fixture f(1, true, 1);
  f.channels.set_closed(0, true);
  EXPECT_TRUE(f.channels.has_room_for_data(0));
  EXPECT_TRUE(f.channels.push(0, {1}));
  EXPECT_TRUE(f.channels.push(0, {2}));
  EXPECT_TRUE(f.channels.empty(0));
}

TEST(channels, room_for_data_ends_before_the_room_for_barriers) {
  Fixture f(3, true, 2);
  f.channels.push(0, {1});
  EXPECT_TRUE(f.channels.has_room_for_data(0));
  f.channels.push(0, {2});
  EXPECT_FALSE(f.channels.has_room_for_data(0));
  EXPECT_TRUE(f.channels.push(0, {3}));
  EXPECT_FALSE(f.channels.push(0, {4}));
}

}  // namespace
