// The golden table G1: one split, record k readable at k/100 s, half a second from source to sink, snapshots written in
// 0.3 s, triggers at 10, 20, ... s, the command at 27.0 s. The numbers follow from these by hand.
#include <gtest/gtest.h>

#include "tests/laws/support.hpp"

namespace laws {
namespace {

struct Row {
  const char* way;
  std::uint64_t reread, duplicates_plain, visible_transactional;
  std::optional<std::int64_t> snapshot_us;
  std::int64_t ended_us;
};
// What a test is called in the list of tests.
void PrintTo(const Row& row, std::ostream* out) { *out << row.way; }
constexpr Row rows[] = {
    {"cancel", 700, 650, 2000, std::nullopt, 0},
    {"killed", 700, 650, 2000, std::nullopt, 0},
    {"legacy stop, checkpoints kept", 700, 700, 2000, std::nullopt, 500'000},
    {"legacy stop", 2700, 2700, 2000, std::nullopt, 500'000},
    {"stop-with-savepoint", 0, 0, 2700, 800'000, 1'300'000},
    {"stop-with-checkpoint", 0, 0, 2700, 800'000, 1'300'000},
};

class G1 : public ::testing::TestWithParam<Row> {};

TEST_P(G1, row_comes_out_exactly) {
  const auto read = shipped("scenarios/golden/g1.yaml");
  ASSERT_EQ(read.size(), 1U);
  for (const std::string sink : {"plain", "transactional"}) {
    const scenarios::Case* c = find_case(read[0], GetParam().way, sink);
    ASSERT_NE(c, nullptr) << GetParam().way;
    const scenarios::CaseOutcome o = scenarios::run_case(*c, {});
    ASSERT_TRUE(o.error.empty()) << o.error;
    EXPECT_EQ(o.unmet, std::vector<std::string>{});
    EXPECT_EQ(o.figures->reread, GetParam().reread);
    if (sink == "plain") {
      EXPECT_EQ(o.figures->duplicates, GetParam().duplicates_plain);
    } else {
      EXPECT_EQ(o.figures->visible_run1, GetParam().visible_transactional);
    }
    EXPECT_EQ(o.figures->snapshot_latency_us, GetParam().snapshot_us);
    EXPECT_EQ(o.ended_after_us, GetParam().ended_us);
    if (!o.figures->commands.empty()) {
      EXPECT_EQ(o.figures->stop_latency_us, GetParam().ended_us);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(table, G1, ::testing::ValuesIn(rows), [](const auto& row) {
  std::string name = row.param.way;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(g1, a_stop_without_savepoint_directory_is_refused_and_the_job_runs_on) {
  const auto read = shipped("scenarios/golden/g1.yaml");
  const scenarios::Case* c = find_case(read[0], "stop refused", "transactional");
  ASSERT_NE(c, nullptr);
  const scenarios::CaseOutcome o = scenarios::run_case(*c, {});
  EXPECT_EQ(o.unmet, std::vector<std::string>{});
  EXPECT_EQ(o.figures->reread, std::nullopt);
  EXPECT_EQ(o.figures->duplicates, 0U);
  EXPECT_EQ(o.figures->final_status.front().second, "RUNNING");
  ASSERT_EQ(o.figures->commands.size(), 1U);
  EXPECT_FALSE(o.figures->commands[0].ok);
}

}  // namespace
}  // namespace laws
