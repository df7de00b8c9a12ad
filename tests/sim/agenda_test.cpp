#include "sim/agenda.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <tuple>
#include <vector>

namespace {

struct Known {
  sim::Time time;
  std::uint64_t order, serial;
  friend auto operator<=>(const Known&, const Known&) = default;
};

TEST(agenda, equal_times_leave_in_order_of_rank_actor_serial) {
  sim::Agenda<int> agenda;
  const auto key = [](std::uint64_t rank, std::uint64_t actor) { return rank << 32 | actor; };
  agenda.push(5, key(1, 7), 1);
  agenda.push(5, key(1, 3), 2);
  agenda.push(5, key(0, 9), 3);
  agenda.push(5, key(1, 3), 4);
  agenda.push(4, key(6, 6), 5);
  std::vector<int> out;
  while (!agenda.empty()) out.push_back(agenda.pop().payload);
  EXPECT_EQ(out, (std::vector<int>{5, 3, 2, 4, 1}));
}

TEST(agenda, what_is_pushed_for_the_present_comes_before_the_future_and_after_its_elders) {
  sim::Agenda<int> agenda;
  agenda.push(10, 1, 1);
  agenda.push(10, 1, 2);
  agenda.push(11, 0, 3);
  EXPECT_EQ(agenda.pop().payload, 1);
  agenda.push(10, 1, 4);
  agenda.push(10, 0, 5);
  EXPECT_EQ(agenda.pop().payload, 5);
  EXPECT_EQ(agenda.pop().payload, 2);
  EXPECT_EQ(agenda.pop().payload, 4);
  EXPECT_EQ(agenda.pop().payload, 3);
  EXPECT_EQ(agenda.next_time(), sim::never);
}

TEST(agenda, behaves_like_a_sorted_vector) {
  EXPECT_TRUE(rc::check("same order out for any pushes and pops", [] {
    const auto spread = *rc::gen::element<std::uint64_t>(1, 3, 20, 1'000, 1'000'000'000, std::uint64_t{1} << 50);
    const auto moves = *rc::gen::container<std::vector<std::tuple<bool, std::uint64_t, std::uint8_t>>>(
        rc::gen::tuple(rc::gen::weightedElement<bool>({{3, true}, {2, false}}), rc::gen::arbitrary<std::uint64_t>(),
                       rc::gen::inRange<std::uint8_t>(0, 4)));
    sim::Agenda<std::uint64_t> agenda;
    std::vector<Known> model;
    sim::Time now = 0;
    std::uint64_t serial = 0;
    const auto pop = [&] {
      const auto least = std::min_element(model.begin(), model.end());
      const auto entry = agenda.pop();
      RC_ASSERT(entry.time == least->time);
      RC_ASSERT(entry.order == least->order);
      RC_ASSERT(entry.payload == least->serial);
      now = entry.time;
      model.erase(least);
    };
    for (const auto& [push, draw, order] : moves) {
      if (push) {
        const sim::Time time = now + static_cast<sim::Time>(draw % spread);
        agenda.push(time, order, serial);
        model.push_back({time, order, serial++});
      } else if (!model.empty()) {
        pop();
      }
      RC_ASSERT(agenda.size() == model.size());
    }
    while (!model.empty()) pop();
    RC_ASSERT(agenda.empty());
  }));
}

TEST(agenda, reaches_the_greatest_time) {
  sim::Agenda<int> agenda;
  agenda.push(sim::never, 0, 1);
  agenda.push(0, 0, 2);
  EXPECT_EQ(agenda.pop().payload, 2);
  EXPECT_EQ(agenda.pop().time, sim::never);
}

TEST(agenda_death, the_past_is_refused) {
  sim::Agenda<int> agenda;
  agenda.push(10, 0, 1);
  agenda.pop();
  EXPECT_DEATH(agenda.push(9, 0, 2), "expected");
}

}  // namespace
