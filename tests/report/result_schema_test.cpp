// What `quiesce schema results` says, against documents as the verbs print them.
#include <gtest/gtest.h>

#include "tests/report/json_schema.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

JsonSchema schema() { return JsonSchema(Json::parse(call({"schema", "results"}).out)); }

TEST(result_schema, documents_of_every_verb_fit_it) {
  JsonSchema results = schema();
  const std::vector<std::string> all[] = {
      {"run", "scenarios/golden/g1.yaml"},
      {"run", "scenarios/golden/g1.yaml", "--runs", "3", "--way", "cancel"},
      {"compare", "scenarios/flip-45.yaml"},
      {"explore", "scenarios/defects/flink-23532.yaml"},
      {"explore", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--budget", "1k-states"},
      {"audit", "tests/recordings/1.20.5-stop-drain-idempotent-window.jsonl.gz"},
      {"explain", "scenarios/defects/flink-23532.yaml", "--defect", "FLINK-23532", "--property", "no-replay-after-stop",
       "--out", "build/test-results"},
      {"check", "scenarios/flip-45.yaml"},
      {"check", "no-such-file.yaml"},
      {"list", "properties"},
      {"list", "scenarios"},
      {"demo"},
      {"new", "stop"},
  };
  for (std::vector<std::string> arguments : all) {
    const Folder folder;
    if (arguments.size() > 1 && arguments[arguments.size() - 2] == "--out") arguments.back() = folder.path().string();
    arguments.insert(arguments.end(), {"--format", "json"});
    const Called called = call(arguments);
    const Json document = Json::parse(called.out, nullptr, false);
    ASSERT_TRUE(document.is_object()) << arguments[0] << called.out << called.err;
    for (const std::string& e : results.errors(document)) ADD_FAILURE() << arguments[0] << " " << e;
  }
}

TEST(result_schema, a_document_that_lacks_something_does_not_fit) {
  JsonSchema results = schema();
  const Json good = Json::parse(call({"run", "scenarios/golden/g1.yaml", "--way", "cancel", "--format", "json"}).out);
  ASSERT_TRUE(results.errors(good).empty());
  const std::pair<const char*, Json> changes[] = {{"/scenarios/0/seed", "one"},
                                                  {"/scenarios/0/properties/0/verdict", "fine"},
                                                  {"/scenarios/0/figures/reread", true},
                                                  {"/exit", 7},
                                                  {"/tool", "other"},
                                                  {"/scenarios/0/commands/0/ok", 1}};
  for (const auto& [place, value] : changes) {
    Json bad = good;
    bad[Json::json_pointer(place)] = value;
    EXPECT_FALSE(results.errors(bad).empty()) << place;
  }
  for (const char* key : {"properties", "figures", "unmet", "spread"}) {
    Json bad = good;
    bad["scenarios"][0].erase(key);
    EXPECT_FALSE(results.errors(bad).empty()) << key;
  }
}

}  // namespace
}  // namespace report_test
