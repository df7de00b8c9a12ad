// One key through several values.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/sweep.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

Json sweep_of(const std::string& what) {
  const Called called = call(
      {"compare", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--sweep", what, "--format", "json"});
  EXPECT_EQ(called.code, 0) << called.out << called.err;
  return Json::parse(called.out).at("sweeps").at(0);
}

TEST(sweep, rereading_after_a_cancel_grows_with_the_interval) {
  const Json sweep = sweep_of("checkpoints.interval=1s,5s,10s,20s");
  EXPECT_EQ(sweep["values"].size(), 4U);
  std::vector<std::int64_t> reread;
  for (const Json& costs : sweep["cases"][0]["costs"]) reread.push_back(costs["reread"]["median"]);
  // Triggers at 26, 25, 20 and 20 s; the command at 27 s; 100 records a second.
  EXPECT_EQ(reread, (std::vector<std::int64_t>{100, 200, 700, 700}));
}

TEST(sweep, one_value_of_the_file_itself_costs_what_the_file_costs) {
  const Json sweep = sweep_of("checkpoints.interval=10s");
  const Json doc = Json::parse(
      call({"compare", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--format", "json"}).out);
  EXPECT_EQ(sweep["cases"][0]["costs"][0], doc["scenarios"][0]["costs"]);
}

TEST(sweep, every_key_takes_its_example_and_none_takes_nonsense) {
  for (const report::SweepKey& k : report::sweep_keys()) {
    const std::string name(k.name);
    EXPECT_TRUE(std::holds_alternative<report::Sweep>(report::parse_sweep(name + "=" + std::string(k.example))))
        << name;
    for (const std::string bad : {"", "x", "1s,,2s", "-1"})
      EXPECT_TRUE(std::holds_alternative<scenarios::Error>(report::parse_sweep(name + "=" + bad))) << name << bad;
  }
}

TEST(sweep, what_it_does_not_know_is_said_with_what_it_does) {
  const Called called = call({"compare", "scenarios/flip-45.yaml", "--sweep", "checkpoint.interval=5s"});
  EXPECT_EQ(called.code, 3);
  EXPECT_NE(called.err.find("checkpoints.interval"), called.err.npos) << called.err;
  EXPECT_EQ(call({"run", "scenarios/flip-45.yaml", "--sweep", "rate=1/s"}).code, 3);
}

}  // namespace
}  // namespace report_test
