#include "scenarios/shrink.hpp"

#include <fmt/format.h>

#include <set>

#include "model/rulebook.hpp"
#include "scenarios/trial.hpp"
#include "scenarios/writer.hpp"
#include "sim/fingerprint.hpp"
#include "sim/replay.hpp"
#include "sim/shrink.hpp"

namespace scenarios {
namespace {

using model::World;

constexpr Dimension dimensions[] = {Dimension::commands, Dimension::faults, Dimension::topology, Dimension::records,
                                    Dimension::delays};
constexpr std::uint64_t most_attempts = 20'000;  // of one order

// The k-th step that the client makes by itself is the k-th entry of the timeline.
sim::Trace without_entry(const sim::Trace& trace, std::size_t entry) {
  sim::Trace out;
  std::size_t seen = 0;
  for (const sim::NamedStep& s : trace)
    if (s.subject != "client" || seen++ != entry) out.push_back(s);
  return out;
}

class Shrinking {
 public:
  Shrinking(const Case& subject, const properties::Property& property, const ShrinkOptions& options)
      : property_(property),
        options_(options),
        rules_(options.rules ? *options.rules : model::make_rulebook()),
        best_(subject) {}

  Shrunk run(std::string_view text) {
    if (const std::string wrong = start(text); !wrong.empty()) {
      result_.subject = best_;
      result_.error = wrong;
      return std::move(result_);
    }
    while (pass()) {
    }
    finish();
    return std::move(result_);
  }

 private:
  std::string start(std::string_view text) {
    sim::Trace trace;
    if (const sim::TraceError e = sim::parse_trace(text, trace); e.line)
      return fmt::format("line {}: {}", e.line, e.message);
    Trial trial(best_, property_, rules_);
    if (!trial.possible()) return "the case cannot be run, or the property cannot be judged in it";
    const auto found = trial.follow(trial.wishes(trace));
    count(trial);
    if (!found) return fmt::format("{} is not violated by this trace", property_.id);
    promised_ = trial.promised();
    result_.steps_before = trace.size();
    take(trial, *found);
    return {};
  }

  // True: something could be left out.
  bool pass() {
    bool any = false;
    for (const Dimension d : dimensions)
      for (bool again = true; again;) {
        again = false;
        for (Removal& r : removals(best_, d))
          if (fails(r)) {
            result_.removed.push_back(r.what);
            best_ = std::move(r.smaller);
            any = again = true;
            break;
          }
      }
    return any;
  }

  // If so, `trace_` is one of the smaller case.
  bool fails(const Removal& r) {
    Trial trial(r.smaller, property_, rules_);
    // A finding must not take the place of an alarm.
    if (!trial.possible() || trial.promised() != promised_) return false;
    const sim::Trace guide = translated(r.entry ? without_entry(trace_, *r.entry) : trace_, *plan_, trial.plan());
    auto found = trial.follow(trial.wishes(guide));
    const std::uint64_t print = sim::fingerprint(write(r.smaller));
    if (!found && !passed_.contains(print)) {
      found = trial.search(options_.seed, options_.runs);
      if (!found) found = trial.explore(options_.probe_states);
      if (!found) passed_.insert(print);
    }
    if (found) take(trial, *found);
    count(trial);
    return found.has_value();
  }

  void take(Trial& trial, const Violation& v) {
    trace_ = trial.trace_of(v.steps);
    plan_ = std::make_shared<const model::Plan>(trial.plan());
  }
  void count(const Trial& trial) {
    result_.executions += trial.executions(), result_.states += trial.states();
    if (options_.progress) options_.progress(result_.executions);
  }

  // The order of steps, and the shortest way where the case is small.
  void finish() {
    Trial trial(best_, property_, rules_);
    Violation v = *trial.follow(trial.wishes(trace_));
    const auto attempt = [&](const std::vector<Wish>& steps) -> std::optional<std::vector<Wish>> {
      auto failing = trial.follow(steps);
      if (!failing) return std::nullopt;
      return std::move(failing->steps);
    };
    v = *trial.follow(sim::shrink_order(v.steps, attempt, most_attempts));
    result_.steps_shrunk = v.steps.size();
    if (const auto shortest = trial.explore(options_.states); shortest && shortest->steps.size() <= v.steps.size()) {
      v = *shortest;
      result_.steps_shortest = v.steps.size();
    }
    result_.story = trial.story_of(v.steps);
    result_.at_rest = v.at_rest;
    count(trial);
    result_.subject = best_;
  }

  const properties::Property& property_;
  const ShrinkOptions& options_;
  const World::Rules rules_;
  Case best_;
  sim::Trace trace_;  // of the best case
  std::shared_ptr<const model::Plan> plan_;
  std::set<std::uint64_t> passed_;  // fingerprints of cases that search and exploration found nothing in
  bool promised_ = false;
  Shrunk result_;
};

}  // namespace

Shrunk shrink(const Case& subject, const properties::Property& property, std::string_view trace,
              const ShrinkOptions& options) {
  return Shrinking(subject, property, options).run(trace);
}

Judged judge_trace(const Case& subject, const properties::Property& property, std::string_view text,
                   const World::Rules* rules) {
  const World::Rules clean = model::make_rulebook();
  const World::Rules& used = rules ? *rules : clean;
  Judged judged;
  if (Replayed replayed = replay_case(subject, text, &used); !replayed.misfit.empty())
    return judged.misfit = std::move(replayed.misfit), judged;
  sim::Trace trace;
  sim::parse_trace(text, trace);
  Trial trial(subject, property, used);
  if (!trial.possible()) return judged.misfit = "the property cannot be judged in this case", judged;
  judged.promised = trial.promised();
  const auto found = trial.follow(trial.wishes(trace));
  if (!found || found->steps.size() > trace.size()) return judged;
  judged.violated = true, judged.at_rest = found->at_rest;
  return judged;
}

}  // namespace scenarios
