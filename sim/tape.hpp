#pragma once
// What the step just applied has touched. From it a driver keeps its enabled steps current without looking at the whole
// machine.
#include <string>
#include <vector>

#include "sim/ids.hpp"

namespace sim {

struct Tape {
  std::vector<ChannelId> sent;     // one entry for each message pushed, in order (closed channels excepted)
  std::vector<ChannelId> taken;    // one entry for each message taken, in order
  std::vector<ChannelId> cleared;  // emptied as a whole
  std::vector<ChannelId> changed;  // blocked or unblocked
  std::vector<ActorId> touched;    // whose own record was written; may repeat
  std::string overflow;  // not empty: a capacity of the plan was exceeded; says which, and the key that raises it

  // `overflow` stays: it ends the run.
  void clear() {
    sent.clear();
    taken.clear();
    cleared.clear();
    changed.clear();
    touched.clear();
  }
};

}  // namespace sim
