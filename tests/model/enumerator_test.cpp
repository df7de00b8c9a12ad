// Splits that an enumerator hands out: who gets which, when, and where each stands when something fails.
#include <gtest/gtest.h>

#include <set>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;
using sim::millisecond;
using sim::second;

model::Spec handed_out(std::uint32_t parallelism, std::uint32_t splits, std::uint32_t records,
                       model::Assignment how = model::Assignment::on_request) {
  model::Spec s = job("flink-1.15", parallelism);
  model::VertexSpec& source = s.vertices[0];
  source.assignment = how, source.splits = splits;
  if (records) source.bounds.assign(splits, records);
  s.until = 30 * second;
  return s;
}

std::string emission(std::uint32_t split, std::uint32_t offset) {
  return " " + std::to_string(split) + ":" + std::to_string(offset);
}
// How often the record was handed on, by whichever attempt.
std::size_t times_read(const History& h, std::uint32_t split, std::uint32_t offset) {
  return static_cast<std::size_t>(std::count_if(h.lines.begin(), h.lines.end(), [&](const Heard& l) {
    return l.text.starts_with("source.emit") && l.text.ends_with(emission(split, offset));
  }));
}
// The place of the first line that tells so.
std::size_t first_read(const History& h, std::uint32_t split, std::uint32_t offset) {
  std::size_t at = 0;
  while (at < h.lines.size() &&
         !(h.lines[at].text.starts_with("source.emit") && h.lines[at].text.ends_with(emission(split, offset))))
    ++at;
  return at;
}
std::set<std::string> readers(const History& h) {
  std::set<std::string> all;
  for (const Heard& l : h.lines)
    if (l.text.starts_with("source.emit")) all.insert(l.text.substr(12, 8));
  return all;
}

TEST(enumerator, hands_out_one_split_after_the_other_until_the_job_is_finished) {
  const History h = run(handed_out(1, 3, 20));
  for (std::uint32_t s = 0; s < 3; ++s)
    for (std::uint32_t o = 0; o < 20; ++o) EXPECT_EQ(times_read(h, s, o), 1U);
  EXPECT_LT(first_read(h, 0, 19), first_read(h, 1, 0));
  EXPECT_LT(first_read(h, 1, 19), first_read(h, 2, 0));
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
}

TEST(enumerator, feeds_each_reader_and_lets_those_go_for_whom_nothing_is_left) {
  const History three = run(handed_out(2, 3, 20)), one = run(handed_out(2, 1, 20));
  EXPECT_EQ(readers(three).size(), 2U);
  EXPECT_EQ(readers(one).size(), 1U);
  for (const History* h : {&three, &one}) EXPECT_EQ(h->figures.final_status.front().second, "FINISHED");
  EXPECT_EQ(three.count("source.emit"), 60U);
}

TEST(enumerator, gives_all_splits_away_at_once_where_they_never_end) {
  const History h = run(handed_out(2, 5, 0));
  for (std::uint32_t s = 0; s < 5; ++s) EXPECT_EQ(times_read(h, s, 100), 1U);
  EXPECT_EQ(readers(h).size(), 2U);
  EXPECT_TRUE(h.has("checkpoint.completed 20"));
}

// A failure at 1.5 s: split 0 ends at 1 s and is in no snapshot any more, split 1 is half read.
TEST(enumerator, is_put_back_with_its_readers) {
  model::Spec s = handed_out(1, 3, 100);
  s.checkpoints.first = 1200 * millisecond;
  s.vertices[0].pacing = model::Pacing::pauses;
  fail(s, 1500 * millisecond, 1);
  const History h = run(s);
  EXPECT_EQ(times_read(h, 0, 99), 1U);
  EXPECT_EQ(times_read(h, 1, 0), 1U);
  EXPECT_EQ(times_read(h, 1, 40), 2U);  // behind the checkpoint
  EXPECT_EQ(times_read(h, 2, 99), 1U);
  EXPECT_EQ(h.figures.missing, 0U);
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
}

TEST(enumerator, takes_a_split_back_that_was_handed_out_behind_the_checkpoint) {
  model::Spec s = handed_out(1, 2, 100);
  s.checkpoints.first = 500 * millisecond, s.checkpoints.interval = 10 * second;
  s.vertices[0].pacing = model::Pacing::pauses;
  fail(s, 1500 * millisecond, 1);  // half of split 1 has been read
  const History h = run(s);
  EXPECT_EQ(times_read(h, 0, 99), 2U);
  EXPECT_EQ(times_read(h, 1, 0), 2U);
  EXPECT_EQ(times_read(h, 1, 99), 1U);
  EXPECT_EQ(h.figures.missing, 0U);
}

TEST(enumerator, goes_on_in_the_execution_that_is_resumed) {
  for (const CommandKind how : {CommandKind::stop_with_savepoint, CommandKind::cancel}) {
    model::Spec s = handed_out(1, 3, 100);
    s.vertices[0].pacing = model::Pacing::pauses;
    give(s, 1500 * millisecond, how, "end");
    resume(s);
    const History h = run(s);
    for (std::uint32_t split = 0; split < 3; ++split)
      for (std::uint32_t o = 0; o < 100; ++o) EXPECT_GE(times_read(h, split, o), 1U);
    EXPECT_EQ(h.count("source.emit"), 300U + *h.figures.reread);
    EXPECT_EQ(*h.figures.reread > 0, how == CommandKind::cancel);
    EXPECT_EQ(h.figures.missing, 0U);
    EXPECT_EQ(h.figures.final_status.back().second, "FINISHED");
  }
}

// The mine waits for the second split, which is handed out at 1 s.
TEST(enumerator, a_split_that_does_not_arrive_fails_the_job_and_is_handed_out_again) {
  model::Spec s = handed_out(1, 2, 100);
  s.vertices[0].pacing = model::Pacing::pauses;
  fail(s, 500 * millisecond, 0, 0, model::FaultKind::event_failure);
  const History h = run(s);
  EXPECT_TRUE(h.in_order({"source.emit source/0 0 0:99", "fault", "job.status run-1 RESTARTING",
                          "job.status run-1 RUNNING", "source.emit source/0 1 1:0", "job.status run-1 FINISHED"}));
  EXPECT_EQ(times_read(h, 1, 0), 1U);
}

TEST(enumerator, a_child_waits_until_its_parent_is_known_to_have_been_read) {
  const History h = run(handed_out(2, 3, 20, model::Assignment::parent_first));
  EXPECT_LT(first_read(h, 0, 19), first_read(h, 1, 0));
  EXPECT_LT(first_read(h, 1, 19), first_read(h, 2, 0));
  EXPECT_EQ(h.count("source.emit"), 60U);
  EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
}

TEST(enumerator, a_reader_reports_again_what_it_had_read_when_it_is_restored) {
  model::Spec s = handed_out(1, 3, 100, model::Assignment::parent_first);
  s.vertices[0].pacing = model::Pacing::pauses;
  for (int seed = 1; seed <= 20; ++seed) {  // the failure comes before, at and behind the end of the parent
    model::Spec failing = s;
    failing.checkpoints.first = 990 * millisecond + seed * millisecond;
    fail(failing, 1100 * millisecond, 1);
    const History h = run(failing);
    EXPECT_EQ(h.figures.final_status.front().second, "FINISHED");
    EXPECT_EQ(h.figures.missing, 0U);
  }
}

TEST(enumerator, no_snapshot_is_triggered_before_what_was_sent_has_arrived) {
  model::Spec s = handed_out(1, 1, 0);
  s.network.control = sim::Delay::constant(300 * millisecond);
  s.checkpoints.first = 10 * millisecond;
  const History h = run(s);
  const std::size_t triggered = h.find("checkpoint.triggered checkpoint 1"), stored = h.find("source.snapshot");
  ASSERT_LT(stored, h.lines.size());
  // The request, the split, its answer and the trigger cross one after the other; the trigger alone takes 300 ms.
  EXPECT_GT(h.lines[stored].t - h.lines[triggered].t, 600'000);
  EXPECT_TRUE(h.has("checkpoint.completed 1"));
}

}  // namespace
