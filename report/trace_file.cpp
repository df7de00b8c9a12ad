#include "report/trace_file.hpp"

#include <fmt/format.h>

#include "report/files.hpp"
#include "report/result.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/words.hpp"
#include "scenarios/writer.hpp"
#include "sim/fingerprint.hpp"
#include "sim/trace.hpp"

namespace report {
namespace {

using scenarios::Error;

constexpr std::string_view first_line = "# quiesce trace";
constexpr std::size_t most_trace_bytes = 64'000'000;

struct Field {
  std::string_view key;
  std::string TraceHeader::*member;
};
constexpr Field fields[] = {{"version", &TraceHeader::version}, {"scenario", &TraceHeader::scenario},
                            {"way", &TraceHeader::way},         {"semantics", &TraceHeader::semantics},
                            {"sink", &TraceHeader::sink},       {"defect", &TraceHeader::defect},
                            {"content", &TraceHeader::content}, {"property", &TraceHeader::property}};

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string named(const std::string& word) { return word.empty() ? "none" : "\"" + word + "\""; }

}  // namespace

TraceHeader header_for(const scenarios::Scenario& scenario, const scenarios::Case& subject, const std::string& defect,
                       std::string_view property) {
  scenarios::Case said = subject;
  said.expect = {};  // what it should come to changes no step
  return {std::string(tool_version()),
          scenario.name,
          subject.way,
          subject.semantics,
          subject.sink,
          defect,
          fmt::format("{:016x}", sim::fingerprint(scenarios::write(said))),
          std::string(property)};
}

std::string to_text(const TraceHeader& h) {
  std::string text = std::string(first_line) + "\n";
  for (const Field& f : fields)
    if (!(h.*f.member).empty()) text += fmt::format("# {}: {}\n", f.key, one_line(h.*f.member));
  return text;
}

TraceHeader parse_trace_header(std::string_view text) {
  TraceHeader h;
  if (!text.starts_with(first_line)) return h;
  while (text.starts_with('#')) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    for (const Field& f : fields) {
      const std::string begin = fmt::format("# {}: ", f.key);
      if (line.starts_with(begin)) h.*f.member = line.substr(begin.size());
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return h;
}

std::vector<std::string> differences(const TraceHeader& then, const TraceHeader& now) {
  std::vector<std::string> all;
  if (then.version.empty() && then.property.empty()) return all;  // it does not say what it was made with
  if (!then.version.empty() && then.version != now.version)
    all.push_back(fmt::format("the trace was made by quiesce {}; this is {}", then.version, now.version));
  const auto compare = [&](std::string_view what, const std::string& a, const std::string& b) {
    if (a != one_line(b))
      all.push_back(fmt::format("the trace was made with the {} {}; this is {}", what, named(a), named(b)));
  };
  if (then.version.empty()) return compare("defect", then.defect, now.defect), all;  // kept by fuzz
  compare("scenario", then.scenario, now.scenario), compare("way", then.way, now.way);
  compare("semantics", then.semantics, now.semantics), compare("sink", then.sink, now.sink);
  compare("defect", then.defect, now.defect);
  if (all.empty() && then.content != now.content)
    all.emplace_back(
        "the file says something else of this case than when the trace was made: its job, budgets, "
        "settings or timeline");
  return all;
}

std::string trace_file(const scenarios::Scenario& scenario, const scenarios::Case& subject,
                       const scenarios::PropertyOutcome& p, const std::string& again, const std::string& defect) {
  return to_text(header_for(scenario, subject, defect, p.property->id)) +
         fmt::format("# verdict: {}\n# again: {}\n", properties::to_string(p.verdict), one_line(again)) +
         scenarios::trace_text(p.trace);
}

std::variant<std::string, Error> read_trace(const std::string& file) {
  auto text = read_file(file, most_trace_bytes, "a trace that explore stored");
  if (std::holds_alternative<Error>(text)) return text;
  sim::Trace steps;
  if (const sim::TraceError wrong = sim::parse_trace(std::get<std::string>(text), steps); wrong.line)
    return Error{file,
                 static_cast<int>(wrong.line),
                 1,
                 "is no trace: " + wrong.message,
                 "lines such as \"take_barrier count/0>sink/0\", as explore stores them",
                 ""};
  if (steps.empty()) return Error{file, 0, 0, "holds no steps", "a trace that explore stored, a step on each line", ""};
  return text;
}

std::optional<Error> one_case(const Selection& s, const Options& o) {
  std::vector<std::string> titles;
  for (const auto& scenario : s.scenarios)
    for (const auto& c : scenario.cases) titles.push_back(title(c));
  if (titles.size() == 1) return std::nullopt;
  return Error{"quiesce " + o.verb,
               0,
               0,
               fmt::format("{} fit: {}", counted(titles.size(), "case"), fmt::join(titles, "; ")),
               "one; choose it with --way, --sink and --semantics",
               ""};
}

}  // namespace report
