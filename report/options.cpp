#include "report/options.hpp"

#include <fmt/format.h>

#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

#include "report/catalogue.hpp"

namespace report {
namespace {

namespace po = boost::program_options;
using scenarios::Error;

Error usage(std::string what, std::string expected = {}, std::string nearest = {}) {
  return {"quiesce", 0, 0, std::move(what), std::move(expected), std::move(nearest)};
}

std::string joined(const std::vector<std::string_view>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

// What a flag's value may be; a word of a later part is known, and refused.
template <class T>
struct Word {
  std::string_view word;
  std::optional<T> value;
};
template <class T, std::size_t N>
std::optional<Error> choose(const char* flag, const po::variables_map& given, const Word<T> (&words)[N], T& out) {
  if (!given.count(flag)) return std::nullopt;
  const auto& text = given[flag].as<std::string>();
  std::vector<std::string_view> known;
  for (const auto& w : words) {
    if (w.value) known.push_back(w.word);
    if (w.word != text) continue;
    if (w.value) return out = *w.value, std::nullopt;
    known.clear();
    for (const auto& k : words)
      if (k.value) known.push_back(k.word);
    return usage(fmt::format("--{} {} is not there yet", flag, text), "one of " + joined(known));
  }
  return usage(fmt::format("unknown value \"{}\" of --{}", text, flag), "one of " + joined(known),
               scenarios::nearest_of(text, known));
}

constexpr Word<Format> formats[] = {
    {"text", Format::text},     {"json", Format::json},         {"markdown", Format::markdown},
    {"html", Format::html},     {"junit", Format::junit},       {"sarif", Format::sarif},
    {"csv", Format::csv},       {"perfetto", Format::perfetto}, {"mermaid", Format::mermaid},
    {"shiviz", Format::shiviz}, {"graphviz", Format::graphviz}};
constexpr Word<Switch> colors[] = {{"auto", Switch::automatic}, {"always", Switch::on}, {"never", Switch::off}};
constexpr Word<ProgressKind> progresses[] = {{"auto", ProgressKind::automatic},
                                             {"plain", ProgressKind::plain},
                                             {"off", ProgressKind::off},
                                             {"json", std::nullopt}};

std::optional<std::uint64_t> whole(std::string_view text) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(n) : std::nullopt;
}

std::optional<Error> number(const char* flag, const po::variables_map& given, std::uint64_t least, std::uint64_t most,
                            std::uint64_t& out) {
  if (!given.count(flag)) return std::nullopt;
  const auto& text = given[flag].as<std::string>();
  const auto n = whole(text);
  if (n && *n >= least && *n <= most) return out = *n, std::nullopt;
  return usage(fmt::format("--{} is \"{}\"", flag, text), fmt::format("a whole number from {} to {}", least, most));
}

po::options_description described() {
  po::options_description all;
  for (const Flag& f : flags()) {
    const std::string name(f.name);
    if (f.value.empty())
      all.add_options()(name == "help" ? "help,h" : name.c_str(), "");
    else if (f.value.ends_with("…"))
      all.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing(), "");
    else if (name == "between")
      all.add_options()("between", po::value<std::vector<std::string>>()->multitoken(), "");
    else
      all.add_options()(name.c_str(), po::value<std::string>(), "");
  }
  all.add_options()("argument", po::value<std::vector<std::string>>(), "");
  return all;
}

// The nearest flag, with its dashes.
std::string nearest_flag(std::string_view text) {
  while (text.starts_with('-')) text.remove_prefix(1);
  std::vector<std::string_view> names;
  for (const Flag& f : flags()) names.push_back(f.name);
  const std::string name = scenarios::nearest_of(text.substr(0, text.find('=')), names);
  return name.empty() ? name : "--" + name;
}

void take_text(const po::variables_map& given, const char* flag, std::string& out) {
  if (given.count(flag)) out = given[flag].as<std::string>();
}
void take_list(const po::variables_map& given, const char* flag, std::vector<std::string>& out) {
  if (given.count(flag)) out = given[flag].as<std::vector<std::string>>();
}

std::optional<Error> take(const po::variables_map& given, Options& o) {
  take_list(given, "semantics", o.semantics), take_list(given, "way", o.ways), take_list(given, "sink", o.sinks);
  take_list(given, "property", o.properties), take_list(given, "between", o.between),
      take_list(given, "argument", o.files);
  take_text(given, "out", o.out), take_text(given, "history", o.history);
  take_text(given, "trace", o.trace), take_list(given, "defect", o.defects);
  take_text(given, "failures", o.failures), take_text(given, "sweep", o.sweep);
  o.lenient = given.count("lenient") > 0, o.analogy = given.count("analogy") > 0;
  o.generated = given.count("generated") > 0, o.regress = given.count("regress") > 0;
  o.runs_said = given.count("runs") > 0;
  o.quiet = given.count("quiet") > 0, o.help = given.count("help") > 0, o.version = given.count("version") > 0;
  if (auto e = choose("format", given, formats, o.format)) return e;
  if (auto e = choose("color", given, colors, o.color)) return e;
  if (auto e = choose("progress", given, progresses, o.progress)) return e;
  if (auto e = number("seed", given, 0, UINT64_MAX - 1'000'000, o.seed)) return e;
  if (auto e = number("runs", given, 1, 1'000'000'000, o.runs)) return e;
  if (auto e = number("jobs", given, 1, 1'024, o.jobs)) return e;
  if (given.count("budget")) {
    auto budget = parse_budget(given["budget"].as<std::string>());
    if (auto* e = std::get_if<Error>(&budget)) return *e;
    o.budget = std::get<Budget>(budget);
  }
  if (!o.between.empty() && o.between.size() != 2)
    return usage(fmt::format("--between names {} versions", o.between.size()),
                 "two, such as --between flink-1.8 flink-1.15");
  return std::nullopt;
}

// "--semantics 1.13 1.14 flip-45": a list of versions ends at whatever does not look like one, so that files and verbs
// may follow it.
bool looks_like_a_version(std::string_view text) {
  const bool digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  return (digit || text.starts_with("flink-") || text.starts_with("flip-")) && text.find('/') == text.npos &&
         !text.ends_with(".yaml") && !text.ends_with(".yml") && !text.ends_with(".jsonl") && !text.ends_with(".gz");
}
std::vector<std::string> with_lists_opened(int argc, const char* const* argv) {
  constexpr std::string_view flag = "--semantics";
  std::vector<std::string> all;
  bool first = false, more = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (more && looks_like_a_version(arg)) all.emplace_back(flag);
    more = first || arg.starts_with("--semantics=") || (more && looks_like_a_version(arg));
    first = arg == flag;
    all.emplace_back(arg);
  }
  return all;
}

// The first argument is the verb; `--help` and `--version` may stand alone.
std::optional<Error> take_verb(Options& o) {
  if (o.files.empty()) return std::nullopt;
  o.verb = o.files.front();
  o.files.erase(o.files.begin());
  if (o.verb == "help") {
    o.help = true;
    o.verb = o.files.empty() ? "" : o.files.front();
  }
  if (o.verb.empty() || find_verb(o.verb)) return std::nullopt;
  std::vector<std::string_view> known;
  for (const Verb& v : verbs()) known.push_back(v.name);
  return usage(fmt::format("unknown verb \"{}\"", o.verb), "one of " + joined(known),
               scenarios::nearest_of(o.verb, known));
}

// A budget that a verb cannot keep would be no budget.
std::optional<Error> kept_to(const Options& o) {
  const Budget& b = o.budget;
  if (o.verb == "explore" && (b.runs || b.microseconds))
    return usage("explore has no budget of time or runs", "1M-states or 2GB; fuzz has the others");
  if (o.verb == "fuzz" && b.states) return usage("fuzz has no budget of states", "60s, 1M-runs or 2GB");
  return std::nullopt;
}

// The gallery takes any number of defects, as arguments too; whoever else plants one plants one.
std::optional<Error> take_defects(Options& o) {
  if (o.verb == "gallery") {
    o.defects.insert(o.defects.end(), o.files.begin(), o.files.end());
    o.files.clear();
    return std::nullopt;
  }
  if (o.defects.size() > 1) return usage("--defect is given twice", "it once; several are a matter of quiesce gallery");
  if (!o.defects.empty()) o.defect = o.defects.front();
  return std::nullopt;
}

// A flag of another verb is a mistake; one that all verbs share is not, even where it changes nothing.
std::optional<Error> heeded(const po::variables_map& given, const Options& o) {
  const Verb* verb = find_verb(o.verb);
  if (!verb) return std::nullopt;
  if (for_results(o.format) && !verb->judges && !(verb->draws && from_document(o.format)))
    return usage(fmt::format("--format {} of {}, which judges no cases", given["format"].as<std::string>(), o.verb),
                 verb->draws ? "text, json, html, csv, perfetto, mermaid, shiviz or graphviz" : "text or json");
  for (const Flag& f : flags()) {
    const bool shared = std::find(shared_flags.begin(), shared_flags.end(), f.name) != shared_flags.end();
    const bool heeds = std::find(verb->flags.begin(), verb->flags.end(), f.name) != verb->flags.end();
    if (shared || heeds || !given.count(std::string(f.name))) continue;
    std::string of;
    for (const Verb& v : verbs())
      if (std::find(v.flags.begin(), v.flags.end(), f.name) != v.flags.end())
        of += (of.empty() ? "" : ", ") + std::string(v.name);
    return usage(fmt::format("--{} means nothing to {}; it is a flag of {}", f.name, o.verb, of),
                 "see quiesce " + o.verb + " --help");
  }
  return std::nullopt;
}

}  // namespace

const std::vector<Flag>& flags() {
  static const std::vector<Flag> all = {
      {"semantics", "S…",
       "judge and run every way under these versions: 1.14 1.15.4 \"flip-45 + sources_stop: after-completion\""},
      {"way", "NAME…", "only this way of ending; may be given several times"},
      {"sink", "KIND…", "only the cases with this sink: plain, transactional"},
      {"property", "ID…", "judge only this property (quiesce list properties)"},
      {"seed", "N", "of the random draws, 1 where not given"},
      {"runs", "N", "runs of each case, with seeds N, N+1, …"},
      {"sweep", "KEY=A,B",
       "costs for several values of one key: checkpoints.interval, storage.write, network.data, "
       "network.control, rate or parallelism"},
      {"analogy", "", "also tell each way in a database's words"},
      {"budget", "B", "where explore gives up: 1M-states; fuzz: 60s in all, 1M-runs of each case; both: 2GB of memory"},
      {"jobs", "N", "threads; as many as the machine has cores where not given"},
      {"generated", "", "fuzz scenarios that are made up, as without a file"},
      {"regress", "", "try the failures that were kept, nothing else"},
      {"failures", "DIR", "where failures are kept; failures where not given"},
      {"defect", "NAME…", "with this known bug planted (quiesce list defects)"},
      {"history", "F", "write what happened, one event a line; a folder where there are several cases"},
      {"trace", "F", "the stored steps to follow; - is standard input"},
      {"lenient", "", "skip and count damaged lines of a history"},
      {"between", "A B", "which knobs differ between two versions"},
      {"out", "DIR", "leave files there: the result as JSON, Markdown, HTML, JUnit and SARIF, traces of violations"},
      {"format", "F",
       "text or json; of verbs that judge cases also markdown, html, junit, sarif, csv, perfetto, mermaid, "
       "shiviz, graphviz"},
      {"color", "WHEN", "auto, always or never"},
      {"progress", "P", "auto, plain or off; goes to standard error"},
      {"quiet", "", "one line for each case"},
      {"help", "", "this page"},
      {"version", "", "which quiesce this is"},
  };
  return all;
}

std::variant<Budget, Error> parse_budget(const std::string& text) {
  const auto bad = [&] {
    return usage(
        fmt::format("--budget is \"{}\"", text),
        "a number of states such as 1M-states, of runs such as 1M-runs, a time such as 60s, or memory such as 2GB");
  };
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  const auto n = whole(std::string_view(text).substr(0, digits));
  const std::string unit = text.substr(digits);
  constexpr std::pair<std::string_view, std::uint64_t> state_units[] = {
      {"-states", 1}, {"k-states", 1'000}, {"M-states", 1'000'000}, {"G-states", 1'000'000'000}};
  constexpr std::pair<std::string_view, std::uint64_t> memory_units[] = {{"MB", 1'000'000}, {"GB", 1'000'000'000}};
  constexpr std::uint64_t most = 1'000'000'000'000;
  if (!n || *n == 0 || *n > most) return bad();
  for (const auto& [word, factor] : state_units)
    if (unit == word && *n <= most / factor) return Budget{.states = *n * factor};
  for (const auto& [word, factor] : memory_units)
    if (unit == word && *n <= most / factor) return Budget{.bytes = *n * factor};
  constexpr std::pair<std::string_view, std::uint64_t> run_units[] = {
      {"-runs", 1}, {"k-runs", 1'000}, {"M-runs", 1'000'000}, {"G-runs", 1'000'000'000}};
  for (const auto& [word, factor] : run_units)
    if (unit == word && *n <= most / factor) return Budget{.runs = *n * factor};
  constexpr std::pair<std::string_view, std::uint64_t> time_units[] = {
      {"ms", 1'000}, {"s", 1'000'000}, {"min", 60'000'000}, {"h", 3'600'000'000}};
  for (const auto& [word, factor] : time_units)
    if (unit == word && *n <= most / factor) return Budget{.microseconds = *n * factor};
  return bad();
}

std::variant<Options, Error> parse(int argc, const char* const* argv) {
  Options o;
  if (argc > 0 && argv[0][0]) o.program = argv[0];
  po::variables_map given;
  try {
    po::positional_options_description positional;
    positional.add("argument", -1);
    const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const auto description = described();
    po::store(po::command_line_parser(with_lists_opened(argc, argv))
                  .options(description)
                  .positional(positional)
                  .style(style)
                  .run(),
              given);
  } catch (const po::unknown_option& e) {
    return usage(fmt::format("unknown flag \"{}\"", e.get_option_name()), "one of those that quiesce VERB --help names",
                 nearest_flag(e.get_option_name()));
  } catch (const po::multiple_occurrences& e) {
    return usage(fmt::format("{} is given twice", e.get_option_name()), "it once");
  } catch (const po::error& e) {
    return usage(e.what(), "what quiesce VERB --help says");
  }
  if (auto e = take(given, o)) return *e;
  if (auto e = take_verb(o)) return *e;
  if (auto e = take_defects(o)) return *e;
  if (!o.help && !o.version)
    if (auto e = heeded(given, o)) return *e;
  if (auto e = kept_to(o)) return *e;
  return o;
}

bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--format=json" || (arg == "--format" && i + 1 < argc && std::string_view(argv[i + 1]) == "json"))
      return true;
  }
  return false;
}

}  // namespace report
