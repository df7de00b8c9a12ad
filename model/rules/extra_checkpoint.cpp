// The checkpoint behind the savepoint of a stop (M10, M23; FLINK-28386, 1.18 and later).
//
// When all tasks have told the end of their data the coordinator asks for one checkpoint more. It waits its turn behind
// the savepoint, so it is triggered a moment after that is complete, and races with the end of the tasks: most often a
// source that is closing declines it, it may complete, and where the last task is faster it is never triggered at all
// (recorded each: 2.3.0 drain with a checkpoint in flight, 1.20.5 adaptive drain, the same with a finished subtask).
//
// A drain ends the data of every task. A suspend ends that of tasks with a SourceFunction only, whose thread returns
// from its loop; so nothing follows it, save where all tasks are such sources with their operators chained to them.
#include <algorithm>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

bool all_tell_end_of_data(const World& w, bool drain) {
  return drain || std::all_of(w.plan.heads.begin(), w.plan.heads.end(), [&](TaskId t) {
           return w.plan.is_source(t) && w.plan.vertex_of(t).api == SourceApi::source_function;
         });
}

// Whether no snapshot has been triggered since that of a stop, which is complete.
bool follows_stop(const World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i) {
    const Operation& o = w.operations[i];
    if (!o.command || o.waits != Waits::for_end || !o.slot) continue;
    const Slot& s = w.slot[o.slot - 1U];
    if (s.checkpoint + 1 == w.jm->next_checkpoint &&
        extra_checkpoint_follows(w, s.kind == history::SnapshotKind::terminate))
      return true;
  }
  return false;
}

Ready may_trigger_extra(const World& w, ActorId, std::uint32_t) {
  return w.jm->half_success && tasks_can_be_triggered(w) && follows_stop(w) ? Ready::yes : Ready::no;
}

void trigger_extra(World& w, ActorId, std::uint32_t) { trigger_snapshot(w, history::SnapshotKind::checkpoint, 0); }

}  // namespace

bool extra_checkpoint_follows(const World& w, bool drain) {
  return w.plan.spec.semantics.extra_checkpoint == ExtraCheckpoint::after_drain && all_tell_end_of_data(w, drain);
}

void add_extra_checkpoint(Rules& rules) {
  rules.of_actor({"trigger_extra", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::trigger, nullptr,
                  may_trigger_extra, trigger_extra, nullptr});
}

}  // namespace model
