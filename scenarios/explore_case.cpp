// Every interleaving of a case within its budgets, with a shortest path to each violation.
//
// The state carries the bounded columns of the properties that are judged, no others: their bytes lie behind the state
// proper, in the same block, so that they are copied, compared and fingerprinted with it.
#include "model/rulebook.hpp"
#include "scenarios/explore_bounds.hpp"
#include "scenarios/folding.hpp"
#include "scenarios/judging.hpp"
#include "scenarios/story.hpp"
#include "sim/expect.hpp"
#include "sim/explore.hpp"
#include "sim/state_graph.hpp"

namespace scenarios {
namespace {

using model::World;
using properties::Kind;
using Ledger = Folding::Ledger;

// Findings: i, property i is violated or reached; 64 + i, its situation arose; 127, a bounded column overflowed. Where
// something was first seen is all that counts, so what has been seen is not asked again.
class ExploreJudge {
 public:
  static constexpr unsigned arose_bit = 64, overflow_bit = 127;

  ExploreJudge(const properties::Judging& judging, const Ledger& ledger, const ExploreOptions& options)
      : judging_(judging), ledger_(ledger), options_(options) {
    expects(judging.properties.size() < overflow_bit - arose_bit);
  }

  sim::Findings on_state(const World&) {
    if (options_.progress && (++states_ & 0xffff) == 0) options_.progress(states_);
    sim::Findings fresh;
    if (properties::overflowed(ledger_)) fresh |= sim::Findings::bit(overflow_bit);
    for (unsigned i = 0; i < judging_.properties.size(); ++i) {
      if (!judging_.promises[i].judged) continue;
      const auto& j = judging_.properties[i]->bounded;
      if (!seen_.has(i) && (ask(j.violated) || ask(j.reached))) fresh |= sim::Findings::bit(i);
      if (!seen_.has(arose_bit + i) && ask(j.arose)) fresh |= sim::Findings::bit(arose_bit + i);
    }
    seen_ |= fresh;
    return fresh;
  }
  sim::Findings on_rest(const World&) {
    sim::Findings found;
    for (unsigned i = 0; i < judging_.properties.size(); ++i)
      if (judging_.promises[i].judged && judging_.properties[i]->kind != Kind::can_always &&
          ask(judging_.properties[i]->bounded.violated_at_rest))
        found |= sim::Findings::bit(i);
    return found;
  }
  std::uint64_t goals(const World&) {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < judging_.properties.size(); ++i)
      if (judging_.promises[i].judged && ask(judging_.properties[i]->bounded.goal)) bits |= std::uint64_t{1} << i;
    return bits;
  }

 private:
  bool ask(properties::Judge<history::Bounded>::Question question) const {
    return question && question(ledger_, judging_.expectations);
  }

  const properties::Judging& judging_;
  const Ledger& ledger_;
  const ExploreOptions& options_;
  std::uint64_t states_ = 0;
  sim::Findings seen_;  // in some state
};

Scope scope_of(const model::Plan& plan, const World& world, const sim::Exploration& ex) {
  return {ex.states,
          ex.edges,
          ex.depth,
          ex.complete,
          ex.bound,
          ex.bytes,
          static_cast<std::uint32_t>(world.block().size()),
          budgets_of(plan),
          reductions_of(plan)};
}

class Exploring {
 public:
  Exploring(const Case& subject, const ExploreOptions& options, CaseOutcome& outcome)
      : clean_(model::make_rulebook()),
        rules_(options.rules ? *options.rules : clean_),
        o_(outcome),
        judging_(judging_for(*o_.plan, o_.header, options.only)),
        world_(*o_.plan, rules_, Ledger::bytes(judging_.columns)),
        folding_(Ledger(judging_.columns, world_.extra().data()), judging_.expectations),
        judge_(judging_, folding_.ledger(), options) {
    limits_.states = options.states ? options.states : subject.spec.explore.states;
    limits_.bytes = options.bytes;
    for (unsigned i = 0; i < judging_.properties.size(); ++i) {
      limits_.edges |= judging_.promises[i].judged && judging_.properties[i]->kind == Kind::can_always;
      if (options.stop_at_first_alarm && judging_.properties[i]->kind != Kind::sometimes && judging_.promises[i].made)
        limits_.enough |= sim::Findings::bit(i);
    }
  }

  void run() {
    world_.observer = &folding_;
    ex_ = sim::explore(world_, judge_, limits_);
    if (ex_.found.has(ExploreJudge::overflow_bit)) {
      ex_.complete = false;
      ex_.bound = "what properties remember does not fit: too many records, tasks or artifacts";
    }
    world_.observer = nullptr;
    o_.scope = scope_of(*o_.plan, world_, ex_);
    std::optional<sim::StateGraph> graph;
    if (limits_.edges && ex_.complete) graph.emplace(ex_);
    for (unsigned i = 0; i < judging_.properties.size(); ++i) conclude(i, graph ? &*graph : nullptr);
  }

 private:
  void conclude(unsigned i, const sim::StateGraph* graph) {
    const properties::Property& p = *judging_.properties[i];
    properties::Explored e{ex_.complete, ex_.found.has(ExploreJudge::arose_bit + i), false, false};
    sim::Place place = ex_.first[i];
    if (p.kind == Kind::sometimes)
      e.reached = ex_.found.has(i);
    else
      e.violated = ex_.found.has(i);
    if (p.kind == Kind::can_always && graph && judging_.promises[i].judged) {
      const sim::CanAlwaysResult r = graph->can_always(i);
      e.violated = r.answer == sim::CanAlways::violated;
      place = {r.wedged, {}};
    }
    const properties::Verdict v =
        judging_.promises[i].judged ? properties::verdict(p.kind, e) : properties::Verdict::vacuous;
    PropertyOutcome out{&p,
                        judging_.promises[i],
                        v,
                        properties::is_alarm(judging_.promises[i], v),
                        ex_.complete ? "every reachable state" : ex_.bound,
                        std::nullopt,
                        {}};
    if (v == properties::Verdict::violated) out.trace = tell(*o_.plan, rules_, ex_.trace(world_, place));
    o_.properties.push_back(std::move(out));
  }

  const World::Rules clean_;
  const World::Rules& rules_;
  CaseOutcome& o_;
  properties::Judging judging_;
  World world_;
  Folding folding_;
  ExploreJudge judge_;
  sim::ExploreLimits limits_;
  sim::Exploration ex_;
};

}  // namespace

CaseOutcome explore_case(const Case& subject, const ExploreOptions& options) {
  CaseOutcome o;
  o.subject = &subject;
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  if (const auto* error = std::get_if<std::string>(&made)) return o.error = *error, o;
  o.plan = std::make_shared<const model::Plan>(std::move(std::get<model::Plan>(made)));
  if (const auto error = too_large(*o.plan)) return o.error = *error, o;
  o.header = model::header_of(*o.plan);
  Exploring(subject, options, o).run();
  check_expectations(o);
  return o;
}

}  // namespace scenarios
