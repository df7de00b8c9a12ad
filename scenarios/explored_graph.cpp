#include "scenarios/explored_graph.hpp"

#include <algorithm>
#include <cstring>

#include "scenarios/coverage.hpp"
#include "scenarios/folding.hpp"
#include "scenarios/judging.hpp"
#include "sim/fingerprint.hpp"
#include "sim/state_store.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

using Machine = sim::Machine<model::World>;
using properties::Kind;

class Drawing {
 public:
  Drawing(const model::Plan& plan, const model::World::Rules& rules, const std::vector<std::string>& only,
          std::uint64_t most)
      : judging_(judging_for(plan, model::header_of(plan), only)),
        world_(plan, rules, Folding::Ledger::bytes(judging_.columns)),
        folding_(Folding::Ledger(judging_.columns, world_.extra().data()), judging_.expectations),
        frontier_(world_.block().size()),
        most_(most) {
    world_.observer = &folding_;
  }

  bool draw() {
    std::vector<std::byte> state(world_.block().size());
    std::vector<sim::Step> steps;
    seen_.insert(sim::fingerprint(world_.block()));
    enter(0);
    for (std::uint64_t parent = 0; !frontier_.empty(); ++parent) {
      frontier_.pop(state.data());
      load(state);
      Machine::enabled(world_, steps);
      graph.states[parent].rest = steps.empty();
      if (steps.empty()) note_broken(parent, true);
      for (const sim::Step step : steps) {
        load(state);
        if (!follow(parent, step)) return false;
      }
    }
    return true;
  }

  ExploredGraph graph;

 private:
  void load(const std::vector<std::byte>& state) { std::memcpy(world_.block().data(), state.data(), state.size()); }

  bool follow(std::uint64_t parent, sim::Step step) {
    std::string name = sim::to_text(sim::name_of(world_, step));
    const sim::Role role = Machine::role(world_, step);
    Machine::apply(world_, step);
    if (!world_.tape().overflow.empty() || properties::overflowed(folding_.ledger())) return false;
    const auto [fresh, number] = seen_.insert(sim::fingerprint(world_.block()));
    const std::uint64_t to = fresh ? graph.states.size() : number;
    if (fresh && graph.states.size() == most_) return false;
    if (fresh) enter(graph.states[parent].depth + 1);
    graph.edges.push_back({parent, to, std::move(name), role});
    return true;
  }

  void enter(std::uint64_t depth) {
    frontier_.push(world_.block().data());
    const bool known = world_.jm->phase != model::Phase::none;
    graph.states.push_back({depth, known ? to_string(phase_of(world_)) : "no job yet", false, {}});
    note_broken(graph.states.size() - 1, false);
  }

  // Goals that must stay in reach are no matter of one state.
  void note_broken(std::uint64_t state, bool at_rest) {
    for (std::size_t i = 0; i < judging_.properties.size(); ++i) {
      const properties::Property& p = *judging_.properties[i];
      if (!judging_.promises[i].made || p.kind == Kind::sometimes || p.kind == Kind::can_always) continue;
      const auto question = at_rest ? p.bounded.violated_at_rest : p.bounded.violated;
      auto& broken = graph.states[state].broken;
      if (question && question(folding_.ledger(), judging_.expectations) &&
          std::find(broken.begin(), broken.end(), p.id) == broken.end())
        broken.push_back(p.id);
    }
  }

  properties::Judging judging_;
  model::World world_;
  Folding folding_;
  sim::FingerprintSet seen_{true};
  sim::Frontier frontier_;
  std::uint64_t most_;
};

}  // namespace

std::optional<ExploredGraph> explored_graph(const Case& subject, const model::World::Rules& rules,
                                            const std::vector<std::string>& only, std::uint64_t most) {
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  const auto* plan = std::get_if<model::Plan>(&made);
  if (!plan) return std::nullopt;
  Drawing drawing(*plan, rules, only, most);
  if (!drawing.draw()) return std::nullopt;
  return std::move(drawing.graph);
}

}  // namespace scenarios
