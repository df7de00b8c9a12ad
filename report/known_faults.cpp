#include "report/known_faults.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/semantics.hpp"
#include "report/words.hpp"

namespace report {
namespace {

struct KnownFault {
  std::string_view knob, value;  // the version has this value, …
  bool (*shows)(const CaseResult&);
  std::string_view sentence;  // … and that is what it means
};

bool failed_behind_its_savepoint(const CaseResult& r) {
  const auto& commands = r.outcome.figures->commands;
  return r.observed.asked_to_stop_at &&
         std::any_of(r.observed.snapshots.begin(), r.observed.snapshots.end(),
                     [&](const auto& s) {
                       return s.second.artifact && s.second.kind == history::ArtifactKind::savepoint &&
                              s.second.triggered_at >= *r.observed.asked_to_stop_at;
                     }) &&
         std::none_of(commands.begin(), commands.end(), [](const auto& c) { return c.ok && !c.cleanup; });
}
bool stop_has_no_answer(const CaseResult& r) {
  const auto& commands = r.outcome.figures->commands;
  return r.observed.hung_until_clean_up ||
         std::any_of(commands.begin(), commands.end(), [](const history::CommandOutcome& c) {
           return !c.answered && c.kind == history::CommandKind::stop_with_savepoint;
         });
}
bool leaked_in_a_stop(const CaseResult& r) {
  return r.outcome.header.command == "stop-with-savepoint" && r.outcome.figures->leaked.value_or(0) > 0;
}
bool suspended_and_fired(const CaseResult& r) {
  return !r.outcome.header.drain && r.outcome.figures->fired_early.value_or(0) > 0 &&
         r.outcome.header.command == "stop-with-savepoint";
}

constexpr KnownFault table[] = {
    {"sources_stop", "after-completion",
     [](const CaseResult& r) { return !r.outcome.header.drain && leaked_in_a_stop(r); },
     "Sources read on behind the barrier of a suspend until its savepoint is complete: what they read in between is "
     "read "
     "again"},
    {"drain_sources_stop", "after-completion",
     [](const CaseResult& r) { return r.outcome.header.drain && leaked_in_a_stop(r); },
     "Sources read on behind the barrier of a drain until its savepoint is complete: what they read in between is read "
     "again"},
    {"flip_27_stop", "never-ends",
     [](const CaseResult& r) { return r.outcome.header.source_api == "flip-27" && stop_has_no_answer(r); },
     "A stop never ends a FLIP-27 source"},
    {"flip_27_stop", "ends-with-max-watermark",
     [](const CaseResult& r) { return r.outcome.header.source_api == "flip-27" && suspended_and_fired(r); },
     "A FLIP-27 source sends the greatest watermark behind the savepoint of a suspend, so open windows fire that are "
     "in "
     "the savepoint as well"},
    {"end_input_on_suspend", "yes", suspended_and_fired,
     "Operators are told that their input has ended when the job is only suspended, and fire what is in the savepoint "
     "as well"},
    {"failed_source_task", "waits-for-source", stop_has_no_answer,
     "A source task that fails in a trigger waits for its SourceFunction, which nobody cancels: the job hangs"},
    {"aborted_stop_barrier", "blocks", stop_has_no_answer,
     "A task that hears that a stop was given up before it has the stop's barrier stops for that barrier and is never "
     "woken: the job hangs"},
    {"half_success", "second-failure", failed_behind_its_savepoint,
     "A failure behind the complete savepoint of a stop counts as two, and the client is told of an inconsistent state "
     "instead of the savepoint"},
    {"half_success", "restarts", failed_behind_its_savepoint,
     "After a failure behind the complete savepoint of a stop the job comes back and runs on"},
    {"plain_savepoint_notifies", "yes",
     [](const CaseResult& r) { return r.observed.fell_back_at && r.outcome.figures->missing.value_or(0) > 0; },
     "A plain savepoint commits what it covers, and a later fallback does not know of it"},
    {"trigger_after_failed_stop", "stays-off",
     [](const CaseResult& r) {
       const auto& commands = r.outcome.figures->commands;
       return !r.observed.snapshot_on_command &&
              std::any_of(commands.begin(), commands.end(), [](const history::CommandOutcome& c) {
                return c.answered && !c.ok && c.kind == history::CommandKind::stop_with_savepoint;
              });
     },
     "After a stop that was refused there are no more periodic checkpoints"},
};

// The rows of the knob behind the one in force: the first that changes the value, as "1.12.2 (FLINK-21132)".
std::string changed_in(const model::KnobRow& now) {
  const model::KnobRow* next = nullptr;
  for (const model::KnobRow& row : model::knob_rows())
    if (row.knob == now.knob && &row > &now && row.since != "flip-45" && row.value != now.value && !next) next = &row;
  if (!next) return "no version up to 2.3 differs";
  return fmt::format("different since {}{}", next->since,
                     next->ticket.empty() ? "" : fmt::format(" ({})", next->ticket));
}

}  // namespace

std::vector<std::string> known_faults(const CaseResult& r) {
  std::vector<std::string> all;
  const std::string& semantics = r.outcome.subject->semantics;
  const std::string profile = semantics.substr(0, semantics.find(" +"));
  if (!r.outcome.figures || !model::profile(profile)) return all;
  for (const KnownFault& fault : table) {
    const model::KnobRow& row = model::row_in_force(*model::find_knob(fault.knob), profile);
    if (row.value != fault.value || !fault.shows(r)) continue;
    all.push_back(fmt::format("{}: known of {}, {}.", fault.sentence, profile, changed_in(row)));
  }
  return all;
}

}  // namespace report
