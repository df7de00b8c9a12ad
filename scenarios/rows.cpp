#include "scenarios/rows.hpp"

#include <fmt/format.h>

#include "scenarios/fields.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/values.hpp"

namespace scenarios {
namespace {

using model::VertexKind;

std::string milliseconds_text(std::uint32_t ms) { return duration_text(ms * sim::millisecond); }

std::string inputs_text(const model::VertexSpec& v) {
  Row inputs;
  for (const auto& i : v.inputs) {
    Row one;
    one.add("from", plain(i.from));
    one.add("exchange", word("input", "exchange", i.exchange));
    if (i.chained) one.add("chained", switch_text(true));
    inputs.add(one.map());
  }
  return inputs.list();
}

std::string holds_text(const model::VertexSpec& v) {
  Row holds;
  for (const auto& h : v.holds)
    holds.add(fmt::format("{{what: {}, subtask: {}, time: {}}}", word("hold", "what", h.what), h.subtask,
                          duration_text(h.time)));
  return holds.list();
}

std::string records_text(const std::vector<std::uint32_t>& bounds) {
  const auto one = [](std::uint32_t bound) { return bound == endless ? "endless" : std::to_string(bound); };
  if (bounds.empty()) return "endless";
  if (bounds.size() == 1) return one(bounds.front());
  Row row;
  for (const std::uint32_t bound : bounds) row.add(one(bound));
  return row.list();
}

void add_source(Row& row, const model::VertexSpec& v) {
  row.add("api", word("source", "api", v.api));
  row.add("splits", std::to_string(v.splits));
  row.add("assignment", word("source", "assignment", v.assignment));
  row.add("rate", rate_text(v.record_every));
  row.add("pacing", word("source", "pacing", v.pacing));
  Row changes;
  for (const auto& c : v.pace_changes)
    changes.add(fmt::format("{{from: {}, rate: {}}}", duration_text(c.from), rate_text(c.every)));
  if (!changes.empty()) row.add("pace changes", changes.list());
  row.add("records", records_text(v.bounds));
  row.add("event time", milliseconds_text(v.event_ms));
  row.add("watermarks", duration_text(v.watermark_every));
  row.add("watermark lag", milliseconds_text(v.watermark_lag_ms));
  row.add("ignores end", duration_text(v.ignores_end));
  row.add("stoppable", switch_text(v.stoppable));
}

}  // namespace

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

std::string vertex_text(const model::VertexSpec& v) {
  Row row;
  row.add("name", plain(v.name));
  row.add("kind", vertex_blocks()[static_cast<std::size_t>(v.kind)]);
  if (v.kind != VertexKind::source) row.add("inputs", inputs_text(v));
  row.add("parallelism", std::to_string(v.parallelism));
  row.add("service", delay_text(v.service));
  if (!v.holds.empty()) row.add("holds", holds_text(v));
  if (v.kind == VertexKind::source) add_source(row, v);
  if (v.kind != VertexKind::source) row.add("keys", std::to_string(v.keys));
  if (v.window_ms > 0) row.add("window", milliseconds_text(v.window_ms));
  if (v.kind == VertexKind::sink) {
    row.add("delivery", word("sink", "delivery", v.delivery));
    row.add("api", word("sink", "api", v.sink_api));
  }
  return row.map();
}

}  // namespace scenarios
