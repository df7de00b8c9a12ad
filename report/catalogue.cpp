#include "report/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/style.hpp"
#include "report/words.hpp"

namespace report {
namespace {

constexpr std::size_t help_width = 98;

const std::vector<Verb>& table() {
  static const std::vector<Verb> rows = {
      {"compare",
       "FILE…",
       "one scenario under each of its ways of ending: costs, promises, what to do",
       "Runs each way of ending with the clock, side by side: what is read, shown or lost twice or never, how long the "
       "end "
       "takes, which promises held, and from what to resume. With several --semantics: where the versions part, and "
       "which knob it is.",
       {"semantics", "way", "sink", "property", "seed", "runs", "sweep", "analogy", "defect", "out", "format", "color",
        "progress", "quiet"},
       {"compare scenarios/flip-45.yaml --format html > flip-45.html", "compare scenarios/databases.yaml --analogy",
        "compare scenarios/flip-45.yaml --way stop-with-savepoint --semantics 1.13 1.14 1.15"},
       act_compare,
       true},
      {"run",
       "FILE…",
       "timed runs of each case: figures, verdicts, expectations",
       "Runs each case (way x semantics x sink) with the clock and judges it. One run is one order of steps.",
       {"semantics", "way", "sink", "property", "seed", "runs", "defect", "history", "out", "format", "color",
        "progress", "quiet"},
       {"run scenarios/golden/g1.yaml --way cancel",
        "run scenarios/golden/g1.yaml --runs 20 --history /tmp/g1 --quiet"},
       act_run,
       true},
      {"explore",
       "FILE…",
       "every order of steps within budgets; a shortest counterexample",
       "Visits every state that the small job of the file's `explore:` block can reach, in whatever order things "
       "happen.",
       {"semantics", "way", "sink", "property", "budget", "defect", "out", "format", "color", "progress", "quiet"},
       {"explore scenarios/flip-45.yaml --way cancel --sink transactional",
        "explore scenarios/flip-45.yaml --way stop-with-savepoint \\\n    --semantics \"flink-1.15 + sources_stop: "
        "after-completion\""},
       act_explore,
       true},
      {"fuzz",
       "[FILE…]",
       "many random runs of a scenario, or of made-up ones; shrinks and keeps what fails",
       "Runs each case in random orders, with faults of the `faults:` block and commands at any moment, within the "
       "budgets of `explore:`. Without a file the scenarios are made up. What breaks a promise is made small, kept "
       "in a folder, and tried first the next time. A budget of time is spent in rounds over all cases. Run n depends "
       "on the seed and n only, whatever the number of threads.",
       {"semantics", "way", "sink", "property", "seed", "runs", "budget", "jobs", "generated", "regress", "failures",
        "defect", "out", "format", "color", "progress", "quiet"},
       {"fuzz scenarios/small.yaml --budget 10s", "fuzz --generated --budget 60s", "fuzz --regress"},
       act_fuzz,
       true},
      {"audit",
       "HISTORY…",
       "judge recorded histories: figures, promises, what to resume from",
       "Reads histories (JSON Lines, also gzip; of a folder all that end in .jsonl or .jsonl.gz), recorded of a real "
       "engine or written by run --history, and judges them by the promises of the version that they name. Kinds of "
       "events that were not recorded leave undecided what depends on them. With --semantics V… or all: follows them "
       "with the model of these versions, and says which could have done it and where the others stop.",
       {"semantics", "property", "lenient", "out", "format", "color", "progress", "quiet"},
       {"audit incident.jsonl", "audit recordings/ --quiet", "audit incident.jsonl --semantics all"},
       act_audit,
       true},
      {"report",
       "DOCUMENT",
       "render a stored result again: as a page, as a table, for other viewers",
       "Reads the JSON document that a verb which judges cases has left with --out (compare.json), and renders it: "
       "html is "
       "a page of one file, csv the costs, perfetto a trace for ui.perfetto.dev, shiviz a log with vector clocks, "
       "mermaid sequence diagrams, graphviz the job. With --out, all of them.",
       {"out", "format", "color"},
       {"report results/compare.json --format html > compare.html", "report results/compare.json --out results"},
       act_report,
       false,
       true},
      {"replay",
       "FILE --trace T",
       "follow a stored counterexample, step by step",
       "Follows the steps of a trace that explore or fuzz has stored; says whether the promise that it names is "
       "broken. Where the trace does not fit any more, says at which step and why, what was possible instead, and what "
       "the trace was made with that is different now.",
       {"trace", "semantics", "way", "sink", "defect", "format", "color", "quiet"},
       {"replay scenarios/flip-45.yaml --trace quiesce-out/flip-45.trace"},
       act_replay},
      {"explain",
       "FILE [--trace T] [--property ID]",
       "the story of a violation: why, from where on nothing helps, what would have saved it",
       "Tells a stored trace, or the shortest way to break a promise, within 40 lines: its steps, why the promise is "
       "broken, the point of no return (the step behind which every order of steps breaks it, computed from all that "
       "can follow), and the least that would have to go otherwise. With --out, that other way is kept as a trace.",
       {"trace", "property", "semantics", "way", "sink", "defect", "budget", "out", "format", "color", "progress"},
       {"explain scenarios/flip-45.yaml --trace quiesce-out/flip-45.trace",
        "explain scenarios/defects/flink-23532.yaml --defect FLINK-23532 \\\n    --property no-replay-after-stop"},
       act_explain,
       false,
       true},
      {"gallery",
       "[ID…]",
       "plant each historic bug: which promise catches it, in how many steps",
       "Plants each defect of the gallery (quiesce list defects), looks for it with every verb that can find it, and "
       "prints which promises are broken. The clean engine has to keep them in the same scenarios. ID: a defect, or a "
       "chain of them (quiesce list chains).",
       {"defect", "budget", "out", "format", "color", "progress", "quiet"},
       {"gallery --quiet", "gallery FLINK-23532 end-of-input"},
       act_gallery},
      {"check",
       "FILE…",
       "are these files valid scenarios? all errors, with line and column",
       "Reads the files and says everything that is wrong in them.",
       {"format", "color", "quiet"},
       {"check scenarios/*.yaml", "check - < draft.yaml"},
       act_check},
      {"new",
       "KIND [FILE]",
       "write a commented scenario to begin with: stop, cancel, failure or comparison",
       "Writes a scenario with comments that say what each line means, ready for check, run and explore: to FILE, "
       "which "
       "must not exist, or to standard output. KIND is stop, cancel, failure or comparison.",
       {"format", "color"},
       {"new stop my-job.yaml", "new comparison | quiesce compare -"},
       act_new},
      {"schema",
       "[WHAT]",
       "the JSON Schema of scenario files, or of results",
       "Prints the JSON Schema (draft 2020-12) of scenario files, with which editors complete and check them; with "
       "`results` that of the documents of --format json.",
       {},
       {"schema > quiesce.schema.json", "schema results"},
       act_schema},
      {"demo",
       "",
       "see a job break its promise, in a second: no file needed",
       "Explores a small job with a historic bug of Flink put back (FLINK-23532) and tells the shortest way to see it. "
       "It ends with 0: the bug is there on purpose.",
       {"out", "format", "color"},
       {"demo"},
       act_demo},
      {"list",
       "[WHAT]",
       "catalogues: verbs, properties, semantics, scenarios, defects, figures",
       "Prints a catalogue; without WHAT says which there are.",
       {"between", "format", "color", "quiet"},
       {"list properties", "list semantics --between flink-1.8 flink-1.15"},
       act_list},
  };
  return rows;
}

constexpr std::string_view exit_codes =
    "Exit codes:\n"
    "  0  nothing violated, and all that was asked was done\n"
    "  1  a promise that was made is broken, or an expectation of the file is not met\n"
    "  2  undecided: a budget was too small, or a trace stopped fitting\n"
    "  3  bad input or usage          4  internal error\n";

const Flag& flag_named(std::string_view name) {
  return *std::find_if(flags().begin(), flags().end(), [&](const Flag& f) { return f.name == name; });
}

std::string flag_line(const Flag& f) {
  const std::string left = fmt::format("  --{}{}{}", f.name, f.value.empty() ? "" : " ", f.value);
  const std::string right = wrapped(f.meaning, 21, help_width);
  return left + (width(left) < 20 ? std::string(21 - width(left), ' ') : std::string(" ")) + right.substr(21);
}

std::string example_lines(const std::string& program, const Verb& v) {
  std::string text;
  for (std::string_view e : v.examples) text += fmt::format("  {} {}\n", program, e);
  return text;
}

}  // namespace

std::span<const Verb> verbs() { return table(); }

const Verb* find_verb(std::string_view name) {
  for (const Verb& v : table())
    if (v.name == name) return &v;
  return nullptr;
}

std::string help(const std::string& program) {
  std::string text = wrapped(
      "quiesce says what happens when a streaming job is stopped, cancelled or lost, and what the resumed job does "
      "twice or never: "
      "by simulation, and by trying every order of steps.",
      0, help_width);
  text += fmt::format("\nUsage: {} VERB [FILE…] [flags]\n\n", program);
  for (const Verb& v : table()) text += fmt::format("  {:<9}{}\n", v.name, v.summary);
  text +=
      fmt::format("\nFlags are the same everywhere; {} VERB --help says which of them matter to a verb.\n", program);
  text += "A file is one scenario or several (YAML); - is standard input.\n\n";
  text += exit_codes;
  text += fmt::format("\nStart here:\n  {0} compare scenarios/flip-45.yaml\n  {0} list scenarios\n", program);
  return text;
}

std::string help(const std::string& program, const Verb& verb) {
  std::string text = fmt::format("Usage: {} {} {} [flags]\n\n", program, verb.name, verb.arguments);
  text += wrapped(verb.story, 0, help_width) + "\nFlags:\n";
  for (std::string_view f : verb.flags) text += flag_line(flag_named(f));
  std::string others;
  for (std::string_view f : shared_flags)
    if (f != "help" && f != "version" && std::find(verb.flags.begin(), verb.flags.end(), f) == verb.flags.end())
      others += fmt::format("{}--{}", others.empty() ? "" : ", ", f);
  if (!others.empty()) text += wrapped("Taken, but without effect here: " + others + ".", 2, help_width);
  text += "\n";
  text += exit_codes;
  return text + "\nExample:\n" + example_lines(program, verb);
}

}  // namespace report
