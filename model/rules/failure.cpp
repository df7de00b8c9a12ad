// Something breaks: a task fails, the JobManager cancels the rest, waits out the restart delay and deploys again, or
// gives up (semantics.md 2(e), R7; half success of a stop: FLINK-26783). One region: all tasks restart together.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

namespace {

// A trigger that comes too late is declined like any other (2(d).3). All else that was still to be told to a task that
// has ended says nothing.
void decline_late_triggers(World& w, TaskId t) {
  const ChannelId inbox = w.plan.to_task(t);
  for (std::uint16_t i = 0; i < w.channels().count(inbox); ++i) {
    const Message& m = w.channels().at(inbox, i);
    if (m.kind == MessageKind::trigger && m.medium == w.task[t].epoch)
      w.send(w.plan.to_jobmanager(t),
             {MessageKind::decline, static_cast<std::uint8_t>(Decline::not_ready), m.medium, m.large});
  }
}

}  // namespace

void tear_down(World& w, TaskId t, history::TaskStatus status, std::string_view error) {
  Task& task = w.task[t];
  w.emit(history::OpClose{w.at(t)});
  if (w.plan.tasks[t].sink != sim::nobody) abort_current(w, t);
  w.plan.for_each_input(t, [&](ChannelId c) {
    w.close_inbox(c);
    if (w.plan.unaligned) w.close_inbox(w.plan.overtaking(c));
  });
  if (status == history::TaskStatus::finished) decline_late_triggers(w, t);
  w.clear(w.plan.to_task(t));
  if (status != history::TaskStatus::finished) {
    w.close_inbox(w.plan.to_task(t));  // nobody is there any more to be told anything
    w.clear(w.plan.to_storage(t));     // asynchronous parts die with the task
  }
  const TaskId head = w.plan.tasks[t].head;
  w.emit(history::TaskStatusChanged{w.at(t), status, error, head == t ? history::no_task : head});
  w.forget_memory(t);
  Task ended{};
  ended.epoch = task.epoch, ended.attempt = task.attempt, ended.job = task.job, ended.status = status;
  task = ended;
  victims_changed(w);
}

void victims_changed(World& w) {
  if (w.plan.fault_budget) w.touch(Plan::faults);
}

void enter_phase(World& w, Phase next) {
  w.jm->phase = next;
  victims_changed(w);
}

void fail_task(World& w, TaskId t, std::string_view error) {
  const TaskId head = w.plan.tasks[t].head;
  w.plan.up_chain(head, [&](TaskId member) {
    w.touch(Plan::actor_of(member));  // the failure may begin at another of the chain, or outside
    tear_down(w, member, history::TaskStatus::failed, error);
  });
  w.send(w.plan.to_jobmanager(head), {MessageKind::failed, 0, w.task[head].epoch, 0});
}

// From FLINK-15467 to FLINK-21990 such a task waits for the thread of its SourceFunction before it tells anybody, and
// nobody cancels the function: it reads on.
void fail_in_mail(World& w, TaskId t, std::string_view error) {
  const TaskId head = w.plan.tasks[t].head;
  const bool source_thread = w.plan.is_source(head) && w.plan.vertex_of(head).api == SourceApi::source_function &&
                             w.task[head].reading != Reading::no;
  if (!source_thread || w.plan.spec.semantics.failed_source_task == FailedSourceTask::fails)
    return fail_task(w, t, error);
  w.touch(Plan::actor_of(head));
  w.task[head].leaving = Leaving::failed;
}

// Leaving RUNNING stops the periodic trigger and gives up every snapshot in progress, a stop's included.
void leave_running(World& w, Phase next, std::optional<history::JobStatus> status, std::string_view error,
                   Refusal why) {
  JobManager& jm = *w.jm;
  jm.trigger = Trigger::off;
  enter_phase(w, next);
  jm.deferred = jm.asked_to_fail = 0;
  forget_enumerators(w);
  if (status) w.emit(history::JobStatusChanged{jm.executions - 1U, *status, error});
  abort_all_snapshots(w, why);
  answer_before_leaving(w, why);
  tell_all(w, {MessageKind::cancel, 0, jm.epoch, 0});
  if (jm.no_slots && !jm.running)
    jm.ended = w.plan.task_count();  // nothing was deployed, so nothing has to be torn down
}

// A job that is being restarted has its tasks cancelled already.
void cancel_job(World& w) {
  JobManager& jm = *w.jm;
  if (jm.phase == Phase::running || jm.phase == Phase::restarting || jm.phase == Phase::suspending) {
    leave_running(w, Phase::cancelling, history::JobStatus::cancelling, {},
                  is_adaptive(w) ? Refusal::job_cancelled : Refusal::coordinator_suspending);  // M22
    jm.backoff_over = 0;
  } else if (jm.phase == Phase::failing) {
    enter_phase(w, Phase::cancelling);
    w.emit(history::JobStatusChanged{jm.executions - 1U, history::JobStatus::cancelling, {}});
  }
}

namespace {

constexpr std::string_view recovery_suppressed = "Recovery is suppressed by the restart strategy";
constexpr std::string_view stopping_failed = "A savepoint has been created, but the job failed during stopping";

// Where a half success fails the job, the default scheduler first begins a restart; when all tasks have ended, the
// termination manager asks for a failure that no strategy survives (M4).
bool restarts(const World& w) {
  const bool for_good = w.jm->half_success && w.plan.spec.semantics.half_success == HalfSuccess::fails_job;
  return w.jm->restarts < w.plan.restart_attempts && !(for_good && is_adaptive(w));
}

void give_up_restarting(World& w, std::string_view error = recovery_suppressed) {
  enter_phase(w, Phase::failing);
  w.jm->backoff_over = 0;
  w.emit(history::JobStatusChanged{w.jm->executions - 1U, history::JobStatus::failing, error});
}

bool is_failing_first(const World& w) {
  return w.plan.spec.semantics.failover_status == FailoverStatus::failing_first && !is_adaptive(w);
}

// Adaptive scheduler of 1.16 - 2.2: a failure waits for the savepoint of the stop to come to its end (M21).
bool waits_for_savepoint(const World& w) {
  if (!is_adaptive(w) || w.plan.spec.semantics.adaptive_stop_failure == AdaptiveStopFailure::fails_over) return false;
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint && is_of_stop(w.pending[i].kind)) return true;
  return false;
}

// The operators of a chain are one task, which has one status.
void one_ended(World& w, ChannelId c) {
  w.plan.down_chain(c - w.plan.first_to_jobmanager, [&](TaskId t) {
    ++w.jm->ended;
    if (w.execution[t] == Execution::data_ended) --w.jm->data_ended;
    w.execution[t] = Execution::ended;
    if (w.plan.is_reader(t)) reader_ended(w, t);
  });
}

void task_failed(World& w, ChannelId c, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  one_ended(w, c);
  if (w.jm->phase != Phase::running) {
    if (w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
  } else {
    react_to_failed_task(w, w.jm->half_success ? stopping_failed : recovery_suppressed);
  }
}

void cancel_task(World& w, ChannelId c, const Message& m) {
  const TaskId head = Plan::task_of(w.channels().info(c).receiver);
  if (m.medium != w.task[head].epoch || w.task[head].status != history::TaskStatus::running) return;
  w.plan.up_chain(head, [&](TaskId t) {
    w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::canceling, {}});
    if (w.plan.is_source(t)) w.emit(history::SourceCancel{w.at(t)});
    tear_down(w, t, history::TaskStatus::canceled, {});
  });
  w.send(w.plan.to_jobmanager(head), {MessageKind::canceled, 0, m.medium, 0});
}

void task_canceled(World& w, ChannelId c, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  one_ended(w, c);
  if (w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

void task_finished(World& w, ChannelId c, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  one_ended(w, c);
  w.plan.down_chain(c - w.plan.first_to_jobmanager, [&](TaskId) { ++w.jm->finished; });
  if (w.jm->ended == w.plan.task_count() && (w.jm->phase != Phase::running || w.jm->finished == w.jm->ended))
    all_tasks_ended(w);
}

void restart(World& w) {
  JobManager& jm = *w.jm;
  jm.backoff_over = jm.regains = jm.half_success = 0;
  ++jm.attempt;
  enter_phase(w, Phase::running);
  const history::JobId job = jm.executions - 1U;
  if (is_adaptive(w) || is_failing_first(w)) w.emit(history::JobStatusChanged{job, history::JobStatus::created, {}});
  w.emit(history::JobStatusChanged{job, history::JobStatus::running, {}});
  deploy_all(w, slot_for_recovery(w));
}

void end_job(World& w, Phase terminal, history::JobStatus status, std::string_view error) {
  enter_phase(w, terminal);
  w.jm->half_success = 0;
  w.emit(history::JobStatusChanged{w.jm->executions - 1U, status, error});
  clean_up(w, terminal);
  answer_at_end(w, terminal);
}

// The adaptive scheduler answers a stop before it says FINISHED, the default one afterwards (M22).
void finish_job(World& w) {
  expects(w.jm->finished == w.jm->ended);
  abort_all_snapshots(w, Refusal::coordinator_shut_down);
  if (is_adaptive(w)) answer_at_end(w, Phase::finished);
  end_job(w, Phase::finished, history::JobStatus::finished, {});
  w.jm->trigger = Trigger::off;
  forget_enumerators(w);
}

// The termination manager of 1.12.2 - 1.14 sees that not all tasks have finished, and asks for a failure of its own
// (M4).
void fail_a_second_time(World& w) {
  w.jm->half_success = 0;
  if (w.jm->restarts >= w.plan.restart_attempts) return give_up_restarting(w);
  ++w.jm->restarts;
}

}  // namespace

void react_to_failed_task(World& w, std::string_view error) {
  // A failure that was asked for is on its way: it is what the clients of the job hear.
  if (!waits_for_savepoint(w)) return fail_job(w, error, !w.jm->asked_to_fail);
  w.jm->deferred = 1;
}

void all_tasks_ended(World& w) {
  JobManager& jm = *w.jm;
  const HalfSuccess half = w.plan.spec.semantics.half_success;
  if (jm.phase == Phase::restarting && jm.half_success && half == HalfSuccess::second_failure) fail_a_second_time(w);
  if (jm.phase == Phase::restarting && jm.half_success && half == HalfSuccess::fails_job)
    give_up_restarting(w, stopping_failed);
  switch (jm.phase) {
    case Phase::restarting:
      if (is_failing_first(w))
        w.emit(history::JobStatusChanged{jm.executions - 1U, history::JobStatus::restarting, {}});
      if (jm.backoff_over) restart(w);
      return;
    case Phase::suspending:
      if (!jm.regains) return end_job(w, Phase::suspended, history::JobStatus::suspended, {});
      if (jm.backoff_over) restart(w);
      return;
    case Phase::cancelling: return end_job(w, Phase::canceled, history::JobStatus::canceled, {});
    case Phase::failing: return end_job(w, Phase::failed, history::JobStatus::failed, recovery_suppressed);
    case Phase::running: return finish_job(w);
    default: sim::never_here("tasks of a job that is not over");
  }
}

void fail_job(World& w, std::string_view error, bool by_task) {
  const bool told = is_adaptive(w) || w.plan.spec.semantics.failure_cause == FailureCause::told;
  const Refusal why = by_task && told ? Refusal::task_failed : Refusal::coordinator_suspending;
  const bool all_ended = w.jm->ended == w.plan.task_count();
  if (!restarts(w)) {
    leave_running(w, Phase::failing, history::JobStatus::failing, error, why);
  } else {
    ++w.jm->restarts;
    const bool failing = is_failing_first(w);
    leave_running(w, Phase::restarting, failing ? history::JobStatus::failing : history::JobStatus::restarting,
                  failing ? error : std::string_view(), why);
  }
  if (all_ended) all_tasks_ended(w);
}

void fail_late(World& w) {
  JobManager& jm = *w.jm;
  if (jm.phase != Phase::restarting && jm.phase != Phase::cancelling) return;
  switch (w.plan.spec.semantics.late_failure) {
    case LateFailure::no: return;
    case LateFailure::fails_canceling_job:
      if (jm.phase == Phase::cancelling) give_up_restarting(w);
      return;
    case LateFailure::counts:
      if (jm.restarts >= w.plan.restart_attempts) return give_up_restarting(w);
      ++jm.restarts;
  }
}

// With high availability a new leader takes the job up again from its store; without, nobody does (R8, M24). It costs
// no restart attempt. What only the old leader knew is lost: commands, and that a stop was half done. SUSPENDED is said
// at once by a job that will go on, by the other when its tasks are gone.
void lose_leadership(World& w, bool regained) {
  w.jm->regains = regained;
  leave_running(w, Phase::suspending, regained ? std::optional(history::JobStatus::suspended) : std::nullopt, {});
  w.jm->half_success = 0;
  if (w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

namespace {

// ---- the restart delay

Ready may_end_backoff(const World& w, ActorId, std::uint32_t) {
  const JobManager& jm = *w.jm;
  const bool waits = jm.phase == Phase::restarting || (jm.phase == Phase::suspending && jm.regains);
  if (jm.phase == Phase::restarting && is_failing_first(w) && jm.ended < w.plan.task_count()) return Ready::no;
  return waits && !jm.backoff_over ? Ready::yes : Ready::no;
}

void end_backoff(World& w, ActorId, std::uint32_t) {
  w.jm->backoff_over = 1;
  if (w.jm->ended == w.plan.task_count()) restart(w);
}

// Exponential delay (M28): 1 s, times 1.5 each, at most a minute, jitter a tenth to either side.
sim::Time backoff(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  constexpr sim::Time regains_leadership = 200 * sim::millisecond;  // as long as in the recordings
  if (w.jm->phase == Phase::suspending) return m.now + regains_leadership;
  sim::Time delay = w.plan.restart_delay.draw(m.random);
  if (!w.plan.exponential_restart) return m.now + delay;
  for (std::uint32_t i = 1; i < w.jm->restarts && delay < 60 * sim::second; ++i) delay = delay * 3 / 2;
  delay = std::min(delay, 60 * sim::second);
  const auto spread = static_cast<std::uint64_t>(delay / 5 + 1);
  return m.now + delay - delay / 10 + static_cast<sim::Time>(m.random % spread);
}

}  // namespace

void add_failure(Rules& rules) {
  rules.of_channel({"task_finished", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::finished),
                    sim::Rank::control, nullptr, task_finished});
  rules.of_channel({"task_failed", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::failed),
                    sim::Rank::control, nullptr, task_failed});
  rules.of_channel({"cancel_task", kind(ChannelClass::jobmanager_to_task), kind(MessageKind::cancel),
                    sim::Rank::control, nullptr, cancel_task});
  rules.of_channel({"task_canceled", kind(ChannelClass::task_to_jobmanager), kind(MessageKind::canceled),
                    sim::Rank::control, nullptr, task_canceled});
  rules.of_actor({"end_backoff", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::timer, nullptr,
                  may_end_backoff, end_backoff, backoff});
}

}  // namespace model
