#pragma once
// What became of each command: asked, answered, and whether its job has ended. In exploration 24 bytes.
//
// Whether an error answer is true shows in what became of the job: it went to CANCELLING, or to FINISHED, although each
// cancel or stop of it was answered with an error (one whose sources were all restored without a split and have read
// nothing may end by itself: a snapshot taken behind a stop holds them as finished, FLIP-147); or the savepoint that
// was refused had been written, while no other command of the job was waiting for one.
//
// An execution before the newest one counts as ended. A command that only ends the experiment may stay open
// (`cleanup`). SUSPENDED followed by another status (high availability) takes an end back.
#include "history/store.hpp"

namespace properties {

constexpr bool is_stop(history::CommandKind k) {
  using K = history::CommandKind;
  return k == K::stop || k == K::stop_with_savepoint || k == K::stop_with_checkpoint;
}
constexpr bool is_cancel(history::CommandKind k) {
  return k == history::CommandKind::cancel || k == history::CommandKind::cancel_with_savepoint;
}
constexpr bool promises_snapshot(history::CommandKind k) {
  return k == history::CommandKind::stop_with_savepoint || k == history::CommandKind::stop_with_checkpoint;
}
constexpr bool takes_savepoint(history::CommandKind k) {
  using K = history::CommandKind;
  return k == K::savepoint || k == K::cancel_with_savepoint || k == K::stop_with_savepoint;
}

template <class Store>
class CommandMarks {
 public:
  static constexpr std::string_view name = "command marks";

  bool any() const { return asked_.size() != 0; }
  bool any_stop() const {
    return exists([](const Mark& m) { return is_stop(m.kind); });
  }
  bool any_cancel() const {
    return exists([](const Mark& m) { return is_cancel(m.kind); });
  }
  bool answered_twice() const { return seen_ & twice; }
  bool unanswered_after_end() const {
    return exists([](const Mark& m) { return !(m.bits & (answered | cleanup)) && (m.bits & ended); });
  }
  // Not refused, and the job still lives. (A legacy stop is answered at once, long before its job ends: M20.)
  // `forgets`: but for such a one whose job has failed over since.
  bool stop_pending(bool forgets) const {
    return exists([&](const Mark& m) {
      const bool gone = m.kind == history::CommandKind::stop && (m.bits & ok) && (m.bits & failed_over);
      return is_stop(m.kind) && pending(m) && !(forgets && gone);
    });
  }
  // The execution was given more than one stop.
  bool several_stops() const {
    unsigned n = 0;
    asked_.for_each([&](auto, const Mark& m) { n += is_stop(m.kind) && m.job == job_ && !(m.bits & cleanup); });
    return n > 1;
  }
  // Some execution was asked for more than one snapshot.
  bool several_snapshots() const {
    return exists([this](const Mark& first) {
      unsigned n = 0;
      asked_.for_each([&](auto, const Mark& m) { n += m.job == first.job && asks_for_snapshot(m.kind); });
      return n > 1;
    });
  }
  // The execution was asked for a savepoint or a checkpoint beside its end, and has not answered yet.
  bool savepoint_pending() const {
    using K = history::CommandKind;
    return exists([this](const Mark& m) {
      return (m.kind == K::savepoint || m.kind == K::checkpoint) && m.job == job_ && !(m.bits & (answered | ended));
    });
  }
  // `with_savepoint`: one that waits for its savepoint counts, too.
  bool cancel_pending(bool with_savepoint) const {
    return exists([&](const Mark& m) {
      const bool waits = m.kind == history::CommandKind::cancel_with_savepoint && !(m.bits & answered);
      return is_cancel(m.kind) && pending(m) && (with_savepoint || !waits);
    });
  }
  bool any_good_snapshot_stop() const {
    return (seen_ & snapshot_stop_ok) ||
           exists([](const Mark& m) { return promises_snapshot(m.kind) && (m.bits & ok); });
  }
  // Answered ok although the job ended otherwise than FINISHED.
  bool ok_but_not_finished() const { return (seen_ & ended_otherwise) || exists(&wrongly_ok); }
  bool ok_but_running() const {
    return exists([](const Mark& m) { return promises_snapshot(m.kind) && (m.bits & ok) && !(m.bits & ended); });
  }
  bool answered_ok_while_running() const { return seen_ & ok_before_end; }
  bool stop_succeeded() const { return seen_ & stop_ok; }
  bool failed_over_during_stop() const { return seen_ & failover_in_stop; }
  bool ok_without_artifact() const { return seen_ & nothing_named; }
  bool any_error() const {
    if constexpr (Store::bounded)
      return exists([&](const Mark& m) { return m.job == job_ && (m.bits & answered) && !(m.bits & ok); });
    else
      return seen_ & error_answered;
  }
  bool cancelled_though_refused() const {
    return (untrue_ & refused_cancel) || ((now_ & cancelling) && refused(&is_cancel));
  }
  bool finished_though_refused() const {
    return (untrue_ & refused_stop) || ((now_ & job_finished) && (now_ & reads) && refused(&is_stop));
  }
  bool written_though_refused() const { return untrue_ & refused_savepoint; }
  bool overflow() const { return asked_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    // How earlier commands went is settled; exploration forgets it.
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~(stop_ok | failover_in_stop));
    if (cancelled_though_refused()) untrue_ |= refused_cancel;
    if (finished_though_refused()) untrue_ |= refused_stop;
    asked_.for_each([&](auto, Mark& m) {
      m.bits |= ended;
      if (wrongly_ok(m)) seen_ |= ended_otherwise;
      if constexpr (!Store::bounded)
        if (promises_snapshot(m.kind) && (m.bits & ok)) seen_ |= snapshot_stop_ok;
      if (m.bits & answered) m.bits &= answered | ended | cleanup;  // else an answer may still be on its way
    });
    job_ = Store::job(e.job), now_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    now_ &= cancelling | reads;
    if (e.status == history::JobStatus::cancelling) now_ |= cancelling;
    if (history::is_terminal(e.status)) now_ |= job_ended;
    if (e.status == history::JobStatus::finished) now_ |= job_finished;
    asked_.for_each([&](auto, Mark& m) {
      if (m.job != job_) return;
      m.bits = static_cast<std::uint8_t>(m.bits & ~(ended | finished));
      if (now_ & job_ended) m.bits |= ended;
      if (e.status == history::JobStatus::finished) m.bits |= finished;
    });
    using S = history::JobStatus;
    if (e.status == S::restarting || e.status == S::failing) note_failover();
    if (e.status != S::restarting && e.status != S::failing && e.status != S::suspended) return;
    asked_.for_each([&](auto, Mark& m) {
      if (m.job == job_ && m.kind == history::CommandKind::stop) m.bits |= failed_over;
    });
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (e.status == history::TaskStatus::failed) note_failover();
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (Store::job(e.at.job) == job_ && (!e.positions.empty() || e.from_checkpoint == history::no_checkpoint))
      now_ |= reads;
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if (Store::job(e.at.job) == job_) now_ |= reads;
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    if (e.kind != history::ArtifactKind::savepoint || Store::job(e.job) != job_) return;
    unsigned waiting = 0;
    asked_.for_each([&](auto, const Mark& m) { waiting += waits_for_savepoint(m); });
    if (waiting == 1)
      asked_.for_each([&](auto, Mark& m) {
        if (waits_for_savepoint(m)) m.bits |= fulfilled;
      });
  }
  void on(const history::Command& e, const history::Stamp&) {
    Mark& m = asked_.get(Store::command(e.id));
    m.job = Store::job(e.job), m.kind = e.kind;
    if (e.cleanup) m.bits |= cleanup;
    if (m.job != job_ || (now_ & job_ended)) m.bits |= ended;
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    Mark* const asked = asked_.find(Store::command(e.id));
    if (!asked) return;  // of a command that nobody gave: no history and no model has one
    Mark& m = *asked;
    if (m.bits & answered) seen_ |= twice;
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~failover_in_stop);
    m.bits |= answered;
    if (!e.ok) {
      if constexpr (!Store::bounded)
        if (m.job == job_ && !(m.bits & ok)) seen_ |= error_answered;
      if (m.kind == history::CommandKind::savepoint && (m.bits & fulfilled)) untrue_ |= refused_savepoint;
      return;
    }
    m.bits |= ok;
    if ((promises_snapshot(m.kind) || takes_savepoint(m.kind)) && e.artifact == history::no_artifact)
      seen_ |= nothing_named;
    if (is_stop(m.kind)) seen_ |= stop_ok;
    if (promises_snapshot(m.kind) && !(m.bits & ended)) seen_ |= ok_before_end;
  }

 private:
  enum : std::uint8_t { answered = 1, ok = 2, ended = 4, finished = 8, cleanup = 16, fulfilled = 32, failed_over = 64 };
  enum : std::uint8_t {
    twice = 1,
    stop_ok = 2,
    failover_in_stop = 4,
    ok_before_end = 8,
    ended_otherwise = 16,
    snapshot_stop_ok = 32,
    nothing_named = 64,
    error_answered = 128
  };
  enum : std::uint8_t { job_ended = 1, job_finished = 2, cancelling = 4, reads = 8 };
  enum : std::uint8_t { refused_cancel = 1, refused_stop = 2, refused_savepoint = 4 };
  struct Mark {
    typename Store::Job job;
    history::CommandKind kind;
    std::uint8_t bits;
  };

  static bool wrongly_ok(const Mark& m) {
    return promises_snapshot(m.kind) && (m.bits & ok) && (m.bits & ended) && !(m.bits & finished);
  }
  static bool asks_for_snapshot(history::CommandKind k) {
    return takes_savepoint(k) || promises_snapshot(k) || k == history::CommandKind::checkpoint;
  }
  bool waits_for_savepoint(const Mark& m) const {
    return takes_savepoint(m.kind) && m.job == job_ && !(m.bits & (answered | ended));
  }
  // The job was given commands of that kind, and each was answered with an error.
  bool refused(bool (*kind)(history::CommandKind)) const {
    bool some = false, all = true;
    asked_.for_each([&](auto, const Mark& m) {
      if (m.job != job_ || !kind(m.kind)) return;
      some = true;
      all = all && (m.bits & answered) && !(m.bits & ok);
    });
    return some && all;
  }
  static bool pending(const Mark& m) {
    const bool refused = (m.bits & answered) && !(m.bits & ok);
    return !refused && !(m.bits & (ended | cleanup));
  }
  template <class F>
  bool exists(F&& f) const {
    bool found = false;
    asked_.for_each([&](auto, const Mark& m) { found = found || f(m); });
    return found;
  }
  void note_failover() {
    if (exists([](const Mark& m) { return is_stop(m.kind) && !(m.bits & answered) && !(m.bits & ended); }))
      seen_ |= failover_in_stop;
  }

  typename Store::template Map<typename Store::Command, Mark, 4> asked_;
  typename Store::Job job_{};
  std::uint8_t now_ = 0, seen_ = 0, untrue_ = 0;  // `now_`: what the newest execution has come to
};

}  // namespace properties
