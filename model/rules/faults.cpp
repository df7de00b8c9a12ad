// What the environment does: it strikes at once, or it lays a mine that goes off when its victim reaches the hook that
// the mine is named after. A fault acts on its victim; everything that follows from it is protocol.
//
// In exploration a budget says how often the environment may strike, anywhere and at any time. A timed run strikes only
// where its timeline says.
#include <algorithm>

#include "model/names.hpp"
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

std::uint16_t bit(FaultKind kind) { return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind)); }

bool is_mine(FaultKind kind) { return kind > FaultKind::task_failure && kind <= FaultKind::storage_failure; }

void tell(World& w, FaultKind kind, const std::string& target) {
  const FaultWords& said = words_of(kind);
  w.emit(history::Fault{said.kind, target, said.detail});
}

bool is_running(const World& w, TaskId t) { return w.task[t].status == history::TaskStatus::running; }

bool lies_on(const World& w, TaskId t, std::uint32_t taskmanager) {
  return w.plan.tasks[t].subtask % w.plan.spec.cluster.taskmanagers == taskmanager;
}

void lose_taskmanager(World& w, std::uint32_t number) {
  if (!w.plan.spec.cluster.replacement) w.jm->no_slots = 1;
  for (TaskId t : w.plan.heads) {
    if (is_running(w, t) && lies_on(w, t, number)) fail_task(w, t, "the TaskManager was lost");
  }
}

}  // namespace

bool strikes(World& w, TaskId t, FaultKind kind, bool of_stop) {
  std::uint16_t& mines = w.task[t].mines;
  if (!(mines & bit(kind)) || (w.plan.mines_wait_for_stop && !of_stop)) return false;
  mines = static_cast<std::uint16_t>(mines & ~bit(kind));
  tell(w, kind, w.plan.task_name(t));
  return true;
}

bool storage_strikes(World& w, bool of_command) {
  if (!w.faults->storage_mine || (w.plan.mines_wait_for_stop && !of_command)) return false;
  w.faults->storage_mine = 0;
  tell(w, FaultKind::storage_failure, {});
  return true;
}

bool can_strike(const World& w, FaultChoice c) {
  if (strikes_task(c.kind)) return is_running(w, c.target);
  if (c.kind == FaultKind::storage_failure) return w.faults->storage_mine == 0;
  if (c.kind != FaultKind::taskmanager_loss) return w.jm->phase == Phase::running || w.jm->phase == Phase::restarting;
  for (TaskId t : w.plan.heads)
    if (is_running(w, t) && lies_on(w, t, c.target)) return true;
  return false;
}

void strike(World& w, FaultChoice c) {
  if (is_mine(c.kind)) {
    if (c.kind == FaultKind::storage_failure)
      w.faults->storage_mine = 1;
    else
      w.task[c.target].mines |= bit(c.kind);
    return;
  }
  tell(w, c.kind, c.kind == FaultKind::task_failure ? w.plan.task_name(c.target) : std::string());
  if (c.kind == FaultKind::task_failure) {
    fail_task(w, c.target, "injected task failure");
  } else if (c.kind == FaultKind::taskmanager_loss) {
    lose_taskmanager(w, c.target);
  } else {
    w.touch(Plan::jobmanager);
    lose_leadership(w, c.kind == FaultKind::jobmanager_loss);
  }
}

namespace {

std::uint32_t choices(const World& w, ActorId) { return static_cast<std::uint32_t>(w.plan.fault_choices.size()); }

Ready may_strike(const World& w, ActorId, std::uint32_t n) {
  const FaultChoice& c = w.plan.fault_choices[n];
  if (w.faults->any >= w.plan.fault_budget) return Ready::no;
  if (w.faults->of[static_cast<std::size_t>(c.kind)] >= w.plan.spec.faults[c.kind]) return Ready::no;
  return can_strike(w, c) ? Ready::yes : Ready::no;
}

void strike_anywhere(World& w, ActorId, std::uint32_t n) {
  const FaultChoice& c = w.plan.fault_choices[n];
  ++w.faults->any;
  ++w.faults->of[static_cast<std::size_t>(c.kind)];
  strike(w, c);
}

// Only timed runs within the budgets of an exploration ask. The earliest of many victims is struck, so each has to be
// given long.
sim::Time when_struck(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  sim::Time horizon = w.plan.spec.checkpoints.interval;
  for (const VertexSpec& v : w.plan.spec.vertices)
    if (v.kind == VertexKind::source) horizon = std::max(horizon, v.record_every * (w.plan.record_limit + 1));
  const auto span = static_cast<std::uint64_t>(horizon) * w.plan.fault_choices.size();
  return m.now + static_cast<sim::Time>(m.random % (span + 1));
}

}  // namespace

void add_faults(Rules& rules) {
  rules.of_actor({"strike", kind(ActorKind::faults), sim::Role::fault, sim::Rank::fault, choices, may_strike,
                  strike_anywhere, when_struck});
}

}  // namespace model
