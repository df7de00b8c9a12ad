// JUnit, SARIF and Markdown: well formed whatever a scenario is called, with what their readers ask for.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <regex>
#include <set>

#include "report/catalogue.hpp"
#include "report/outputs.hpp"
#include "report/utf8.hpp"
#include "tests/generators.hpp"
#include "tests/report/program.hpp"
#include "tests/report/results.hpp"

namespace report_test {
namespace {

using Json = nlohmann::json;
using report::Conclusion, report::Rendering;

std::string rendered(std::unique_ptr<Rendering> (*make)(const std::string&), const Mixed& m) {
  const auto rendering = make("run");
  Conclusion all;
  conclude(all, m.result);
  rendering->add(m.view());
  return rendering->text(all, all.exit());
}

void load(pugi::xml_document& doc, const std::string& text) {
  const auto result = doc.load_buffer(text.data(), text.size(), pugi::parse_full, pugi::encoding_utf8);
  ASSERT_TRUE(result) << result.description() << "\n" << text;
}

// What the schemas of Jenkins (junit-10.xsd) and of Ant agree on.
void expect_junit(const pugi::xml_document& doc) {
  const std::set<std::string> of_suite{"name", "tests", "failures", "errors", "skipped", "time"};
  const std::set<std::string> of_case{"name", "classname", "time"}, of_bad{"message", "type"}, of_skipped{"message"};
  const auto attributes = [](const pugi::xml_node& node) {
    std::set<std::string> names;
    for (const auto& a : node.attributes()) names.insert(a.name());
    return names;
  };
  const pugi::xml_node root = doc.child("testsuites");
  ASSERT_TRUE(root);
  EXPECT_EQ(attributes(root), of_suite);
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  for (const auto& suite : root.children()) {
    EXPECT_STREQ(suite.name(), "testsuite");
    EXPECT_EQ(attributes(suite), of_suite);
    std::set<std::string> names;
    int in_suite = 0;
    for (const auto& test : suite.children()) {
      EXPECT_STREQ(test.name(), "testcase");
      EXPECT_EQ(attributes(test), of_case);
      EXPECT_TRUE(names.insert(test.attribute("name").value()).second) << test.attribute("name").value();
      EXPECT_STREQ(test.attribute("classname").value(), suite.attribute("name").value());
      ++tests, ++in_suite;
      for (const auto& inner : test.children()) {
        const std::string name = inner.name();
        failures += name == "failure", errors += name == "error", skipped += name == "skipped";
        EXPECT_TRUE(name == "failure" || name == "error" || name == "skipped") << name;
        EXPECT_EQ(attributes(inner), name == "skipped" ? of_skipped : of_bad);
      }
    }
    EXPECT_EQ(suite.attribute("tests").as_int(-1), in_suite);
  }
  EXPECT_EQ(root.attribute("tests").as_int(-1), tests);
  EXPECT_EQ(root.attribute("failures").as_int(-1), failures);
  EXPECT_EQ(root.attribute("errors").as_int(-1), errors);
  EXPECT_EQ(root.attribute("skipped").as_int(-1), skipped);
}

TEST(junit, has_a_case_for_each_check_and_counts_them) {
  pugi::xml_document doc;
  load(doc, rendered(report::make_junit, Mixed()));
  expect_junit(doc);
  const auto root = doc.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 8);
  EXPECT_EQ(root.attribute("failures").as_int(), 2);
  EXPECT_EQ(root.attribute("skipped").as_int(), 4);
  EXPECT_EQ(root.attribute("time").as_double(), 0.75);
  const auto failed = doc.select_node("//testcase[@name='stop · flink-1.15 · plain · no-replay-after-stop']/failure");
  ASSERT_TRUE(failed);
  EXPECT_NE(std::string(failed.node().text().get()).find("a folder/jobs.yaml:17"), std::string::npos);
}

TEST(junit, survives_every_name_and_says_it_back) {
  EXPECT_TRUE(rc::check("any name", [] {
    const std::string name = generators::any_line();
    pugi::xml_document doc;
    const std::string text = rendered(report::make_junit, Mixed(name));
    const auto result = doc.load_buffer(text.data(), text.size(), pugi::parse_full, pugi::encoding_utf8);
    RC_ASSERT(bool(result));
    std::string back = doc.child("testsuites").child("testsuite").attribute("name").value();
    std::string said = report::readable(name);
    for (std::string* s : {&back, &said}) std::replace(s->begin(), s->end(), '\t', ' ');  // XML makes blanks of tabs
    RC_ASSERT(back == said);
  }));
}

void expect_sarif(const Json& doc) {
  EXPECT_EQ(doc["version"], "2.1.0");
  EXPECT_NE(doc["$schema"].get<std::string>().find("sarif-schema-2.1.0"), std::string::npos);
  ASSERT_EQ(doc["runs"].size(), 1U);
  const Json& run = doc["runs"][0];
  const Json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "quiesce");
  std::set<std::string> ids;
  for (const Json& rule : driver["rules"]) {
    EXPECT_TRUE(ids.insert(rule["id"].get<std::string>()).second);
    EXPECT_FALSE(rule["shortDescription"]["text"].get<std::string>().empty());
  }
  const std::set<std::string> levels{"none", "note", "warning", "error"};
  for (const Json& r : run["results"]) {
    EXPECT_EQ(driver["rules"][r["ruleIndex"].get<std::size_t>()]["id"], r["ruleId"]);
    EXPECT_FALSE(r["message"]["text"].get<std::string>().empty());
    EXPECT_TRUE(levels.contains(r["level"].get<std::string>()));
    if (r["kind"] != "fail") {
      EXPECT_EQ(r["level"], "none");  // section 3.27.10
    }
    const Json& place = r["locations"][0]["physicalLocation"];
    EXPECT_GE(place["region"]["startLine"].get<int>(), 1);
    static const std::regex address("([A-Za-z0-9._~/-]|%[0-9A-F]{2})+");
    EXPECT_TRUE(std::regex_match(place["artifactLocation"]["uri"].get<std::string>(), address));
    for (const Json& flow : r.value("codeFlows", Json::array()))
      for (const Json& thread : flow["threadFlows"]) EXPECT_GE(thread["locations"].size(), 1U);
  }
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"].is_boolean());
}

TEST(sarif, has_what_the_standard_asks_for) {
  const Json doc = Json::parse(rendered(report::make_sarif, Mixed()));
  expect_sarif(doc);
  const Json& results = doc["runs"][0]["results"];
  ASSERT_EQ(results.size(), 4U);  // one broken, one unmet, one finding, one open
  EXPECT_EQ(results[0]["ruleId"], "no-replay-after-stop");
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 17);
  EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20folder/jobs.yaml");
  EXPECT_EQ(results[1]["kind"], "informational");
  EXPECT_EQ(results[2]["kind"], "open");
  EXPECT_EQ(results[3]["ruleId"], "expectation");
}

TEST(sarif, a_finding_keeps_its_name_when_lines_move) {
  Mixed a, b;
  b.subject.line = 99;
  const auto name = [](const Mixed& m) {
    return Json::parse(rendered(report::make_sarif, m))["runs"][0]["results"][0]["partialFingerprints"];
  };
  EXPECT_EQ(name(a), name(b));
  b.subject.way = "another";
  EXPECT_NE(name(a), name(b));
}

TEST(sarif, survives_every_name) {
  EXPECT_TRUE(rc::check("any name", [] {
    const Json doc = Json::parse(rendered(report::make_sarif, Mixed(generators::any_bytes())), nullptr, false);
    RC_ASSERT(doc.is_object());
    expect_sarif(doc);
  }));
}

// Rows of a table, by the bars that are not escaped.
std::size_t cells(const std::string& line) {
  std::size_t bars = 0;
  for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
  return bars;
}

TEST(markdown, a_table_keeps_its_columns_and_a_fold_its_end_whatever_the_name_is) {
  EXPECT_TRUE(rc::check("any name", [] {
    std::string name = generators::any_line();
    std::erase(name, '\\');
    const std::string text = rendered(report::make_markdown, Mixed(name));
    std::istringstream in(text);
    std::size_t columns = 0, opened = 0, closed = 0;
    bool fenced = false;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("```")) fenced = !fenced;
      if (fenced) continue;
      if (line.starts_with("|")) {
        if (columns == 0) columns = cells(line);
        RC_ASSERT(cells(line) == columns);
      } else {
        columns = 0;
      }
      opened += line.starts_with("<details>"), closed += line == "</details>";
    }
    RC_ASSERT(!fenced);
    RC_ASSERT(opened == closed && opened == 1U);
  }));
}

TEST(markdown, says_the_verdict_what_is_broken_and_what_was_not_decided) {
  const std::string text = rendered(report::make_markdown, Mixed());
  for (const char* part :
       {"## ❌ quiesce run: violated", "a scenario", "no-replay-after-stop", "<details>", "reread is 7",
        "vacuous: its situation never arose", "undecided: 1 run", "### Scope", "a folder/jobs.yaml:17"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(ci, every_verb_that_judges_prints_all_formats_and_leaves_them) {
  const std::vector<std::string> all[] = {{"run", "scenarios/golden/g1.yaml", "--way", "cancel"},
                                          {"compare", "scenarios/golden/g1.yaml"},
                                          {"explore", "scenarios/defects/flink-23532.yaml", "--defect", "FLINK-23532"},
                                          {"audit", "tests/recordings/1.20.5-stop-drain-idempotent-window.jsonl.gz"}};
  for (const auto& arguments : all) {
    const Folder folder;
    const int code = arguments[0] == "explore" ? 1 : 0;
    for (const std::string format : {"junit", "sarif", "markdown"}) {
      std::vector<std::string> with = arguments;
      with.insert(with.end(), {"--format", format, "--out", folder.path().string()});
      const Called called = call(with);
      EXPECT_EQ(called.code, code) << called.err;
      if (format == "junit") {
        pugi::xml_document doc;
        load(doc, called.out);
        expect_junit(doc);
        EXPECT_EQ(doc.child("testsuites").attribute("failures").as_int() > 0, code == 1);
      } else if (format == "sarif") {
        const Json doc = Json::parse(called.out, nullptr, false);
        ASSERT_TRUE(doc.is_object()) << called.out;
        expect_sarif(doc);
        EXPECT_EQ(doc["runs"][0]["invocations"][0]["exitCode"], code);
      } else {
        EXPECT_TRUE(called.out.starts_with("## ")) << called.out;
      }
    }
    for (const std::string ending : {".json", ".junit.xml", ".sarif", ".md"})
      EXPECT_TRUE(std::filesystem::exists(folder / (arguments[0] + ending))) << arguments[0] << ending;
  }
}

TEST(ci, an_alert_stands_at_the_line_of_what_ends_the_job) {
  const Folder folder;
  const Called called = call({"explore", "scenarios/flip-45.yaml", "--way", "stop-with-savepoint", "--sink", "plain",
                              "--semantics", "flink-1.15 + sources_stop: after-completion", "--property",
                              "no-replay-after-stop", "--format", "sarif", "--out", folder.path().string()});
  const Json doc = Json::parse(called.out, nullptr, false);
  ASSERT_TRUE(doc.is_object()) << called.err;
  const Json& result = doc["runs"][0]["results"][0];
  const int line = result["locations"][0]["physicalLocation"]["region"]["startLine"].get<int>();
  std::istringstream file(content(std::string(QUIESCE_ROOT) + "/scenarios/flip-45.yaml"));
  std::string text;
  for (int i = 0; i < line; ++i) std::getline(file, text);
  EXPECT_NE(text.find("command: {kind: stop-with-savepoint"), std::string::npos) << line << text;
  EXPECT_GT(result["codeFlows"][0]["threadFlows"][0]["locations"].size(), 5U);
}

TEST(ci, a_verb_that_judges_nothing_has_no_such_format) {
  for (const std::string verb : {"check", "list"}) {
    const Called called = call({verb, "--format", "junit"});
    EXPECT_EQ(called.code, 3);
    EXPECT_NE(called.err.find("judges no cases"), std::string::npos) << called.err;
  }
}

}  // namespace
}  // namespace report_test
