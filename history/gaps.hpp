#pragma once
// Which kinds of events a history leaves out. That nothing of a kind was seen means nothing by itself; but some events
// cannot be without others: what a sink wrote some source has emitted. Where such a one is seen and its companion
// never, the recorder has left that kind out, and what depends on it cannot be decided. Tested in
// tests/history/gaps_test.cpp.
#include <string>
#include <vector>

#include "history/event.hpp"
#include "history/header.hpp"

namespace history {

struct Gap {
  EventKinds kinds;    // left out
  std::string reason;  // "no source.emit, yet a sink has written records"
};

class GapFinder {
 public:
  void hear(const Event& event);
  std::vector<Gap> gaps(const Header& header) const;

 private:
  EventKinds seen_ = 0;
  bool restored_ = false;   // an execution began with a snapshot
  bool committed_ = false;  // a transaction, and not at a restore
  bool positions_ = false;  // a source stored where it stands
  bool ended_ = false;      // an execution is FINISHED or CANCELED; one that failed may leave commands without answers
};

}  // namespace history
