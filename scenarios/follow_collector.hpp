#pragma once
// What the steps of a followed model show (follow.cpp), in the words of a recording. Tested in
// tests/laws/follow_test.cpp.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/world.hpp"
#include "scenarios/sightings.hpp"

namespace scenarios {

class Collector final : public model::Observer {
 public:
  Collector(const history::Names& names, const model::Plan& plan, bool outputs)
      : outputs_(outputs), sightings_(names, Sightings::Side::model, numbers_of_commands(plan)) {
    for (const model::VertexSpec& v : plan.spec.vertices) numbered_ &= v.sink_api != model::SinkApi::sink_v2;
  }
  void on(const history::Event& event) override {
    if (!outputs_ && is_output(event)) return;
    auto s = sightings_.of(event);
    if (!s) return;
    if (!numbered_) s->what = without_number_of_transaction(std::move(s->what));
    if (!outputs_) s->what = without_lateness(std::move(s->what));
    shown.push_back(std::move(*s));
  }
  std::vector<Sighting> shown;

 private:
  bool is_output(const history::Event& event) const {
    const bool transaction = std::holds_alternative<history::TxnBegin>(event) ||
                             std::holds_alternative<history::TxnPrecommit>(event) ||
                             std::holds_alternative<history::TxnCommit>(event);
    return std::holds_alternative<history::SinkWrite>(event) || (transaction && !numbered_);
  }
  static std::vector<std::uint32_t> numbers_of_commands(const model::Plan& plan) {
    std::vector<std::uint32_t> numbers;
    std::uint32_t n = 0;
    for (const model::PlannedEntry& e : plan.timeline) numbers.push_back(e.command && !e.command->resume ? ++n : 0);
    return numbers;
  }

  bool outputs_;
  Sightings sightings_;
  bool numbered_ = true;  // a Sink V2's transactions are not
};

}  // namespace scenarios
