// Something breaks: a task fails, the JobManager cancels the rest, waits out the restart delay and deploys again, or
// gives up (semantics.md 2(e), R7; half success of a stop: FLINK-26783). One region: all tasks restart together.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

void tear_down(World& w, TaskId t, history::TaskStatus status, std::string_view error) {
  Task& task = w.task[t];
  w.emit(history::OpClose{w.at(t)});
  if (w.plan.tasks[t].sink != sim::nobody) abort_current(w, t);
  w.plan.for_each_input(t, [&](ChannelId c) { w.close_inbox(c); });
  w.close_inbox(w.plan.to_task(t));  // nobody is there any more to be told anything
  w.emit(history::TaskStatusChanged{w.at(t), status, error});
  w.forget_memory(t);
  const Task ended{0, 0, 0, 0, 0, task.epoch, task.attempt, task.job, status, Reading::no, 0, {}};
  task = ended;
  if (w.plan.fault_budget) w.touch(Plan::faults);
}

void fail_task(World& w, TaskId t, std::string_view error) {
  tear_down(w, t, history::TaskStatus::failed, error);
  w.send(w.plan.to_jobmanager(t), {MessageKind::failed, 0, w.task[t].epoch, 0});
}

// Leaving RUNNING stops the periodic trigger and gives up every snapshot in progress, a stop's included.
void leave_running(World& w, Phase next, history::JobStatus status, std::string_view error) {
  JobManager& jm = *w.jm;
  jm.trigger = Trigger::off;
  jm.phase = next;
  abort_all_snapshots(w, Refusal::coordinator_suspending, false);  // its tasks are being told to cancel
  answer_stop(w, jm.half_success ? Refusal::stopping_failed : Refusal::coordinator_suspending);
  jm.half_success = 0;
  w.emit(history::JobStatusChanged{jm.executions - 1U, status, error});
  for (TaskId t = 0; t < w.plan.task_count(); ++t) w.send(w.plan.to_task(t), {MessageKind::cancel, 0, jm.epoch, 0});
}

namespace {

constexpr std::string_view recovery_suppressed = "Recovery is suppressed by the restart strategy";
constexpr std::string_view stopping_failed = "A savepoint has been created, but the job failed during stopping";

bool restarts(const World& w) {
  if (w.jm->half_success && w.plan.spec.semantics.half_success == HalfSuccess::fails_job) return false;
  return w.jm->restarts < w.plan.restart_attempts;
}

void task_failed(World& w, ChannelId, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  ++w.jm->ended;
  if (w.jm->phase == Phase::running) fail_job(w, w.jm->half_success ? stopping_failed : recovery_suppressed);
  if (w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

void cancel_task(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Task& task = w.task[t];
  if (m.medium != task.epoch || task.status != history::TaskStatus::running) return;
  w.emit(history::TaskStatusChanged{w.at(t), history::TaskStatus::canceling, {}});
  if (w.plan.vertex_of(t).kind == VertexKind::source) w.emit(history::SourceCancel{w.at(t)});
  tear_down(w, t, history::TaskStatus::canceled, {});
  w.send(w.plan.to_jobmanager(t), {MessageKind::canceled, 0, m.medium, 0});
}

void task_canceled(World& w, ChannelId, const Message& m) {
  if (m.medium != w.jm->epoch) return;
  if (++w.jm->ended == w.plan.task_count()) all_tasks_ended(w);
}

void restart(World& w) {
  JobManager& jm = *w.jm;
  jm.backoff_over = 0;
  ++jm.attempt;
  jm.phase = Phase::running;
  w.emit(history::JobStatusChanged{jm.executions - 1U, history::JobStatus::running, {}});
  deploy_all(w, slot_for_recovery(w));
}

void end_job(World& w, Phase terminal, history::JobStatus status, std::string_view error) {
  w.jm->phase = terminal;
  w.emit(history::JobStatusChanged{w.jm->executions - 1U, status, error});
  clean_up(w, terminal);
}

}  // namespace

void all_tasks_ended(World& w) {
  JobManager& jm = *w.jm;
  switch (jm.phase) {
    case Phase::restarting:
      if (jm.backoff_over) restart(w);
      return;
    case Phase::cancelling: return end_job(w, Phase::canceled, history::JobStatus::canceled, {});
    case Phase::failing: return end_job(w, Phase::failed, history::JobStatus::failed, recovery_suppressed);
    case Phase::running:
      expects(jm.finished == jm.ended);
      abort_all_snapshots(w, Refusal::coordinator_suspending, false);
      end_job(w, Phase::finished, history::JobStatus::finished, {});
      jm.trigger = Trigger::off;
      return answer_stop(w, Refusal::none);  // the default scheduler answers after FINISHED (M22)
    default: sim::never_here("tasks of a job that is not over");
  }
}

void fail_job(World& w, std::string_view error) {
  if (!restarts(w)) return leave_running(w, Phase::failing, history::JobStatus::failing, error);
  ++w.jm->restarts;
  leave_running(w, Phase::restarting, history::JobStatus::restarting, {});
}

namespace {

// ---- the restart delay

Ready may_end_backoff(const World& w, ActorId, std::uint32_t) {
  return w.jm->phase == Phase::restarting && !w.jm->backoff_over ? Ready::yes : Ready::no;
}

void end_backoff(World& w, ActorId, std::uint32_t) {
  w.jm->backoff_over = 1;
  if (w.jm->ended == w.plan.task_count()) restart(w);
}

// Exponential delay (M28): 1 s, times 1.5 each, at most a minute, jitter a tenth to either side.
sim::Time backoff(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  sim::Time delay = w.plan.restart_delay.draw(m.random);
  if (!w.plan.exponential_restart) return m.now + delay;
  for (std::uint32_t i = 1; i < w.jm->restarts && delay < 60 * sim::second; ++i) delay = delay * 3 / 2;
  delay = std::min(delay, 60 * sim::second);
  const auto spread = static_cast<std::uint64_t>(delay / 5 + 1);
  return m.now + delay - delay / 10 + static_cast<sim::Time>(m.random % spread);
}

// ---- injected faults: the environment acts on its victim

std::uint32_t victims(const World& w, ActorId) { return w.plan.fault_budget ? w.plan.task_count() : 0; }

// In timed runs with a budget: some time in the first half minute after the victim has started.
sim::Time any_time(const World&, ActorId, std::uint32_t, const sim::Moment& m) {
  return m.now + static_cast<sim::Time>(m.random % static_cast<std::uint64_t>(30 * sim::second));
}

Ready may_fail_task(const World& w, ActorId, std::uint32_t t) {
  if (w.faults->any >= w.plan.fault_budget || w.faults->task_failure >= w.plan.task_failure_budget) return Ready::no;
  return w.task[t].status == history::TaskStatus::running ? Ready::yes : Ready::no;
}

void fail_any_task(World& w, ActorId, std::uint32_t t) {
  ++w.faults->any;
  ++w.faults->task_failure;
  inject_task_failure(w, t);
}

}  // namespace

void inject_task_failure(World& w, TaskId t) {
  w.touch(Plan::actor_of(t));
  const std::string target = w.plan.task_name(t);
  w.emit(history::Fault{"task-failure", target, {}});
  fail_task(w, t, "injected task failure");
}

void add_failure(Rules& rules) {
  rules.of_actor({"fail_task", kind(ActorKind::faults), sim::Role::fault, sim::Rank::fault, victims, may_fail_task,
                  fail_any_task, any_time});
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
