// What is made of a document: for other viewers, and again from a stored one.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "report/exports.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;

Called compare(const std::string& format) {
  return call({"compare", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--format", format});
}

TEST(exports, the_same_are_made_again_from_the_stored_document) {
  const Folder folder;
  ASSERT_EQ(call({"compare", "scenarios/flip-45.yaml", "--way", "cancel", "--out", folder.path().string()}).code, 0);
  const std::string document = folder / "compare.json";
  const Folder again;
  EXPECT_EQ(call({"report", document, "--out", again.path().string()}).code, 0);
  for (const report::Export& e : report::exports()) {
    const std::string name = "compare" + std::string(e.ending);
    if (e.format == report::Format::html && report::page_template().empty()) continue;
    EXPECT_FALSE(content(folder / name).empty()) << name;
    EXPECT_EQ(content(folder / name), content(again / name)) << name;
  }
  EXPECT_NE(call({"report", document}).out.find("What to do"), std::string::npos);
}

TEST(exports, what_is_no_document_is_refused_and_the_remedy_said) {
  const Folder folder;
  for (const std::string text :
       {"", "{}", "[1]", "{\"tool\":\"quiesce\"}",
        R"({"tool":"quiesce","verb":"run","verdict":"ok","text":"","scenarios":[{}],"jobs":[{}],"diagrams":[{}]})"}) {
    std::ofstream(folder / "x.json") << text;
    for (const std::string format : {"csv", "perfetto", "mermaid", "shiviz", "graphviz"}) {
      const Called called = call({"report", folder / "x.json", "--format", format});
      const bool nothing_to_make = called.code == 0;  // an empty entry has no costs
      EXPECT_TRUE(called.code == 3 || nothing_to_make) << text << format << called.err;
      if (text.size() < 30) {
        EXPECT_EQ(called.code, 3) << text;
      }
    }
  }
  EXPECT_EQ(call({"report", "no-such-file.json"}).code, 3);
  EXPECT_EQ(call({"report"}).code, 3);
  EXPECT_EQ(call({"report", folder / "x.json", "--format", "junit"}).code, 3);
}

TEST(exports, csv_has_the_costs_of_the_json) {
  const Json doc = Json::parse(compare("json").out);
  std::istringstream lines(compare("csv").out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "scenario,way,semantics,sink,key,value,cost,unit,runs,median,p95,max\r");
  std::map<std::string, std::string> rows;
  while (std::getline(lines, line)) {
    const std::string start = "flip-45,cancel,flink-1.15,plain,,,";
    ASSERT_TRUE(line.starts_with(start)) << line;
    const std::string rest = line.substr(start.size());
    rows[rest.substr(0, rest.find(','))] = rest.substr(rest.find(',') + 1);
  }
  EXPECT_EQ(rows.size(), doc["scenarios"][0]["costs"].size());
  EXPECT_EQ(rows["reread"], "records,1,700,700,700\r");
  EXPECT_EQ(rows["snapshotBytes"], ",0,unknown,unknown,unknown\r");
}

TEST(exports, perfetto_has_a_slice_for_each_step_and_flows_in_pairs) {
  const Json trace = Json::parse(compare("perfetto").out);
  std::map<std::string, int> kinds;
  std::map<std::uint64_t, std::pair<int, int>> flows;
  for (const Json& e : trace["traceEvents"]) {
    const std::string ph = e["ph"];
    ++kinds[ph];
    if (ph == "X") {
      EXPECT_GT(e["dur"].get<std::int64_t>(), 0);
    }
    if (ph == "s") ++flows[e["id"]].first;
    if (ph == "f") ++flows[e["id"]].second;
  }
  EXPECT_GT(kinds["X"], 50);
  EXPECT_GT(kinds["s"], 10);
  for (const auto& [id, n] : flows) EXPECT_EQ(n, (std::pair<int, int>(1, 1))) << id;
}

TEST(exports, clocks_of_shiviz_rise_and_know_what_the_sender_knew) {
  std::istringstream lines(compare("shiviz").out);
  std::string line, event;
  std::map<std::string, std::uint64_t> own;
  std::size_t steps = 0, informed = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with("===")) continue;
    const std::size_t blank = line.find(' ');
    const std::string host = line.substr(0, blank);
    const Json clock = Json::parse(line.substr(blank + 1));
    ASSERT_TRUE(std::getline(lines, event));
    EXPECT_EQ(clock.at(host), ++own[host]);
    for (const auto& [other, n] : clock.items())
      EXPECT_LE(n.get<std::uint64_t>(), own[other]);  // nobody knows the future
    informed += clock.size() > 1;
    ++steps;
  }
  EXPECT_GT(steps, 50U);
  EXPECT_GT(informed, 20U);
}

TEST(exports, mermaid_names_every_lane_that_it_uses) {
  const std::string text = compare("mermaid").out;
  EXPECT_NE(text.find("```mermaid\nsequenceDiagram\n"), text.npos);
  std::set<std::string> named;
  const std::regex participant("participant (L[0-9]+) as"), used("(L[0-9]+)(->>|:)");
  for (std::sregex_iterator i(text.begin(), text.end(), participant), end; i != end; ++i) named.insert((*i)[1]);
  for (std::sregex_iterator i(text.begin(), text.end(), used), end; i != end; ++i)
    EXPECT_TRUE(named.count((*i)[1])) << i->str();
  EXPECT_NE(text.find("gives the command cancel"), text.npos);
}

TEST(exports, graphviz_has_the_job) {
  const std::string dot = compare("graphviz").out;
  EXPECT_NE(dot.find("\"source\" -> \"count\" [label=\"hash\"]"), dot.npos) << dot;
  EXPECT_NE(dot.find("\"count\" -> \"sink\""), dot.npos) << dot;
}

TEST(exports, an_explanation_has_a_diagram_of_the_violation_and_of_what_ends_well) {
  const Folder folder;
  const std::vector<std::string> explain{"explain",    "scenarios/defects/flink-23532.yaml",
                                         "--defect",   "FLINK-23532",
                                         "--property", "no-replay-after-stop",
                                         "--out",      folder.path().string()};
  EXPECT_EQ(call(explain).code, 1);
  const std::string text = content(folder / "explain.mermaid.md");
  EXPECT_NE(text.find("how no-replay-after-stop is broken"), text.npos);
  EXPECT_NE(text.find("the nearest way that ends well"), text.npos);
}

TEST(exports, html_holds_the_document_and_ends_no_script_early) {
  const Called called = compare("html");
  if (report::page_template().empty()) {
    EXPECT_EQ(called.code, 3);
    EXPECT_NE(called.err.find("Node.js"), called.err.npos) << called.err;
    return;
  }
  EXPECT_EQ(called.code, 0) << called.err;
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = called.out.find(start) + start.size(), to = called.out.find("</script>", from);
  ASSERT_LT(from, called.out.size());
  const std::string data = called.out.substr(from, to - from);
  EXPECT_EQ(data.find('<'), data.npos);
  const Json doc = Json::parse(data);
  Json entries = doc["scenarios"], told = Json::parse(compare("json").out)["scenarios"];
  for (Json& e : entries)
    for (Json& p : e["properties"]) p = doc["properties"].at(p.get<std::size_t>());
  for (Json& e : told) e.erase("figures");
  EXPECT_EQ(entries, told);
  EXPECT_EQ(doc["diagrams"].size(), 1U);
  EXPECT_EQ(called.out, compare("html").out);
}

TEST(exports, a_page_of_many_versions_has_at_most_2_MB_and_says_what_is_left_out) {
  if (report::page_template().empty()) GTEST_SKIP() << "built without a page";
  const Called called = call({"compare", "scenarios/truth-table/r5-drain.yaml", "--format", "html"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_LE(called.out.size(), 2'000'000U);
  EXPECT_NE(called.out.find("\"diagrams\":[{"), called.out.npos);
  EXPECT_EQ(called.out.find("\"diagramsLeftOut\":0"), called.out.npos);
}

}  // namespace
}  // namespace report_test
