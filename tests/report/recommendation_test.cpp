// Which way is recommended: the one that harms least, for each version.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

Json recommended(std::vector<std::string> more) {
  more.insert(more.begin(), "compare");
  more.insert(more.end(), {"--format", "json"});
  const Called called = call(more);
  return Json::parse(called.out).at("recommendations");
}

TEST(recommendation, of_flip_45_is_the_stop_with_a_savepoint) {
  const Json all = recommended({"scenarios/flip-45.yaml"});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].at("way"), "stop-with-savepoint");
  EXPECT_EQ(all[0].at("versions"), Json::array({"flink-1.15"}));
}

// Until 1.14 the stop's sources read on (M6): still better than a cancel, 7 s after the last checkpoint.
TEST(recommendation, has_its_numbers_for_each_version) {
  const Json all = recommended({"scenarios/flip-45.yaml", "--way", "cancel", "--way", "stop-with-savepoint",
                                "--semantics", "1.13", "1.15", "1.16"});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].at("versions"), Json::array({"flink-1.13"}));
  EXPECT_NE(all[0].at("words").get<std::string>().find("of the records 80 are read again"), std::string::npos)
      << all[0];
  EXPECT_EQ(all[1].at("versions"), Json::array({"flink-1.15", "flink-1.16"}));
}

TEST(recommendation, prefers_what_leaves_windows_alone) {
  const Json all = recommended(
      {"scenarios/databases.yaml", "--way", "innodb_fast_shutdown = 0", "--way", "innodb_fast_shutdown = 1, fast"});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].at("way"), "innodb_fast_shutdown = 1, fast");
  EXPECT_NE(all[0].at("words").get<std::string>().find("ends for good"), std::string::npos) << all[0];
}

TEST(recommendation, is_among_the_ways_of_one_job) {
  const Json all = recommended({"scenarios/small.yaml", "--way", "cancel", "--way", "drain of windows"});
  EXPECT_TRUE(all.empty());
}

TEST(recommendation, of_several_runs_counts_the_worst) {
  const Json all = recommended({"scenarios/wide-job.yaml", "--runs", "5"});
  ASSERT_FALSE(all.empty());
  const std::string words = all[0].at("words");
  EXPECT_NE(words.find("of the records, in the worst of 5 runs,"), std::string::npos) << words;
  EXPECT_NE(words.find("to end in the median"), std::string::npos) << words;
}

TEST(recommendation, is_none_where_there_is_nothing_to_choose) {
  EXPECT_TRUE(recommended({"scenarios/flip-45.yaml", "--way", "cancel"}).empty());
  EXPECT_TRUE(recommended({"scenarios/flip-45.yaml", "--way", "cancel", "--way", "failure"}).empty());
}

}  // namespace
}  // namespace report_test
