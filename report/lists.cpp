#include "report/lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "history/expectations.hpp"
#include "model/defects/chains.hpp"
#include "model/defects/defect.hpp"
#include "properties/catalogue.hpp"
#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/selection.hpp"
#include "report/shutdowns.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

std::string of(const Json& row, const char* key) { return row.at(key).get<std::string>(); }

// ---- verbs

Json verb_data() {
  Json list = Json::array();
  for (const Verb& v : verbs()) list.push_back({{"verb", v.name}, {"arguments", v.arguments}, {"does", v.summary}});
  return list;
}
std::string verb_text(const Json& data, const Style& style) {
  Table t({{{}}, {{}}});
  for (const Json& v : data) t.row({{of(v, "verb"), Tone::strong}, {of(v, "does")}});
  return t.text(style, 2);
}

// ---- properties

// A job to which as much is promised as can be: retained checkpoints, a failure, a resume from the best.
history::Header typical() {
  history::Header h;
  h.retention = history::Retention::retain_on_cancel;
  h.checkpoint_interval_ms = 10'000;
  h.resume = "best";
  h.fault = "task-failure";
  return h;
}

// For some sink, with or without windows. "every version", "flink-1.15 and later", "every version but flink-1.9", or
// the list.
std::string who_promises(const properties::Property& p) {
  std::vector<std::string> makers, others;
  const auto names = model::profile_names();
  const auto made = [&](const std::string& name) {
    for (const auto sink : {history::Delivery::plain, history::Delivery::transactional})
      for (const std::uint32_t window_ms : {0U, 1'000U}) {
        history::Header job = typical();
        job.sink = sink, job.window_ms = window_ms;
        auto e = history::expectations_for(name, job);
        if (e && !p.promised(*e).judged) {  // perhaps of a drain
          job.drain = true;
          e = history::expectations_for(name, job);
          if (e && !p.promised(*e).judged) e->split_ends = {1};                    // or of splits that are handed out
          if (e && !p.promised(*e).judged) e->bounded = e->ends_by_itself = true;  // or that all end
        }
        if (e && p.promised(*e).made) return true;
      }
    return false;
  };
  for (const std::string& name : names) (made(name) ? makers : others).push_back(name);
  if (makers.size() == names.size()) return "every version";
  if (makers.empty()) return "no version";
  const auto first = std::find(names.begin(), names.end(), makers.front());
  if (makers.size() > 1 && makers == std::vector<std::string>(first, names.end())) return makers.front() + " and later";
  return others.size() < makers.size() ? "every version but " + listed(others) : listed(makers);
}

Json property_data() {
  Json list = Json::array();
  for (const properties::Property& p : properties::catalogue())
    list.push_back({{"id", p.id},
                    {"kind", properties::to_string(p.kind)},
                    {"sentence", p.sentence},
                    {"promisedBy", who_promises(p)}});
  return list;
}
std::string property_text(const Json& data, const Style& style) {
  std::string text;
  for (const Json& p : data) {
    text += fmt::format("  {}  ({}; promised by {})\n", style(Tone::strong, of(p, "id")), of(p, "kind"),
                        of(p, "promisedBy"));
    text += wrapped(of(p, "sentence"), 6, page_width);
  }
  return text + "\n" +
         wrapped(
             "Promised by: at the newest patch level of a version, for a job with retained checkpoints and "
             "SourceFunctions that is "
             "resumed from the best snapshot, with the sink "
             "that the "
             "promise is about; run and explore say it for yours. always, across: never violated; sometimes: it does "
             "happen; can always: never out of reach.",
             2, page_width);
}

// ---- scenarios

std::string first_sentence(const std::string& story) {
  const std::size_t end = story.find(". ");
  std::string line = story.substr(0, end == std::string::npos ? end : end + 1);
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

Json scenario_data() {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(shipped_scenarios(), failed), end; !failed && at != end;
       at.increment(failed))
    if (at->path().extension() == ".yaml") files.push_back(at->path());
  std::sort(files.begin(), files.end());
  Json list = Json::array();
  for (const fs::path& file : files) {
    const auto text = read_file(file, scenarios::max_bytes, "a scenario file");
    if (!std::holds_alternative<std::string>(text)) continue;
    const scenarios::Read read = scenarios::read(told(file), std::get<std::string>(text), known_names());
    for (const scenarios::Scenario& s : read.scenarios)
      list.push_back(
          {{"file", told(file)}, {"name", s.name}, {"cases", s.cases.size()}, {"story", first_sentence(s.story)}});
  }
  return list;
}
std::string scenario_text(const Json& data, const Style& style) {
  std::string text, file;
  for (const Json& s : data) {
    if (of(s, "file") != file) text += "  " + style(Tone::strong, file = of(s, "file")) + "\n";
    text += fmt::format("      {} ({})\n", of(s, "name"), counted(s.at("cases").get<std::uint64_t>(), "case"));
    text += wrapped(of(s, "story"), 10, page_width);
  }
  return text;
}

// ---- defects, figures

Json defect_data() {
  Json list = Json::array();
  for (const model::Defect& d : model::defects())
    list.push_back({{"id", d.id},
                    {"family", model::to_string(d.family)},
                    {"mistake", d.mistake},
                    {"versions", d.versions},
                    {"caughtBy", d.caught_by},
                    {"scenario", d.scenario}});
  return list;
}
std::string defect_text(const Json& data, const Style& style) {
  std::string text, family;
  for (const Json& d : data) {
    if (of(d, "family") != family)
      text += (text.empty() ? "" : "\n") + style(Tone::faint, family = of(d, "family")) + "\n";
    text += fmt::format("  {}  {}\n", style(Tone::strong, of(d, "id")), of(d, "versions"));
    text += wrapped(of(d, "mistake"), 6, page_width);
    text += fmt::format("      caught by {}; {}\n", of(d, "caughtBy"), of(d, "scenario"));
  }
  return text + "\n  planted with --defect ID in run, explore, compare and replay; all of them by gallery\n";
}

Json chain_data() {
  Json list = Json::array();
  for (const model::Chain& c : model::chains()) {
    Json links = Json::array();
    for (const model::Link& l : c.links) links.push_back({{"mending", l.mending}, {"defect", l.defect}});
    list.push_back({{"id", c.id}, {"title", c.title}, {"links", std::move(links)}});
  }
  return list;
}
std::string chain_text(const Json& data, const Style& style) {
  std::string text;
  for (const Json& c : data) {
    text += "  " + style(Tone::strong, of(c, "id")) + "\n" + wrapped(of(c, "title"), 6, page_width);
    for (const Json& l : c.at("links"))
      text += wrapped(fmt::format("{} {}", of(l, "mending"), of(l, "defect")), 8, page_width);
  }
  return text + "\n  run link by link with gallery ID\n";
}

constexpr std::pair<std::string_view, std::string_view> figure_meanings[] = {
    {"restarts", "how often the job restarted inside an execution"},
    {"reread", "records emitted in a later execution that an earlier one had emitted too"},
    {"snapshotGap", "records emitted by the first execution behind the snapshot resumed from"},
    {"rereadInRun", "records emitted again after a restart inside an execution"},
    {"leaked", "records emitted behind the barrier of the snapshot that ends the job"},
    {"leakedProcessed", "of those, how many an operator took"},
    {"leakedVisible", "of those, how many became visible in the first execution"},
    {"abortedRun1", "records of the first execution that were aborted and not visible in it"},
    {"stateAhead", "records that an operator's state holds beyond the sources' positions"},
    {"lostInFlight", "records emitted in the first execution that reached no sink output in it"},
    {"duplicates", "records visible more than once"},
    {"sameOut", "outputs visible more than once"},
    {"lateDropped", "records dropped as late"},
    {"missing", "records before a position resumed from that are visible nowhere and pending nowhere"},
    {"uncommitted", "records in open or pre-committed transactions at the end"},
    {"openRun1", "records in open transactions when the first execution had ended"},
    {"firedEarly", "timers fired only because of the final watermark"},
    {"stopLatencyMs", "from the command to the terminal status"},
    {"snapshotLatencyMs", "from the command to the complete snapshot that ends the job"},
    {"visibleRun1", "records visible when the first execution had ended"},
    {"endedAfterMs", "from the command, or the fault in its place, to the terminal status"},
};

Json figure_data() {
  Json list = Json::array();
  for (const std::string& name : known_figures()) {
    const auto known = std::find_if(std::begin(figure_meanings), std::end(figure_meanings),
                                    [&](const auto& m) { return m.first == name; });
    list.push_back({{"figure", name}, {"meaning", known == std::end(figure_meanings) ? "" : known->second}});
  }
  return list;
}
// ---- databases

Json shutdown_data() {
  Json list = Json::array();
  for (const Shutdown& s : shutdowns()) {
    std::vector<std::string> steps;
    for (const Primitive p : s.steps) steps.emplace_back(words(p).of_database);
    list.push_back({{"database", s.database},
                    {"mode", s.mode},
                    {"steps", fmt::format("{}", fmt::join(steps, "; "))},
                    {"nextStart", s.next_start},
                    {"source", s.source}});
  }
  return list;
}
std::string shutdown_text(const Json& data, const Style& style) {
  std::string text;
  for (const Json& s : data)
    text += "  " + style(Tone::strong, fmt::format("{} {}", of(s, "database"), of(s, "mode"))) + "\n" +
            wrapped(of(s, "steps") + ".", 6, page_width) +
            wrapped("Next start: " + of(s, "nextStart") + ".", 6, page_width) +
            wrapped("(" + of(s, "source") + ")", 6, page_width);
  return text;
}

std::string figure_text(const Json& data, const Style& style) {
  Table t({{{}}, {{}}});
  for (const Json& f : data) t.row({{of(f, "figure"), Tone::strong}, {of(f, "meaning")}});
  return t.text(style, 2);
}

}  // namespace

const std::vector<List>& lists() {
  static const std::vector<List> all = {
      {"verbs", "what quiesce can do", verb_data, verb_text},
      {"properties", "promises and sightings that runs are judged by", property_data, property_text},
      {"semantics", "knobs by version of Flink, with the evidence; --between A B: what changed", semantics_data,
       semantics_text},
      {"scenarios", "the files that come with quiesce", scenario_data, scenario_text},
      {"defects", "historic bugs that can be planted", defect_data, defect_text},
      {"chains", "historic bugs of which the mending of one opened the next", chain_data, chain_text},
      {"shutdowns", "of databases, as the steps of which ways of ending are made (compare --analogy)", shutdown_data,
       shutdown_text},
      {"figures", "what a run is measured by, names as in expect: and JSON", figure_data, figure_text},
  };
  return all;
}

}  // namespace report
