#pragma once
// Where each split stands: the offset after the last one that its newest attempt emitted, or the position that it was
// put back to. Decides "stop, then resume, never replays": between the good answer of a stop and the first record of
// the execution resumed from its artifact, the mark is what that record must be. In exploration 10 bytes, most of it
// equal to what the model holds itself.
//
// A split that is handed out is given no position: when the job runs again it stands at no place yet, and its next
// reader may begin anywhere.
#include "history/expectations.hpp"
#include "history/store.hpp"
#include "properties/monitors/command_marks.hpp"
#include "properties/monitors/flags.hpp"

namespace properties {

template <class Store>
class SourceMarks {
 public:
  static constexpr std::string_view name = "source marks";

  bool compared() const { return seen_ & compared_once; }
  bool replayed_or_skipped() const { return seen_ & differs; }
  bool overflow() const { return false; }

  void configure(const history::Expectations& e) {
    if (!e.split_ends.empty()) seen_ |= handed_out;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!(seen_ & handed_out) || e.status != history::JobStatus::running) return;
    typename Store::Positions known;
    next_.for_each([&](history::SplitId s, history::Offset next) {
      if (awaited_.contains(s)) known.set(s, next);
    });
    next_ = known;
  }

  void on(const history::Command& e, const history::Stamp&) {
    if (is_stop(e.kind)) stops_.insert(e.id);
  }
  void on(const history::CommandResult& e, const history::Stamp&) {
    if (e.ok && e.artifact != history::no_artifact && stops_.contains(e.id))
      artifact_ = Store::artifact(e.artifact), has_artifact_ = 1;
  }
  void on(const history::JobSubmitted& e, const history::Stamp&) {
    awaited_.clear(), stops_.clear();
    if (has_artifact_ && Store::artifact(e.restored_from) == artifact_)
      next_.for_each([&](history::SplitId s, history::Offset) { awaited_.insert(s); });
    has_artifact_ = 0, artifact_ = 0;
  }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    for (const history::Position& p : e.positions) {
      if (awaited_.contains(p.split)) continue;  // the mark is still that of the stopped execution
      next_.set(p.split, p.next);
    }
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if constexpr (Store::bounded) seen_ &= differs | handed_out;
    const auto [split, offset] = e.rec;
    if (awaited_.contains(split)) {
      seen_ |= compared_once;
      if (offset != next_.at(split)) seen_ |= differs;
      awaited_.erase(split);
    }
    next_.set(split, offset + 1);
  }

 private:
  enum : std::uint8_t { compared_once = 1, differs = 2, handed_out = 4 };
  typename Store::Positions next_;
  Flags<Store> awaited_, stops_;  // splits, commands
  std::uint8_t seen_ = 0, has_artifact_ = 0;
  typename Store::Artifact artifact_{};  // of the last good stop, until an execution is submitted
};

}  // namespace properties
