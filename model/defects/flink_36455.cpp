// FLINK-36455: when the notice of a checkpoint has been handled, all of it has to be committed. A commit that failed
// was put off to be tried again by a timer; in a stop the task may end first, and the stop reports success over
// uncommitted output.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void commit_later(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  const TaskId t = receiver_of(w, c);
  const bool hears = is_running(w, t) && m.medium == w.task[t].epoch && w.plan.tasks[t].sink != sim::nobody;
  with_hidden_transactions(w, t, clean, c, m);
  if (hears && is_running(w, t)) w.planted[0] = m.large;
}

Ready may_try_again(const World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  return w.planted[0] && is_running(w, t) && w.plan.tasks[t].sink != sim::nobody ? Ready::yes : Ready::no;
}

void try_again(World& w, ActorId a, std::uint32_t) {
  commit_up_to(w, Plan::task_of(a), std::exchange(w.planted[0], 0));
}

}  // namespace

const Defect flink_36455 = {.id = "FLINK-36455",
                            .family = Family::sinks,
                            .mistake = "a commit is tried again later, and the stop does not wait for it",
                            .versions = "Sink V2 until 1.20; mended in 2.0",
                            .caught_by = "commits-when-due",
                            .scenario = "scenarios/defects/stop-behind-checkpoint.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  replace_effect(rules, "notify_completed", commit_later);
                                  add_step(rules, "try_commit_again", ActorKind::sink, may_try_again, try_again);
                                },
                            .words = 1};

}  // namespace model
