// Figures against the reference implementation, which is a program of its own, and by hand where no recording reaches.
#include "history/figures.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <map>
#include <nlohmann/json.hpp>

#include "history/words.hpp"
#include "recordings.hpp"

namespace {

using namespace history;
using namespace history_test;
using Json = nlohmann::ordered_json;

Json figures_of(const std::string& path) {
  InternedNames names;
  FigureLedger ledger(FigureLedger::all());
  const auto read = read_history_file(path, names, [&](const Stamp& s, const Event& e) { ledger.fold(e, s); });
  if (read.error) ADD_FAILURE() << to_string(*read.error, path);
  return to_json(figures(ledger, read.header, names), read.header, Unknown::null);
}

// Every figure of the reference. What an idempotent sink shows is defined by the format, and the reference does not
// apply it.
void expect_equal(const std::string& path, const Json& ours, const Json& reference) {
  std::size_t compared = 0;
  for (const auto& [name, value] : reference.items()) {
    if (name == "file" || (reference["sink"] == "idempotent" && (name == "duplicates" || name == "missing"))) continue;
    ASSERT_TRUE(ours.contains(name)) << name;
    ASSERT_EQ(ours[name].dump(), value.dump()) << path << ": " << name;
    ++compared;
  }
  ASSERT_GE(compared, 28U) << path;
}

TEST(figures, kept_recordings_have_the_figures_of_the_reference) {
  std::istringstream golden(content(QUIESCE_ROOT "/tests/golden/figures.jsonl.gz"));
  std::map<std::string, Json> by_file;
  for (std::string line; std::getline(golden, line);) {
    const Json json = Json::parse(line);
    by_file[json["file"]] = json;
  }
  const auto files = kept_recordings();
  ASSERT_EQ(files.size(), by_file.size());
  for (const auto& path : files) {
    const auto name = std::filesystem::relative(path, QUIESCE_ROOT "/tests/recordings").replace_extension();
    expect_equal(path, figures_of(path), by_file.at(name.generic_string()));
  }
}

TEST(figures, all_recordings_have_the_figures_of_the_reference) {
  const auto files = all_recordings();
  if (files.empty())
    GTEST_SKIP() << "the full set of recordings is not here; those kept with the tests have been compared";
  const std::string out = testing::TempDir() + "quiesce_reference_figures.jsonl";
  const std::string root = all_recordings_root().string();
  const std::string command =
      "cd '" + root + "' && python3 figures.py $(find . -name '*.jsonl' | LC_ALL=C sort) > '" + out + "'";
  if (std::system("command -v python3 > /dev/null") != 0) GTEST_SKIP() << "the reference needs python3";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream in(out);
  std::size_t compared = 0;
  for (std::string line; std::getline(in, line); ++compared) {
    ASSERT_LT(compared, files.size());
    const Json reference = Json::parse(line);
    ASSERT_EQ(std::filesystem::path(files[compared]).filename().string(), reference["file"]);
    expect_equal(files[compared], figures_of(files[compared]), reference);
  }
  EXPECT_EQ(compared, files.size());
  std::remove(out.c_str());
}

// by hand

struct Case {
  InternedNames names;
  FigureLedger ledger{FigureLedger::all()};
  Header header;
  std::uint64_t seq = 0;
  std::int64_t t = 0;
  JobId job = names.add_job("run-1"), second = names.add_job("run-2");
  TaskId source = names.add_task("source/0"), op = names.add_task("op/0"), sink = names.add_task("sink/0");
  SplitId split = names.add_split("0");

  void fold(const Event& e) { ledger.fold(e, {++seq, t}); }
  void emit(JobId j, Offset first, Offset last) {
    for (Offset o = first; o <= last; ++o) fold(SourceEmit{{j, source, 0}, {split, o}});
  }
  void write(JobId j, OutId out, Offset first, Offset last, TxnId txn = no_txn) {
    const RecordRange range{split, first, last};
    fold(SinkWrite{{j, sink, 0}, txn, out, {&range, 1}});
  }
  void restore(JobId j, Offset next) {
    const Position position{split, next};
    fold(SourceRestored{{j, source, 0}, {&position, 1}});
  }
  Figures figures() const { return history::figures(ledger, header, names); }
};

TEST(figures, of_a_history_without_events_none_is_known) {
  const Case c;
  const Json json = to_json(c.figures(), c.header, Unknown::word);
  for (const char* name : {"reread",          "snapshotGap",   "rereadInRun",       "leaked",
                           "leakedProcessed", "leakedVisible", "abortedRun1",       "stateAhead",
                           "lostInFlight",    "duplicates",    "sameOut",           "lateDropped",
                           "missing",         "uncommitted",   "openRun1",          "firedEarly",
                           "restarts",        "stopLatencyMs", "snapshotLatencyMs", "visibleRun1"})
    EXPECT_EQ(json[name], "unknown") << name;
  EXPECT_TRUE(to_json(c.figures(), c.header, Unknown::null)["reread"].is_null());
}

TEST(figures, reread_needs_a_second_execution) {
  Case c;
  c.fold(JobSubmitted{c.job});
  c.emit(c.job, 0, 9);
  EXPECT_EQ(c.figures().reread, std::nullopt);
  EXPECT_EQ(c.figures().snapshot_gap, std::nullopt);
  c.fold(JobSubmitted{c.second});
  c.restore(c.second, 6);
  c.emit(c.second, 6, 11);
  EXPECT_EQ(c.figures().reread, 4U);
  EXPECT_EQ(c.figures().snapshot_gap, 4);
}

TEST(figures, visible_of_the_first_execution_is_counted_when_it_ends) {
  Case c;
  c.header.sink = Delivery::transactional;
  c.fold(JobSubmitted{c.job});
  const TxnId t1 = c.names.add_txn("t1"), t2 = c.names.add_txn("t2");
  c.fold(TxnBegin{{c.job, c.sink, 0}, t1});
  c.write(c.job, passed_through({c.split, 0}), 0, 4, t1);
  c.fold(TxnCommit{{c.job, c.sink, 0}, t1, false, false});
  c.fold(TxnBegin{{c.job, c.sink, 0}, t2});
  c.write(c.job, passed_through({c.split, 5}), 5, 6, t2);
  EXPECT_EQ(c.figures().visible_run1, std::nullopt) << "it has not ended";
  c.fold(JobStatusChanged{c.job, JobStatus::finished, {}});
  EXPECT_EQ(c.figures().visible_run1, 5U);
  EXPECT_EQ(c.figures().uncommitted, 2U);
  c.fold(JobSubmitted{c.second});
  c.fold(TxnCommit{{c.second, c.sink, 0}, t2, true, false});
  EXPECT_EQ(c.figures().visible_run1, 5U);
  EXPECT_EQ(c.figures().open_run1, 2U);
  EXPECT_EQ(c.figures().uncommitted, 0U);
}

TEST(figures, the_snapshot_latency_counts_from_the_command_to_the_readable_artifact) {
  Case c;
  c.header.command = "stop-with-checkpoint";
  const CommandId end = c.names.add_command("end");
  c.fold(JobSubmitted{c.job});
  c.t = 27'000'000;
  c.fold(Command{end, c.job, CommandKind::stop_with_checkpoint, false, false});
  c.fold(CheckpointTriggered{c.job, 3, SnapshotKind::suspend});
  const Position position{c.split, 2700};
  c.fold(SourceSnapshot{{c.job, c.source, 0}, 3, {&position, 1}});
  c.t = 27'800'000;
  c.fold(ArtifactWritten{c.names.add_artifact("run-1/chk-3", c.job, 3, ArtifactKind::checkpoint),
                         ArtifactKind::checkpoint, c.job, 3});
  EXPECT_EQ(c.figures().snapshot_latency_us, std::nullopt) << "it did not complete";
  c.fold(CheckpointCompleted{c.job, 3});
  c.emit(c.job, 2700, 2701);
  c.t = 28'300'000;
  c.fold(JobStatusChanged{c.job, JobStatus::finished, {}});
  EXPECT_EQ(c.figures().snapshot_latency_us, 800'000);
  EXPECT_EQ(c.figures().stop_latency_us, 1'300'000);
  EXPECT_EQ(c.figures().leaked, 2U);
}

TEST(figures, in_an_idempotent_sink_the_last_write_of_a_name_replaces_the_earlier_ones) {
  for (const Delivery delivery : {Delivery::plain, Delivery::idempotent}) {
    Case c;
    c.header.sink = delivery;
    const OutId window = c.names.add_out("k0@200");
    c.fold(JobSubmitted{c.job});
    c.emit(c.job, 0, 9);
    c.write(c.job, passed_through({c.split, 0}), 0, 0);
    c.write(c.job, window, 1, 5);
    c.fold(JobSubmitted{c.second});
    c.restore(c.second, 10);
    c.write(c.second, passed_through({c.split, 0}), 0, 0);
    c.write(c.second, window, 4, 9);
    const bool replaces = delivery == Delivery::idempotent;
    EXPECT_EQ(c.figures().duplicates, replaces ? 0U : 3U);
    EXPECT_EQ(c.figures().missing, replaces ? 3U : 0U);
    EXPECT_EQ(c.figures().same_out, 1U);
  }
}

TEST(figures, a_name_of_a_record_may_show_other_records_too) {
  Case c;
  const OutId out = passed_through({c.split, 3});
  c.fold(JobSubmitted{c.job});
  c.write(c.job, out, 3, 3);
  c.write(c.job, out, 3, 3);
  EXPECT_EQ(c.figures().same_out, 0U);
  c.write(c.job, out, 3, 4);
  EXPECT_EQ(c.figures().same_out, 1U);
}

TEST(figures, a_transaction_that_expired_is_not_uncommitted) {
  Case c;
  c.header.sink = Delivery::transactional;
  c.fold(JobSubmitted{c.job});
  const TxnId t = c.names.add_txn("t");
  c.fold(TxnBegin{{c.job, c.sink, 0}, t});
  c.write(c.job, passed_through({c.split, 0}), 0, 2, t);
  EXPECT_EQ(c.figures().uncommitted, 3U);
  c.fold(TxnExpire{t});
  EXPECT_EQ(c.figures().uncommitted, 0U);
  EXPECT_EQ(c.figures().aborted_run1, 3U);
}

TEST(figures, open_windows_are_not_missing) {
  Case c;
  c.header.window_ms = 200;
  c.header.event_time_per_offset_ms = 10;
  c.fold(JobSubmitted{c.job});
  c.emit(c.job, 0, 59);
  c.restore(c.job, 60);
  const auto missing = [&](std::int64_t watermark) {
    c.fold(Watermark{{c.job, c.op, 0}, watermark});
    return c.figures().missing;
  };
  EXPECT_EQ(c.figures().missing, 0U) << "no watermark yet: every window is open";
  EXPECT_EQ(missing(198), 0U);
  EXPECT_EQ(missing(199), 20U);
  EXPECT_EQ(missing(398), 20U);
  EXPECT_EQ(missing(399), 40U);
  EXPECT_EQ(missing(max_watermark), 60U);
}

// Halves of a tenth go where the binary fraction lies: what the reference prints for these microseconds.
TEST(figures, milliseconds_are_rounded_as_the_reference_rounds) {
  const std::map<std::int64_t, std::string> expected{
      {0, "0.0"},    {49, "0.0"},       {50, "0.1"},     {51, "0.1"},      {150, "0.1"},       {250, "0.2"},
      {350, "0.3"},  {450, "0.5"},      {550, "0.6"},    {650, "0.7"},     {750, "0.8"},       {850, "0.8"},
      {950, "0.9"},  {1050, "1.1"},     {24500, "24.5"}, {12550, "12.6"},  {12350, "12.3"},    {1250, "1.2"},
      {1350, "1.4"}, {800000, "800.0"}, {-250, "-0.2"},  {99950, "100.0"}, {999950, "1000.0"}, {1300000, "1300.0"}};
  for (const auto& [us, text] : expected) EXPECT_EQ(milliseconds(us), text) << us;
}

}  // namespace
