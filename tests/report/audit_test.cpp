// quiesce audit, as a user calls it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "history/reader.hpp"
#include "tests/report/program.hpp"

namespace report {
namespace {

using report_test::call;
using report_test::Called;
using report_test::Folder;

const std::string suspend = "tests/recordings/1.20.5-stop-suspend-transactional-pass.jsonl.gz";
const std::string leaks = "tests/recordings/1.14.6/stop-with-savepoint-plain-suspend-pass-flip27.jsonl.gz";

std::string text_of(const std::string& file) {
  return std::get<std::string>(history::read_file(QUIESCE_ROOT "/" + file));
}
void expect_says(const std::string& text, const std::vector<std::string>& all) {
  for (const std::string& part : all) EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
}
// The recording with one of its lines changed.
Called audit_with(const std::string& file, const std::string& from, const std::string& to,
                  const std::vector<std::string>& more = {}) {
  std::string text = text_of(file);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const Folder folder;
  std::ofstream(folder / "changed.jsonl", std::ios::binary) << text;
  std::vector<std::string> arguments{"audit", folder / "changed.jsonl"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments);
}

TEST(audit, says_what_a_recording_came_to_and_that_nothing_is_broken) {
  const Called called = call({"audit", suspend});
  EXPECT_EQ(called.code, 0) << called.err;
  expect_says(called.out, {"stop-with-savepoint · flink-1.20.5 · transactional", "command c1: stop-with-savepoint: ok",
                           "no-replay-after-stop", "not violated in this history", "Lost: nothing.",
                           "Shown twice: nothing.", "verdict: ok: in 1 history no promise that was made is broken"});
}

TEST(audit, tells_what_is_known_of_the_version_and_since_when_others_differ) {
  const Called called = call({"audit", leaks});
  EXPECT_EQ(called.code, 0) << called.err;
  expect_says(called.out, {"again: known of flink-1.14.6, different since 1.15 (FLINK-23532)."});
}

TEST(audit, says_which_versions_could_have_done_it_and_where_the_others_stop) {
  const Called called = call({"audit", leaks, "--semantics", "1.31"});
  EXPECT_EQ(called.code, 3);
  expect_says(called.err, {"unknown version \"flink-1.31\"", "or all, alone"});
  const Called named = call({"audit", leaks, "--semantics", "1.13", "flink-1.15"});
  EXPECT_EQ(named.code, 0) << named.err;
  expect_says(named.out,
              {"flink-1.13: all of it", "flink-1.15 cannot have shown event 522", "source.emit 0:76", "states in all"});
}

TEST(audit, says_why_a_run_of_the_model_cannot_be_followed) {
  const Folder folder;
  const std::string history = folder / "run.jsonl";
  ASSERT_EQ(call({"run", "scenarios/flip-45.yaml", "--way", "cancel", "--sink", "plain", "--semantics", "1.15",
                  "--history", history})
                .code,
            0);
  const Called called = call({"audit", history, "--semantics", "all"});
  EXPECT_EQ(called.code, 0) << called.err;
  expect_says(called.out, {"cannot be followed: it is a run of the model"});
}

TEST(audit, tells_a_broken_promise_as_a_story_of_at_most_forty_lines) {
  const std::string emit = R"("ev":"source.emit","job":"run-2","task":"source/0","attempt":0,"rec":"0:)";
  const Called called = audit_with(suspend, emit + "70\"", emit + "69\"");
  EXPECT_EQ(called.code, 1) << called.out << called.err;
  const std::size_t at = called.out.find("BROKEN: ");
  ASSERT_NE(at, std::string::npos) << called.out;
  const std::string story = called.out.substr(at);
  expect_says(story, {"promised by flink-1.20.5", "Why", "Again\n  ./quiesce audit"});
  // One event may break several promises; each has its own story.
  for (std::size_t from = 0; from != story.npos;) {
    const std::size_t next = story.find("BROKEN: ", from + 1);
    const std::string one = story.substr(from, next == story.npos ? next : next - from);
    EXPECT_LE(std::count(one.begin(), one.end(), '\n'), 44) << one;
    from = next;
  }
}

TEST(audit, leaves_undecided_what_was_not_recorded) {
  std::string text = text_of(suspend), rest;
  std::size_t seq = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    std::string line = text.substr(from, end - from);
    from = end + 1;
    if (line.find("\"ev\":\"source.emit\"") != std::string::npos) continue;
    if (const std::size_t at = line.find("\"seq\":"); at != std::string::npos)
      line.replace(at, line.find(',', at) - at, "\"seq\":" + std::to_string(++seq));
    rest += line + "\n";
  }
  const Folder folder;
  std::ofstream(folder / "thin.jsonl", std::ios::binary) << rest;
  const Called called = call({"audit", folder / "thin.jsonl"});
  EXPECT_EQ(called.code, 2) << called.out << called.err;
  expect_says(called.out,
              {"left out: no source.emit, yet records were taken", "undecided: no source.emit, yet records were taken",
               "undecided, none with a broken promise"});
}

TEST(audit, refuses_what_is_no_history_with_the_place_and_goes_on_with_the_others) {
  const Called none = call({"audit", "tests/recordings/none.jsonl", suspend, "--quiet"});
  EXPECT_EQ(none.code, 3);
  expect_says(none.err, {"tests/recordings/none.jsonl", "cannot be opened"});
  expect_says(none.out, {"1.20.5-stop-suspend-transactional-pass.jsonl.gz: "});
  const Called broken = audit_with(suspend, "\"ev\":\"source.emit\"", "\"ev\":source.emit\"");
  EXPECT_EQ(broken.code, 3);
  expect_says(broken.err, {"changed.jsonl:", "a history has one JSON object on each line"});
  const Called lenient =
      audit_with(suspend, "\"ev\":\"source.emit\"", "\"ev\":source.emit\"", {"--lenient", "--quiet"});
  EXPECT_NE(lenient.code, 3);
  expect_says(lenient.err, {"damaged: 1 line skipped: 1 not JSON"});
  const Called version = audit_with(suspend, "\"engineVersion\":\"1.20.5\"", "\"engineVersion\":\"0.9\"");
  EXPECT_EQ(version.code, 3);
  expect_says(version.err, {"nothing is known of engine version \"0.9\"", "--semantics flink-1.20"});
  EXPECT_EQ(audit_with(suspend, "\"engineVersion\":\"1.20.5\"", "\"engineVersion\":\"0.9\"",
                       {"--semantics", "flink-1.20", "--quiet"})
                .code,
            0);
  const Folder empty;
  EXPECT_EQ(call({"audit", empty.path().string()}).code, 3);
  EXPECT_EQ(call({"audit"}).code, 3);
}

TEST(audit, writes_one_document_with_what_the_text_says) {
  const Called called = call({"audit", leaks, "--semantics", "flink-1.13", "--format", "json"});
  EXPECT_EQ(called.code, 0) << called.err;
  const auto document = nlohmann::json::parse(called.out, nullptr, false);
  ASSERT_TRUE(document.is_object());
  const auto& entry = document["scenarios"][0];
  EXPECT_EQ(entry["semantics"], "flink-1.14.6");
  EXPECT_GT(entry["events"], 500);
  EXPECT_EQ(entry["leftOut"].size(), 0U);
  EXPECT_EQ(entry["known"].size(), 1U);
  EXPECT_EQ(entry["followed"][0]["outcome"], "explained");
  EXPECT_EQ(entry["followed"][0]["differences"].size(), 0U);
  EXPECT_EQ(entry["figures"]["leaked"], 8);
}

}  // namespace
}  // namespace report
