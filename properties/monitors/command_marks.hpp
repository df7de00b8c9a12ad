#pragma once
// What became of each command: asked, answered, and whether its job has ended. In exploration 28 bytes.
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
  bool stop_pending() const {
    return exists([](const Mark& m) { return is_stop(m.kind) && pending(m); });
  }
  // The execution was given more than one stop.
  bool several_stops() const {
    unsigned n = 0;
    asked_.for_each([&](auto, const Mark& m) { n += is_stop(m.kind) && m.job == job_ && !(m.bits & cleanup); });
    return n > 1;
  }
  bool cancel_pending() const {
    return exists([](const Mark& m) { return is_cancel(m.kind) && pending(m); });
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
  bool overflow() const { return asked_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    // How earlier commands went is settled; exploration forgets it.
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~(stop_ok | failover_in_stop));
    asked_.for_each([&](auto, Mark& m) {
      m.bits |= ended;
      if (wrongly_ok(m)) seen_ |= ended_otherwise;
      if constexpr (!Store::bounded)
        if (promises_snapshot(m.kind) && (m.bits & ok)) seen_ |= snapshot_stop_ok;
      if (m.bits & answered) m.bits &= answered | ended | cleanup;  // else an answer may still be on its way
    });
    job_ = Store::job(e.job), job_ended_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    job_ended_ = history::is_terminal(e.status);
    asked_.for_each([&](auto, Mark& m) {
      if (m.job != job_) return;
      m.bits = static_cast<std::uint8_t>(m.bits & ~(ended | finished));
      if (job_ended_) m.bits |= ended;
      if (e.status == history::JobStatus::finished) m.bits |= finished;
    });
    if (e.status == history::JobStatus::restarting || e.status == history::JobStatus::failing) note_failover();
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (e.status == history::TaskStatus::failed) note_failover();
  }
  void on(const history::Command& e, const history::Stamp&) {
    Mark& m = asked_.get(Store::command(e.id));
    m.job = Store::job(e.job), m.kind = e.kind;
    if (e.cleanup) m.bits |= cleanup;
    if (m.job != job_ || job_ended_) m.bits |= ended;
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    Mark* const asked = asked_.find(Store::command(e.id));
    if (!asked) return;  // of a command that nobody gave: no history and no model has one
    Mark& m = *asked;
    if (m.bits & answered) seen_ |= twice;
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~failover_in_stop);
    m.bits |= answered;
    if (!e.ok) return;
    m.bits |= ok;
    if (is_stop(m.kind)) seen_ |= stop_ok;
    if (promises_snapshot(m.kind) && !(m.bits & ended)) seen_ |= ok_before_end;
  }

 private:
  enum : std::uint8_t { answered = 1, ok = 2, ended = 4, finished = 8, cleanup = 16 };
  enum : std::uint8_t {
    twice = 1,
    stop_ok = 2,
    failover_in_stop = 4,
    ok_before_end = 8,
    ended_otherwise = 16,
    snapshot_stop_ok = 32
  };
  struct Mark {
    typename Store::Job job;
    history::CommandKind kind;
    std::uint8_t bits;
  };

  static bool wrongly_ok(const Mark& m) {
    return promises_snapshot(m.kind) && (m.bits & ok) && (m.bits & ended) && !(m.bits & finished);
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
  std::uint8_t job_ended_ = 0, seen_ = 0, zero_ = 0;
};

}  // namespace properties
