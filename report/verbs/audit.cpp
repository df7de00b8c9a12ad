// quiesce audit: recorded histories, judged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/audit_text.hpp"
#include "report/catalogue.hpp"
#include "report/exploration_text.hpp"
#include "report/followed_text.hpp"
#include "report/json_entry.hpp"
#include "report/known_faults.hpp"
#include "report/losses.hpp"
#include "report/outputs.hpp"
#include "report/progress.hpp"
#include "report/recorded_story.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"
#include "report/versions.hpp"
#include "report/words.hpp"
#include "scenarios/audit.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t longest_story = 20'000;  // events up to the broken promise

bool is_history(const fs::path& path) {
  return path.string().ends_with(".jsonl") || path.string().ends_with(".jsonl.gz");
}

// The files, folders opened, in order of their names.
std::vector<std::string> histories(const Options& o) {
  std::vector<std::string> all;
  std::error_code failed;
  for (const std::string& given : o.files) {
    if (!fs::is_directory(given, failed)) {
      all.push_back(given);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::recursive_directory_iterator(given, failed))
      if (is_history(entry.path())) inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return all;
}

// Where promises are broken, the file is read a second time for the events that led there.
// `end`: number of its last event.
void tell_stories(const std::string& file, CaseResult& r, std::uint64_t end, bool lenient) {
  history::InternedNames names;
  std::vector<std::pair<scenarios::PropertyOutcome*, RecordedStory>> stories;
  for (scenarios::PropertyOutcome& p : r.outcome.properties) {
    if (p.verdict != properties::Verdict::violated || !p.promise.made) continue;
    stories.emplace_back(&p, RecordedStory(names, p.violated_at.value_or(end), longest_story));
  }
  if (stories.empty()) return;
  const auto hear = [&](const history::Stamp& stamp, const history::Event& event) {
    for (auto& [property, story] : stories) story.hear(event, stamp);
  };
  history::ReadOptions reading;
  reading.reading = lenient ? history::Reading::lenient : history::Reading::strict;
  history::read_history_file(file, names, hear, reading);
  for (auto& [property, story] : stories) property->trace = story.take();
}

struct Audited {
  CaseResult result;
  FollowedWith followed;
  history::Damage damage;
  std::shared_ptr<const scenarios::Case> subject;
  std::optional<Error> error;
};

Audited audit(const std::string& file, const Options& o) {
  Audited a;
  Progress progress(o.progress, "reading " + file, 0);
  std::uint64_t end = 0;
  scenarios::AuditOptions options;
  options.only = o.properties;
  options.lenient = o.lenient;
  options.otherwise = o.semantics.size() == 1 && o.semantics.front() != "all" ? o.semantics.front() : "";
  options.hear = [&](const history::Event& event, const history::Stamp& stamp) {
    progress.model_time(stamp.t);
    a.result.observed.hear(event, stamp);
    end = stamp.seq;
  };
  scenarios::Audit made = scenarios::audit_history(file, options);
  for (const history::Warning& w : made.warnings) print_error(history::to_string(w, file) + "\n");
  if (made.error) {
    a.error = Error{file,
                    static_cast<int>(made.error->line),
                    static_cast<int>(made.error->column),
                    made.error->message,
                    made.error->remedy,
                    ""};
    return a;
  }
  a.subject = made.subject;
  a.damage = made.damage;
  a.result.names = made.names;
  a.result.outcome = std::move(made.outcome);
  tell_stories(file, a.result, end, o.lenient);
  a.result.wall_seconds = progress.seconds();
  a.followed = follow_with(file, versions_to_try(o), o.progress);
  return a;
}

std::string again_line(const Options& o, const std::string& file, const scenarios::PropertyOutcome& p) {
  std::string line = fmt::format("{} audit {} --property {}", o.program, report::quoted(file), p.property->id);
  for (const std::string& version : o.semantics) line += " --semantics " + report::quoted(version);
  return line;
}

std::string full_text(const std::string& file, const Audited& a, const Options& o, const Style& style) {
  const CaseResult& r = a.result;
  std::string text = audit_report(file, r, style) + followed_text(a.followed, style);
  for (const scenarios::PropertyOutcome* p : tally(r.outcome).broken)
    text += "\n" + audit_counterexample(*p, r, again_line(o, file, *p), style);
  return text + "\n";
}

// "12 lines skipped: 10 not JSON, 2 unknown reference".
std::string damage_text(const history::Damage& d) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < history::flaw_count; ++i)
    if (d.counts[i]) parts.push_back(fmt::format("{} {}", d.counts[i], history::word(static_cast<history::Flaw>(i))));
  return fmt::format("{} skipped: {}", counted(d.skipped(), "line"), fmt::join(parts, ", "));
}

Json json_of(const std::string& file, const Audited& a) {
  const CaseResult& r = a.result;
  scenarios::Scenario named;
  named.name = r.outcome.header.name;
  Json j = entry(named, r);
  j["file"] = file;
  j["events"] = r.outcome.recorded->events;
  j["leftOut"] = Json::array();
  for (const history::Gap& gap : r.outcome.recorded->gaps) j["leftOut"].push_back(gap.reason);
  j["skippedLines"] = a.damage.skipped();
  j["stillRunning"] = r.outcome.recorded->still_running;
  const Losses l = losses(r);
  j["lost"] = l.lost, j["shownTwice"] = l.doubled;
  j["known"] = known_faults(r);
  j["followed"] = to_json(a.followed.tried);
  return j;
}

std::optional<Error> wrong_use(const Options& o) {
  if (o.files.empty()) return Error{"quiesce", 0, 0, "no history is given", "quiesce audit HISTORY…", ""};
  for (const std::string& version : o.semantics)
    if (!model::profile(version) && !(version == "all" && o.semantics.size() == 1)) {
      Error e = unknown_version("--semantics", version);
      e.expected += "; or all, alone";
      return e;
    }
  return std::nullopt;
}

}  // namespace

int act_audit(const Options& given) {
  Options o = given;
  for (std::string& version : o.semantics) version = full_version(version);
  if (const auto e = wrong_use(o)) return refuse(*e, o.verb, o.format);
  const std::vector<std::string> files = histories(o);
  if (files.empty())
    return refuse(
        Error{o.files.front(), 0, 0, "is a folder without histories", "files that end in .jsonl or .jsonl.gz", ""},
        o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  const Style style = style_for(o);
  Outputs outputs(o);
  std::vector<Error> errors;
  Conclusion conclusion;
  for (const std::string& file : files) {
    const Audited a = audit(file, o);
    if (a.error) {
      errors.push_back(*a.error);
      continue;
    }
    if (a.damage.any()) print_error(fmt::format("{}: damaged: {}\n", file, damage_text(a.damage)));
    conclude(conclusion, a.result);
    scenarios::Scenario named;
    named.name = a.result.outcome.header.name;
    outputs.add({named, file, a.result}, [&] { return json_of(file, a); });
    if (o.format == Format::text)
      print(o.quiet ? file + ": " + one_line(a.result, style) : full_text(file, a, o, style));
  }
  if (outputs.text() && conclusion.cases) print(verdict_of_histories(conclusion, style));
  if (!errors.empty()) outputs.add_key("errors", to_json(errors));
  if (!errors.empty() && o.format != Format::json) print_error(scenarios::to_text(errors));
  return outputs.finish(conclusion, errors.empty() ? conclusion.exit() : bad_input);
}

}  // namespace report
