// The runbook: what it says, and that each line says how it is known.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/runbook.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

Json ways(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compare");
  arguments.insert(arguments.end(), {"--format", "json"});
  return Json::parse(call(arguments).out).at("ways");
}
Json way(const Json& all, const std::string& name) {
  for (const Json& w : all)
    if (w["way"] == name) return w;
  ADD_FAILURE() << "no way " << name;
  return {};
}
// Words of all lines under a topic.
std::string told(const Json& way, const std::string& topic) {
  std::string all;
  for (const Json& c : way.at("runbook"))
    if (c["topic"] == topic) all += c["words"].get<std::string>() + "\n";
  return all;
}
void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), text.npos) << part << " is not in: " << text;
}

TEST(runbook, says_what_to_type_what_to_resume_from_and_what_is_left) {
  const Json all = ways({"scenarios/flip-45.yaml"});
  const Json cancel = way(all, "cancel"), legacy = way(all, "legacy stop"), stop = way(all, "stop-with-savepoint");
  expect_part(told(cancel, "type"), "flink cancel JOB_ID");
  expect_part(told(cancel, "resume"), "run-1/chk-2");
  expect_part(told(cancel, "left"), "run-1/chk-2 (checkpoint): nobody deletes it but you");
  expect_part(told(cancel, "do not"), "plain sink");
  expect_part(told(cancel, "do not"), "650 records");
  expect_part(told(legacy, "resume"), "without -s");
  expect_part(told(legacy, "do not"), "count on run-1/chk-2: a job that is FINISHED deletes it");
  expect_part(told(legacy, "left"), "nothing to delete");
  expect_part(told(stop, "type"), "flink stop -p DIRECTORY JOB_ID");
  expect_part(told(stop, "left"), "run-1/savepoint-3 (savepoint)");
  expect_part(told(way(all, "failure"), "type"), "it happens");
}

TEST(runbook, every_line_says_how_it_is_known) {
  for (const std::string file : {"scenarios/flip-45.yaml", "scenarios/golden/g1.yaml"})
    for (const Json& w : ways({file}))
      for (const Json& c : w["runbook"]) {
        EXPECT_NE(c["evidence"], "unknown") << c;
        EXPECT_FALSE(c["source"].get<std::string>().empty()) << c;
      }
}

TEST(runbook, evidence_is_that_of_the_row_in_force) {
  const Json legacy = way(ways({"scenarios/flip-45.yaml"}), "legacy stop");
  for (const Json& c : legacy["runbook"])
    if (c["topic"] == "left") {
      EXPECT_EQ(c["evidence"], "measured");
      expect_part(c["source"], "checkpoints_on_finished: delete");
      expect_part(c["source"], "FLINK-17487");
    }
}

TEST(runbook, a_knob_changed_by_hand_is_no_evidence_of_a_version) {
  const Json all = ways({"scenarios/golden/g1.yaml", "--way", "legacy stop, checkpoints kept"});
  for (const Json& c : all.at(0)["runbook"])
    if (c["topic"] == "left") {
      expect_part(c["source"], "changed by hand");
    }
}

TEST(runbook, before_the_restore_modes_of_1_15_a_checkpoint_is_kept_as_long_as_what_was_resumed_from_it) {
  const std::vector<std::string> cancel{"scenarios/flip-45.yaml", "--way", "cancel", "--semantics"};
  for (const auto& [version, words] : {std::pair<std::string, std::string>{"1.14", "keep it as long as it runs"},
                                       {"1.15", "until the resumed job has completed a checkpoint"}}) {
    std::vector<std::string> arguments = cancel;
    arguments.push_back(version);
    expect_part(told(way(ways(arguments), "cancel"), "left"), words);
  }
}

TEST(runbook, what_happens_half_way_is_tried) {
  const Json all = ways({"scenarios/flip-45.yaml"});
  const Json stop = way(all, "stop-with-savepoint"), cancel = way(all, "cancel");
  ASSERT_TRUE(stop["halfWay"].is_object());
  EXPECT_EQ(stop["halfWay"]["victim"], "sink/0");
  EXPECT_EQ(stop["halfWay"]["afterMs"], 650.0);
  const std::string words = told(stop, "if it fails");
  expect_part(words, "sink/0 fails 0.65 s after the command");
  expect_part(words, "stop-with-savepoint is answered: failed");
  EXPECT_TRUE(cancel["halfWay"].is_null());
  expect_part(told(cancel, "if it fails"), "ends at once");
}

TEST(runbook, a_scenario_without_ways_is_ended_by_its_last_command_before_the_resume) {
  const Json all = ways({"scenarios/small.yaml"});
  expect_part(told(all.at(0), "type"), "flink stop");
  expect_part(told(all.at(0), "if it fails"), "stop-with-savepoint is answered");
}

TEST(runbook, the_job_of_a_failed_stop_runs_on_where_it_restarts) {
  const Json stop = way(ways({"scenarios/flip-45.yaml"}), "stop-with-savepoint");
  EXPECT_EQ(stop["halfWay"]["finalStatus"], "RUNNING");
  expect_part(told(stop, "if it fails"), "give the command again");
}

}  // namespace
}  // namespace report_test
