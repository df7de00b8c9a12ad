// Bad histories and where they are bad. Good ones are read in figures_test.cpp and writer_test.cpp.
#include "history/reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>

namespace {

using namespace history;

const std::string scenario =
    R"({"name":"n","command":"cancel","drain":false,"retention":"none","mode":"exactly-once","checkpointIntervalMs":300,)"
    R"("source":"replayable","sink":"plain","parallelism":2,"splits":2,"window":0,"fault":"none","restart":"none","resume":"best",)"
    R"("keys":4,"eventTimePerOffsetMs":10})";
const std::string start =
    R"({"ev":"history","format":"quiesce-history","version":1,"engine":"flink","engineVersion":"1.20.5","clock":"wall","scenario":)";
const std::string head = start + scenario + "}\n";
const std::string submitted = head + R"({"seq":1,"t":0,"ev":"job.submitted","job":"run-1","restoredFrom":null})" + "\n";

ReadResult read(std::string_view text) {
  InternedNames names;
  return read_history(text, names, [](const Stamp&, const Event&) {});
}

struct Bad {
  const char* what;
  std::string text;
  std::uint64_t line;
  std::string at;    // the error points at the first byte of this, in that line; empty: `column` says where
  const char* says;  // part of the message
  std::uint64_t column = 0;
};

std::string line_of(std::string_view text, std::uint64_t line) {
  for (; line > 1; --line) text.remove_prefix(text.find('\n') + 1);
  return std::string(text.substr(0, text.find('\n')));
}

std::string with(const std::string& text, const std::string& from, const std::string& to) {
  std::string out = text;
  const auto at = out.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return out.replace(at, from.size(), to);
}
// One more event line after the submission, numbered 2.
std::string then(const std::string& fields) { return submitted + R"({"seq":2,"t":5,)" + fields + "}\n"; }
std::string of_task(const std::string& ev, const std::string& fields) {
  return then(R"("ev":")" + ev + R"(","job":"run-1","task":"source/0","attempt":0)" +
              (fields.empty() ? "" : "," + fields));
}

std::vector<Bad> bad_histories() {
  return {
      {"empty file", "", 1, "", "found the end of the file", 1},
      {"blank lines only", "\n  \n", 1, "", "found the end of the file", 1},
      {"not JSON", "hello\n", 1, "", "expected JSON", 1},
      {"binary garbage", std::string("\x00\xff\xfe\x01\x80", 5), 1, "", "expected JSON", 1},
      {"a list, not an object", "[1,2]\n", 1, "[1,2]", "expected one JSON object a line"},
      {"a number, not an object", "  42\n", 1, "42", "expected one JSON object a line"},
      {"two objects on one line", head + "{} {}\n", 2, "", "expected JSON", 4},
      {"header cut in the middle", head.substr(0, 40), 1, "", "cut off here", 41},
      {"last line cut", submitted.substr(0, submitted.size() - 20), 2, "", "", submitted.size() - 20 - head.size() + 1},
      {"a missing comma", head + R"({"seq":1 "t":0})", 2, R"("t")", "expected JSON"},
      {"a bad escape", head + R"({"seq":1,"t":0,"ev":"\q"})", 2, "q\"", "expected JSON"},
      {"a byte that is not UTF-8", head + "{\"seq\":1,\"t\":0,\"ev\":\"\xff\"}", 2, "\xff", "expected JSON"},
      {"deep nesting", head + R"({"seq":1,"x":)" + std::string(5000, '['), 2, "", "nested at most 64 deep", 14 + 63},
      {"deep nesting of objects",
       head + R"({"a":)" +
           [] {
             std::string s;
             for (int i = 0; i < 100000; ++i) s += R"({"a":)";
             return s;
           }(),
       2, "", "nested at most 64 deep", 1 + 64 * 5},
      {"no header", R"({"seq":1,"t":0,"ev":"job.submitted","job":"run-1","restoredFrom":null})", 1,
       R"("job.submitted")", "\"history\" on the first line"},
      {"header without ev", R"({"format":"quiesce-history"})", 1, "{", "a field \"ev\" (a string) in the header"},
      {"another format", with(head, "quiesce-history", "other"), 1, R"("other")", "expected quiesce-history"},
      {"version 2", with(head, "\"version\":1", "\"version\":2"), 1, "2,", "expected 1 in \"version\""},
      {"version as text", with(head, "\"version\":1", "\"version\":\"1\""), 1, "\"1\"", "expected an integer"},
      {"scenario missing",
       R"({"ev":"history","format":"quiesce-history","version":1,"engine":"flink","engineVersion":"1","clock":"wall"})",
       1, "{", "a field \"scenario\""},
      {"unknown command in the scenario", with(head, "\"cancel\"", "\"halt\""), 1, "\"halt\"",
       "or stop-with-checkpoint"},
      {"scenario without retention", with(head, R"("retention":"none",)", ""), 1, R"({"name")",
       "a field \"retention\""},
      {"unknown sink", with(head, "\"plain\"", "\"magic\""), 1, "\"magic\"", "plain, idempotent or transactional"},
      {"bounds that are not numbers", with(head, R"("keys":4)", R"("keys":4,"bounds":{"0":7,"1":"x"})"), 1, R"("x")",
       "number of records for \"1\""},
      {"a second header", head + with(head, R"({"ev":"history")", R"({"seq":1,"t":0,"ev":"history")"), 2, "\"history\"",
       "the header stands on the first line only"},
      {"event without seq", head + R"({"t":0,"ev":"job.submitted"})", 2, "{", "a field \"seq\""},
      {"seq does not begin at 1", head + R"({"seq":2,"t":0,"ev":"x"})", 2, "2,", "expected 1 in \"seq\""},
      {"seq has a gap", with(then(R"("ev":"x")"), "\"seq\":2", "\"seq\":3"), 3, "3,", "expected 2 in \"seq\""},
      {"seq repeats", with(then(R"("ev":"x")"), "\"seq\":2", "\"seq\":1"), 3, "1,", "expected 2 in \"seq\""},
      {"seq is a fraction", head + R"({"seq":1.5,"t":0,"ev":"x"})", 2, "1.5", "expected an integer"},
      {"seq is huge", head + R"({"seq":99999999999999999999999,"t":0,"ev":"x"})", 2, "99999999999999999999999",
       "a number that is not a 64-bit integer"},
      {"t falls", head + R"({"seq":1,"t":9,"ev":"x"})" + "\n" + R"({"seq":2,"t":8,"ev":"x"})", 3, "8,",
       "expected at least 9 in \"t\""},
      {"t is negative", head + R"({"seq":1,"t":-1,"ev":"x"})", 2, "-1", "expected an integer from 0"},
      {"t is text", head + R"({"seq":1,"t":"0","ev":"x"})", 2, "\"0\"", "expected an integer"},
      {"event without ev", head + R"({"seq":1,"t":0})", 2, "{", "a field \"ev\""},
      {"job submitted twice", then(R"("ev":"job.submitted","job":"run-1","restoredFrom":null)"), 3, "\"run-1\"",
       "was not submitted before"},
      {"restoredFrom missing", then(R"("ev":"job.submitted","job":"run-2")"), 3, "{", "a field \"restoredFrom\""},
      {"restored from an artifact never written", then(R"("ev":"job.submitted","job":"run-2","restoredFrom":"sp")"), 3,
       "\"sp\"", "an artifact that was written before"},
      {"job never submitted", then(R"("ev":"job.status","job":"run-9","status":"RUNNING")"), 3, "\"run-9\"",
       "an execution that was submitted before"},
      {"unknown status", then(R"("ev":"job.status","job":"run-1","status":"ASLEEP")"), 3, "\"ASLEEP\"",
       "expected INITIALIZING, CREATED"},
      {"status missing", then(R"("ev":"job.status","job":"run-1")"), 3, "{",
       "a field \"status\" (a string) in job.status"},
      {"drain is a word", then(R"("ev":"command","id":"c1","job":"run-1","kind":"cancel","drain":"no")"), 3, "\"no\"",
       "expected true or false"},
      {"command given twice",
       then(R"("ev":"command","id":"c1","job":"run-1","kind":"cancel","drain":false)") +
           R"({"seq":3,"t":9,"ev":"command","id":"c1","job":"run-1","kind":"cancel","drain":false})",
       4, "\"c1\"", "not given before"},
      {"answer to a command never given", then(R"("ev":"command.result","id":"c7","ok":true)"), 3, "\"c7\"",
       "a command that was given before"},
      {"checkpoint completed, never triggered", then(R"("ev":"checkpoint.completed","job":"run-1","checkpoint":4)"), 3,
       "4}", "a checkpoint that this execution has triggered"},
      {"artifact of a checkpoint never triggered",
       then(R"("ev":"artifact.written","artifact":"a","kind":"checkpoint","job":"run-1","checkpoint":4)"), 3, "4}",
       "a checkpoint that this execution has triggered"},
      {"artifact deleted, never written", then(R"("ev":"artifact.deleted","artifact":"a")"), 3, "\"a\"",
       "an artifact that was written before"},
      {"transaction never begun", of_task("txn.commit", R"("txn":"t1","recovered":false)"), 3, "\"t1\"",
       "a transaction that was begun before"},
      {"write into a transaction never begun", of_task("sink.write", R"("txn":"t1","out":"p0:0","recs":["0:0"])"), 3,
       "\"t1\"", "a transaction that was begun before"},
      {"expiry of a transaction never begun", then(R"("ev":"txn.expire","txn":"t1")"), 3, "\"t1\"",
       "a transaction that was begun before"},
      {"snapshot of a checkpoint never triggered", of_task("source.snapshot", R"("checkpoint":3,"positions":{})"), 3,
       "3,", "a checkpoint that this execution has triggered"},
      {"notice of a checkpoint that nobody triggered", of_task("notify.completed", R"("checkpoint":3)"), 3, "3}",
       "some execution has triggered"},
      {"restored from a checkpoint that nobody triggered",
       of_task("source.restored", R"("positions":{},"fromCheckpoint":3)"), 3, "3}", "some execution has triggered"},
      {"record without a colon", of_task("source.emit", R"("rec":"17")"), 3, "\"17\"", "a record \"split:offset\""},
      {"record as a range", of_task("source.emit", R"("rec":"0:1-2")"), 3, "\"0:1-2\"", "a record \"split:offset\""},
      {"offset too great", of_task("source.emit", R"("rec":"0:4294967295")"), 3, "\"0:4294967295\"",
       "up to 4294967294"},
      {"range that ends before it begins", of_task("sink.write", R"("out":"k","recs":["0:1","0:5-4"])"), 3, "\"0:5-4\"",
       "a range \"split:first-last\""},
      {"recs is not a list", of_task("sink.write", R"("out":"k","recs":"0:1")"), 3, "\"0:1\"", "a list of records"},
      {"a position that is not a number", of_task("source.restored", R"("positions":{"0":1,"1":null})"), 3, "null",
       "the next offset of split \"1\""},
      {"state without count", of_task("op.restored", R"("state":{"recs":[]})"), 3, R"({"recs")", "a field \"count\""},
      {"state with a bad range", of_task("op.restored", R"("state":{"count":1,"recs":["0:0",7]})"), 3, "7]", "found 7"},
      {"attempt is negative", with(of_task("op.close", ""), "\"attempt\":0", "\"attempt\":-1"), 3, "-1", "from 0 to"},
      {"errorChain with a number",
       then(R"("ev":"command","id":"c1","job":"run-1","kind":"cancel","drain":false)") +
           R"({"seq":3,"t":9,"ev":"command.result","id":"c1","ok":false,"errorChain":["a",1]})",
       4, "1]", "expected a string"},
  };
}

TEST(reader, every_bad_history_is_refused_at_its_place) {
  const auto all = bad_histories();
  EXPECT_GE(all.size(), 25U);
  for (const Bad& bad : all) {
    const ReadResult result = read(bad.text);
    ASSERT_TRUE(result.error) << bad.what;
    EXPECT_EQ(result.error->line, bad.line) << bad.what << ": " << result.error->message;
    std::uint64_t column = bad.column;
    if (column == 0) {
      const std::string line = line_of(bad.text, bad.line);
      // The value, not a key of the same letters: the last place where it stands.
      column = line.rfind(bad.at) + 1;
      if (bad.at[0] == '{') column = line.find(bad.at) + 1;
      if (bad.at == "1," || bad.at == "2," || bad.at == "3,") column = line.find(":" + bad.at) + 2;
    }
    EXPECT_EQ(result.error->column, column) << bad.what << ": " << result.error->message;
    EXPECT_NE(result.error->message.find(bad.says), std::string::npos) << bad.what << ": " << result.error->message;
  }
}

TEST(reader, an_unknown_event_is_a_warning_with_its_line) {
  const auto result = read(then(R"("ev":"job.rescaled","parallelism":4)"));
  ASSERT_FALSE(result.error);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].line, 3U);
  EXPECT_NE(result.warnings[0].message.find("job.rescaled"), std::string::npos);
  EXPECT_EQ(result.events, 2U);
}

TEST(reader, unknown_fields_are_ignored) {
  const auto result =
      read(then(R"("later":{"ev":["x"]},"ev":"job.status","job":"run-1","status":"RUNNING","mood":null)"));
  EXPECT_FALSE(result.error);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(reader, notices_may_name_a_checkpoint_of_an_earlier_execution) {
  const std::string text =
      then(R"("ev":"checkpoint.triggered","job":"run-1","checkpoint":4,"kind":"checkpoint")") +
      R"({"seq":3,"t":6,"ev":"job.submitted","job":"run-2","restoredFrom":null})"
      "\n"
      R"({"seq":4,"t":7,"ev":"notify.completed","job":"run-2","task":"op/0","attempt":0,"checkpoint":4})"
      "\n"
      R"({"seq":5,"t":7,"ev":"source.restored","job":"run-2","task":"source/0","attempt":0,"positions":{"0":3},"fromCheckpoint":4})";
  EXPECT_FALSE(read(text).error);
  const auto completed =
      read(text + "\n" + R"({"seq":6,"t":7,"ev":"checkpoint.completed","job":"run-2","checkpoint":4})");
  ASSERT_TRUE(completed.error);
  EXPECT_EQ(completed.error->line, 7U);
}

TEST(reader, pieces_of_any_size_give_the_same_events) {
  const std::string text = of_task("source.emit", R"("rec":"0:17")") + "\n" +
                           R"({"seq":3,"t":9,"ev":"job.status","job":"run-1","status":"RUNNING"})";
  for (std::size_t size = 1; size < 70; ++size) {
    InternedNames names;
    std::vector<std::size_t> kinds;
    Reader reader(names, [&](const Stamp&, const Event& e) { kinds.push_back(e.index()); });
    for (std::size_t at = 0; at < text.size(); at += size)
      ASSERT_TRUE(reader.feed(std::string_view(text).substr(at, size)));
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(kinds, (std::vector<std::size_t>{Event(JobSubmitted{}).index(), Event(SourceEmit{}).index(),
                                               Event(JobStatusChanged{}).index()}));
    EXPECT_EQ(reader.header().engine_version, "1.20.5");
  }
}

TEST(reader, events_before_an_error_are_handed_on) {
  InternedNames names;
  std::size_t seen = 0;
  const auto result = read_history(then(R"("ev":"job.status","job":"x","status":"RUNNING")"), names,
                                   [&](const Stamp&, const Event&) { ++seen; });
  EXPECT_TRUE(result.error);
  EXPECT_EQ(seen, 1U);
}

TEST(reader, no_damage_to_a_history_is_more_than_an_error) {
  const std::string good = of_task("sink.write", R"("out":"p0:1","recs":["0:1","1:0-4"])");
  EXPECT_FALSE(read(good).error);
  EXPECT_TRUE(rc::check("any byte changed or any cut is read or refused inside the file",
                        [&](std::uint32_t place, std::uint8_t byte, bool cut) {
                          std::string text = good;
                          const std::size_t at = place % text.size();
                          if (cut)
                            text.resize(at);
                          else
                            text[at] = static_cast<char>(byte);
                          const auto result = read(text);
                          if (!result.error) return;
                          RC_ASSERT(result.error->line >= 1 && result.error->line <= 4);
                          RC_ASSERT(result.error->column >= 1 && result.error->column <= text.size() + 1);
                          RC_ASSERT(!result.error->message.empty());
                        }));
}

TEST(reader, a_file_that_cannot_be_read_is_a_value) {
  const auto missing = read_file(QUIESCE_ROOT "/tests/recordings/none.jsonl");
  ASSERT_TRUE(std::holds_alternative<Error>(missing));
  EXPECT_EQ(to_string(std::get<Error>(missing), "none.jsonl").substr(0, 28), "none.jsonl: cannot be opened");
  EXPECT_TRUE(std::holds_alternative<Error>(read_file(QUIESCE_ROOT "/tests")));
}

TEST(reader, an_error_is_printed_with_file_line_and_column) {
  const auto result = read(head + R"({"seq":7,"t":0,"ev":"x"})");
  EXPECT_EQ(to_string(*result.error, "a.jsonl"),
            "a.jsonl:2:8: expected 1 in \"seq\" of x, found 7\n  seq counts the events 1, 2, 3 … without a gap");
}

}  // namespace
