#include "scenarios/fuzz_plan.hpp"

#include <algorithm>

#include "model/rulebook.hpp"
#include "scenarios/explore_bounds.hpp"
#include "scenarios/judging.hpp"
#include "sim/random.hpp"

namespace scenarios {

namespace {

PropertyBits alarms_of(const Case& subject, const properties::Judging& judging) {
  PropertyBits bits = 0;
  for (unsigned i = 0; i < judging.properties.size(); ++i) {
    const auto expected = subject.expect.promises.find(std::string(judging.properties[i]->id));
    const bool broken_as_expected = expected != subject.expect.promises.end() && !expected->second;
    if (judging.properties[i]->kind != properties::Kind::sometimes &&
        properties::is_alarm(judging.promises[i], properties::Verdict::violated) && !broken_as_expected)
      bits |= PropertyBits{1} << i;
  }
  return bits;
}

// Bindings of `strike` are the plan's fault choices; kinds are numbered as they come.
void describe_faults(const model::Plan& plan, sim::WalkHints& hints) {
  std::vector<model::FaultKind> kinds;
  for (const model::FaultChoice& c : plan.fault_choices) {
    auto at = std::find(kinds.begin(), kinds.end(), c.kind);
    if (at == kinds.end()) at = kinds.insert(at, c.kind);
    hints.group.push_back(static_cast<std::uint8_t>(at - kinds.begin()));
  }
  hints.groups = static_cast<std::uint32_t>(kinds.size());
  if (plan.fault_budget > 0 && !kinds.empty()) hints.trouble = model::Plan::faults;
}

// A few walks without judging: how long a run is, and which rules act at all.
void calibrate(FuzzPlan& p) {
  constexpr std::uint32_t walks = 32;
  const std::size_t of_channels = p.rules.of_channels().size();
  std::vector<bool> acted(of_channels + p.rules.of_actors().size());
  model::World world(*p.plan, p.rules);
  sim::WalkHints hints = p.hints;
  sim::Walk<model::World> walk(world, hints);
  std::uint64_t steps = 0;
  for (std::uint32_t n = 0; n < walks; ++n) {
    world.initialise();
    walk.begin(sim::stream(p.seed, "calibration").next() + n);
    for (std::uint64_t k = 0; k < p.most_steps && world.tape().overflow.empty(); ++k, ++steps) {
      const auto step = walk.next();
      if (!step) break;
      acted[walk.rule()] = true;
      sim::Machine<model::World>::apply(world, *step);
      walk.applied(*step);
    }
  }
  p.hints.length = static_cast<std::uint32_t>(std::max<std::uint64_t>(steps / walks, 16));
  for (std::uint16_t r = 0; r < acted.size(); ++r)
    if (acted[r]) p.hints.rules.push_back(r);
  p.most_steps = 50 * p.hints.length + 5'000;
}

}  // namespace

FuzzPlan::FuzzPlan(const Case& subject, const FuzzOptions& options, model::Plan made)
    : seed(options.seed),
      rules(options.rules ? *options.rules : model::make_rulebook()),
      plan(std::make_shared<const model::Plan>(std::move(made))),
      header(model::header_of(*plan)),
      judging(judging_for(*plan, header, options.only)),
      bounded(!too_large(*plan)),
      alarms(alarms_of(subject, judging)) {
  describe_faults(*plan, hints);
  calibrate(*this);
  sim::Random random = sim::stream(seed, "delays");
  for (std::uint32_t v = 0; v < variants; ++v) {
    auto other = model::Plan::make(with_other_delays(plan->spec, sim::Random(random.next())), model::Loop::explore);
    if (auto* p = std::get_if<model::Plan>(&other)) timed.push_back(std::make_unique<const model::Plan>(std::move(*p)));
  }
  expects(!timed.empty());  // delays make no plan impossible
}

std::uint64_t FuzzPlan::seed_of(std::uint64_t run) const {
  return sim::Random(seed * 0xd1342543de82ef95ULL + run * 0x2545f4914f6cdd1dULL).next();
}

MadeFuzzPlan make_fuzz_plan(const Case& subject, const FuzzOptions& options) {
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  if (auto* error = std::get_if<std::string>(&made)) return {nullptr, std::move(*error)};
  return {std::make_shared<const FuzzPlan>(subject, options, std::move(std::get<model::Plan>(made))), {}};
}

}  // namespace scenarios
