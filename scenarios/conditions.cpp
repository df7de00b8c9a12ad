// `when: job ended and command end answered ok`: a sentence of five kinds of clauses, joined by `and`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "scenarios/condition_text.hpp"
#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

using Kind = model::Condition::Kind;
using Words = std::vector<std::string_view>;

constexpr std::string_view grammar =
    "\"job ended\", \"job is STATUS\", \"command ID answered [ok|failed]\", \"checkpoint N "
    "triggered|completed|failed\", "
    "\"record SPLIT:OFFSET emitted|visible\" or \"task V/I is STATUS\", joined by \"and\"";
constexpr std::array<std::string_view, 5> subjects{"job", "command", "checkpoint", "record", "task"};
constexpr std::array<std::string_view, 10> task_statuses{"CREATED", "SCHEDULED",  "DEPLOYING", "INITIALIZING",
                                                         "RUNNING", "FINISHED",   "CANCELING", "CANCELED",
                                                         "FAILED",  "RECONCILING"};

Words split_words(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

Words job_statuses() {
  Words statuses;
  for (const Choice& choice : block("expect").find("final status")->choices) statuses.push_back(choice.word);
  return statuses;
}

class Clause {
 public:
  Clause(Context& context, Place place, Words words) : context_(context), place_(place), words_(std::move(words)) {}

  std::optional<RawCondition> read() const {
    RawCondition raw{.condition = {}, .of = {}, .place = place_};
    const bool good = words_.size() < 2           ? no_clause()
                      : words_[0] == "job"        ? job(raw.condition)
                      : words_[0] == "command"    ? command(raw)
                      : words_[0] == "checkpoint" ? checkpoint(raw.condition)
                      : words_[0] == "record"     ? record(raw.condition)
                      : words_[0] == "task"       ? task(raw)
                                                  : no_clause();
    return good ? std::optional(raw) : std::nullopt;
  }

 private:
  std::string text() const { return fmt::format("{}", fmt::join(words_, " ")); }
  bool no_clause() const {
    const std::string_view first = words_.empty() ? "" : words_[0];
    context_.complain(place_, Complaint{fmt::format("{} is no condition", in_quotes(text())), std::string(grammar),
                                        nearest_of(first, subjects)});
    return false;
  }
  // One of `words` at place `i`, and nothing behind it.
  std::optional<std::size_t> last_word(std::size_t i, std::span<const std::string_view> words) const {
    if (words_.size() != i + 1) return no_clause(), std::nullopt;
    const auto found = std::find(words.begin(), words.end(), words_[i]);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    context_.unknown(place_,
                     fmt::format("unknown word {} in the condition {}", in_quotes(words_[i]), in_quotes(text())),
                     words_[i], words);
    return std::nullopt;
  }
  template <class Whole>
  bool number(std::string_view word, std::int64_t least, Whole& out) const {
    std::int64_t value = 0;
    if (!take(context_, place_, parse_whole(word, least, std::numeric_limits<Whole>::max() - 1), value)) return false;
    out = static_cast<Whole>(value);
    return true;
  }

  bool job(model::Condition& c) const {
    c.kind = Kind::job_ended;
    if (words_.size() == 2 && words_[1] == "ended") return true;
    if (words_[1] != "is") return no_clause();
    const auto status = last_word(2, job_statuses());
    if (!status) return false;
    c.kind = Kind::job_is;
    c.job_status = static_cast<history::JobStatus>(*status);
    return true;
  }
  bool command(RawCondition& raw) const {
    constexpr std::array<std::string_view, 2> outcomes{"failed", "ok"};
    if (words_.size() < 3 || words_[2] != "answered") return no_clause();
    raw.condition.kind = Kind::command_answered;
    raw.condition.command = words_[1];
    raw.of = {std::string(words_[1]), 0, place_};
    if (words_.size() == 3) return true;
    const auto outcome = last_word(3, outcomes);
    if (outcome) raw.condition.ok = *outcome == 1;
    return outcome.has_value();
  }
  bool checkpoint(model::Condition& c) const {
    constexpr std::array<std::string_view, 3> fates{"triggered", "completed", "failed"};
    const auto fate = last_word(2, fates);
    if (!fate || !number(words_[1], 1, c.checkpoint)) return false;
    c.kind = *fate == 0   ? Kind::checkpoint_triggered
             : *fate == 1 ? Kind::checkpoint_completed
                          : Kind::checkpoint_failed;
    return true;
  }
  bool record(model::Condition& c) const {
    constexpr std::array<std::string_view, 2> fates{"emitted", "visible"};
    const auto fate = last_word(2, fates);
    const std::size_t colon = words_[1].find(':');
    if (!fate) return false;
    if (colon == std::string_view::npos) {
      context_.complain(place_, fmt::format("{} is no record", in_quotes(words_[1])), "SPLIT:OFFSET, such as 0:17");
      return false;
    }
    std::string_view split = words_[1].substr(0, colon);
    if (split.starts_with('p')) split.remove_prefix(1);  // as outputs are called in histories: p0:17
    c.kind = *fate == 0 ? Kind::record_emitted : Kind::record_visible;
    return number(split, 0, c.record.split) && number(words_[1].substr(colon + 1), 0, c.record.offset);
  }
  bool task(RawCondition& raw) const {
    if (words_.size() < 3 || words_[2] != "is") return no_clause();
    const auto status = last_word(3, task_statuses);
    const auto named = read_task_name(context_, place_, words_[1]);
    if (!status || !named) return false;
    raw.of = *named;
    raw.condition.kind = Kind::task_is;
    raw.condition.subtask = named->subtask;
    raw.condition.task_status = static_cast<history::TaskStatus>(*status);
    return true;
  }

  Context& context_;
  Place place_;
  Words words_;
};

}  // namespace

std::vector<RawCondition> read_conditions(Context& context, const Node& node) {
  const auto* text = scalar(context, node, grammar);
  if (!text) return {};
  std::vector<Words> clauses(1);
  for (std::string_view word : split_words(*text)) {
    if (word == "and")
      clauses.emplace_back();
    else
      clauses.back().push_back(word);
  }
  if (clauses.size() > max_conditions) {
    context.complain(node.place, fmt::format("{} conditions in one entry", clauses.size()),
                     fmt::format("at most {}", max_conditions));
    return {};
  }
  std::vector<RawCondition> conditions;
  for (Words& words : clauses)
    if (auto condition = Clause(context, node.place, std::move(words)).read())
      conditions.push_back(std::move(*condition));
  return conditions;
}

std::string condition_text(const model::Condition& c, const model::Spec& spec) {
  switch (c.kind) {
    case Kind::job_ended: return "job ended";
    case Kind::job_is: return fmt::format("job is {}", job_statuses()[static_cast<std::size_t>(c.job_status)]);
    case Kind::command_answered:
      return fmt::format("command {} answered{}", c.command, !c.ok ? "" : *c.ok ? " ok" : " failed");
    case Kind::checkpoint_triggered: return fmt::format("checkpoint {} triggered", c.checkpoint);
    case Kind::checkpoint_completed: return fmt::format("checkpoint {} completed", c.checkpoint);
    case Kind::checkpoint_failed: return fmt::format("checkpoint {} failed", c.checkpoint);
    case Kind::record_emitted: return fmt::format("record {}:{} emitted", c.record.split, c.record.offset);
    case Kind::record_visible: return fmt::format("record {}:{} visible", c.record.split, c.record.offset);
    case Kind::task_is: break;
  }
  return fmt::format("task {}/{} is {}", spec.vertices[c.vertex].name, c.subtask,
                     task_statuses[static_cast<std::size_t>(c.task_status)]);
}

}  // namespace scenarios
