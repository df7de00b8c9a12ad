// FLINK-20396 (with FLINK-20397, FLINK-20413): "a reader has failed" said nothing of the checkpoint that it will be
// put back to. The enumerator takes back what it has assigned since the last checkpoint that it knew of, although the
// restored reader has it in its state, and hands it to the next reader that asks.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

// planted: the record that the second reader comes to next, + 1; 0: there is none.
Ready may_read_again(const World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  const bool second = w.planted[0] && w.plan.tasks[t].subtask == 1 && w.task[t].reading == Reading::yes;
  if (!second || w.planted[0] > w.plan.record_limit) return Ready::no;
  const Edge& out = w.plan.edges[w.plan.vertex_of(t).out.front()];
  return w.channels().has_room_for_data(w.plan.channel_for(out, t, w.planted[0] - 1)) ? Ready::yes : Ready::no_room;
}

void read_again(World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  const history::Record r{0, w.planted[0]++ - 1};
  const Edge& out = w.plan.edges[w.plan.vertex_of(t).out.front()];
  w.emit(history::SourceEmit{w.at(t), r});
  w.send(w.plan.channel_for(out, t, r.offset), Message::of_record(r.split, r.offset));
}

std::uint32_t nothing_before(World&) { return 0; }

// The split is in the restored state, if a checkpoint was there.
void add_split_back(World& w, std::uint32_t, bool deployed) {
  if (deployed && w.plan.record_limit && slot_for_recovery(w)) w.planted[0] = 1;
}

}  // namespace

const Defect flink_20396 = {.id = "FLINK-20396",
                            .family = Family::sources,
                            .mistake = "a split that a restored reader has is handed to another reader too",
                            .versions = "1.11.0 - 1.11.2; mended in 1.11.3 and 1.12.0",
                            .caught_by = "split-conservation",
                            .scenario = "scenarios/defects/two-readers-failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  around_redeployment<nothing_before, add_split_back>(rules);
                                  add_step(rules, "read_split_added_back", ActorKind::source, may_read_again,
                                           read_again);
                                },
                            .words = 1};

}  // namespace model
