#include "tests/laws/conformance.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "history/reader.hpp"
#include "history/writer.hpp"
#include "model/names.hpp"
#include "model/timed_run.hpp"

namespace laws {
namespace {

namespace fs = std::filesystem;

std::string kind_of_artifact(const std::string& name) {
  return name.find("chk-") != std::string::npos ? "checkpoint" : "savepoint";
}

std::string joined(const std::set<std::string>& words) {
  std::string all;
  for (const std::string& w : words) all += (all.empty() ? "" : "+") + w;
  return all.empty() ? "nothing" : all;
}

std::string answer(const history::CommandOutcome& c) {
  if (!c.answered) return "no answer";
  if (!c.ok) return "failed";
  return c.artifact.empty() ? "ok" : "ok " + kind_of_artifact(c.artifact);
}

// The scenario's words without what differs from one repetition to the next.
std::string scenario_key(const history::Header& header) {
  nlohmann::json s = nlohmann::json::parse(header.scenario_json, nullptr, false);
  for (const char* noise : {"paceMicros", "paceMicrosAroundCommand", "recordEveryMs", "restartStrategyLogged"})
    s.erase(noise);
  return s.dump();
}

Recording load(const fs::path& path, std::string name) {
  Recording r;
  r.name = std::move(name);
  const auto read = history::read_file(path.string());
  if (const auto* error = std::get_if<history::Error>(&read)) return r.error = error->message, r;
  const std::string& text = std::get<std::string>(read);
  history::FigureLedger ledger(history::FigureLedger::all());
  history::InternedNames names;
  const auto result =
      history::read_history(text, names, [&](const history::Stamp& s, const history::Event& e) { ledger.fold(e, s); });
  if (result.error) return r.error = result.error->message, r;
  r.ending = ending_of(history::figures(ledger, result.header, names));
  auto course = scenarios::read_course(text);
  if (const auto* error = std::get_if<history::Error>(&course)) return r.error = error->message, r;
  r.course = std::move(std::get<scenarios::RecordedCourse>(course));
  const std::string& engine = r.course.header.engine_version;
  if (!model::profile("flink-" + engine)) r.error = "no profile for " + engine;
  r.version = engine + (r.course.words.adaptive ? " adaptive" : "");
  r.scenario = r.version + " " + scenario_key(r.course.header);
  return r;
}

std::vector<std::string> differing(const Fields& a, const Fields& b) {
  std::set<std::string> keys;
  for (const auto& [key, value] : a) keys.insert(key);
  for (const auto& [key, value] : b) keys.insert(key);
  std::vector<std::string> out;
  for (const std::string& key : keys) {
    const auto x = a.find(key), y = b.find(key);
    if (x == a.end() || y == b.end() || x->second != y->second) out.push_back(key);
  }
  return out;
}

// The older recorder does not report that a source started with nothing to restore, and then nothing can be missing.
Ending as_recorded(Ending modelled, const Ending& recorded) {
  std::string& missing = modelled.figures.at("missing");
  if (missing == "none" && recorded.figures.at("missing") == "unknown") missing = "unknown";
  return modelled;
}

void run_once(const model::Plan& plan, const Recording& recording, std::uint32_t seed, const model::World::Rules& rules,
              Endings& endings) {
  constexpr std::uint64_t most_steps = 2'000'000;
  model::World world(plan, rules);
  history::FigureLedger ledger(history::FigureLedger::all());
  const auto hear = [&](const history::Event& e, const history::Stamp& s) { ledger.fold(e, s); };
  const model::TimedRun run = model::run_timed(world, {seed, most_steps, {}}, hear);
  if (run.ending == sim::Ending::overflow) endings.error = world.tape().overflow;
  if (run.steps >= most_steps) endings.error = "the run did not come to its end";
  const auto figures = history::figures(ledger, recording.course.header, model::ModelNames(plan));
  ++endings.seen[as_recorded(ending_of(figures), recording.ending)];
}

void tell(const Fields& recorded, const Fields& modelled, Verdict& v) {
  const auto value = [](const Fields& f, const std::string& key) {
    const auto at = f.find(key);
    return at == f.end() ? std::string("absent") : at->second;
  };
  for (const std::string& key : differing(recorded, modelled)) {
    v.fields.push_back(key);
    v.differences.push_back(key + ": " + value(recorded, key) + ", model " + value(modelled, key));
  }
}

}  // namespace

Ending ending_of(const history::Figures& f) {
  Ending e;
  std::size_t number = 0;
  for (const history::CommandOutcome& c : f.commands) {
    if (c.cleanup || c.id.starts_with("clean-up")) continue;
    e.protocol["command " + std::to_string(++number) + " " + c.text.substr(0, c.text.find(':'))] = answer(c);
  }
  for (const auto& [job, status] : f.final_status) e.protocol["status " + job] = status;
  std::set<std::string> first, last;
  for (const std::string& a : f.left_run1) first.insert(kind_of_artifact(a));
  for (const auto& [kind, count] : f.artifacts_left) last.insert(kind);
  e.protocol["left by run-1"] = joined(first);
  e.protocol["left at the end"] = joined(last);
  const auto figure = [&](const char* name, std::optional<std::uint64_t> n) {
    e.figures[name] = !n ? "unknown" : *n ? "some" : "none";
  };
  figure("leaked", f.leaked), figure("reread", f.reread), figure("duplicates", f.duplicates);
  figure("missing", f.missing), figure("firedEarly", f.fired_early), figure("sameOut", f.same_out);
  figure("stateAhead", f.state_ahead);
  return e;
}

std::vector<Recording> load_recordings(const std::string& folder, const std::string& only) {
  std::vector<std::pair<std::string, fs::path>> files;
  if (!fs::is_directory(folder)) return {};
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    fs::path name = fs::relative(entry.path(), folder);
    if (name.extension() == ".gz") name.replace_extension();
    if (name.extension() != ".jsonl") continue;
    name.replace_extension();
    if (name.generic_string().find(only) != std::string::npos) files.emplace_back(name.generic_string(), entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Recording> out;
  for (auto& [name, path] : files) out.push_back(load(path, name));
  return out;
}

Endings run_model(const Recording& recording, Seeds seeds, const model::World::Rules& rules) {
  Endings endings;
  for (std::uint32_t guess = 0; guess < scenarios::untold_combinations; ++guess) {
    auto made =
        model::Plan::make(scenarios::spec_of_recording(recording.course, scenarios::untold(guess)), model::Loop::run);
    if (const auto* error = std::get_if<std::string>(&made)) return endings.error = *error, endings;
    for (std::uint32_t seed = seeds.first + guess; seed <= seeds.last; seed += scenarios::untold_combinations)
      run_once(std::get<model::Plan>(made), recording, seed, rules, endings);
  }
  return endings;
}

std::string history_of(const Recording& recording, std::uint32_t seed) {
  const std::uint32_t guess = (seed - 1) % scenarios::untold_combinations;
  auto made =
      model::Plan::make(scenarios::spec_of_recording(recording.course, scenarios::untold(guess)), model::Loop::run);
  if (const auto* error = std::get_if<std::string>(&made)) return *error;
  const model::Plan& plan = std::get<model::Plan>(made);
  const model::World::Rules rules = model::make_rulebook();
  const model::ModelNames names(plan);
  model::World world(plan, rules);
  std::string text;
  model::run_timed(world, {seed, 2'000'000, {}}, [&](const history::Event& e, const history::Stamp& s) {
    std::string line;
    history::write_event(line, names, s, e);
    text += line + (line.ends_with('\n') ? "" : "\n");
  });
  return text;
}

Verdict judge(const Recording& recording, const Endings& endings) {
  Verdict v;
  std::size_t fewest = SIZE_MAX;
  std::uint32_t most = 0;
  for (const auto& [ending, seeds] : endings.seen) {
    if (ending == recording.ending) v.whole_seeds += seeds;
    if (ending.protocol == recording.ending.protocol) v.protocol_seeds += seeds;
    const std::size_t apart = differing(recording.ending.protocol, ending.protocol).size() +
                              differing(recording.ending.figures, ending.figures).size();
    if (apart > fewest || (apart == fewest && seeds <= most)) continue;
    fewest = apart, most = seeds, v.nearest = &ending;
  }
  v.whole = v.whole_seeds > 0, v.protocol = v.protocol_seeds > 0;
  if (v.whole || !v.nearest) return v;
  tell(recording.ending.protocol, v.nearest->protocol, v);
  tell(recording.ending.figures, v.nearest->figures, v);
  return v;
}

std::string to_string(const Fields& fields) {
  std::string text;
  for (const auto& [key, value] : fields) text += (text.empty() ? "" : "; ") + key + ": " + value;
  return text;
}

// An ending that few orders of steps lead to needs more seeds than one that most do.
static Endings run_until_seen(const Recording& recording, std::uint32_t seeds, const model::World::Rules& rules) {
  Endings all;
  for (Seeds now{1, seeds}; now.first <= seeds * patience; now = {now.last + 1, now.last + seeds}) {
    const Endings more = run_model(recording, now, rules);
    for (const auto& [ending, n] : more.seen) all.seen[ending] += n;
    all.error = more.error;
    if (!all.error.empty() || judge(recording, all).whole) break;
  }
  return all;
}

std::vector<Endings> run_all(const std::vector<Recording>& recordings, std::uint32_t seeds) {
  std::vector<Endings> all(recordings.size());
  const model::World::Rules rules = model::make_rulebook();
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < recordings.size(); i = next++)
      if (recordings[i].error.empty()) all[i] = run_until_seen(recordings[i], seeds, rules);
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < std::max(1U, std::thread::hardware_concurrency()); ++i) workers.emplace_back(work);
  work();
  for (std::thread& w : workers) w.join();
  return all;
}

}  // namespace laws
