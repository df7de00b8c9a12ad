#pragma once
// What becomes of failures: of an injected one, whether it surfaces; of checkpoints that come to nothing, how many in a
// row, and whether the job fails although nothing else can have failed it. In exploration 10 bytes.
//
// A failure surfaces as a task or a job that fails, a failed checkpoint, or an error answer. What is injected only into
// a snapshot's storage or its asynchronous part makes a checkpoint fail and no task; everything else, and every stop or
// cancel, explains whatever fails later in the same execution. A task that has not heard yet that its snapshot was
// given up takes its part of it all the same; what fails then has failed before. An event of an enumerator that is lost
// fails a subtask only while that runs (SubtaskGatewayImpl asks isStillRunning), so none whose job has left RUNNING:
// the next attempt is restored without it. `in_a_row` counts every snapshot that
// fails, so that a job that fails with fewer than are tolerated has no reason to; `counted` leaves out what some
// version does not count, so that one that goes on with more than are tolerated has none either (2(d).3).
#include <algorithm>

#include "history/expectations.hpp"
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/marked_numbers.hpp"

namespace properties {

template <class Store>
class FailureMarks {
 public:
  static constexpr std::string_view name = "failure marks";

  // Before the first event; without it none counts.
  void configure(const history::Expectations& e) {
    counts_ = static_cast<std::uint8_t>((e.counts_asynchronous ? asynchronous : 0) | (e.counts_expired ? expired : 0) |
                                        (e.counts_not_finalised ? not_finalised : 0));
  }

  bool any_fault() const { return seen_ & fault_met; }
  bool hidden() const { return now_ & unsurfaced; }            // an injected failure, so far
  bool finished_over_it() const { return seen_ & swallowed; }  // the job is FINISHED although one was hidden
  unsigned row() const { return row_; }                        // of a job that runs; by now
  unsigned counted() const { return at_trigger_; }             // the longest row behind which another was triggered
  bool any_failed_checkpoint() const { return seen_ & failed_met; }
  // The job or a task failed with nothing to fail it but `most` failed snapshots in a row.
  bool harmed(std::uint32_t most) const { return harmed_ != 0 && harmed_ - 1U <= most; }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    job_ = Store::job(e.job);
    now_ = 0, on_demand_.clear();
    begin_row();
    forget(fault_met | failed_met);
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (Store::job(e.job) == job_ && (is_stop(e.kind) || is_cancel(e.kind))) excuse();
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (!e.ok) surface();
  }
  void on(const history::Fault& e, const history::Stamp&) {
    if (e.kind.starts_with("slow")) return;
    seen_ |= fault_met;
    if (e.kind == "event-failure" && !(now_ & running)) return;
    if (!fails_only_a_snapshot(e)) {
      now_ |= unsurfaced;
      excuse();
    } else if (!(now_ & given_up)) {
      now_ |= unsurfaced;
    }
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.at.job) != job_ || e.status != history::TaskStatus::failed) return;
    surface();
    harm();
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    using S = history::JobStatus;
    if (Store::job(e.job) != job_) return;
    if (e.status == S::finished && (now_ & unsurfaced)) seen_ |= swallowed;
    if (e.status == S::restarting || e.status == S::failing) harm();
    now_ = static_cast<std::uint8_t>(e.status == S::running ? now_ | running : now_ & ~running);
    if (history::is_terminal(e.status)) forget(fault_met | failed_met);
    if (e.status == S::running) {
      now_ &= static_cast<std::uint8_t>(~given_up);
      return begin_row();  // a failure may be reported behind what it brought about
    }
    if (e.status == S::restarting || e.status == S::failing || history::is_terminal(e.status)) {
      surface();
      begin_row();
    }
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    forget(failed_met);
    if (e.kind != history::SnapshotKind::checkpoint) return on_demand_.mark(e.checkpoint);
    at_trigger_ = std::max(at_trigger_, row_);
  }
  void on(const history::CheckpointFailed& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    surface();
    seen_ |= failed_met;
    now_ |= given_up;
    if (!(now_ & excused)) history::up(in_a_row_);
    if (on_demand_.has(e.checkpoint) || !(now_ & running)) return;
    const auto says = [&](std::string_view word) { return e.reason.find(word) != e.reason.npos; };
    const bool counts = ((counts_ & asynchronous) && says("synchronous")) || ((counts_ & expired) && says("expired")) ||
                        ((counts_ & not_finalised) && says("finalize"));
    if (counts) history::up(row_);
  }
  void on(const history::CheckpointCompleted& e, const history::Stamp&) {
    if (Store::job(e.job) == job_) begin_row();
  }

 private:
  enum : std::uint8_t { fault_met = 1, failed_met = 2, swallowed = 4 };
  enum : std::uint8_t { asynchronous = 1, expired = 2, not_finalised = 4 };
  enum : std::uint8_t { unsurfaced = 1, excused = 2, running = 4, given_up = 8 };

  static bool fails_only_a_snapshot(const history::Fault& e) {
    return e.kind == "storage-failure" ||
           (e.kind == "snapshot-failure" && e.detail.find("asynchronous") != e.detail.npos);
  }
  // What was met stays met elsewhere; exploration asks every state.
  void forget(unsigned met) {
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~met);
  }
  void surface() { now_ &= static_cast<std::uint8_t>(~unsurfaced); }
  void excuse() {
    now_ |= excused;
    in_a_row_ = 0;
  }
  void begin_row() { in_a_row_ = 0, row_ = 0; }
  void harm() {
    if (now_ & excused) return;
    const auto with = static_cast<std::uint8_t>(std::min<std::uint32_t>(in_a_row_, 250) + 1);
    harmed_ = harmed_ == 0 ? with : std::min(harmed_, with);
    excuse();  // what follows is the same failure
  }

  typename Store::Job job_{};
  MarkedNumbers<Store> on_demand_;  // savepoints and stops, whose failures do not count
  std::uint8_t in_a_row_ = 0, harmed_ = 0;
  std::uint8_t row_ = 0, at_trigger_ = 0;  // periodic checkpoints in a row that failed for reasons that count
  std::uint8_t counts_ = 0;                // those reasons
  std::uint8_t now_ = 0, seen_ = 0;
};

}  // namespace properties
