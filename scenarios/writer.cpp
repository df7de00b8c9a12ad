#include "scenarios/writer.hpp"

#include <fmt/format.h>

#include "scenarios/condition_text.hpp"
#include "scenarios/fields.hpp"
#include "scenarios/keys.hpp"
#include "scenarios/values.hpp"

namespace scenarios {
namespace {

using model::VertexKind;

// The word at an enumerator's place in the table.
template <class E>
std::string_view word(std::string_view in_block, std::string_view key, E value) {
  return block(in_block).find(key)->choices[static_cast<std::size_t>(value)].word;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (c == '\n')
      out += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + '"';
}

// Names stand without quotes unless YAML would read something else.
std::string plain(std::string_view name) {
  const bool letter = !name.empty() && ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
  return is_name(name) && letter && name != "null" && name != "Null" && name != "NULL" ? std::string(name)
                                                                                       : quoted(name);
}

std::string delay_text(const sim::Delay& d) {
  if (d.is_constant()) return duration_text(d.max);
  return fmt::format("{{min: {}, p50: {}, p90: {}, p99: {}, max: {}}}", duration_text(d.least), duration_text(d.p50),
                     duration_text(d.p90), duration_text(d.p99), duration_text(d.max));
}

// Items of a map or list in one line.
class Row {
 public:
  void add(std::string_view item) { text_ += (text_.empty() ? "" : ", ") + std::string(item); }
  void add(std::string_view key, std::string_view value) { add(fmt::format("{}: {}", key, value)); }
  bool empty() const { return text_.empty(); }
  std::string map() const { return "{" + text_ + "}"; }
  std::string list() const { return "[" + text_ + "]"; }

 private:
  std::string text_;
};

std::string vertex_text(const model::VertexSpec& v) {
  Row row;
  row.add("name", plain(v.name));
  row.add("kind", vertex_blocks()[static_cast<std::size_t>(v.kind)]);
  if (v.kind != VertexKind::source) {
    Row inputs;
    for (const auto& i : v.inputs)
      inputs.add(fmt::format("{{from: {}, exchange: {}}}", plain(i.from), word("input", "exchange", i.exchange)));
    row.add("inputs", inputs.list());
  }
  row.add("parallelism", std::to_string(v.parallelism));
  row.add("service", delay_text(v.service));
  if (v.kind == VertexKind::source) {
    row.add("api", word("source", "api", v.api));
    row.add("splits", std::to_string(v.splits));
    row.add("rate", rate_text(v.record_every));
    row.add("records", "endless");
  }
  if (v.kind == VertexKind::keyed_count) row.add("keys", std::to_string(v.keys));
  if (v.kind == VertexKind::sink) {
    row.add("delivery", word("sink", "delivery", v.delivery));
    row.add("api", word("sink", "api", v.sink_api));
  }
  return row.map();
}

std::string command_text(const model::CommandSpec& c) {
  Row row;
  row.add("kind", c.resume ? "resume" : word("command", "kind", c.kind));
  row.add("id", plain(c.id));
  if (c.resume) row.add("from", word("command", "from", c.from));
  return row.map();
}

std::string fault_text(const model::FaultSpec& f, const model::Spec& spec) {
  return fmt::format("{{kind: {}, task: {}}}", word("fault", "kind", f.kind),
                     quoted(fmt::format("{}/{}", spec.vertices[f.vertex].name, f.subtask)));
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
  row.add("mode", word("checkpoints", "mode", c.mode));
  row.add("timeout", duration_text(c.timeout));
  row.add("retention", word("checkpoints", "retention", c.retention));
  row.add("retained", std::to_string(c.retained));
  row.add("max-concurrent", std::to_string(c.max_concurrent));
  return row.map();
}

std::string restart_text(const model::RestartSpec& r) {
  Row row;
  row.add("strategy", word("restart", "strategy", r.strategy));
  if (r.strategy == model::RestartStrategy::fixed_delay)
    row.add("attempts", std::to_string(r.attempts)), row.add("delay", duration_text(r.delay));
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

std::string figure_text(const Figure& f) { return f ? std::to_string(*f) : "unknown"; }

std::string expect_text(const Way& way) {
  Row row, figures, promises, artifacts;
  for (const auto& [name, figure] : way.expect.figures) figures.add(plain(name), figure_text(figure));
  std::map<std::string, Row> by_figure;
  for (const auto& [sink, of_sink] : way.figures_of_sink)
    for (const auto& [name, figure] : of_sink) by_figure[name].add(sink, figure_text(figure));
  for (const auto& [name, sinks] : by_figure) figures.add(plain(name), sinks.map());
  for (const auto& [id, kept] : way.expect.promises) promises.add(plain(id), kept ? "kept" : "broken");
  for (const auto& [kind, n] : way.expect.artifacts) artifacts.add(kind, std::to_string(n));
  if (!figures.empty()) row.add("figures", figures.map());
  if (way.expect.final_status) row.add("final status", word("expect", "final status", *way.expect.final_status));
  if (!promises.empty()) row.add("promises", promises.map());
  if (way.expect.command) row.add("command", *way.expect.command ? "ok" : "failed");
  if (!artifacts.empty()) row.add("artifacts", artifacts.map());
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
  line(fmt::format("  storage: {{write: {}, metadata: {}}}", delay_text(spec.storage.write),
                   delay_text(spec.storage.metadata)));
  line("checkpoints: " + checkpoints_text(spec.checkpoints));
  line("restart: " + restart_text(spec.restart));
  line(fmt::format("savepoints: {{directory: {}}}", word("savepoints", "directory", spec.savepoints)));
  line("until: " + (spec.until ? duration_text(*spec.until) : "caught up"));
  line(spec.timeline.empty() ? "timeline: []" : "timeline:");
  for (std::size_t i = 0; i < spec.timeline.size(); ++i)
    line("  - " + entry_text(spec.timeline[i], spec, way.here == i));
  line(fmt::format("faults: {{any: 0..{}, task-failure: 0..{}}}", spec.faults.any, spec.faults.task_failure));
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
