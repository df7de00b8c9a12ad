#pragma once
// Whether a complete snapshot is a consistent cut: the records in the operators' state under one number are those
// before the sources' positions under the same number, each once. Snapshots still being taken wait here; of complete
// ones only the verdict stays.
//
// Events name tasks, not vertices, so the parts of all operators are taken together: with V stateful vertices every
// record below the positions must be counted V times, none beyond, and the union must be exactly those below. An error
// of one vertex that another one makes good in number and in record (missing here, twice there) is not seen. Where an
// operator lists no records only numbers count. A checkpoint that holds data in its channels is left out: what is in a
// channel is in no operator yet. So is one that lacks a split when some task has FINISHED before: a finished source has
// no part in a snapshot, nor in what is resumed from it. Behind a record that was dropped as late nothing is judged: it
// lies before the positions and is in no state. In exploration 64 bytes, all of it in the model's own state.
#include "history/store.hpp"

namespace properties {

template <class Store>
class StateSums {
 public:
  static constexpr std::string_view name = "state sums";

  bool summed() const { return seen_ & judged; }
  bool inconsistent() const { return seen_ & wrong; }
  bool overflow() const { return taken_.overflow(); }

  void on(const history::JobSubmitted&, const history::Stamp&) { taken_.clear(); }
  void on(const history::SourceRestored& e, const history::Stamp&) {
    for (const history::Position& p : e.positions) splits_.set(p.split, 0);
  }
  // One that is handed out is restored by nobody at first.
  void on(const history::SourceEmit& e, const history::Stamp&) { splits_.set(e.rec.split, 0); }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (e.status == history::TaskStatus::finished) seen_ |= some_finished;
  }
  void on(const history::OpProcess& e, const history::Stamp&) {
    if (e.late) seen_ |= some_late;
  }
  void on(const history::CheckpointTriggered& e, const history::Stamp&) { taken_.get(Store::checkpoint(e.checkpoint)); }
  void on(const history::CheckpointFailed& e, const history::Stamp&) { taken_.erase(Store::checkpoint(e.checkpoint)); }
  void on(const history::SourceSnapshot& e, const history::Stamp&) {
    if (Taken* t = taken_.find(Store::checkpoint(e.checkpoint)))
      for (const history::Position& p : e.positions) t->positions.set(p.split, p.next);
  }
  void on(const history::OpSnapshot& e, const history::Stamp&) {
    Taken* t = taken_.find(Store::checkpoint(e.checkpoint));
    if (!t) return;
    t->operators = 1;
    t->counted = static_cast<decltype(t->counted)>(t->counted + e.state.count);
    std::uint64_t listed = 0;
    for (const history::RecordRange& r : e.state.recs) {
      listed += r.last + 1 - r.first;
      t->records.insert(r);
    }
    if (listed != e.state.count) t->numbers_only = 1;
  }
  void on(const history::ArtifactWritten& e, const history::Stamp&) {
    const auto id = Store::checkpoint(e.checkpoint);
    const Taken* t = taken_.find(id);
    if (!t) return;
    if (t->operators && !t->positions.empty() && e.channel_states <= 0 && !(seen_ & some_late) && is_whole(*t)) {
      seen_ |= judged;
      if (!consistent(*t)) seen_ |= wrong;
    }
    taken_.erase(id);
  }

 private:
  enum : std::uint8_t { judged = 1, wrong = 2, some_finished = 4, some_late = 8 };
  struct Taken {
    typename Store::Records records;
    typename Store::Positions positions;
    std::conditional_t<Store::bounded, std::uint16_t, std::uint64_t> counted;
    std::uint8_t operators, numbers_only;
  };

  bool is_whole(const Taken& t) const {
    bool whole = true;
    splits_.for_each([&](history::SplitId s, history::Offset) { whole = whole && t.positions.has(s); });
    return whole || !(seen_ & some_finished);
  }
  static bool consistent(const Taken& t) {
    std::uint64_t before = 0;
    t.positions.for_each([&](history::SplitId, history::Offset next) { before += next; });
    if (before == 0) return t.counted == 0;
    if (t.counted == 0 || t.counted % before != 0) return false;
    if (t.numbers_only) return true;
    bool inside = t.records.size() == before;
    t.records.for_each_range([&](history::RecordRange r) {
      inside = inside && t.positions.has(r.split) && r.last < t.positions.at(r.split);
    });
    return inside;
  }

  typename Store::template Map<typename Store::Checkpoint, Taken, 4> taken_;
  typename Store::Positions splits_;  // that any source has ever had
  std::uint8_t seen_ = 0, zero_[3] = {};
};

}  // namespace properties
