// Where a path was decided, and what would have saved it.
//
// Once every way on is bad, it stays so: along a path states are saved, then doomed. So the point of no return can be
// closed in on from both sides, and the states from which a search begins may be chosen. The first search begins at the
// start, which decides all at once if all fits; otherwise searches begin nearer and nearer to the end, where less can
// still happen.
#include "scenarios/explain.hpp"
#include "scenarios/explore_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/catalogue.hpp"
#include "scenarios/explore_bounds.hpp"
#include "scenarios/path.hpp"
#include "scenarios/story.hpp"

namespace scenarios {
namespace {

using sim::Fate;
using Fates = Path::Fates;

class Explaining {
 public:
  // `path` judges the one property that is explained.
  Explaining(Path& path, const ExplainOptions& options, Explanation& e)
      : path_(path), options_(options), e_(e), steps_(path.steps().size()) {}

  void run(const model::Plan& plan, const model::World::Rules& rules) {
    const Point all = locate({});
    e_.no_return = NoReturn{all.doomed, all.exact()};
    Point deciding = all;
    Question how;
    // Once it has come to the test on the way, a way on need not.
    const bool may_ask = !path_.tested_after() || *path_.tested_after() >= all.doomed;
    for (const Question q : {Question{true, true}, Question{true, false}, Question{false, true}}) {
      if ((q.by_test && !may_ask) || (q.no_faults && plan.fault_budget == 0)) continue;
      const Point p = locate(q);
      const bool seen_saved = p.saved >= static_cast<std::int64_t>(floor_of(q));
      if (!p.exact() || !seen_saved || p.doomed >= deciding.doomed) continue;
      deciding = p, how = q;
      e_.decided = Decided{p.doomed, q.by_test, q.no_faults};
    }
    if (path_.overflowed()) {
      e_.undecided = "what properties remember does not fit: too many records, tasks or artifacts";
      e_.no_return.reset(), e_.decided.reset();
      return;
    }
    if (!all.exact()) e_.undecided = all.bound;
    if (deciding.exact() && deciding.doomed > 0) find_sibling(deciding.doomed, how, plan, rules);
  }

 private:
  // States of the path by the number of steps before them.
  struct Point {
    std::int64_t saved = -1;   // the last that is known to be
    std::uint64_t doomed = 0;  // the first that is known to be
    std::string bound;         // what cut off the last search
    bool exact() const { return saved + 1 == static_cast<std::int64_t>(doomed); }
  };

  // What is asked of the ways on: whether one keeps the promise; by test: and comes to its test.
  struct Question {
    bool by_test = false, no_faults = false;
  };
  static Fate answer(const Fates& fates, Fates::State s, const Question& q) {
    return q.by_test ? fates.of_test(s) : fates.of(s);
  }

  Fates search(std::size_t after, const Question& q) {
    sim::FateLimits limits;
    limits.states = options_.states, limits.bytes = options_.bytes, limits.faults = !q.no_faults;
    Fates found = path_.fates(after, 0, limits);
    e_.states = std::max<std::uint64_t>(e_.states, found.states());
    return found;
  }

  // What one search from there says of the states behind it on the path.
  bool learn(Point& point, std::size_t after, const Question& q) {
    const Fates fates = search(after, q);
    if (!fates.complete()) point.bound = fates.bound();
    std::optional<Fates::State> s = 0;
    bool first_is_known = false;
    for (std::uint64_t i = after; s; ++i) {
      const Fate fate = answer(fates, *s, q);
      if (fate == Fate::saved) point.saved = std::max(point.saved, static_cast<std::int64_t>(i));
      if (fate == Fate::doomed) point.doomed = std::min(point.doomed, i);
      if (i == after) first_is_known = fate != Fate::unknown;
      s = i < steps_ ? fates.after(*s, path_.steps()[i]) : std::nullopt;
    }
    return first_is_known;
  }

  // Without faults, only from the last fault of the path on: before that, what follows on the path is no way on.
  Point locate(const Question& q) {
    const std::uint64_t floor = floor_of(q);
    Point point{static_cast<std::int64_t>(floor) - 1, steps_, {}};
    learn(point, floor, q);
    std::uint64_t stride = 1;
    while (!point.exact()) {
      const std::uint64_t room = point.doomed - static_cast<std::uint64_t>(point.saved + 1);
      stride = std::min(stride, room);
      if (learn(point, point.doomed - stride, q))
        stride *= 2;
      else if (stride == 1)
        return point;
      else
        stride = 1;
    }
    return point;
  }

  // The state that the search begins in: without faults that before the last one of the path, else the first.
  std::uint64_t floor_of(const Question& q) const {
    if (!q.no_faults) return 0;
    const Story& story = e_.outcome->trace;
    for (std::uint64_t i = steps_; i-- > 0;)
      if (story[i].role == sim::Role::fault) return i;
    return 0;
  }

  // From the last saved state: the fewest steps behind which the deciding step no longer comes, or does no harm; of
  // those as short, one whose steps the path takes too, only later.
  void find_sibling(std::uint64_t decided, const Question& q, const model::Plan& plan,
                    const model::World::Rules& rules) {
    const Fates fates = search(decided - 1, q);
    const sim::Step deciding = path_.steps()[decided - 1];
    const auto harmless = [&](Fates::State s) {
      if (!fates.was_left(s) || answer(fates, s, q) != Fate::saved) return false;
      const auto next = fates.after(s, deciding);
      return !next || answer(fates, *next, q) == Fate::saved;
    };
    const auto shortest = fates.way(0, harmless);
    if (!shortest) return;
    const Fates::Way prefix = preferred(fates, *shortest, harmless, decided);
    const auto test = q.by_test ? fates.way_to_test(prefix.to) : std::nullopt;
    const auto end = fates.way_to_good_end(test ? test->to : prefix.to);
    Sibling s;
    s.before = decided, s.shared = decided - 1, s.changed = prefix.steps.size();
    s.replaces = !fates.after(prefix.to, deciding);
    s.tested = test.has_value(), s.goes_on = !end;
    for (const sim::Step step : prefix.steps)
      if (const auto at = later_in_path(step, decided)) s.later.push_back(*at);
    std::vector<sim::Step> steps(path_.steps().begin(), path_.steps().begin() + static_cast<std::ptrdiff_t>(s.shared));
    steps.insert(steps.end(), prefix.steps.begin(), prefix.steps.end());
    if (test) steps.insert(steps.end(), test->steps.begin(), test->steps.end());
    if (end) steps.insert(steps.end(), end->steps.begin(), end->steps.end());
    s.story = tell(plan, rules, steps);
    e_.sibling = std::move(s);
  }

  template <class Harmless>
  Fates::Way preferred(const Fates& fates, const Fates::Way& shortest, Harmless&& harmless, std::uint64_t decided) {
    if (shortest.steps.size() != 1) return shortest;
    for (std::uint64_t i = decided; i < steps_; ++i) {
      const auto next = fates.after(0, path_.steps()[i]);
      if (next && harmless(*next)) return {{path_.steps()[i]}, *next};
    }
    return shortest;
  }

  std::optional<std::uint64_t> later_in_path(sim::Step step, std::uint64_t behind) const {
    for (std::uint64_t i = behind; i < steps_; ++i)
      if (path_.steps()[i] == step) return i + 1;
    return std::nullopt;
  }

  Path& path_;
  const ExplainOptions& options_;
  Explanation& e_;
  std::uint64_t steps_;
};

// The promise to explain: the one that is named, else the first that is broken, promises that were made first.
std::string chosen(const Path& all, const std::string& id) {
  if (!id.empty()) return id;
  const auto& judging = all.judging();
  const Path::Breach* best = nullptr;
  for (const Path::Breach& b : all.breaches())
    if (!best || (judging.promises[b.property].made && !judging.promises[best->property].made)) best = &b;
  return best ? std::string(judging.properties[best->property]->id) : "";
}

// After how many steps it is broken; nothing: it is not, and `e` says so.
std::optional<std::size_t> broken_after(Path& path, const ExplainOptions& options, Explanation& e) {
  const properties::Property& p = *path.judging().properties.front();
  const properties::Promise& promise = path.judging().promises.front();
  if (!promise.judged) return e.error = fmt::format("{} cannot be judged here: {}", p.id, promise.reason), std::nullopt;
  if (!path.breaches().empty()) return path.breaches().front().after;
  e.error = fmt::format("the trace fits, and {} is not broken where it ends", p.id);
  if (p.kind != properties::Kind::can_always) return std::nullopt;
  sim::FateLimits limits;
  limits.states = options.states, limits.bytes = options.bytes;
  const Fates end = path.fates(path.steps().size(), 0, limits);
  if (end.is_bad(0)) return e.error.clear(), path.steps().size();
  if (!end.complete()) e.error = fmt::format("whether {} is broken is undecided: stopped at {}", p.id, end.bound());
  return std::nullopt;
}

void name_also_broken(const Path& all, std::string_view id, std::size_t after, Explanation& e) {
  for (const Path::Breach& b : all.breaches()) {
    const properties::Property& p = *all.judging().properties[b.property];
    if (p.id != id && b.after <= after && all.judging().promises[b.property].made) e.also.emplace_back(p.id);
  }
}

}  // namespace

Explanation explain_trace(const Case& subject, std::string_view trace, const std::string& property,
                          const ExplainOptions& options) {
  Explanation e;
  const model::World::Rules clean = model::make_rulebook();
  const model::World::Rules& rules = options.rules ? *options.rules : clean;
  auto made = model::Plan::make(subject.spec, model::Loop::explore);
  if (const auto* error = std::get_if<std::string>(&made)) return e.error = *error, e;
  const model::Plan& plan = std::get<model::Plan>(made);
  if (const auto error = too_large(plan)) return e.error = *error, e;
  Replayed replayed = replay_case(subject, trace, &rules);
  if (!replayed.misfit.empty()) return e.misfit = std::move(replayed), e;
  const Path all(plan, rules, trace, {});
  const std::string id = chosen(all, property);
  if (id.empty()) return e.error = "the trace fits, and no promise is broken where it ends", e;
  if (!properties::find(id)) return e.error = id + " is no property", e;
  Path path(plan, rules, trace, {id});
  const auto after = broken_after(path, options, e);
  if (!after) return e;
  path.cut(*after);
  name_also_broken(all, id, *after, e);
  const properties::Promise& promise = path.judging().promises.front();
  e.outcome = PropertyOutcome{path.judging().properties.front(),
                              promise,
                              properties::Verdict::violated,
                              properties::is_alarm(promise, properties::Verdict::violated),
                              "this trace",
                              *after,
                              tell(plan, rules, path.steps())};
  Explaining(path, options, e).run(plan, rules);
  return e;
}

}  // namespace scenarios
