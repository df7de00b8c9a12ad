#include "scenarios/path.hpp"

#include <algorithm>
#include <cstring>

#include "model/names.hpp"
#include "sim/replay.hpp"

namespace scenarios {
namespace {

using properties::Kind;
using Question = properties::Judge<history::Bounded>::Question;

// Bad is what breaks one promise.
struct Looker {
  const properties::Property& property;
  const Folding::Ledger& ledger;
  const history::Expectations& expectations;
  bool& overflowed;

  bool ask(Question question) const { return question && question(ledger, expectations); }
  sim::Looked look(const model::World&, bool at_rest) {
    overflowed |= properties::overflowed(ledger);
    const auto& j = property.bounded;
    if (property.kind == Kind::can_always) return {false, ask(j.goal), ask(j.arose)};
    return {ask(j.violated) || (at_rest && ask(j.violated_at_rest)), false, ask(j.arose)};
  }
};

}  // namespace

Path::Path(const model::Plan& plan, const model::World::Rules& rules, std::string_view trace,
           const std::vector<std::string>& only)
    : judging_(judging_for(plan, model::header_of(plan), only)),
      world_(plan, rules, Folding::Ledger::bytes(judging_.columns)),
      folding_(Folding::Ledger(judging_.columns, world_.extra().data()), judging_.expectations),
      start_(world_.block().begin(), world_.block().end()) {
  world_.observer = &folding_;
  sim::Trace named;
  const sim::TraceError error = sim::parse_trace(trace, named);
  expects(error.line == 0);
  walk(named);
}

void Path::walk(const sim::Trace& trace) {
  sim::Replay<model::World> replay(world_, trace);
  look_around(0);
  while (const auto step = replay.next()) {
    steps_.push_back(*step);
    sim::Machine<model::World>::apply(world_, *step);
    look_around(steps_.size());
  }
  expects(!replay.misfit());
  std::sort(breaches_.begin(), breaches_.end(),
            [](const Breach& a, const Breach& b) { return a.property < b.property; });
}

void Path::look_around(std::size_t after) {
  std::vector<sim::Step> enabled;
  sim::Machine<model::World>::enabled(world_, enabled);
  for (std::size_t i = 0; i < judging_.properties.size(); ++i) {
    const properties::Property& p = *judging_.properties[i];
    if (!judging_.promises[i].judged || p.kind == Kind::sometimes || p.kind == Kind::can_always) continue;
    if (std::any_of(breaches_.begin(), breaches_.end(), [&](const Breach& b) { return b.property == i; })) continue;
    Looker looker{p, folding_.ledger(), judging_.expectations, overflowed_};
    const sim::Looked looked = looker.look(world_, enabled.empty());
    if (looked.bad) breaches_.push_back({i, after});
    if (looked.tested && !looked.bad && i == 0 && !tested_after_) tested_after_ = after;
  }
}

Path::Fates Path::fates(std::size_t after, std::size_t property, const sim::FateLimits& limits) {
  std::memcpy(world_.block().data(), start_.data(), start_.size());
  for (std::size_t i = 0; i < after; ++i) sim::Machine<model::World>::apply(world_, steps_[i]);
  const properties::Property& p = *judging_.properties[property];
  sim::FateLimits with = limits;
  with.by_goal = p.kind == Kind::can_always;
  Looker looker{p, folding_.ledger(), judging_.expectations, overflowed_};
  return Fates(world_, looker, with);
}

}  // namespace scenarios
