#include "report/told_run.hpp"

#include <algorithm>

#include "scenarios/story.hpp"

namespace report {
namespace {

using Machine = sim::Machine<model::World>;

struct Steps {
  std::vector<sim::Step> steps;
  std::vector<sim::Time> times;
  std::size_t first_news = SIZE_MAX;  // index of the first step that no engine takes by itself
  std::uint64_t all = 0;              // how many there were; behind the window none is kept
};
constexpr std::size_t most_kept = 50'000'000;  // where no command or fault comes before

Steps steps_of(const model::Plan& plan, std::uint64_t seed, const model::World::Rules& rules, std::uint64_t most) {
  Steps all;
  model::World world(plan, rules);
  const auto watch = [&](std::uint64_t, std::uint64_t, sim::Step s, sim::Time t) {
    if (all.first_news == SIZE_MAX && Machine::role(world, s) != sim::Role::engine) all.first_news = all.steps.size();
    ++all.all;
    const bool behind = all.first_news != SIZE_MAX && all.steps.size() >= all.first_news + most;
    if (!behind && all.steps.size() < most_kept) all.steps.push_back(s), all.times.push_back(t);
    return true;
  };
  model::run_timed(world, {seed, UINT64_MAX, watch}, {});
  return all;
}

}  // namespace

ToldRun told_run(const scenarios::Case& subject, std::uint64_t seed, const model::World::Rules& rules,
                 std::uint64_t most) {
  auto made = model::Plan::make(subject.spec, model::Loop::run);
  if (std::holds_alternative<std::string>(made)) return {};
  const auto& plan = std::get<model::Plan>(made);
  const Steps run = steps_of(plan, seed, rules, most);
  const std::size_t size = run.steps.size(), window = std::min<std::size_t>(size, most);
  std::size_t from = 0;
  if (size > most && run.first_news != SIZE_MAX && run.first_news > most / 4)
    from = std::min(run.first_news - most / 4, size - window);
  model::World world(plan, rules);
  for (std::size_t i = 0; i < from; ++i) Machine::apply(world, run.steps[i]);
  scenarios::Storyteller teller(world);
  for (std::size_t i = from; i < from + window; ++i) {
    teller.before(run.steps[i]);
    Machine::apply(world, run.steps[i]);
    teller.after(run.steps[i]);
  }
  ToldRun told{teller.take(), run.all};
  for (std::size_t i = 0; i < told.story.size(); ++i) {
    scenarios::StoryStep& s = told.story[i];
    s.number += from, s.time = run.times[from + i];
    if (s.cause) s.cause += from;
  }
  return told;
}

}  // namespace report
