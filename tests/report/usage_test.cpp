// What is wrong on a command line is said, with the nearest name, and ends with 3.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/words.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

constexpr const char* flip = "scenarios/flip-45.yaml";

struct Bad {
  std::vector<std::string> arguments;
  std::string says;
};

TEST(usage, bad_command_lines_end_with_3_and_say_what_is_wrong) {
  const Bad all[] = {
      {{}, "Usage"},
      {{"comparre", flip}, "did you mean \"compare\"?"},
      {{"fuzz", flip, "--budget", "1M-states"}, "fuzz has no budget of states"},
      {{"fuzz", flip, "--generated"}, "one of the two"},
      {{"fuzz", flip, "--jobs", "0"}, "from 1 to"},
      {{"compare"}, "no file is named"},
      {{"compare", flip, "--sede", "3"}, "did you mean \"--seed\"?"},
      {{"compare", flip, "--see", "3"}, "unknown flag"},
      {{"compare", flip, "--seed", "x"}, "a whole number"},
      {{"compare", flip, "--seed", "1", "--seed", "2"}, "twice"},
      {{"compare", flip, "--seed"}, "--seed"},
      {{"run", flip, "--runs", "0"}, "from 1 to"},
      {{"run", flip, "--progress", "json"}, "not there yet; expected one of auto, plain, off"},
      {{"run", flip, "--format", "pdf"}, "expected one of text, json, markdown, html, junit, sarif, csv"},
      {{"check", flip, "--format", "html"}, "judges no cases"},
      {{"list", "properties", "--format", "sarif"}, "judges no cases"},
      {{"explain", flip}, "10 cases fit"},
      {{"new", "stpo"}, "did you mean \"stop\"?"},
      {{"demo", flip}, "a file is named"},
      {{"run", flip, "--format", "jsn"}, "did you mean \"json\"?"},
      {{"run", flip, "--color", "alway"}, "did you mean \"always\"?"},
      {{"run", flip, "--progress", "on"}, "one of auto, plain, off"},
      {{"run", flip, "--trace", "t"}, "it is a flag of replay"},
      {{"run", flip, "--way", "cancle"}, "did you mean \"cancel\"?"},
      {{"run", flip, "--sink", "transaktional"}, "did you mean \"transactional\"?"},
      {{"run", flip, "--property", "no-los"}, "did you mean \"no-loss\"?"},
      {{"run", flip, "--defect", "FLINK-23533"}, "did you mean \"FLINK-23532\"?"},
      {{"run", flip, "--semantics", "flink-1.51"}, "unknown version \"flink-1.51\"; expected one of flink-1.8"},
      {{"compare", flip, "--semantics", "1.14", "1.7"}, "unknown version \"flink-1.7\""},
      {{"run", "scenarios/wide-job.yaml", "--way", "cancle"}, "did you mean \"cancel\"?"},
      {{"run", flip, "--way", "cancel", "--out", "/proc/no/such"}, "cannot become one"},
      {{"run", flip, "--semantics", "flink-1.15 + source_stop: never"}, "did you mean \"sources_stop\"?"},
      {{"explore", flip, "--budget", "10"}, "1M-states"},
      {{"explore", flip, "--budget", "60s"}, "no budget of time or runs"},
      {{"explore", flip, "--budget", "99999999999999999999M-states"}, "1M-states"},
      {{"replay", flip}, "no trace is named"},
      {{"list", "propertys"}, "did you mean \"properties\"?"},
      {{"list", "semantics", "--between", "flink-1.8"}, "names 1 versions"},
      {{"list", "semantics", "--between", "flink-1.8", "flink-1.155"}, "did you mean \"flink-1.15\"?"},
      {{"check", "scenarios/flip-54.yaml"}, "did you mean \"scenarios/flip-45.yaml\"?"},
      {{"check", "scenarios"}, "is a folder"},
      {{"check", "no/such/folder/f.yaml"}, "no such file"},
      {{"check", "-", "-"}, "given twice"},
      {{"check", "-"}, "standard input"},
  };
  for (const Bad& bad : all) {
    const Called called = call(bad.arguments);
    std::string line;
    for (const std::string& a : bad.arguments) line += " " + a;
    EXPECT_EQ(called.code, 3) << line << "\n" << called.err;
    EXPECT_NE(called.err.find(bad.says), std::string::npos)
        << line << "\nshould say: " << bad.says << "\nsays: " << called.err;
    EXPECT_EQ(called.out, "") << line;
  }
}

TEST(usage, a_file_without_ways_says_so_to_whoever_wants_one) {
  std::string text = content(std::string(QUIESCE_ROOT) + "/" + flip);
  const std::size_t at = text.find("\nways:");
  ASSERT_NE(at, std::string::npos);
  text = text.substr(0, at + 1);
  const std::size_t here = text.find("way: here");
  ASSERT_NE(here, std::string::npos);
  text.replace(here, 9, "command: {kind: cancel}");
  for (std::size_t base; (base = text.find("\nbaseline:")) != std::string::npos;)
    text.erase(base, text.find('\n', base + 1) - base);
  const Called called = call({"run", "-", "--way", "cancel"}, text);
  EXPECT_EQ(called.code, 3);
  EXPECT_NE(called.err.find("there are no ways, only a timeline"), std::string::npos) << called.err;
}

TEST(usage, output_that_cannot_be_written_is_no_internal_error) {
  const std::string command = std::string(QUIESCE_BINARY) + " list semantics > /dev/full 2> /dev/null";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(usage, a_folder_for_results_is_there_before_the_work_begins) {
  const Folder folder;
  std::ofstream(folder / "file") << "x";
  const Called called = call({"run", flip, "--out", folder / "file"});
  EXPECT_EQ(called.code, 3);
  EXPECT_EQ(called.out, "");  // nothing was run in vain
}

// 400 hours of a job, so that there is something to tell after ten seconds, would be too long for a test: a run that
// ends sooner tells nothing, and nothing of progress ever goes to standard output.
TEST(usage, progress_of_a_short_run_is_silent_and_changes_no_result) {
  const std::vector<std::string> arguments{"run", flip, "--way", "cancel"};
  std::vector<std::string> plain = arguments;
  plain.insert(plain.end(), {"--progress", "plain"});
  const Called called = call(plain);
  EXPECT_EQ(called.err, "");
  EXPECT_EQ(called.out, call(arguments).out);
}

TEST(usage, errors_are_a_document_when_json_is_asked_for) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"check", "no-such-file.yaml", "--format", "json"},
        {"compare", flip, "--format=json", "--way", "cancle"},
        {"nonsense", "--format", "json"}}) {
    const Called called = call(arguments);
    EXPECT_EQ(called.code, 3);
    const auto document = nlohmann::json::parse(called.out, nullptr, false);
    ASSERT_TRUE(document.is_object()) << called.out;
    EXPECT_EQ(document["tool"], "quiesce");
    EXPECT_EQ(document["exit"], 3);
    for (const char* key : {"file", "line", "column", "what", "expected", "nearest"})
      EXPECT_TRUE(document["errors"].at(0).contains(key)) << key;
  }
}

TEST(usage, every_error_of_a_file_is_reported_with_its_place) {
  const Called called =
      call({"check", "-", "--format", "json"}, "scenario: x\nsemantics: flink-1.51\njob: {vertices: 7}\nnonsense: 1\n");
  EXPECT_EQ(called.code, 3);
  const auto document = nlohmann::json::parse(called.out, nullptr, false);
  ASSERT_TRUE(document.is_object());
  EXPECT_GE(document["errors"].size(), 3U);
  for (const auto& e : document["errors"]) {
    EXPECT_GT(e["line"].get<int>(), 0);
    EXPECT_GT(e["column"].get<int>(), 0);
  }
}

TEST(usage, a_scenario_may_come_from_standard_input) {
  const Called called = call({"check", "-"}, content(std::string(QUIESCE_ROOT) + "/" + flip));
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(called.out, "1 scenario, 10 cases: ok\n");
}

TEST(usage, all_shipped_scenarios_are_valid) {
  std::vector<std::string> arguments{"check"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(QUIESCE_ROOT) + "/scenarios"))
    if (entry.path().extension() == ".yaml") arguments.push_back(entry.path().string());
  ASSERT_GE(arguments.size(), 3U);
  const Called called = call(arguments);
  EXPECT_EQ(called.code, 0) << called.err;
}

TEST(usage, every_help_page_fits_a_screen_and_says_the_exit_codes) {
  std::vector<std::string> pages{report::help("./quiesce")};
  for (const report::Verb& verb : report::verbs()) pages.push_back(report::help("./quiesce", verb));
  for (const std::string& page : pages) {
    EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 40) << page;
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t end = page.find('\n', at);
      EXPECT_LE(report::width(std::string_view(page).substr(at, end - at)), 100U) << page.substr(at, end - at);
      at = end + 1;
    }
    EXPECT_NE(page.find("Exit codes"), std::string::npos);
    EXPECT_NE(page.find("./quiesce "), std::string::npos);
  }
}

TEST(usage, every_flag_of_a_verb_is_a_flag) {
  for (const report::Verb& verb : report::verbs())
    for (std::string_view name : verb.flags)
      EXPECT_EQ(std::count_if(report::flags().begin(), report::flags().end(),
                              [&](const report::Flag& f) { return f.name == name; }),
                1)
          << name;
}

TEST(usage, colour_says_nothing_that_the_words_do_not_say) {
  const std::vector<std::string> arguments{"compare", flip, "--way", "cancel"};
  std::vector<std::string> colored = arguments;
  colored.insert(colored.end(), {"--color", "always"});
  std::string out = call(colored).out;
  EXPECT_NE(out.find('\x1b'), std::string::npos);
  for (std::size_t at; (at = out.find('\x1b')) != std::string::npos;) out.erase(at, out.find('m', at) + 1 - at);
  EXPECT_EQ(out, call(arguments).out);
}

TEST(usage, quiet_is_one_line_a_case_and_a_verdict) {
  const Called called = call({"run", flip, "--quiet"});
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(std::count(called.out.begin(), called.out.end(), '\n'), 11) << called.out;
}

TEST(usage, histories_of_several_cases_go_into_a_folder_and_can_be_read) {
  const Folder folder;
  const Called called = call({"run", flip, "--way", "cancel", "--history", folder / "histories", "--quiet"});
  EXPECT_EQ(called.code, 0) << called.err;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "histories")) {
    ++files;
    EXPECT_EQ(entry.path().extension(), ".jsonl");
    EXPECT_TRUE(content(entry.path()).starts_with("{\"ev\":\"history\""));
  }
  EXPECT_EQ(files, 2U);
  std::ofstream(folder / "file") << "x";
  EXPECT_EQ(call({"run", flip, "--way", "cancel", "--history", folder / "file"}).code, 3);
}

TEST(usage, a_broken_promise_ends_with_1_and_an_unmet_expectation_too) {
  EXPECT_EQ(
      call({"run", flip, "--way", "cancel", "--semantics", "flink-1.15 + checkpoints_on_canceled: delete", "--quiet"})
          .code,
      1);
  std::string text = content(std::string(QUIESCE_ROOT) + "/" + flip);
  const std::size_t at = text.find("reread: 700");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 11, "reread: 701");
  const Called called = call({"compare", "-", "--way", "cancel", "--sink", "plain"}, text);
  EXPECT_EQ(called.code, 1);
  EXPECT_NE(called.out.find("reread is 700, expected 701"), std::string::npos) << called.out;
}

}  // namespace
}  // namespace report_test
