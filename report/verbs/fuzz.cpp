// Many random runs: of the cases of a file, or of scenarios that are made up.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "properties/catalogue.hpp"
#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/fuzz_found.hpp"
#include "report/fuzz_pool.hpp"
#include "report/fuzz_text.hpp"
#include "report/generated.hpp"
#include "report/outputs.hpp"
#include "report/progress.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::Case;
using scenarios::Error;
using scenarios::Scenario;
using Rules = model::World::Rules;

// What one call to fuzz has come to so far.
struct Course {
  const Options& o;
  const Rules& rules;
  Style style;
  Outputs outputs;
  Conclusion conclusion;

  void add(const Scenario& scenario, const std::string& file, const CaseResult& result) {
    conclude(conclusion, result);
    outputs.add({scenario, file, result});
  }
  void say(const std::string& text) const {
    if (o.format == Format::text) print(text);
  }
};

// Those of the same rules; the others belong to calls with another --defect. False: one of them cannot be read.
bool try_kept(Course& course, std::span<const std::string> only_of) {
  const KeptFailures kept = kept_failures(failures_folder(course.o));
  warn(kept.errors);
  std::string text;
  std::uint64_t others = 0;
  for (const KeptFailure& f : kept.all) {
    if (f.kept.defect != course.o.defect || !properties::find(f.kept.property)) {
      ++others;
      continue;
    }
    if (!only_of.empty() && std::find(only_of.begin(), only_of.end(), f.scenario.name) == only_of.end()) continue;
    const Retried r = retry(course.o, f, course.rules, course.style);
    course.add(f.scenario, f.files.scenario.string(), r.result);
    text += r.text;
  }
  if (kept.all.empty() && kept.errors.empty() && course.o.regress)
    course.say(fmt::format("  nothing was tried: no failure is kept in {}\n", failures_folder(course.o).string()));
  if (!text.empty()) course.say(course.style(Tone::strong, "kept failures, tried again") + "\n" + text);
  if (others > 0 && only_of.empty())
    course.say(fmt::format("  {} of another --defect left out\n", counted(others, "kept failure")));
  return kept.errors.empty();
}

// What one case of a file has come to.
struct Share {
  const Scenario* scenario;
  const std::string* file;
  const Case* subject;
  std::unique_ptr<FuzzPool> pool = nullptr;  // while it is worked on
  std::optional<CaseResult> result = {};     // once it is done
};

std::vector<Share> shares_of(const Selection& s) {
  std::vector<Share> all;
  for (std::size_t i = 0; i < s.scenarios.size(); ++i)
    for (const Case& c : s.scenarios[i].cases) all.push_back({&s.scenarios[i], &s.files[i], &c});
  return all;
}

// Until `seconds` of its time are spent; `last`: nothing comes after that.
void work_on(const Course& course, Share& share, const FuzzLimits& limits, double seconds, bool last) {
  const Case& c = *share.subject;
  if (!share.pool) {
    const auto made = scenarios::make_fuzz_plan(c, {course.o.seed, &course.rules, course.o.properties});
    if (!made.plan) {
      share.result.emplace().outcome.subject = &c, share.result->outcome.error = made.error;
      return;
    }
    share.pool = std::make_unique<FuzzPool>(made.plan, limits);
  }
  FuzzPool& pool = *share.pool;
  Progress progress(course.o.progress, "fuzzing " + title(c), limits.runs == UINT64_MAX ? 0 : limits.runs);
  pool.run(seconds, [&](std::uint64_t n) { progress.runs(n); });
  if (!last && !pool.broken()) return;
  CaseResult& result = share.result.emplace();
  result.wall_seconds = pool.seconds();
  result.outcome = scenarios::outcome_of(c, pool.plan(), pool.all());
  result.runs = pool.all().runs;
  share.pool.reset();
}

std::optional<Error> tell(Course& course, Share& share, unsigned jobs) {
  CaseResult& result = *share.result;
  std::string found;
  if (result.outcome.fuzzed)
    if (auto e = tell_found(course.o, *share.scenario, *share.file, course.rules, result, found, course.style))
      return e;
  course.say(course.o.quiet ? one_line(result, course.style) : fuzz_report(result, jobs, course.style) + found + "\n");
  return std::nullopt;
}

// A budget of time is spent in rounds over all cases, each of which doubles what was spent before: what the last case
// shows at once does not wait for the budgets of all the others.
std::optional<Error> fuzz_files(Course& course, const Selection& s) {
  std::vector<Share> shares = shares_of(s);
  const FuzzLimits limits = fuzz_limits(course.o, shares.size());
  const Scenario* named = nullptr;
  for (int left = limits.seconds > 0 && shares.size() > 1 ? 4 : 0; left >= 0; --left)
    for (Share& share : shares) {
      if (share.result) continue;
      work_on(course, share, limits, std::ldexp(limits.seconds, -left), left == 0);
      if (!share.result) continue;
      if (!course.o.quiet && share.scenario != named)
        course.say(course.style(Tone::strong, share.scenario->name) + "\n\n");
      named = share.scenario;
      if (auto e = tell(course, share, limits.jobs)) return e;
    }
  for (const Share& share : shares) course.add(*share.scenario, *share.file, *share.result);
  return std::nullopt;
}

std::optional<Error> fuzz_made_up(Course& course) {
  GeneratedRuns all = fuzz_generated(course.o, course.rules, fuzz_limits(course.o, 1));
  if (all.failing) {
    std::string found;
    if (auto e = tell_found(course.o, *all.failing, fmt::format("generated scenario {}", all.failing_number),
                            course.rules, all.result, found, course.style))
      return e;
    course.add(*all.failing, all.failing->name, all.result);
    course.say(generated_report(all, course.style) + found + "\n");
    return std::nullopt;
  }
  course.conclusion.cases += all.scenarios;
  course.outputs.add_entry(generated_entry(all));
  course.say(generated_report(all, course.style) + "\n");
  return std::nullopt;
}

int finish(Course& course, int least) {
  if (course.outputs.text()) print(verdict_line(course.conclusion, course.style));
  const int own = course.conclusion.exit();  // a broken promise weighs more than a kept one that cannot be read
  return course.outputs.finish(course.conclusion, own == ok ? least : own);
}

}  // namespace

FuzzLimits fuzz_limits(const Options& o, std::size_t cases) {
  constexpr std::uint64_t where_nothing_is_said = 20'000;
  FuzzLimits limits;
  const Budget& b = o.budget;
  if (b.runs) limits.runs = b.runs;
  if (o.runs_said) limits.runs = std::min(limits.runs, o.runs);
  // Memory is no measure of its own: it bounds runs, and hardly grows with them.
  if (!b.runs && !o.runs_said && !b.microseconds) limits.runs = where_nothing_is_said;
  limits.seconds = static_cast<double>(b.microseconds) / 1e6 / static_cast<double>(std::max<std::size_t>(cases, 1));
  limits.bytes = b.bytes;
  limits.jobs = o.jobs ? static_cast<unsigned>(o.jobs) : std::max(1U, std::thread::hardware_concurrency());
  return limits;
}

int act_fuzz(const Options& o) {
  const bool made_up = o.generated || (o.files.empty() && !o.regress);
  if (made_up && !o.files.empty())
    return refuse({"quiesce fuzz", 0, 0, "--generated beside a file", "one of the two", ""}, o.verb, o.format);
  if (o.regress && (o.generated || !o.files.empty() || !o.ways.empty() || !o.semantics.empty() || !o.sinks.empty()))
    return refuse({"quiesce fuzz", 0, 0, "--regress beside a choice of cases",
                   "--regress alone: it tries what is kept in the folder of --failures", ""},
                  o.verb, o.format);
  if (const auto e = o.regress ? std::nullopt : cannot_keep_in(failures_folder(o))) return refuse(*e, o.verb, o.format);
  const Selection s = made_up || o.regress ? Selection{} : select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) return refuse(*e, o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  Course course{o, std::get<Rules>(rules), style_for(o), Outputs(o), {}};
  std::vector<std::string> names;
  for (const Scenario& scenario : s.scenarios) names.push_back(scenario.name);
  const bool readable = made_up || try_kept(course, names);
  if (o.regress) return finish(course, readable ? ok : undecided);
  if (const auto e = made_up ? fuzz_made_up(course) : fuzz_files(course, s)) return refuse(*e, o.verb, Format::text);
  return finish(course, ok);
}

}  // namespace report
