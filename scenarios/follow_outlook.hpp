#pragma once
// What the coordinator, the client and the environment may still do behind a state, as far as a follower (follow.cpp)
// has to rule it out. In doubt they may. Tested in tests/laws/refusal_test.cpp.
#include <vector>

#include "model/world.hpp"

namespace scenarios {

class Outlook {
 public:
  // `world` is the follower's; all is asked of the state that it is in.
  explicit Outlook(const model::World& world);

  // A snapshot may begin or is in progress in this execution, or a barrier or a trigger is on its way.
  bool may_see_snapshot() const { return may_begin_snapshot() || is_under_way(); }
  bool may_begin_snapshot() const;
  // A TaskManager may be lost, which strikes whatever runs on it then.
  bool may_lose_taskmanager() const;
  // Something may yet strike, or lies in wait.
  bool may_strike() const;
  // A mine may yet be laid in the chain that is not possible now; those that are possible now are tried beside.
  bool may_lay_mine_later(model::TaskId head) const;
  bool has_mine(model::TaskId head) const;
  // A task may yet fail, or has and the JobManager has not heard of it.
  bool may_fail_task() const;
  bool is_bounded() const { return bounded_; }  // some source ends by itself

 private:
  bool is_under_way() const;
  bool may_trigger_behind_stop() const;
  bool client_may_ask_for_snapshot() const;

  const model::World& world_;
  bool bounded_ = false;
  bool extra_ = false;  // a stop may be followed by one checkpoint more (M10)
};

}  // namespace scenarios
