#pragma once
// Whether a source has emitted what the attempt or execution before it had emitted. Apart from `SourceMarks`, so that
// whoever asks only for the promise does not pay for the sighting. In exploration 6 bytes.
#include "history/store.hpp"
#include "properties/monitors/flags.hpp"

namespace properties {

template <class Store>
class RereadMarks {
 public:
  static constexpr std::string_view name = "reread marks";

  bool reread() const { return reread_; }
  bool overflow() const { return false; }

  void on(const history::SourceRestored& e, const history::Stamp&) {
    for (const history::Position& p : e.positions) {
      if (next_.has(p.split) && p.next < next_.at(p.split)) behind_.insert(p.split);
      next_.set(p.split, p.next);
    }
  }
  void on(const history::SourceEmit& e, const history::Stamp&) {
    if constexpr (Store::bounded) reread_ = 0;
    if (behind_.contains(e.rec.split)) {
      reread_ = 1;
      behind_.erase(e.rec.split);
    }
    next_.set(e.rec.split, e.rec.offset + 1);
  }

 private:
  typename Store::Positions next_;  // after the last record of the newest attempt
  Flags<Store> behind_;             // splits put back before that
  std::uint8_t reread_ = 0;
};

}  // namespace properties
