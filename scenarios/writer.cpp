#include "scenarios/writer.hpp"

#include <fmt/format.h>

#include "scenarios/condition_text.hpp"
#include "scenarios/expect_words.hpp"
#include "scenarios/fault_kinds.hpp"
#include "scenarios/rows.hpp"
#include "scenarios/values.hpp"

namespace scenarios {
namespace {

std::string command_text(const model::CommandSpec& c) {
  Row row;
  row.add("kind", c.resume ? "resume" : word("command", "kind", c.kind));
  if (!c.id.empty()) row.add("id", plain(c.id));  // the reader makes one up
  if (c.drain) row.add("drain", switch_text(true));
  if (c.resume) row.add("from", word("command", "from", c.from)), row.add("claim", word("command", "claim", c.claim));
  return row.map();
}

std::string fault_text(const model::FaultSpec& f, const model::Spec& spec) {
  const FaultRow& fault = row_of(f.kind);
  Row row;
  row.add("kind", fault.word);
  if (names_a_task(fault.strikes))
    row.add("task", quoted(fmt::format("{}/{}", spec.vertices[f.vertex].name, f.subtask)));
  if (fault.strikes == Strikes::taskmanager) row.add("taskmanager", std::to_string(f.taskmanager));
  return row.map();
}

std::string entry_text(const model::TimelineEntry& entry, const model::Spec& spec, bool here) {
  Row row;
  if (entry.at) row.add("at", duration_text(*entry.at));
  if (entry.after_previous) row.add("at", "+" + duration_text(*entry.after_previous));
  std::string conditions;
  for (const auto& c : entry.when) conditions += (conditions.empty() ? "" : " and ") + condition_text(c, spec);
  if (!conditions.empty()) row.add("when", quoted(conditions));
  if (here)
    row.add("way", "here");
  else if (entry.command)
    row.add("command", command_text(*entry.command));
  else if (entry.fault)
    row.add("fault", fault_text(*entry.fault, spec));
  return row.map();
}

std::string semantics_text(const std::vector<SemanticsChoice>& all) {
  Row list;
  for (const auto& s : all) {
    Row row;
    row.add("base", plain(s.profile));
    for (const auto& o : s.overrides) row.add(o);
    list.add(s.overrides.empty() ? plain(s.profile) : row.map());
  }
  return list.list();
}

std::string checkpoints_text(const model::CheckpointSpec& c) {
  Row row;
  row.add("interval", c.interval == 0 ? "none" : duration_text(c.interval));
  if (c.interval != 0) row.add("first", duration_text(c.first));
  if (!c.later_firsts.empty()) {
    std::string later;
    for (const sim::Time t : c.later_firsts) later += (later.empty() ? "" : ", ") + duration_text(t);
    row.add("later-firsts", "[" + later + "]");
  }
  row.add("mode", word("checkpoints", "mode", c.mode));
  row.add("timeout", duration_text(c.timeout));
  row.add("retention", word("checkpoints", "retention", c.retention));
  row.add("retained", std::to_string(c.retained));
  row.add("max-concurrent", std::to_string(c.max_concurrent));
  row.add("tolerable-failed-checkpoints", std::to_string(c.tolerable));
  row.add("unaligned", switch_text(c.unaligned));
  if (c.after_tasks_finish) row.add("after-tasks-finish", switch_text(*c.after_tasks_finish));
  return row.map();
}

std::string restart_text(const model::RestartSpec& r) {
  Row row;
  row.add("strategy", word("restart", "strategy", r.strategy));
  if (r.strategy == model::RestartStrategy::fixed_delay)
    row.add("attempts", std::to_string(r.attempts)), row.add("delay", duration_text(r.delay));
  return row.map();
}

std::string faults_text(const model::FaultBudget& budget) {
  Row row;
  row.add("any", fmt::format("0..{}", budget.any));
  for (const FaultRow& fault : fault_rows())
    if (budget[fault.kind] > 0) row.add(fault.word, fmt::format("0..{}", budget[fault.kind]));
  return row.map();
}

std::string explore_text(const model::ExploreSpec& e) {
  Row row, fused;
  row.add("records", std::to_string(e.records));
  row.add("checkpoints", std::to_string(e.checkpoints));
  row.add("capacity", std::to_string(e.capacity));
  row.add("states", std::to_string(e.states));
  row.add("storage", e.storage_atomic ? "atomic" : "asynchronous");
  row.add("expiry", e.expiry ? "on" : "off");
  for (const auto& kind : e.fused) fused.add(plain(kind));
  row.add("fused", fused.list());
  return row.map();
}

std::string artifacts_text(const Expectation::Artifacts& artifacts) {
  Row row;
  for (const auto& [kind, n] : artifacts) row.add(kind, std::to_string(n));
  return row.map();
}

std::string expect_text(const Way& way) {
  Row row, figures, promises, commands;
  for (const auto& [name, figure] : way.expect.figures) figures.add(plain(name), text_of(figure));
  std::map<std::string, Row> by_figure;
  for (const auto& [sink, of_sink] : way.figures_of_sink)
    for (const auto& [name, figure] : of_sink) by_figure[name].add(sink, text_of(figure));
  for (const auto& [name, sinks] : by_figure) figures.add(plain(name), sinks.map());
  for (const auto& [id, kept] : way.expect.promises) promises.add(plain(id), kept ? "kept" : "broken");
  for (const auto& [id, answer] : way.expect.commands) commands.add(plain(id), spelled(answer));
  if (!figures.empty()) row.add("figures", figures.map());
  if (way.expect.final_status) row.add("final status", word("expect", "final status", *way.expect.final_status));
  if (!promises.empty()) row.add("promises", promises.map());
  if (way.expect.command) row.add("command", *way.expect.command ? "ok" : "failed");
  if (!commands.empty()) row.add("commands", commands.map());
  if (!way.expect.artifacts.empty()) row.add("artifacts", artifacts_text(way.expect.artifacts));
  if (!way.expect.left_by_run_1.empty()) row.add("left by run-1", artifacts_text(way.expect.left_by_run_1));
  return row.empty() ? "" : row.map();
}

// The blocks of a way, each line behind `indent`.
std::string blocks_text(const Way& way, std::string_view indent) {
  const model::Spec& spec = way.spec;
  std::string text;
  const auto line = [&](std::string_view l) { text += fmt::format("{}{}\n", indent, l); };
  line("semantics: " + semantics_text(way.semantics));
  line("job:");
  line("  vertices:");
  for (const auto& v : spec.vertices) line("    - " + vertex_text(v));
  line(fmt::format("  network: {{data: {}, control: {}, capacity: {}}}", delay_text(spec.network.data),
                   delay_text(spec.network.control), spec.network.capacity));
  line(fmt::format("  storage: {{write: {}, metadata: {}, prepare: {}}}", delay_text(spec.storage.write),
                   delay_text(spec.storage.metadata), delay_text(spec.storage.prepare)));
  line("checkpoints: " + checkpoints_text(spec.checkpoints));
  line("restart: " + restart_text(spec.restart));
  line(fmt::format("savepoints: {{directory: {}}}", word("savepoints", "directory", spec.savepoints)));
  line(fmt::format("cluster: {{taskmanagers: {}, replacement: {}, high-availability: {}, teardown: {}}}",
                   spec.cluster.taskmanagers, switch_text(spec.cluster.replacement),
                   switch_text(spec.cluster.high_availability), delay_text(spec.cluster.teardown)));
  line("until: " + (spec.until ? duration_text(*spec.until) : "caught up"));
  line(spec.timeline.empty() ? "timeline: []" : "timeline:");
  for (std::size_t i = 0; i < spec.timeline.size(); ++i)
    line("  - " + entry_text(spec.timeline[i], spec, way.here == i));
  line("faults: " + faults_text(spec.faults));
  line("explore: " + explore_text(spec.explore));
  if (const std::string expect = expect_text(way); !expect.empty()) line("expect: " + expect);
  return text;
}

std::string way_text(const Way& way) {
  std::string text = fmt::format("  - name: {}\n", quoted(way.name));
  if (way.here) {
    const auto& own = way.spec.timeline[*way.here];
    text += own.command ? fmt::format("    command: {}\n", command_text(*own.command))
                        : fmt::format("    fault: {}\n", fault_text(*own.fault, way.spec));
  }
  return text + blocks_text(way, "    ");
}

}  // namespace

std::string write(const Scenario& s) {
  std::string text = fmt::format("scenario: {}\nstory: {}\n", quoted(s.name), quoted(s.story));
  const bool named = !s.ways.front().name.empty();
  Row compare, sinks;
  if (named) compare.add("baseline", quoted(s.baseline));
  for (const auto& sink : s.sinks) sinks.add(word("sink", "delivery", sink));
  if (!sinks.empty()) compare.add("sinks", sinks.list());
  if (!compare.empty()) text += fmt::format("compare: {}\n", compare.map());
  if (!named) return text + blocks_text(s.ways.front(), "");
  text += "ways:\n";
  for (const Way& way : s.ways) text += way_text(way);
  return text;
}

std::string write(const Case& c) {
  Scenario s;
  s.name = c.spec.name;
  s.baseline = c.way;
  s.ways.push_back(
      {c.way, {{c.semantics, c.spec.profile, c.spec.semantics, c.spec.overrides}}, c.spec, c.here, c.expect, {}});
  return write(s);
}

}  // namespace scenarios
