#pragma once
// The transactions that are pre-committed and have not ended, and which of them are due: their sink was told that their
// checkpoint is complete, or an execution was started from the snapshot that names them. Decides whether commits come
// when they are due, in order and once. In exploration 96 bytes, all of it in the model's own state.
//
// Which sink a transaction belongs to is said by who pre-committed it; with Sink V2 another task commits it and is not
// heard to be told, so that there a commit left out shows at the next one. What an earlier execution or attempt left
// and no snapshot names that will be asked any more is forgotten when the next one begins: a sink that begins a
// transaction with its first output may begin none for long, and younger snapshots name others.
#include <algorithm>

#include "history/store.hpp"

namespace properties {

template <class Store>
class CommitMarks {
 public:
  static constexpr std::string_view name = "commit marks";

  bool any() const {
    if constexpr (Store::bounded)
      return pending_.size() != 0;
    else
      return seen_ & any_pending;
  }
  bool left_out() const { return seen_ & passed_over; }
  // Of the snapshot of a stop; beside another one that its execution triggered, told apart.
  bool left_at_finish() const { return seen_ & over_at_finish; }
  bool left_at_finish_of_two() const { return seen_ & over_behind_two; }
  bool committed_unasked() const { return seen_ & not_pending; }
  bool overflow() const { return pending_.overflow() || (seen_ & cut); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    const bool newest = has_artifact_ && Store::artifact(e.restored_from) == artifact_;
    keep([&](const Mark& m) { return newest && m.job == job_ && named_by(m, checkpoint_); });
    job_ = Store::job(e.job), attempt_ = 0, has_artifact_ = 0, artifact_ = 0, checkpoint_ = newest_checkpoint_ = 0;
    stop_number_ = stopped_ = two_stops_ = 0;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (e.kind != K::suspend && e.kind != K::terminate) return;
    two_stops_ = stop_number_ != 0;
    stop_number_ = Store::checkpoint(e.checkpoint);
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto checkpoint = Store::checkpoint(e.checkpoint);
    if (e.kind == history::ArtifactKind::checkpoint && checkpoint > newest_checkpoint_) newest_checkpoint_ = checkpoint;
    if (checkpoint == stop_number_) stopped_ = checkpoint;
    if (checkpoint < checkpoint_) return;
    has_artifact_ = 1, artifact_ = Store::artifact(e.artifact), checkpoint_ = checkpoint;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    // What is behind the stop's snapshot (a checkpoint that came to a task before it ended) may stay open: it is empty.
    if (e.status == history::JobStatus::finished &&
        any([&](const Mark& m) { return m.job == Store::job(e.job) && named_by(m, stopped_); }))
      seen_ |= two_stops_ ? over_behind_two : over_at_finish;
  }

  // A task that has FINISHED is in no later snapshot: what it leaves pre-committed is named by those only that are
  // complete, and by the one that it was pre-committed for (a legacy stop; where nothing waits for a last checkpoint).
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    meets(e.at);
    if (e.status != history::TaskStatus::finished) return;
    pending_.for_each([&](typename Store::Txn, Mark& m) {
      if (of(m, e.at)) m.last = std::max(m.checkpoint, checkpoint_);
    });
  }
  void on(const history::SinkWrite& e, const history::Stamp&) { works(e.at); }
  void on(const history::TxnBegin& e, const history::Stamp&) {
    works(e.at);
    note(any([&](const Mark& m) { return earlier(m, e.at); }));
    keep([&](const Mark& m) { return !earlier(m, e.at); });
  }
  void on(const history::TxnPrecommit& e, const history::Stamp&) {
    works(e.at);
    pending_.get(Store::txn(e.txn)) = {Store::checkpoint(e.checkpoint), 0, Store::job(e.at.job), Store::task(e.at.task),
                                       Store::attempt(e.at.attempt),    0};
    if constexpr (!Store::bounded) seen_ |= any_pending;
  }
  void on(const history::NotifyCompleted& e, const history::Stamp&) {
    works(e.at);
    pending_.for_each([&](typename Store::Txn, Mark& m) {
      if (of(m, e.at) && m.checkpoint <= Store::checkpoint(e.checkpoint)) m.due = 1;
    });
  }
  void on(const history::TxnCommit& e, const history::Stamp&) {
    meets(e.at);
    const Mark* found = pending_.find(Store::txn(e.txn));
    if (!found) {
      if (!e.repeat && !e.recovered) seen_ |= not_pending;
      return;
    }
    const Mark committing = *found;
    if (e.repeat) seen_ |= passed_over;  // the first time was left out
    pending_.erase(Store::txn(e.txn));
    note(any([&](const Mark& m) {
      return m.task == committing.task && m.job == committing.job && m.attempt == committing.attempt &&
             m.checkpoint < committing.checkpoint;
    }));
  }
  void on(const history::TxnAbort& e, const history::Stamp&) { pending_.erase(Store::txn(e.txn)); }
  void on(const history::TxnExpire& e, const history::Stamp&) { pending_.erase(Store::txn(e.txn)); }

 private:
  enum : std::uint8_t {
    any_pending = 1,
    passed_over = 2,
    not_pending = 4,
    cut = 8,
    over_at_finish = 16,
    over_behind_two = 32
  };
  struct Mark {
    typename Store::Checkpoint checkpoint, last;  // of the snapshots that may name it; `last` 0: not known yet
    typename Store::Job job;
    typename Store::Task task;
    typename Store::Attempt attempt;
    std::uint8_t due;
  };
  using Pending = typename Store::template Map<typename Store::Txn, Mark, 8>;

  static bool of(const Mark& m, const history::At& at) {
    return m.job == Store::job(at.job) && m.task == Store::task(at.task) && m.attempt == Store::attempt(at.attempt);
  }
  template <class F>
  bool any(F&& f) const {
    bool found = false;
    pending_.for_each([&](typename Store::Txn, const Mark& m) { found = found || f(m); });
    return found;
  }
  void note(bool wrong) {
    if (wrong) seen_ |= passed_over;
  }
  static bool named_by(const Mark& m, typename Store::Checkpoint snapshot) {
    return m.checkpoint <= snapshot && (m.last == 0 || snapshot <= m.last);
  }
  static bool earlier(const Mark& m, const history::At& at) {
    return m.task == Store::task(at.task) && (m.job != Store::job(at.job) || m.attempt < Store::attempt(at.attempt));
  }
  template <class F>
  void keep(F&& f) {
    if (pending_.overflow()) seen_ |= cut;
    Pending kept;
    pending_.for_each([&](typename Store::Txn txn, const Mark& m) {
      if (f(m)) kept.get(txn) = m;
    });
    pending_ = kept;
  }
  // The first sign of a new attempt, which was put back to a snapshot no older than the newest checkpoint. What earlier
  // attempts have pre-committed behind that one nobody names.
  void meets(const history::At& at) {
    if (Store::job(at.job) != job_ || Store::attempt(at.attempt) <= attempt_) return;
    attempt_ = Store::attempt(at.attempt);
    keep([&](const Mark& m) { return m.job != job_ || named_by(m, newest_checkpoint_); });
  }
  // A sink commits what is due before it does anything else.
  void works(const history::At& at) {
    meets(at);
    note(any([&](const Mark& m) { return m.due && of(m, at); }));
  }

  Pending pending_;
  typename Store::Artifact artifact_{};  // the newest of the newest execution
  typename Store::Job job_{};
  typename Store::Attempt attempt_{};                              // the newest one of that execution
  typename Store::Checkpoint checkpoint_{}, newest_checkpoint_{};  // numbers: of `artifact_`, of a checkpoint
  typename Store::Checkpoint stop_number_{}, stopped_{};  // of the last stop, and once its snapshot is complete
  std::uint8_t has_artifact_ = 0, two_stops_ = 0, seen_ = 0, zero_[1] = {};
};

}  // namespace properties
