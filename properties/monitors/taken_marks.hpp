#pragma once
// What became, inside the newest attempt, of the records that its sources handed on: taken by some task, and written by
// a sink. Decides whether an attempt writes a record twice, whether all that was handed on was taken when the job is
// FINISHED, and whether a job that runs on goes on. In exploration 24 bytes.
#include "history/store.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class TakenMarks {
 public:
  static constexpr std::string_view name = "taken marks";

  bool wrote() const {
    if constexpr (Store::bounded)
      return !written_.empty();
    else
      return seen_ & any_written;
  }
  bool wrote_twice() const { return seen_ & written_again; }
  bool finished() const { return seen_ & job_finished; }
  bool left_untaken() const { return seen_ & untaken; }
  bool ended() const { return now_ & job_ended; }
  bool submitted_yet() const { return now_ != 0; }
  // The job is RUNNING with an attempt that has not ended, which has taken all that it handed on and has read each of
  // `splits` splits up to `budget`; 0: without limit.
  bool goes_on(std::uint32_t splits, std::uint32_t budget) const {
    if (!(now_ & job_running) || over_) return false;
    for (history::SplitId s = 0; budget != 0 && s < splits; ++s)
      if (finished_before_ && !next_.has(s) && !from_.has(s))
        continue;
      else if (!next_.has(s) ? !from_.has(s) || from_.at(s) < budget : next_.at(s) < budget)
        return false;
    return !any_untaken();
  }
  bool overflow() const { return false; }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    if constexpr (Store::bounded) seen_ &= static_cast<std::uint8_t>(~job_finished);
    attempt_.submitted(e.job);
    begin();
    now_ = submitted;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!attempt_.of_newest(e.job)) return;
    now_ = e.status == history::JobStatus::running ? submitted | job_running
           : history::is_terminal(e.status)        ? submitted | job_ended
                                                   : submitted;
    if (e.status == history::JobStatus::finished && !over_) finish();
    if (history::is_terminal(e.status)) end();
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    using S = history::TaskStatus;
    if (belongs(e.at) && (e.status == S::failed || e.status == S::canceling || e.status == S::canceled)) end();
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    if (e.from_checkpoint != history::no_checkpoint && e.positions.empty()) finished_before_ = 1;
    for (const history::Position& p : e.positions)
      if (!from_.has(p.split)) from_.set(p.split, p.next);
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    if (!from_.has(e.rec.split)) from_.set(e.rec.split, e.rec.offset);
    next_.set(e.rec.split, e.rec.offset + 1);
  }
  void on(const history::OpProcess& e, const history::Stamp&) {
    if (belongs(e.at)) taken_.insert(history::RecordRange{e.rec.split, e.rec.offset, e.rec.offset});
  }
  void on(const history::SinkWrite& e, const history::Stamp&) {
    if (!belongs(e.at)) return;
    if constexpr (!Store::bounded) seen_ |= any_written;
    for (const history::RecordRange& r : e.recs) {
      written_.insert(r, [&](history::RecordRange) { seen_ |= written_again; });
      taken_.insert(r);
    }
  }

 private:
  enum : std::uint8_t { any_written = 1, written_again = 2, job_finished = 4, untaken = 8 };
  enum : std::uint8_t { submitted = 1, job_running = 2, job_ended = 4 };

  void begin() {
    end();
    over_ = 0;
  }
  void end() {
    taken_.clear(), written_.clear();
    from_ = {}, next_ = {};
    over_ = 1, finished_before_ = 0;
  }
  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) begin();
    return !over_ && step != NewestAttempt<Store>::Step::older;
  }
  void finish() {
    if (!next_.empty()) seen_ |= job_finished;
    if (any_untaken()) seen_ |= untaken;
  }
  bool any_untaken() const {
    bool any = false;
    next_.for_each([&](history::SplitId s, history::Offset next) {
      for (history::Offset o = from_.at(s); o < next && !any; ++o) any = !taken_.contains({s, o});
    });
    return any;
  }

  typename Store::Records taken_, written_;
  typename Store::Positions from_, next_;  // of the attempt: where it began, and where it stands
  NewestAttempt<Store> attempt_;
  std::uint8_t over_ = 0, seen_ = 0;
  std::uint8_t now_ = 0;  // what the newest execution has come to
  std::uint8_t finished_before_ =
      0;  // a source was restored without a split: a snapshot may hold its splits as finished
  std::uint8_t zero_[2] = {};
};

}  // namespace properties
