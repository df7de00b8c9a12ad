#pragma once
// Steps that may be taken as soon as they are possible. A follower (follow.cpp) need not try what comes before them:
// they show nothing, and whatever could come before can come behind as well. Tested in tests/laws/refusal_test.cpp.
#include "model/world.hpp"
#include "scenarios/follow_lanes.hpp"
#include "scenarios/follow_outlook.hpp"

namespace scenarios {

class Settling {
 public:
  // All are the follower's. `outputs_unseen`: neither what sinks write is compared, nor what windows hold.
  Settling(model::World& world, const Lanes& lanes, const Outlook& outlook, bool outputs_unseen);

  // Takes them, one after the other, until none is left. False: there was no room for what one of them sends.
  bool settle(const Places& at);

 private:
  bool is_harmless(const Places& at, sim::ChannelId c, const model::Message& m) const;
  bool is_harmless_at_jobmanager(sim::ChannelId c, const model::Message& m) const;
  bool is_harmless_mail(const Places& at, model::TaskId t, const model::Message& m) const;
  bool is_harmless_barrier(model::TaskId t, const model::Message& m) const;
  bool is_harmless_end(model::TaskId t) const;
  bool will_take_trigger(model::TaskId source, std::uint32_t checkpoint) const;
  bool ends_unseen(const Places& at) const;

  model::World& world_;
  const Lanes& lanes_;
  const Outlook& outlook_;
  bool outputs_unseen_;
  bool leaves_late_ = false;  // some source may decline one of two triggers (alignment.cpp)
};

}  // namespace scenarios
