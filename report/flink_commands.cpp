// What to type to end a job and to resume it, version by version. The command lines are those of Flink's own client;
// where a version has none, what to send to its REST interface. Sources: reference semantics.md 2(a) - 2(c), 2(f) and
// section 1.5 for FLIP-45.
#include <fmt/format.h>

#include "report/runbook.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using history::CommandKind;

const model::CommandSpec* command_of(const scenarios::Case& c) {
  const auto entry = ending_entry(c);
  if (!entry || !c.spec.timeline[*entry].command) return nullptr;
  return &*c.spec.timeline[*entry].command;
}

const model::CommandSpec* resume_of(const scenarios::Case& c) {
  for (const model::TimelineEntry& e : c.spec.timeline)
    if (e.command && e.command->resume) return &*e.command;
  return nullptr;
}

std::string stop_with_savepoint(const scenarios::Case& c, bool drain) {
  std::string words = fmt::format("flink stop {}-p DIRECTORY JOB_ID", drain ? "--drain " : "");
  if (c.spec.savepoints == model::SavepointDirectory::none)
    words += ", with a DIRECTORY: this cluster has no default one, and without it the stop is refused";
  else
    words += ", or without -p where state.savepoints.dir is configured";
  return words;
}

// A failure in the place of a command.
Claim no_command(const scenarios::Case& c) {
  const auto entry = ending_entry(c);
  const bool fault = entry && c.spec.timeline[*entry].fault;
  return {"type", fault ? "nothing: this is a failure, it happens" : "what the timeline of the scenario says",
          Evidence::computed, "the scenario"};
}

}  // namespace

Claim what_to_type(const scenarios::Case& c) {
  const model::CommandSpec* command = command_of(c);
  if (!command) return no_command(c);
  const auto documented = [](std::string words, std::string source) {
    return Claim{"type", std::move(words), Evidence::documented, std::move(source)};
  };
  switch (command->kind) {
    case CommandKind::cancel:
      return documented("flink cancel JOB_ID; the answer comes before the job is CANCELED, so wait for that status",
                        "Flink's command line; semantics.md 2(a)");
    case CommandKind::cancel_with_savepoint:
      return documented("flink cancel -s DIRECTORY JOB_ID; deprecated since Flink 1.9 in favour of flink stop",
                        "Flink's command line; semantics.md 2(a)");
    case CommandKind::stop: return backed_by(c, "stop_command", "type", "flink stop JOB_ID");
    case CommandKind::stop_with_savepoint:
      return backed_by(c, "stop_with_snapshot", "type", stop_with_savepoint(c, command->drain));
    case CommandKind::stop_with_checkpoint:
      return backed_by(c, "stop_with_snapshot", "type",
                       "flink stop JOB_ID, as FLIP-45 proposes it; no released Flink stops with a checkpoint, the "
                       "nearest is flink stop --type native (since 1.15)");
    case CommandKind::savepoint:
      return documented("flink savepoint JOB_ID DIRECTORY", "Flink's command line; semantics.md 2(d)");
    case CommandKind::checkpoint:
      return documented("POST /jobs/JOB_ID/checkpoints (since Flink 1.17)", "Flink's REST interface");
  }
  return no_command(c);
}

Claim how_to_resume(const CaseResult& r) {
  const scenarios::Case& c = *r.outcome.subject;
  const auto computed = [&](std::string words) {
    return Claim{"resume", std::move(words), Evidence::computed,
                 fmt::format("run of the model as {}, seed {}", c.semantics, r.outcome.seed)};
  };
  if (!r.observed.resumed_from)
    return computed(r.observed.end.to ? "nobody resumes it in this scenario" : "not needed: the job runs on");
  if (*r.observed.resumed_from == history::no_artifact)
    return computed("flink run JOB.jar, without -s: no snapshot is left, so it starts from the beginning");
  const std::string name = r.names->artifact(*r.observed.resumed_from);
  bool savepoint = false;
  for (const auto& [key, s] : r.observed.snapshots)
    if (s.artifact == r.observed.resumed_from) savepoint = s.kind == history::ArtifactKind::savepoint;
  const std::string leaf = name.substr(name.rfind('/') + 1);
  const model::CommandSpec* resume = resume_of(c);
  const std::string claim = resume && resume->claim == model::Claim::claim    ? " -claimMode claim"
                            : resume && resume->claim == model::Claim::legacy ? " -claimMode legacy"
                                                                              : "";
  return computed(fmt::format("flink run -s PATH{} JOB.jar, where PATH is that of {}: {}", claim, name,
                              savepoint
                                  ? "what the command answered"
                                  : fmt::format("the folder {} of the old job under the checkpoint directory", leaf)));
}

}  // namespace report
