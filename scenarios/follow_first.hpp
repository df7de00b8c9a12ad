#pragma once
// Which actor may go first, so that no step of another has to be tried in the same state (follow.cpp). Tested in
// tests/laws/refusal_test.cpp.
#include <vector>

#include "model/world.hpp"
#include "scenarios/follow_outlook.hpp"
#include "scenarios/follow_state.hpp"

namespace scenarios {

class First {
 public:
  // All are the follower's.
  First(const model::World& world, const Lanes& lanes, const Outlook& outlook);

  // Whether the task whose step this is may go first; `at`: where the lanes stood before the step. With the world in
  // the state before it.
  bool may_come_first(const Places& at, const FollowChild& child) const;
  // What the client shows it may show at any time: it hears one thing after the other, and works off its timeline. Not
  // so a fault, which acts on its victim.
  bool is_of_client(sim::Step step) const;

 private:
  bool is_seen_in_order(const Places& at, const FollowChild& child, const model::Message* m) const;
  bool shows_in_all_lanes(const Places& at, const FollowChild& child) const;
  bool is_harmless_notice(const Places& at, model::TaskId head, const model::Message& m) const;
  bool passes_hook(const FollowChild& child, const model::Message* m) const;

  const model::World& world_;
  const Lanes& lanes_;
  const Outlook& outlook_;
  std::vector<bool> shows_snapshots_;  // by head: none that it takes goes unseen
  std::vector<bool> sends_unseen_;     // by head: where among its records it sent something else may matter to others
};

}  // namespace scenarios
