#include "tests/model/experiment.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "history/writer.hpp"

namespace experiment {
namespace {

// "job.status run-1 RUNNING", "source.emit 0:17", "txn.commit sink/0#1", "checkpoint.completed 2", "task.status sink/0
// 0 RUNNING".
std::string spoken(const std::string& line) {
  const nlohmann::json e = nlohmann::json::parse(line);
  std::string text = e["ev"];
  for (const char* key : {"job", "task", "attempt", "id", "kind", "checkpoint", "artifact", "restoredFrom", "txn",
                          "rec", "status", "ok", "recovered", "repeat", "value"}) {
    if (!e.contains(key)) continue;
    if (std::string(key) == "job" && text != "job.status" && text != "job.submitted") continue;
    text += " " + (e[key].is_string() ? e[key].get<std::string>() : e[key].dump());
  }
  return text;
}

}  // namespace

History run(const model::Spec& spec, std::uint64_t seed, const model::World::Rules* rules) {
  History h;
  auto made = model::Plan::make(spec, model::Loop::run);
  if (const auto* error = std::get_if<std::string>(&made)) return ADD_FAILURE() << *error, h;
  const model::Plan& plan = std::get<model::Plan>(made);
  const auto clean = model::make_rulebook();
  model::World world(plan, rules ? *rules : clean);
  const model::ModelNames names(plan);
  history::FigureLedger ledger(history::FigureLedger::all());
  h.run = model::run_timed(world, {seed, 20'000'000, {}}, [&](const history::Event& e, const history::Stamp& s) {
    ledger.fold(e, s);
    std::string line;
    history::write_event(line, names, s, e);
    h.lines.push_back({s.t, spoken(line)});
  });
  h.overflow = world.tape().overflow;
  h.figures = history::figures(ledger, model::header_of(plan), names);
  return h;
}

}  // namespace experiment
