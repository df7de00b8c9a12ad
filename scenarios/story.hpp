#pragma once
// Telling a path: a watcher that is shown each step as it is applied and keeps what happened, and because of which
// step.
#include <deque>
#include <string>
#include <vector>

#include "model/names.hpp"
#include "model/world.hpp"
#include "scenarios/outcome.hpp"

namespace scenarios {

// Cause of taking a message is the step that sent it; of an actor's own rule, the last step that touched the actor's
// record.
class Storyteller final : public model::Observer {
 public:
  explicit Storyteller(model::World& world);
  ~Storyteller() override;
  Storyteller(const Storyteller&) = delete;
  Storyteller& operator=(const Storyteller&) = delete;

  void before(sim::Step step);  // the step is enabled and has not been applied
  void after(sim::Step step);   // it has; the tape still tells of it
  void on(const history::Event& event) override;
  Story take() { return std::move(story_); }

 private:
  model::World& world_;
  model::ModelNames names_;
  Story story_;
  std::vector<std::deque<std::uint64_t>> senders_;  // by channel: the step that sent each message
  std::vector<std::uint64_t> last_touch_;           // by actor
};

// The story of steps on a fresh world of this plan.
Story tell(const model::Plan& plan, const model::World::Rules& rules, const std::vector<sim::Step>& steps);

}  // namespace scenarios
