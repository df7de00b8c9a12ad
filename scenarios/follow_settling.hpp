#pragma once
// Steps that may be taken as soon as they are possible. A follower (follow.cpp) need not try what comes before them:
// they show nothing, and whatever could come before can come behind as well. Tested in tests/laws/refusal_test.cpp.
#include "model/world.hpp"
#include "scenarios/follow_state.hpp"

namespace scenarios {

class Settling {
 public:
  // All are the follower's. `outputs_unseen`: what sinks write is not compared.
  Settling(model::World& world, const Lanes& lanes, bool outputs_unseen);

  // Takes them, one after the other, until none is left.
  void settle(const Places& at);
  // Whether the step of a task that shows something may be taken before all that others do; with the world in the state
  // before it.
  bool may_come_first(const FollowChild& child) const;
  // What the client shows it may show at any time: it hears one thing after the other, and works off its timeline. Not
  // so a fault, which acts on its victim.
  bool is_of_client(sim::Step step) const;

 private:
  bool is_harmless(const Places& at, sim::ChannelId c, const model::Message& m) const;
  bool is_harmless_at_jobmanager(const model::Message& m) const;
  bool is_harmless_mail(const Places& at, model::TaskId t, const model::Message& m) const;
  bool is_harmless_barrier(model::TaskId t, const model::Message& m) const;
  bool is_harmless_end(model::TaskId t) const;
  bool is_harmless_notice(const Places& at, model::TaskId head, const model::Message& m) const;

  bool no_snapshot_comes() const;
  bool ends_unseen(const Places& at) const;
  bool may_lose_taskmanager() const;

  model::World& world_;
  const Lanes& lanes_;
  bool outputs_unseen_;
  bool bounded_ = false;  // some source ends by itself
};

}  // namespace scenarios
