// Damaged histories: what a lenient reading skips, takes and counts.
#include <gtest/gtest.h>

#include "history/reader.hpp"
#include "history/seq_order.hpp"
#include "history/writer.hpp"

namespace {

using namespace history;

const std::string head =
    R"({"ev":"history","format":"quiesce-history","version":1,"engine":"flink","engineVersion":"1.20.5","clock":"wall","scenario":)"
    R"({"name":"n","command":"cancel","drain":false,"retention":"none","mode":"exactly-once","checkpointIntervalMs":300,)"
    R"("source":"replayable","sink":"plain","parallelism":2,"splits":2,"window":0,"fault":"none","restart":"none","resume":"best",)"
    R"("keys":4,"eventTimePerOffsetMs":10}})"
    "\n"
    R"({"seq":1,"t":10,"ev":"job.submitted","job":"run-1","restoredFrom":null})"
    "\n";

// An event that needs nothing but the execution.
std::string status(std::uint64_t seq, std::int64_t t) {
  return R"({"seq":)" + std::to_string(seq) + R"(,"t":)" + std::to_string(t) +
         R"(,"ev":"job.status","job":"run-1","status":"RUNNING"})" + "\n";
}

struct Read {
  ReadResult result;
  std::vector<Stamp> stamps;
  std::uint64_t of(Flaw f) const { return result.damage.of(f); }
};

Read read(const std::string& text, ReadOptions options = {.reading = Reading::lenient}) {
  Read out;
  InternedNames names;
  out.result = read_history(
      text, names, [&](const Stamp& s, const Event&) { out.stamps.push_back(s); }, std::move(options));
  EXPECT_FALSE(out.result.error) << to_string(*out.result.error, "text");
  EXPECT_LE(out.stamps.size() + out.result.unknown_events, out.result.events);
  return out;
}

// Reads `line` between two good ones; the good ones are always taken.
Read between(const std::string& line, std::uint64_t next_seq = 3) {
  const Read out = read(head + line + "\n" + status(next_seq, 30));
  EXPECT_FALSE(out.stamps.empty());
  if (!out.stamps.empty()) {
    EXPECT_EQ(out.stamps.front().seq, 1U);
    EXPECT_EQ(out.stamps.back().seq, next_seq);
  }
  return out;
}

void expect_skipped(const std::string& line, Flaw flaw, std::uint64_t column) {
  const Read out = between(line);
  EXPECT_EQ(out.stamps.size(), 2U) << line;
  EXPECT_EQ(out.of(flaw), 1U) << line;
  EXPECT_EQ(out.result.damage.skipped(), 1U) << line;
  EXPECT_EQ(out.of(Flaw::seq_gap), 0U) << "a line that was skipped is no gap: " << line;
  ASSERT_EQ(out.result.warnings.size(), 1U) << line;
  EXPECT_EQ(out.result.warnings[0].line, 3U);
  EXPECT_EQ(out.result.warnings[0].column, column) << out.result.warnings[0].message;
}

TEST(lenient, a_whole_history_has_no_damage) {
  const Read out = read(head + status(2, 10));
  EXPECT_FALSE(out.result.damage.any());
  EXPECT_TRUE(out.result.warnings.empty());
  EXPECT_EQ(out.result.events, 2U);
  EXPECT_EQ(out.result.lines, 3U);
}

TEST(lenient, a_line_that_is_not_json_is_skipped) {
  expect_skipped(R"({"seq":2,"t":1)", Flaw::not_json, 15);
  expect_skipped("\x01\xff garbage", Flaw::not_json, 1);
  expect_skipped("[2]", Flaw::not_json, 1);
  expect_skipped(R"({"seq":2,"x":)" + std::string(5000, '['), Flaw::not_json, 14 + 63);
}

TEST(lenient, a_line_without_a_field_is_skipped) {
  expect_skipped(R"({"seq":2,"t":20})", Flaw::missing_field, 1);
  expect_skipped(R"({"seq":2,"ev":"fault","kind":"x"})", Flaw::missing_field, 1);
  expect_skipped(R"({"t":20,"ev":"fault","kind":"x"})", Flaw::missing_field, 1);
  expect_skipped(R"({"seq":2,"t":20,"ev":"op.restored","job":"run-1","task":"op/0","attempt":0,"state":{"recs":[]}})",
                 Flaw::missing_field, 84);
}

TEST(lenient, a_line_with_a_wrong_value_is_skipped) {
  expect_skipped(R"({"seq":2,"t":"20","ev":"fault","kind":"x"})", Flaw::wrong_value, 14);
  expect_skipped(R"({"seq":"2","t":20,"ev":"fault","kind":"x"})", Flaw::wrong_value, 8);
  expect_skipped(R"({"seq":-2,"t":20,"ev":"fault","kind":"x"})", Flaw::wrong_value, 8);
  expect_skipped(R"({"seq":2,"t":20,"ev":"job.status","job":"run-1","status":"ASLEEP"})", Flaw::wrong_value, 58);
  expect_skipped(R"({"seq":2,"t":20,"ev":"job.submitted","job":"run-1","restoredFrom":null})", Flaw::wrong_value, 44);
  expect_skipped(R"({"seq":2,"t":20,"ev":"history"})", Flaw::wrong_value, 22);
}

TEST(lenient, a_line_that_names_what_was_never_introduced_is_skipped) {
  expect_skipped(R"({"seq":2,"t":20,"ev":"job.status","job":"run-9","status":"RUNNING"})", Flaw::unknown_reference, 41);
  expect_skipped(R"({"seq":2,"t":20,"ev":"txn.expire","txn":"t1"})", Flaw::unknown_reference, 41);
  expect_skipped(R"({"seq":2,"t":20,"ev":"artifact.deleted","artifact":"a"})", Flaw::unknown_reference, 52);
  expect_skipped(R"({"seq":2,"t":20,"ev":"command.result","id":"c1","ok":true})", Flaw::unknown_reference, 44);
  expect_skipped(R"({"seq":2,"t":20,"ev":"checkpoint.completed","job":"run-1","checkpoint":4})",
                 Flaw::unknown_reference, 72);
}

TEST(lenient, a_last_line_that_is_cut_off_is_skipped) {
  const Read out = read(head + status(2, 20).substr(0, 30));
  EXPECT_EQ(out.stamps.size(), 1U);
  EXPECT_EQ(out.of(Flaw::cut_off), 1U);
  EXPECT_EQ(out.of(Flaw::not_json), 0U);
  const std::string whole = status(2, 20);
  EXPECT_FALSE(read(head + whole.substr(0, whole.size() - 1)).result.damage.any()) << "only its end of line is missing";
}

TEST(lenient, a_line_that_is_too_long_is_skipped) {
  const ReadOptions options{.reading = Reading::lenient, .longest_line = 600};
  const std::string text = head + R"({"seq":2,"x":")" + std::string(600, 'x') + "\"}\n" + status(3, 30);
  const Read whole = read(text, options);
  EXPECT_EQ(whole.of(Flaw::too_long), 1U);
  EXPECT_EQ(whole.result.damage.skipped(), 1U);
  EXPECT_EQ(whole.stamps.size(), 2U);
  for (std::size_t size = 1; size < 900; size += 7) {
    InternedNames names;
    Reader reader(
        names, [](const Stamp&, const Event&) {}, options);
    for (std::size_t at = 0; at < text.size(); at += size) reader.feed(std::string_view(text).substr(at, size));
    reader.finish();
    EXPECT_EQ(reader.result().damage, whole.result.damage) << size;
    EXPECT_EQ(reader.result().events, whole.result.events) << size;
    EXPECT_EQ(reader.result().lines, whole.result.lines) << size;
  }
}

TEST(lenient, doubled_lines_are_dropped) {
  const Read out =
      read(head + status(2, 20) + status(2, 20) + status(3, 30) + status(2, 20) + status(1, 0) + status(4, 40));
  EXPECT_EQ(out.stamps.size(), 4U);
  EXPECT_EQ(out.of(Flaw::seq_repeated), 3U);
  EXPECT_EQ(out.of(Flaw::t_falls), 0U);
  EXPECT_EQ(out.result.warnings.at(0).line, 4U);
  EXPECT_EQ(out.result.warnings.at(0).column, 8U);
}

TEST(lenient, gaps_in_seq_are_counted) {
  const Read out = read(head + status(5, 20) + status(6, 20) + status(8, 30));
  EXPECT_EQ(out.stamps.size(), 4U);
  EXPECT_EQ(out.of(Flaw::seq_gap), 2U);
  EXPECT_EQ(out.result.damage.skipped(), 0U);
  EXPECT_NE(out.result.warnings.at(0).message.find("from 1 to 5"), std::string::npos);
}

TEST(lenient, lines_that_could_not_be_read_explain_a_gap_of_their_number) {
  EXPECT_EQ(read(head + "x\ny\n" + status(4, 20)).of(Flaw::seq_gap), 0U);
  EXPECT_EQ(read(head + "x\ny\n" + status(5, 20)).of(Flaw::seq_gap), 1U);
  EXPECT_EQ(read(head + "x\n" + status(2, 20) + status(4, 20)).of(Flaw::seq_gap), 1U) << "they explain one gap only";
}

TEST(lenient, a_line_that_comes_late_is_taken) {
  const Read out = read(head + status(3, 20) + status(2, 20) + status(4, 30));
  EXPECT_EQ(out.stamps.size(), 4U);
  EXPECT_EQ(out.of(Flaw::seq_gap), 1U);
  EXPECT_EQ(out.of(Flaw::seq_late), 1U);
}

TEST(lenient, one_wrong_seq_does_not_cost_the_rest) {
  const Read out = read(head + status(2, 20) + status(999, 20) + status(4, 30) + status(5, 30) + status(6, 30));
  EXPECT_EQ(out.stamps.size(), 6U);
  EXPECT_EQ(out.of(Flaw::seq_gap), 1U);
  EXPECT_EQ(out.of(Flaw::seq_late), 1U);
  EXPECT_EQ(read(head + status(INT64_MAX, 20) + status(2, 20)).stamps.size(), 3U);
}

TEST(lenient, a_t_that_falls_is_lifted) {
  const Read out = read(head + status(2, 9) + status(3, 5) + status(4, 11));
  ASSERT_EQ(out.stamps.size(), 4U);
  EXPECT_EQ(out.stamps[1].t, 10);
  EXPECT_EQ(out.stamps[2].t, 10);
  EXPECT_EQ(out.stamps[3].t, 11);
  EXPECT_EQ(out.of(Flaw::t_falls), 2U);
  EXPECT_EQ(out.result.damage.skipped(), 0U);
}

TEST(lenient, the_header_has_to_be_right) {
  InternedNames names;
  const auto ignore = [](const Stamp&, const Event&) {};
  const ReadOptions lenient{.reading = Reading::lenient};
  for (const std::string& text : {std::string(), std::string("x\n") + head, status(1, 0), head.substr(0, 50)}) {
    const auto result = read_history(text, names, ignore, lenient);
    ASSERT_TRUE(result.error) << text;
    EXPECT_EQ(result.error->line, 1U);
    EXPECT_FALSE(result.damage.any());
  }
}

TEST(lenient, the_first_few_of_each_kind_are_kept_and_all_are_counted) {
  std::string text = head;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    text += "{\n";
    text += R"({"seq":)" + std::to_string(i + 2) + R"(,"t":10,"ev":"job.rescaled"})" + "\n";
  }
  const Read out = read(text);
  EXPECT_EQ(out.of(Flaw::not_json), 1000U);
  EXPECT_EQ(out.result.unknown_events, 1000U);
  EXPECT_EQ(out.result.events, 1001U);
  EXPECT_EQ(out.result.warnings.size(), 2 * ReadResult::most_warnings_of_a_kind);
  EXPECT_EQ(to_string(out.result.warnings[0], "f"),
            "f:3:2: warning: skipped: expected one JSON object, which is cut off here");
}

TEST(lenient, strict_is_what_is_meant_where_nothing_is_said) {
  InternedNames names;
  const auto result = read_history(head + status(3, 20), names, [](const Stamp&, const Event&) {});
  EXPECT_TRUE(result.error);
  EXPECT_FALSE(result.damage.any());
}

TEST(lenient, a_line_too_long_ends_a_strict_reading) {
  InternedNames names;
  const auto result = read_history(head + std::string(700, ' ') + "\n", names, [](const Stamp&, const Event&) {},
                                   {.longest_line = 600});
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->line, 3U);
  EXPECT_EQ(result.error->column, 601U);
  EXPECT_EQ(result.error->message, "expected a line of at most 600 bytes");
}

}  // namespace
