#include "report/fuzz_found.hpp"

#include <fmt/format.h>

#include "report/exploration_text.hpp"
#include "report/files.hpp"
#include "report/fuzz_text.hpp"
#include "report/progress.hpp"
#include "report/words.hpp"
#include "scenarios/fuzz_case.hpp"
#include "scenarios/shrink.hpp"

namespace report {
namespace {

using scenarios::Case;
using scenarios::Error;
using scenarios::Kept;
using scenarios::PropertyOutcome;

std::string again_line(const Options& o, const StoredFailure& files, const char* verb = "replay") {
  std::string line = fmt::format("{} {} {} --trace {}", o.program, verb, report::quoted(files.scenario.string()),
                                 report::quoted(files.trace.string()));
  return o.defect.empty() ? line : line + " --defect " + report::quoted(o.defect);
}

// Names have to stay short enough for every file system.
std::string name_of(const scenarios::Scenario& scenario, const Case& c, const std::string& id,
                    const std::string& last) {
  return file_name(scenario, c).substr(0, 120) + "-" + id + "-" + last;
}

std::optional<Error> tell_one(const Options& o, const scenarios::Scenario& scenario, const std::string& origin,
                              const model::World::Rules& rules, CaseResult& r, PropertyOutcome& p, std::uint64_t run,
                              std::string& text, const Style& style) {
  const std::filesystem::path folder = failures_folder(o);
  const std::string id(p.property->id);
  const Case& c = *r.outcome.subject;
  Kept kept{id, o.defect, fmt::format("{}, run {} of seed {}", origin, run, r.outcome.seed), trace_text(p.trace)};
  StoredFailure found, small;
  if (auto e = keep_failure(folder, name_of(scenario, c, id, "found"), c, kept, found)) return e;
  Progress progress(o.progress, "shrinking " + id, 0);
  scenarios::ShrinkOptions options;
  options.rules = &rules, options.seed = o.seed;
  options.progress = [&](std::uint64_t n) { progress.runs(n); };
  const scenarios::Shrunk shrunk = scenarios::shrink(c, *p.property, kept.trace, options);
  if (!shrunk.error.empty()) {
    r.trace_files[id] = found.trace.string();
    text += "\n" + style(Tone::bad, fmt::format("BROKEN: {}", id)) + "\n" +
            wrapped("it could not be made smaller: " + shrunk.error, 2, page_width) + "  " + again_line(o, found) +
            "\n";
    return std::nullopt;
  }
  kept.trace = trace_text(shrunk.story);
  if (auto e =
          keep_failure(folder, name_of(scenario, c, id, scenarios::digest_of(kept.trace)), shrunk.subject, kept, small))
    return e;
  forget_failure(found);
  r.trace_files[id] = small.trace.string();
  text +=
      "\n" + shrunk_counterexample(p, shrunk, again_line(o, small) + "\n  " + again_line(o, small, "explain"), style);
  p.trace = shrunk.story;
  return std::nullopt;
}

}  // namespace

std::filesystem::path failures_folder(const Options& o) { return o.failures.empty() ? "failures" : o.failures; }

std::optional<Error> tell_found(const Options& o, const scenarios::Scenario& scenario, const std::string& origin,
                                const model::World::Rules& rules, CaseResult& r, std::string& text,
                                const Style& style) {
  for (std::size_t i = 0; i < r.outcome.properties.size(); ++i) {
    PropertyOutcome& p = r.outcome.properties[i];
    if (p.verdict != properties::Verdict::violated) continue;
    const std::uint64_t run = *r.outcome.fuzzed->run[i];
    if (!p.alarm) {
      text += fmt::format("  {}: {} in run {}, not made small\n", breach(p), p.property->id, run);
      continue;
    }
    if (auto e = tell_one(o, scenario, origin, rules, r, p, run, text, style)) return e;
  }
  return std::nullopt;
}

Retried retry(const Options& o, const KeptFailure& f, const model::World::Rules& rules, const Style& style) {
  constexpr std::uint64_t runs = 2'048;
  const properties::Property& property = *properties::find(f.kept.property);
  const Case& c = f.scenario.cases.front();
  Retried r;
  const scenarios::Judged judged = scenarios::judge_trace(c, property, f.kept.trace, &rules);
  r.fits = judged.misfit.empty();
  r.result.outcome = scenarios::fuzz_case(c, {o.seed, &rules, {f.kept.property}}, runs);
  if (r.result.outcome.properties.empty()) return r.text = f.files.trace.string() + ": " + r.result.outcome.error, r;
  PropertyOutcome& p = r.result.outcome.properties.front();
  const bool found = p.verdict == properties::Verdict::violated;
  if (judged.violated) {
    p.verdict = properties::Verdict::violated;
    p.alarm = properties::is_alarm(p.promise, p.verdict);
    p.trace = scenarios::replay_case(c, f.kept.trace, &rules).story;
    r.result.trace_files[f.kept.property] = f.files.trace.string();
  }
  r.broken = judged.violated || found;
  const std::string searched =
      found ? fmt::format("; broken in another order, in run {} of its scenario", *r.result.outcome.fuzzed->run.front())
            : fmt::format("; {} of its scenario break nothing", counted(r.result.outcome.fuzzed->runs, "random run"));
  const std::string misfit = judged.misfit.substr(0, judged.misfit.find("; possible instead"));
  r.text = judged.violated
               ? style(Tone::bad, "still broken") + fmt::format(": {}, {}\n    {}", f.kept.property,
                                                                counted(p.trace.size(), "step"), again_line(o, f.files))
           : r.fits ? style(found ? Tone::bad : Tone::good, "the trace fits, and the promise is kept") + searched
                    : style(found ? Tone::bad : Tone::warn, misfit) + searched;
  r.text = fmt::format("  {}: {}\n", f.files.trace.string(), r.text);
  return r;
}

}  // namespace report
