// What a source has of its own: how fast it reads, how much there is, what time its records carry.
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

void read_pace_changes(const Fields& fields, model::VertexSpec& source) {
  const auto* list = fields.list("pace changes");
  if (!list) return;
  Context& context = fields.context();
  if (source.pacing != model::Pacing::pauses)
    context.complain(fields.place_of("pace changes"), "a log that is written at another pace", "pacing: pauses");
  if (list->size() > max_list)
    return context.complain(fields.place_of("pace changes"), fmt::format("{} changes of pace", list->size()),
                            fmt::format("at most {}", max_list));
  for (const Node& node : *list) {
    const Fields change(context, node, block("pace-change"));
    model::PaceChange made{0, source.record_every};
    change.duration("from", made.from);
    change.rate("rate", made.every);
    if (!source.pace_changes.empty() && made.from <= source.pace_changes.back().from)
      context.complain(change.place_of("from"),
                       fmt::format("{} is not behind the change before it", duration_text(made.from)),
                       fmt::format("a time after {}", duration_text(source.pace_changes.back().from)));
    source.pace_changes.push_back(made);
  }
}

// `endless`, or a number.
std::optional<std::uint32_t> read_bound(Context& context, const Node& node) {
  const auto* text = scalar(context, node, "endless or a whole number");
  if (!text) return std::nullopt;
  if (*text == "endless") return endless;
  constexpr std::string_view words[]{"endless"};
  auto parsed = parse_whole(*text, 0, max_bound);
  if (auto* c = std::get_if<Complaint>(&parsed)) c->expected += ", or endless", c->nearest = nearest_of(*text, words);
  std::int64_t bound = 0;
  if (!take(context, node.place, std::move(parsed), bound)) return std::nullopt;
  return static_cast<std::uint32_t>(bound);
}

// One for all splits, or a list with one for each.
void read_records(const Fields& fields, model::VertexSpec& source) {
  const Node* node = fields.find("records");
  if (!node) return;
  Context& context = fields.context();
  std::vector<std::uint32_t> bounds;
  const auto read_one = [&](const Node& one) {
    if (const auto bound = read_bound(context, one)) bounds.push_back(*bound);
  };
  if (node->kind == Node::Kind::list) {
    if (node->items.size() != source.splits)
      context.complain(node->place, fmt::format("{} numbers of records", node->items.size()),
                       fmt::format("one for each of the {} splits", source.splits));
    for (const Node& one : node->items) read_one(one);
  } else {
    read_one(*node);
  }
  if (std::any_of(bounds.begin(), bounds.end(), [](std::uint32_t b) { return b != endless; }))
    source.bounds = std::move(bounds);
}

// A child of a split that never ends would never be read.
void check_parents(const Fields& fields, const model::VertexSpec& source) {
  if (source.assignment != model::Assignment::parent_first || source.splits < 2) return;
  const auto has_end = [&](std::size_t split) {
    return !source.bounds.empty() && source.bounds[std::min(split, source.bounds.size() - 1)] != endless;
  };
  for (std::size_t s = 0; s + 1 < source.splits; ++s)
    if (!has_end(s))
      return fields.context().complain(fields.place_of("assignment"),
                                       fmt::format("split {} has a child and never ends", s),
                                       "records: a number, for each split but the last");
}

}  // namespace

void read_source(const Fields& fields, model::VertexSpec& source) {
  fields.choice("api", source.api);
  fields.whole("splits", source.splits);
  fields.choice("assignment", source.assignment);
  if (source.assignment != model::Assignment::fixed && source.api == model::SourceApi::source_function)
    fields.context().complain(fields.place_of("assignment"), "splits that are handed out to a SourceFunction",
                              "api: flip-27, or assignment: static");
  fields.rate("rate", source.record_every);
  fields.choice("pacing", source.pacing);
  read_pace_changes(fields, source);
  read_records(fields, source);
  check_parents(fields, source);
  fields.milliseconds("event time", source.event_ms);
  fields.duration("watermarks", source.watermark_every);
  fields.milliseconds("watermark lag", source.watermark_lag_ms, 0);
  fields.duration("ignores end", source.ignores_end);
  fields.choice("stoppable", source.stoppable);
  if (source.splits < source.parallelism && source.assignment == model::Assignment::fixed)
    fields.context().warn(fields.place_of("splits"),
                          fmt::format("{} of the {} subtasks of {} have no split and idle",
                                      source.parallelism - source.splits, source.parallelism, in_quotes(source.name)));
}

}  // namespace scenarios
