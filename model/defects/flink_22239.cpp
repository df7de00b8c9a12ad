// FLINK-22239: a transaction that was begun after the checkpoint that is restored is in no state. When the process
// dies nobody aborts it, and a restore that looks only at what its state names leaves it open, with its locks.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void strike_without_closing(World& w, ActorId a, std::uint32_t choice) {
  static const ActorEffect clean = clean_actor_rule("strike").effect;
  const FaultChoice& f = w.plan.fault_choices[choice];
  if (f.kind == FaultKind::task_failure && w.plan.tasks[f.target].sink != sim::nobody)
    w.sink[w.plan.tasks[f.target].sink].current = 0;
  clean(w, a, choice);
}

void restore_what_is_pending(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("restore_task").effect;
  const TaskId t = receiver_of(w, c);
  if (!m.small || w.plan.tasks[t].sink == sim::nobody) return clean(w, c, m);
  std::uint32_t& open = w.payload(static_cast<std::uint8_t>(m.small - 1), t)[0];
  const std::uint32_t named = std::exchange(open, 0);
  clean(w, c, m);
  open = named;
}

}  // namespace

const Defect flink_22239 = {.id = "FLINK-22239",
                            .family = Family::sinks,
                            .mistake = "a restore leaves open what was begun behind its checkpoint",
                            .versions = "JDBC sink while 1.13 was made; mended in 1.13.0",
                            .caught_by = "no-leaked-transaction",
                            .scenario = "scenarios/defects/transactional-failure.yaml",
                            .plant = [](World::Rules& rules) {
                              replace_effect(rules, "strike", strike_without_closing);
                              replace_effect(rules, "restore_task", restore_what_is_pending);
                            }};

}  // namespace model
