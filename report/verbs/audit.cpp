// quiesce audit: recorded histories, judged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/audit_text.hpp"
#include "report/catalogue.hpp"
#include "report/exploration_text.hpp"
#include "report/json_entry.hpp"
#include "report/known_faults.hpp"
#include "report/losses.hpp"
#include "report/recorded_story.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"
#include "report/words.hpp"
#include "scenarios/audit.hpp"
#include "scenarios/follow_recording.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_states = 20'000;     // that are looked at to follow a history with one version
constexpr std::uint64_t longest_story = 200'000;  // events; a longer one is told by its last event only

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

// Where the promise was broken by an event, the file is read a second time up to it.
void tell_stories(const std::string& file, CaseResult& r, const scenarios::AuditOptions& options) {
  for (scenarios::PropertyOutcome& p : r.outcome.properties) {
    const std::uint64_t last = p.violated_at.value_or(r.outcome.recorded->events);
    if (p.verdict != properties::Verdict::violated || !p.promise.made || last > longest_story) continue;
    scenarios::AuditOptions again = options;
    std::optional<RecordedStory> story;
    const auto names = std::make_shared<history::InternedNames>();
    again.hear = [&](const history::Event& event, const history::Stamp& stamp) { story->hear(event, stamp); };
    again.names = names;
    story.emplace(*names, last);
    scenarios::audit_history(file, again);
    p.trace = story->take();
  }
}

// What following it with the model of a version came to.
struct Tried {
  std::string version;
  scenarios::Followed followed;
};

struct Audited {
  CaseResult result;
  std::vector<Tried> tried;  // the best first
  std::shared_ptr<const scenarios::Case> subject;
  std::optional<Error> error;
};

std::vector<std::string> versions_to_try(const Options& o) {
  if (o.semantics.size() == 1 && o.semantics.front() == "all") return model::profile_names();
  return o.semantics;
}

// The recorders' jobs are all of one shape; a history of another job cannot be followed.
bool has_the_recorders_shape(const history::Header& h) { return h.engine == "flink"; }

std::vector<Tried> follow_with(const std::string& file, const std::vector<std::string>& versions) {
  std::vector<Tried> all;
  const auto text = history::read_file(file);
  for (const std::string& version : versions) {
    scenarios::FollowLimits limits;
    limits.states = most_states;
    auto followed = scenarios::follow_recording(std::get<std::string>(text), version, limits);
    if (auto* f = std::get_if<scenarios::Followed>(&followed)) all.push_back({version, std::move(*f)});
  }
  std::stable_sort(all.begin(), all.end(), [](const Tried& a, const Tried& b) {
    const auto done = [](const Tried& t) { return t.followed.outcome == scenarios::Followed::Outcome::explained; };
    return std::tuple(done(a), a.followed.explained, a.followed.seq) >
           std::tuple(done(b), b.followed.explained, b.followed.seq);
  });
  return all;
}

std::string_view word(scenarios::Followed::Outcome o) {
  constexpr std::string_view words[] = {"explained", "refused", "undecided"};
  return words[static_cast<std::size_t>(o)];
}

// Versions that come equally far are told together.
std::string tried_text(const std::vector<Tried>& tried, const Style& style) {
  if (tried.empty()) return "";
  using Outcome = scenarios::Followed::Outcome;
  std::string text = style(Tone::strong, "Which version could have done this") + "\n";
  for (std::size_t from = 0, to; from < tried.size(); from = to) {
    const scenarios::Followed& f = tried[from].followed;
    std::vector<std::string> versions;
    for (to = from; to < tried.size() && tried[to].followed.outcome == f.outcome && tried[to].followed.seq == f.seq;
         ++to)
      versions.push_back(tried[to].version);
    std::string line = listed(versions) + (f.outcome == Outcome::explained ? ": all of it" : "");
    if (f.outcome != Outcome::explained)
      line += fmt::format(": {}, and not event {}, \"{}\"{}", counted(f.explained, "event"), grouped(f.seq), f.event,
                          f.outcome == Outcome::refused
                              ? ""
                              : fmt::format(" (undecided: {} were looked at)", counted(f.states - 1, "state")));
    text += wrapped(line, 2, page_width);
  }
  return text;
}

Audited audit(const std::string& file, const Options& o) {
  Audited a;
  scenarios::AuditOptions options;
  options.only = o.properties;
  options.otherwise = o.semantics.size() == 1 && o.semantics.front() != "all" ? o.semantics.front() : "";
  options.hear = [&](const history::Event& event, const history::Stamp& stamp) {
    a.result.observed.hear(event, stamp);
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
  a.result.names = made.names;
  a.result.outcome = std::move(made.outcome);
  options.hear = {};
  tell_stories(file, a.result, options);
  if (has_the_recorders_shape(a.result.outcome.header)) a.tried = follow_with(file, versions_to_try(o));
  return a;
}

std::string again_line(const Options& o, const std::string& file, const scenarios::PropertyOutcome& p) {
  std::string line = fmt::format("{} audit {} --property {}", o.program, report::quoted(file), p.property->id);
  for (const std::string& version : o.semantics) line += " --semantics " + report::quoted(version);
  return line;
}

std::string full_text(const std::string& file, const Audited& a, const Options& o, const Style& style) {
  const CaseResult& r = a.result;
  std::string text = audit_report(file, r, style) + tried_text(a.tried, style);
  for (const scenarios::PropertyOutcome* p : tally(r.outcome).broken)
    text += "\n" + audit_counterexample(*p, r, again_line(o, file, *p), style);
  return text + "\n";
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
  j["stillRunning"] = r.outcome.recorded->still_running;
  const Losses l = losses(r);
  j["lost"] = l.lost, j["shownTwice"] = l.doubled;
  j["known"] = known_faults(r);
  j["followed"] = Json::array();
  for (const Tried& t : a.tried)
    j["followed"].push_back({{"semantics", t.version},
                             {"outcome", word(t.followed.outcome)},
                             {"events", t.followed.explained},
                             {"states", t.followed.states},
                             {"stoppedAt", t.followed.seq ? Json(t.followed.seq) : Json()},
                             {"event", t.followed.event.empty() ? Json() : Json(t.followed.event)}});
  return j;
}

std::optional<Error> wrong_use(const Options& o) {
  if (o.files.empty()) return Error{"quiesce", 0, 0, "no history is given", "quiesce audit HISTORY…", ""};
  for (const std::string& version : o.semantics)
    if (!model::profile(version) && !(version == "all" && o.semantics.size() == 1))
      return Error{"quiesce",
                   0,
                   0,
                   fmt::format("unknown version \"{}\" of --semantics", version),
                   fmt::format("all, or some of {}", fmt::join(model::profile_names(), ", ")),
                   ""};
  return std::nullopt;
}

}  // namespace

int act_audit(const Options& o) {
  if (const auto e = wrong_use(o)) return refuse(*e, o.verb, o.format);
  const std::vector<std::string> files = histories(o);
  if (files.empty())
    return refuse(
        Error{o.files.front(), 0, 0, "is a folder without histories", "files that end in .jsonl or .jsonl.gz", ""},
        o.verb, o.format);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  const Style style = style_for(o);
  auto doc = document(o.verb), entries = Json::array();
  std::vector<Error> errors;
  Conclusion conclusion;
  for (const std::string& file : files) {
    const Audited a = audit(file, o);
    if (a.error) {
      errors.push_back(*a.error);
      continue;
    }
    conclude(conclusion, a.result);
    if (o.format == Format::json || !o.out.empty()) entries.push_back(json_of(file, a));
    if (o.format == Format::text)
      print(o.quiet ? file + ": " + one_line(a.result, style) : full_text(file, a, o, style));
  }
  close(doc, std::move(entries), conclusion);
  if (!errors.empty()) doc["errors"] = to_json(errors), doc["exit"] = bad_input;
  if (o.format == Format::json)
    print_document(doc);
  else if (conclusion.cases)
    print(verdict_of_histories(conclusion, style));
  if (!errors.empty() && o.format == Format::text) print_error(scenarios::to_text(errors));
  if (keep_document(o, doc)) return bad_input;
  return errors.empty() ? conclusion.exit() : bad_input;
}

}  // namespace report
