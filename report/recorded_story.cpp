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

std::string of_record(const Record& r) { return fmt::format("{}:{}", r.split, r.offset); }
std::string of_snapshot(JobId job, CheckpointId checkpoint) { return fmt::format("snapshot {} {}", job, checkpoint); }
std::string of_completion(JobId job, CheckpointId checkpoint) { return fmt::format("complete {} {}", job, checkpoint); }
std::string of_artifact(ArtifactId a) { return fmt::format("artifact {}", a); }
std::string of_submission(JobId job) { return fmt::format("submitted {}", job); }
std::string of_task(std::string_view what, const At& at) {
  return fmt::format("{} {} {} {}", what, at.job, at.task, at.attempt);
}

constexpr const char* of_command = "command";

Ties ties(const Command&) { return {of_command, {}}; }
Ties ties(const CommandResult&) { return {{}, of_command}; }
Ties ties(const JobSubmitted& e) { return {of_submission(e.job), of_artifact(e.restored_from)}; }
Ties ties(const CheckpointTriggered& e) { return {of_snapshot(e.job, e.checkpoint), of_command}; }
Ties ties(const CheckpointCompleted& e) { return {of_completion(e.job, e.checkpoint), of_artifact(e.artifact)}; }
Ties ties(const ArtifactWritten& e) { return {of_artifact(e.artifact), of_snapshot(e.job, e.checkpoint)}; }
Ties ties(const SourceRestored& e) { return {{}, of_submission(e.at.job)}; }
Ties ties(const SourceEmit& e) { return {of_record(e.rec), {}}; }
Ties ties(const SourceSnapshot& e) { return {{}, of_snapshot(e.at.job, e.checkpoint)}; }
Ties ties(const OpProcess& e) { return {of_record(e.rec), of_record(e.rec)}; }
Ties ties(const OpSnapshot& e) { return {{}, of_snapshot(e.at.job, e.checkpoint)}; }
Ties ties(const SinkWrite& e) {
  return {{}, e.recs.empty() ? std::string() : of_record({e.recs[0].split, e.recs[0].last})};
}
Ties ties(const TxnBegin& e) { return {of_task("begun", e.at), {}}; }
Ties ties(const TxnPrecommit& e) { return {{}, of_snapshot(e.at.job, e.checkpoint)}; }
Ties ties(const NotifyCompleted& e) { return {of_task("told", e.at), of_completion(e.at.job, e.checkpoint)}; }
Ties ties(const TxnCommit& e) { return {{}, of_task(e.recovered ? "begun" : "told", e.at)}; }
template <class Other>
Ties ties(const Other&) {
  return {};
}

}  // namespace

std::uint64_t RecordedStory::cause_of(const Ties& ties, std::uint64_t seq) {
  const auto cause = ties.follows.empty() ? seen_.end() : seen_.find(ties.follows);
  const std::uint64_t found = cause == seen_.end() ? 0 : cause->second;
  if (!ties.leaves.empty()) seen_[ties.leaves] = seq;
  return found;
}

void RecordedStory::hear(const Event& event, const Stamp& stamp) {
  if (stamp.seq < first_ || stamp.seq > last_) return;
  std::string line;
  write_event(line, names_, stamp, event);
  std::string ev = bare(std::move(line));
  scenarios::StoryStep step;
  step.number = stamp.seq;
  step.cause = cause_of(std::visit([](const auto& e) { return ties(e); }, event), stamp.seq);
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
