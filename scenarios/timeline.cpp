// `timeline:` entries, commands and faults, one at a time; what they name is looked up in course.cpp.
#include <fmt/format.h>

#include <limits>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

void read_at(Context& context, const Node& node, RawEntry& entry) {
  const auto* text = scalar(context, node, "a time such as 27s, or +5s");
  if (!text) return;
  entry.at_place = node.place;
  const bool after = text->starts_with('+');
  sim::Time time = 0;
  if (!take(context, node.place, parse_duration(std::string_view(*text).substr(after ? 1 : 0)), time)) return;
  (after ? entry.after_previous : entry.at) = time;
}

// Complains of a key that this kind of command has no use for.
void check_means(const Fields& fields, std::string_view key, bool means_something, std::string expected) {
  if (!means_something && fields.has(key))
    fields.context().complain(fields.place_of(key), fmt::format("\"{}\" has no meaning here", key),
                              std::move(expected));
}

model::CommandSpec read_command(Context& context, const Node& node) {
  using history::CommandKind;
  const Fields fields(context, node, block("command"));
  model::CommandSpec command;
  std::uint8_t kind = 0;
  constexpr auto resume = static_cast<std::uint8_t>(CommandKind::checkpoint) + 1;  // last in the table
  const bool known = fields.choice("kind", kind);
  fields.choice("drain", command.drain);
  fields.name("id", command.id);
  fields.choice("from", command.from);
  fields.choice("claim", command.claim);
  if (!known) return command;
  command.resume = kind == resume;
  if (!command.resume) command.kind = static_cast<CommandKind>(kind);
  const bool stops =
      !command.resume && (command.kind == CommandKind::stop || command.kind == CommandKind::stop_with_savepoint ||
                          command.kind == CommandKind::stop_with_checkpoint);
  check_means(fields, "drain", stops, "kind: stop-with-savepoint, or another stop");
  check_means(fields, "from", command.resume, "kind: resume");
  check_means(fields, "claim", command.resume, "kind: resume");
  return command;
}

void read_way_here(const Fields& fields, RawEntry& entry) {
  if (!fields.has("way")) return;
  std::uint8_t word = 0;
  entry.here = true;
  fields.choice("way", word);
}

void check_one_action(Context& context, const Fields& fields, const RawEntry& entry) {
  const int actions = fields.has("command") + fields.has("fault") + fields.has("way");
  if (actions != 1)
    context.complain(entry.place,
                     actions == 0 ? "an entry that does nothing" : fmt::format("{} actions in one entry", actions),
                     "exactly one of command, fault and `way: here`");
  if (!fields.has("at") && !fields.has("when"))
    context.complain(entry.place, "an entry that does not say when", "\"at\" (timed runs) or \"when\" (all runs)");
}

}  // namespace

std::optional<Named> read_task_name(Context& context, Place place, std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !is_name(text.substr(0, slash))) {
    context.complain(place, fmt::format("{} is no task", in_quotes(text)), "VERTEX/SUBTASK, such as count/0");
    return std::nullopt;
  }
  std::int64_t subtask = 0;
  if (!take(context, place, parse_whole(text.substr(slash + 1), 0, max_parallelism - 1), subtask)) return std::nullopt;
  return Named{std::string(text.substr(0, slash)), static_cast<std::uint32_t>(subtask), place};
}

Action read_action(Context& context, const Fields& fields) {
  Action action;
  action.place = fields.place();
  const Node *command = fields.find("command"), *fault = fields.find("fault");
  if (command) action.command = read_command(context, *command), action.place = command->place;
  if (fault) action.fault = read_fault(context, *fault, action.task), action.place = fault->place;
  return action;
}

RawTimeline read_timeline(Context& context, const Node& node) {
  if (node.kind != Node::Kind::list) {
    context.complain(node.place, fmt::format("{} where a list belongs", kind_word(node.kind)),
                     "\"timeline\": a list of entries");
    return {};
  }
  if (node.items.size() > max_timeline) {
    context.complain(node.place, fmt::format("{} entries", node.items.size()), fmt::format("at most {}", max_timeline));
    return {};
  }
  RawTimeline timeline;
  bool here = false;
  for (const Node& item : node.items) {
    const Fields fields(context, item, block("entry"));
    RawEntry& entry = timeline.emplace_back();
    entry.place = item.place;
    if (!fields.is_map()) continue;
    if (const Node* at = fields.find("at")) read_at(context, *at, entry);
    if (const Node* when = fields.find("when")) entry.when = read_conditions(context, *when);
    entry.action = read_action(context, fields);
    read_way_here(fields, entry);
    check_one_action(context, fields, entry);
    if (entry.here && here) context.complain(item.place, "a second `way: here`", "one place for the ways");
    here = here || entry.here;
  }
  return timeline;
}

}  // namespace scenarios
