#pragma once
// Event time across a cut: for each snapshot still being taken the least watermark that a source had sent before its
// own part, and the greatest that an operator with state had seen before its. What was sent behind the cut and seen
// before it belongs to no consistent cut (Chandy, Lamport 1985). It needs every source to feed every such operator, as
// where there is one operator with windows. A source that has ended has sent the greatest watermark, of which no
// recorded source tells: nothing is held against that one. Where no source tells of any, as in recordings of old
// versions, nothing is judged. In exploration 72 bytes, all of it in the model's own state; carried where there are
// windows.
#include <limits>

#include "history/store.hpp"
#include "properties/monitors/by_task.hpp"
#include "properties/monitors/event_mark.hpp"
#include "properties/monitors/newest_attempt.hpp"

namespace properties {

template <class Store>
class CutWatermarks {
 public:
  static constexpr std::string_view name = "cut watermarks";

  bool compared() const {
    if constexpr (!Store::bounded) return seen_ & judged;
    bool any = false;
    taken_.for_each([&](typename Store::Checkpoint, const Taken& t) { any = any || t.heard > 0; });
    return any;
  }
  bool crossed() const { return seen_ & from_behind; }
  bool overflow() const { return tasks_.overflow() || taken_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    attempt_.submitted(e.job);
    tasks_.clear(), taken_.clear();
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) { taken_.get(Store::checkpoint(e.checkpoint)); }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::Watermark& e, const history::Stamp&) {
    if (belongs(e.at)) tasks_.at(e.at.task) = event_mark<Mark>(e.value);
  }
  void on(const history::SourceEnd& e, const history::Stamp&) {
    if (belongs(e.at)) tasks_.at(e.at.task) = greatest;
  }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    Taken* t = belongs(e.at) ? taken_.find(Store::checkpoint(e.checkpoint)) : nullptr;
    if (!t) return;
    const Mark sent = tasks_.at(e.at.task);
    if (!(t->sources & some) || sent < t->sent) t->sent = sent;
    t->sources = static_cast<Mark>(t->sources | (sent > 0 ? some | told : some));
  }
  void on(const history::OpSnapshot& e, const history::Stamp&) {
    Taken* t = belongs(e.at) ? taken_.find(Store::checkpoint(e.checkpoint)) : nullptr;
    const Mark heard = tasks_.at(e.at.task);
    if (t && heard != greatest && heard > t->heard) t->heard = heard;
    if constexpr (!Store::bounded)
      if (t && t->heard > 0) seen_ |= judged;
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto number = Store::checkpoint(e.checkpoint);
    const Taken* t = taken_.find(number);
    if (!t) return;
    if (t->sources & told && t->heard > t->sent) seen_ |= from_behind;
    taken_.erase(number);
  }

 private:
  enum : std::uint8_t { judged = 1, from_behind = 2 };
  enum : std::uint8_t { some = 1, told = 2 };  // parts of sources; of one that had told of a watermark
  // Small in exploration; times that do not fit are all the greatest, which nothing is held against.
  using Mark = std::conditional_t<Store::bounded, std::uint16_t, std::int64_t>;
  static constexpr Mark greatest = std::numeric_limits<Mark>::max();
  struct Taken {
    Mark sent, heard;
    Mark sources;
  };

  bool belongs(const history::At& at) {
    const auto step = attempt_.seen(at);
    if (step == NewestAttempt<Store>::Step::newer) tasks_.clear();  // what was being taken is given up in its own event
    return step != NewestAttempt<Store>::Step::older;
  }

  ByTask<Store, Mark> tasks_;
  typename Store::template Map<typename Store::Checkpoint, Taken, 4> taken_;
  NewestAttempt<Store> attempt_;
  std::uint8_t seen_ = 0, zero_ = 0;
};

}  // namespace properties
