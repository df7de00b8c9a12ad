#pragma once
// Who received each record that operators hand out one by one (`rebalance`): each begins with any receiver and goes
// round. A model's route is a table by key, so following a recording (follow.hpp) sets the table anew before each step.
// Tested in tests/scenarios/receivers_test.cpp.
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"
#include "model/world.hpp"
#include "sim/rule.hpp"

namespace scenarios {

using ReceiverOf = std::map<std::string, std::uint32_t, std::less<>>;  // "run-1 op/0 0:17 (0)" -> subtask

class Receivers {
 public:
  void hear(const history::Event& e, const history::Names& names);
  // A record that nobody received was on its way, by its turn, when the execution ended.
  ReceiverOf all(std::uint32_t subtasks) const;

 private:
  struct Taken {  // by an operator
    std::string key;
    history::Record rec;
  };
  std::map<history::At, std::vector<Taken>> taken_;
  std::map<std::tuple<history::JobId, std::uint32_t, history::Record>, std::uint32_t> received_;  // by attempt
};

// Steers a model by them.
class Steering {
 public:
  // `route`: of the plan that `world` has; null: there is nothing to steer.
  Steering(const model::World& world, const ReceiverOf& receivers, std::vector<std::uint32_t>* route);

  // False: the step cannot be taken now, since the record's receiver has no room for it.
  bool prepare(sim::Step step);
  // A receiver's channel is full, so that a step may be missing that another's would permit.
  bool lacks_room() const;

 private:
  const model::World& world_;
  const ReceiverOf& receivers_;
  std::vector<std::uint32_t>* route_;
};

}  // namespace scenarios
