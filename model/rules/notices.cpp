// What tasks hear of a snapshot when it is over: complete, or given up (semantics.md 2(d).1 step 9, 2(d).3).
//
// Complete: two-phase sinks commit. For the snapshot of a stop it is also the sign to end; in the versions that stop
// their sources only now, it is here that a source is told to leave its loop. Given up: what waits for its barriers
// stops waiting; what has stopped for it goes on, fails or stays blocked, as the version says.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

// 1.9 - 1.14: the source has read on behind its barrier, and now it is to end.
void cancel_source(World& w, TaskId t) {
  Task& task = w.task[t];
  const Semantics& s = w.plan.spec.semantics;
  const bool flip_27 = w.plan.vertex_of(t).api == SourceApi::flip_27;
  if (flip_27 && s.flip_27_stop == Flip27Stop::never_ends) return;  // nothing tells it: it reads on for ever (M29)
  w.emit(history::SourceCancel{w.at(t)});
  if (!flip_27) {
    task.reading = Reading::leaving;
    return;
  }
  task.reading = Reading::no;
  if (s.flip_27_stop == Flip27Stop::ends_with_max_watermark) emit_watermark(w, t, max_watermark);  // M5
  finish_task(w, t);
}

void may_end_now(World& w, TaskId t) {
  Task& task = w.task[t];
  if (w.plan.spec.semantics.second_stop_at_task != SecondStopAtTask::fails) task.sync = 0;
  task.heard = Heard::complete;
  w.plan.for_each_input(t, [&](ChannelId in) { w.block(in, false); });
  if (!w.plan.is_source(t)) {
    if (task.ended_inputs == w.plan.tasks[t].inputs) finish_task(w, t);
  } else if (task.leaving == Leaving::end_of_data) {
    finish_task(w, t);
  } else if (sources_stop_first(w, task.leaving == Leaving::drain)) {
    // It waits until its outputs have taken the end of the data, and may take another trigger meanwhile.
    if (extra_checkpoint_follows(w, task.leaving == Leaving::drain))
      task.reading = Reading::leaving;
    else
      finish_task(w, t);
  } else {
    cancel_source(w, t);
  }
}

// What failed first in the chain on hearing it, last operator to first; nothing if none did.
const char* tell_operators(World& w, TaskId t, std::uint32_t checkpoint, bool of_stop) {
  const TaskId next = w.plan.tasks[t].next_in_chain;
  const char* failed = next == t ? nullptr : tell_operators(w, next, checkpoint, of_stop);
  if (failed && w.plan.spec.semantics.failed_notice == FailedNotice::ends_telling) return failed;
  w.emit(history::NotifyCompleted{w.at(t), checkpoint});
  const bool commits = w.plan.tasks[t].sink != sim::nobody;
  if (strikes(w, t, FaultKind::notify_failure, of_stop)) return failed ? failed : "injected notify failure";
  if (commits && strikes(w, t, FaultKind::commit_failure, of_stop)) return failed ? failed : "injected commit failure";
  if (commits) commit_up_to(w, t, checkpoint);
  return failed;
}

void notify_completed(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Task& task = w.task[t];
  if (m.medium != task.epoch || !reads_mail(w, t)) return;
  if (const char* failed = tell_operators(w, t, m.large, m.sync())) return fail_in_mail(w, t, failed);
  // Of a plain savepoint nobody hears since 1.15, so for the last checkpoint any that is no older will do.
  const bool last = task.leaving == Leaving::end_of_data && task.sync && m.large > task.sync;
  if (task.sync == m.large || last) may_end_now(w, t);
}

// What a task does that has stopped for a snapshot which will not be.
void stop_was_given_up(World& w, TaskId t) {
  Task& task = w.task[t];
  const StopAbortNotice notice = w.plan.spec.semantics.stop_abort_notice;
  const bool drained = task.leaving == Leaving::drain;
  if (notice == StopAbortNotice::ignored) return;
  if (notice == StopAbortNotice::fails_task || (notice == StopAbortNotice::fails_draining_task && drained))
    return fail_in_mail(w, t, "Stop-with-savepoint failed.");
  task.sync = 0;
  // Since 1.14 a source that an earlier stop has told to leave its loop keeps in mind why (SourceStreamTask).
  const bool told = w.plan.is_source(t) && task.reading == Reading::leaving && finishes(w);
  task.leaving = told ? Leaving::suspend : Leaving::none;
  w.plan.for_each_input(t, [&](ChannelId in) { w.block(in, false); });
}

void notify_aborted(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  Task& task = w.task[t];
  if (m.medium != task.epoch || !reads_mail(w, t)) return;
  w.plan.up_chain(t, [&](TaskId member) { w.emit(history::NotifyAborted{w.at(member), m.large}); });
  const bool late_trigger = task.reading == Reading::leaving && task.aligning == m.large;
  if (will_block_for_aborted_stop(w, t, m)) return remember_aborted_stop(w, t, m.large);
  forget_alignment(w, t, m.large);
  if (late_trigger) task.sync = m.large, task.leaving = m.drain() ? Leaving::drain : Leaving::suspend;
  // Of the final checkpoint: any later one will do (StreamTask keeps the least number).
  if (task.sync == m.large && task.leaving != Leaving::end_of_data) stop_was_given_up(w, t);
}

}  // namespace

void add_notices(Rules& rules) {
  const auto to_task = kind(ChannelClass::jobmanager_to_task);
  rules.of_channel({"notify_completed", to_task, kind(MessageKind::notify_completed), sim::Rank::control, nullptr,
                    notify_completed});
  rules.of_channel(
      {"notify_aborted", to_task, kind(MessageKind::notify_aborted), sim::Rank::control, nullptr, notify_aborted});
}

}  // namespace model
