#pragma once
// Which snapshots exist, and what had become of an execution's checkpoints when the next one was submitted; decides
// whether artifacts are kept and deleted as the table says, and whether a good answer names what exists.
//
// Of each ended execution a word of facts is kept, not a verdict, because only the property knows what was promised.
// The checkpoint that a FLIP-45 stop takes is counted apart from ordinary ones. In exploration 68 bytes, nearly all of
// it in the model's own state.
#include <algorithm>

#include "history/store.hpp"
#include "properties/monitors/flags.hpp"
#include "properties/monitors/marked_numbers.hpp"

namespace properties {

// What is left of one execution. Small numbers stay at their greatest value.
struct Remains {
  enum : std::uint8_t {
    submitted = 1,      // there was such an execution
    ended = 2,          // a terminal status was seen
    deleted = 4,        // some ordinary checkpoint was deleted
    gap = 8,            // an older one is left although a younger one was deleted
    stop_written = 16,  // the checkpoint of a FLIP-45 stop
    stop_left = 32,
    savepoint = 64,       // one was completed
    stop_savepoint = 128  // one was completed by a stop
  };
  std::uint8_t bits;
  std::uint8_t left;          // ordinary checkpoints that exist
  history::JobStatus status;  // the last one

  bool is(std::uint8_t bit) const { return bits & bit; }
  void set(std::uint8_t bit, bool on = true) { bits = static_cast<std::uint8_t>(on ? bits | bit : bits & ~bit); }
};
static_assert(std::has_unique_object_representations_v<Remains> && sizeof(Remains) == 3);

// Of deletions of ordinary checkpoints that none had taken the place of: counting checkpoints, a stop's savepoint too,
// or any savepoint.
struct Unreplaced {
  std::uint8_t checkpoint = 0, with_stop = 0, all = 0;  // by what the execution had come to
  enum : std::uint8_t { running = 1, canceled = 2, failed = 4 };
};

template <class Store>
class ArtifactMarks {
 public:
  static constexpr std::string_view name = "artifact marks";

  // A good answer names what does not exist. (A checkpoint on demand goes like any other, and may be gone when the
  // client hears of it.)
  bool named_missing() const { return seen_ & answer_without_artifact; }
  bool named_any() const { return seen_ & answer_with_artifact; }
  bool savepoint_deleted() const { return seen_ & deleted_savepoint; }
  bool earlier_deleted() const { return seen_ & deleted_earlier; }
  bool cleaned_up() const {
    return cleaned_up_;
  }  // a command was sent to the newest execution that only ends the experiment
  // `running`: or stopping; `canceled`: or suspended. What goes behind FINISHED is no question.
  const Unreplaced& unreplaced() const { return unreplaced_; }
  bool any_checkpoint() const { return seen_ & checkpoint_written; }
  bool overflow() const { return left_.overflow() || earlier_.overflow(); }

  // Of the newest execution, as things stand.
  Remains now() const {
    Remains r = now_;
    left_.for_each([&](typename Store::Artifact, const Entry& e) {
      if (e.kind == of_stop) r.set(Remains::stop_left);
      if (e.kind != ordinary) return;
      history::up(r.left);
      if (r.is(Remains::deleted) && e.checkpoint < youngest_deleted_) r.set(Remains::gap);
    });
    return r;
  }
  // Calls f(Remains) for each execution that a later one has followed, as it was at that moment.
  template <class F>
  void for_each_earlier(F&& f) const {
    earlier_.for_each([&](typename Store::Job, const Remains& r) { f(r); });
  }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    if (now_.is(Remains::submitted)) earlier_.get(job_) = now();
    left_.for_each([](typename Store::Artifact, Entry& entry) {
      entry.kind = is_savepoint(entry.kind) ? savepoint : inherited;
      if (entry.kind == savepoint) entry.checkpoint = 0;
    });
    job_ = Store::job(e.job);
    now_ = {Remains::submitted, 0, history::JobStatus::created};
    stops_.clear(), youngest_deleted_ = 0;
    cleaned_up_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    now_.status = e.status;
    now_.set(Remains::ended, history::is_terminal(e.status));
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) {
    using K = history::SnapshotKind;
    if (e.kind != K::suspend && e.kind != K::terminate) return;
    stops_.mark(e.checkpoint);
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    const bool by_stop = stops_.has(e.checkpoint);
    if (e.kind == history::ArtifactKind::savepoint) {
      now_.set(Remains::savepoint);
      if (by_stop) now_.set(Remains::stop_savepoint);
    } else {
      seen_ |= checkpoint_written;
      if (by_stop) now_.set(Remains::stop_written);
    }
    const bool is_checkpoint = e.kind == history::ArtifactKind::checkpoint;
    const Kind kind = by_stop ? (is_checkpoint ? of_stop : savepoint_of_stop) : is_checkpoint ? ordinary : savepoint;
    left_.get(Store::artifact(e.artifact)) = {number, kind};
  }
  void on(const history::ArtifactDeleted& e, const history::Stamp&) {
    const Entry* found = left_.find(Store::artifact(e.artifact));
    if (!found) return;
    if (is_savepoint(found->kind)) seen_ |= deleted_savepoint;
    if (found->kind == inherited) seen_ |= deleted_earlier;
    if (found->kind == ordinary) {
      now_.set(Remains::deleted);
      youngest_deleted_ = std::max(youngest_deleted_, found->checkpoint);
      note_unreplaced(found->checkpoint);
    }
    left_.erase(Store::artifact(e.artifact));
  }
  void on(const history::Command& e, const history::Stamp&) {
    if (e.cleanup && Store::job(e.job) == job_) cleaned_up_ = 1;
    if (e.kind == history::CommandKind::checkpoint) manual_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (!e.ok || e.artifact == history::no_artifact) return;
    seen_ |= answer_with_artifact;
    if (!manual_.contains(e.id) && !left_.find(Store::artifact(e.artifact))) seen_ |= answer_without_artifact;
  }

 private:
  enum : std::uint8_t {
    answer_with_artifact = 1,
    answer_without_artifact = 2,
    deleted_savepoint = 4,
    deleted_earlier = 8,
    checkpoint_written = 16
  };
  // inherited: a checkpoint of an earlier execution
  enum Kind : std::uint8_t { ordinary, of_stop, savepoint, savepoint_of_stop, inherited };
  struct Entry {
    typename Store::Checkpoint checkpoint;
    Kind kind;
  };

  static bool is_savepoint(Kind k) { return k == savepoint || k == savepoint_of_stop; }
  void note_unreplaced(typename Store::Checkpoint number) {
    using S = history::JobStatus;
    if (now_.status == S::finished) return;
    bool checkpoint = false, with_stop = false, all = false;
    left_.for_each([&](typename Store::Artifact, const Entry& e) {
      if (e.kind == inherited || e.checkpoint <= number) return;
      all = true;
      with_stop = with_stop || e.kind != savepoint;
      checkpoint = checkpoint || !is_savepoint(e.kind);
    });
    const std::uint8_t when = !now_.is(Remains::ended)   ? Unreplaced::running
                              : now_.status == S::failed ? Unreplaced::failed
                                                         : Unreplaced::canceled;
    if (!checkpoint) unreplaced_.checkpoint |= when;
    if (!with_stop) unreplaced_.with_stop |= when;
    if (!all) unreplaced_.all |= when;
  }

  typename Store::template Map<typename Store::Artifact, Entry, 8> left_;
  typename Store::template Map<typename Store::Job, Remains, 3> earlier_;
  typename Store::Job job_{};
  MarkedNumbers<Store> stops_;  // the snapshots of stops; another may be asked for before the first is complete (M3)
  typename Store::Checkpoint youngest_deleted_{};  // 0: none
  Remains now_{};
  std::uint8_t seen_ = 0, cleaned_up_ = 0;
  Flags<Store> manual_;  // commands that ask for a checkpoint
  Unreplaced unreplaced_;
  std::uint8_t zero_[3] = {};
};

}  // namespace properties
