// Laws of the small containers of the two loops, each against the plainest thing that does the same.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>
#include <map>
#include <set>

#include "sim/actor_queue.hpp"
#include "sim/arrivals.hpp"
#include "sim/fingerprint.hpp"
#include "sim/own_steps.hpp"
#include "sim/stored_edges.hpp"

namespace {

using namespace sim;

TEST(containers, who_waits_for_an_actor_is_served_by_rank_and_then_by_age) {
  EXPECT_TRUE(rc::check("actor queue", [] {
    ActorQueue queue;
    std::map<std::pair<int, std::uint32_t>, std::uint32_t> plain;  // (rank, age) -> id
    std::uint32_t age = 0;
    for (const bool put : *rc::gen::container<std::vector<bool>>(rc::gen::arbitrary<bool>())) {
      RC_ASSERT(queue.none_waits() == plain.empty());
      if (put) {
        const auto rank = static_cast<Rank>(*rc::gen::inRange(0, 7));
        queue.wait(rank, appointment(Appointment::own_step, age, 1));
        plain[{static_cast<int>(rank), age}] = age;
        ++age;
      } else if (!plain.empty()) {
        RC_ASSERT(queue.first().at.id() == plain.begin()->second);
        const auto served = queue.pop();
        RC_ASSERT(served.at.id() == plain.begin()->second);
        RC_ASSERT(static_cast<int>(served.rank()) == plain.begin()->first.first);
        plain.erase(plain.begin());
      }
    }
  }));
}

TEST(containers, the_parked_are_forgotten_from_the_oldest_on) {
  EXPECT_TRUE(rc::check("parked", [] {
    ActorQueue queue;
    std::deque<ChannelId> plain;
    for (const auto n : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 9))) {
      if (n > 2) {
        queue.parked.push_back({n, 0});
        plain.push_back(n);
      } else {
        const std::size_t gone = std::min<std::size_t>(n, plain.size());
        plain.erase(plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(gone));
        queue.forget_parked(queue.parked_first + gone);
      }
      RC_ASSERT(queue.none_parked() == plain.empty());
      RC_ASSERT(queue.parked.size() - queue.parked_first == plain.size());
      for (std::size_t i = 0; i < plain.size(); ++i)
        RC_ASSERT(queue.parked[queue.parked_first + i].channel == plain[i]);
    }
  }));
}

TEST(containers, an_appointment_keeps_its_kind_and_its_number) {
  EXPECT_TRUE(rc::check("appointment", [](std::uint32_t number, std::uint32_t generation) {
    const std::uint32_t id = number & ~(3U << 30);
    for (const auto kind : {Appointment::channel, Appointment::own_step, Appointment::wake}) {
      const Appointment a = appointment(kind, id, generation);
      RC_ASSERT(a.kind() == kind && a.id() == id && a.generation == generation);
    }
  }));
}

TEST(containers, arrivals_keep_to_the_order_of_their_channel) {
  EXPECT_TRUE(rc::check("arrivals", [] {
    const auto capacities =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint16_t>>(rc::gen::inRange<std::uint16_t>(1, 6)));
    std::vector<ChannelInfo> table;
    for (const std::uint16_t c : capacities) table.push_back({0, 0, 0, c, 0, 0, 0, 0});
    struct Nothing {
      std::uint8_t byte;
    };
    const Channels<Nothing> channels(table, true);
    Arrivals arrivals(channels);
    std::vector<std::deque<std::uint64_t>> plain(table.size());
    std::uint64_t cause = 0;
    for (const auto choice : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>())) {
      const auto c = static_cast<ChannelId>(choice / 8 % table.size());
      if (choice % 8 < 4 && plain[c].size() < capacities[c]) {
        arrivals.push(c, {static_cast<Time>(cause), cause});
        plain[c].push_back(cause++);
      } else if (choice % 8 < 7 && !plain[c].empty()) {
        const std::size_t at = choice / 64 % plain[c].size();
        arrivals.erase(c, static_cast<std::uint32_t>(at));
        plain[c].erase(plain[c].begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        const std::size_t left = plain[c].size() / 2;
        arrivals.trim(c, static_cast<std::uint32_t>(left));
        while (plain[c].size() > left) plain[c].pop_front();
      }
      RC_ASSERT(arrivals.clock(c).count == plain[c].size());
      for (std::size_t i = 0; i < plain[c].size(); ++i)
        RC_ASSERT(arrivals.at(c, static_cast<std::uint32_t>(i)).cause == plain[c][i]);
    }
  }));
}

TEST(containers, a_step_of_an_actor_keeps_its_record_for_good) {
  EXPECT_TRUE(rc::check("own steps", [] {
    constexpr std::uint32_t rows = 4;
    OwnSteps steps(rows);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> plain;  // (row, binding) -> record
    std::uint32_t known[rows] = {};
    for (const auto choice : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>())) {
      const std::uint32_t row = choice % rows, more = 1 + choice / rows % 3;
      steps.extend(row, known[row] + more, row, static_cast<std::uint16_t>(row));
      for (std::uint32_t b = known[row]; b < known[row] + more; ++b) {
        const auto id = static_cast<std::uint32_t>(plain.size());
        plain[{row, b}] = id;
      }
      known[row] += more;
      for (std::uint32_t r = 0; r < rows; ++r) {
        RC_ASSERT(steps.known(r) == known[r]);
        RC_ASSERT(steps.find(r, known[r]) == nobody);
      }
      for (const auto& [where, id] : plain) {
        RC_ASSERT(steps.find(where.first, where.second) == id);
        RC_ASSERT(steps[id].binding == where.second && steps[id].rule == where.first);
      }
    }
  }));
}

TEST(containers, stored_edges_are_sets_of_targets_and_a_list_of_goals) {
  EXPECT_TRUE(rc::check("stored edges", [] {
    const auto graph = *rc::gen::container<std::vector<std::vector<std::uint32_t>>>(
        rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 20)));
    const auto goals = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::element<std::uint64_t>(0, 1, 2));
    StoredEdges edges;
    for (const auto& targets : graph) {
      for (const std::uint32_t t : targets) edges.add(t);
      edges.end_source();
    }
    for (const std::uint64_t g : goals) edges.add_goals(g);
    RC_ASSERT(edges.sources() == graph.size());
    for (std::uint64_t s = 0; s < graph.size(); ++s) {
      std::vector<std::uint32_t> stored;
      for (std::uint64_t e = edges.first(s); e < edges.end(s); ++e) stored.push_back(edges.target(e));
      const std::set<std::uint32_t> plain(graph[s].begin(), graph[s].end());
      RC_ASSERT(stored == std::vector<std::uint32_t>(plain.begin(), plain.end()));
    }
    for (std::uint64_t i = 0; i < goals.size(); ++i) RC_ASSERT(edges.goals(i) == goals[i]);
  }));
}

TEST(containers, a_digest_is_that_of_the_pieces_and_of_where_they_end) {
  EXPECT_TRUE(rc::check("digest", [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const auto digest = [](const std::vector<std::string>& pieces) {
      Digest d;
      for (const std::string& p : pieces) d.add(std::string_view(p));
      return d;
    };
    RC_ASSERT((digest(a) == digest(b)) == (a == b));
    RC_ASSERT(digest(a) == digest(std::vector<std::string>(a)));
  }));
}

}  // namespace
