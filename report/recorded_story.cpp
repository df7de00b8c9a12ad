#include "report/recorded_story.hpp"

#include <fmt/format.h>

#include "history/writer.hpp"

namespace report {
namespace {

using namespace history;

std::string who(const Event& event, const Names& names) {
  return std::visit(
      [&]<class E>(const E& e) -> std::string {
        if constexpr (requires { e.at; })
          return names.task(e.at.task);
        else if constexpr (std::is_same_v<E, Command> || std::is_same_v<E, CommandResult>)
          return "client";
        else if constexpr (std::is_same_v<E, ArtifactWritten> || std::is_same_v<E, ArtifactDeleted>)
          return "storage";
        else if constexpr (std::is_same_v<E, Fault>)
          return "faults";
        else if constexpr (std::is_same_v<E, TxnExpire>)
          return "external";
        else
          return "jobmanager";
      },
      event);
}

sim::Role role(const Event& event) {
  if (std::holds_alternative<Command>(event)) return sim::Role::command;
  return std::holds_alternative<Fault>(event) ? sim::Role::fault : sim::Role::engine;
}

// {"seq":7,"t":99,"ev":"x",...} without its first two members and its braces.
std::string bare(std::string line) {
  line.erase(0, line.find("\"ev\""));
  while (!line.empty() && (line.back() == '\n' || line.back() == '}')) {
    const bool brace = line.back() == '}';
    line.pop_back();
    if (brace) break;
  }
  return line;
}

}  // namespace

// `leaves` is what later events may follow from, `follows` what this one does.
std::uint64_t RecordedStory::cause_of(const Event& event, std::uint64_t seq) {
  std::string leaves, follows;
  const auto record = [](const Record& r) { return fmt::format("{}:{}", r.split, r.offset); };
  const auto of_task = [](std::string_view what, const At& at, auto n) {
    return fmt::format("{} {} {} {} {}", what, at.job, at.task, at.attempt, n);
  };
  if (const auto* emit = std::get_if<SourceEmit>(&event)) leaves = record(emit->rec);
  if (const auto* took = std::get_if<OpProcess>(&event)) follows = leaves = record(took->rec);
  if (const auto* write = std::get_if<SinkWrite>(&event))
    if (!write->recs.empty()) follows = record({write->recs[0].split, write->recs[0].last});
  if (const auto* trigger = std::get_if<CheckpointTriggered>(&event))
    leaves = fmt::format("snapshot {} {}", trigger->job, trigger->checkpoint), follows = "command";
  if (const auto* stored = std::get_if<SourceSnapshot>(&event))
    follows = fmt::format("snapshot {} {}", stored->at.job, stored->checkpoint);
  if (const auto* stored = std::get_if<OpSnapshot>(&event))
    follows = fmt::format("snapshot {} {}", stored->at.job, stored->checkpoint);
  if (const auto* held = std::get_if<TxnPrecommit>(&event))
    follows = fmt::format("snapshot {} {}", held->at.job, held->checkpoint);
  if (const auto* written = std::get_if<ArtifactWritten>(&event))
    follows = fmt::format("snapshot {} {}", written->job, written->checkpoint),
    leaves = fmt::format("artifact {}", written->artifact);
  if (const auto* done = std::get_if<CheckpointCompleted>(&event))
    follows = fmt::format("artifact {}", done->artifact),
    leaves = fmt::format("complete {} {}", done->job, done->checkpoint);
  if (const auto* told = std::get_if<NotifyCompleted>(&event))
    follows = fmt::format("complete {} {}", told->at.job, told->checkpoint), leaves = of_task("told", told->at, 0);
  if (const auto* commit = std::get_if<TxnCommit>(&event))
    follows = of_task(commit->recovered ? "begun" : "told", commit->at, 0);
  if (std::holds_alternative<Command>(event)) leaves = "command";
  if (std::holds_alternative<CommandResult>(event)) follows = "command";
  if (const auto* job = std::get_if<JobSubmitted>(&event))
    follows = fmt::format("artifact {}", job->restored_from), leaves = fmt::format("submitted {}", job->job);
  if (const auto* begun = std::get_if<SourceRestored>(&event)) follows = fmt::format("submitted {}", begun->at.job);
  if (const auto* begun = std::get_if<TxnBegin>(&event)) leaves = of_task("begun", begun->at, 0);
  const auto cause = seen_.find(follows);
  const std::uint64_t found = follows.empty() || cause == seen_.end() ? 0 : cause->second;
  if (!leaves.empty()) seen_[leaves] = seq;
  return found;
}

void RecordedStory::hear(const Event& event, const Stamp& stamp) {
  if (stamp.seq > last_) return;
  std::string line;
  write_event(line, names_, stamp, event);
  std::string ev = bare(std::move(line));
  scenarios::StoryStep step;
  step.number = stamp.seq;
  step.cause = cause_of(event, stamp.seq);
  step.time = stamp.t;
  step.role = role(event);
  step.actor = step.subject = who(event, names_);
  const std::size_t open = ev.find(':') + 2;
  step.rule = ev.substr(open, ev.find('"', open) - open);
  step.binding = 0;
  step.events = {std::move(ev)};
  story_.push_back(std::move(step));
}

}  // namespace report
