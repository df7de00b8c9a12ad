// FLINK-38618: a reader without splits fails, and the enumerator is given back an empty list. It forgets all the same
// that the change log, of which there is one split, has been assigned, and hands it out again while another reader
// has it.
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

void add_nothing_back(World& w, std::uint32_t, bool deployed) {
  if (deployed && w.plan.record_limit) w.planted[0] = 1;
}

}  // namespace

const Defect flink_38618 = {.id = "FLINK-38618",
                            .family = Family::sources,
                            .mistake = "giving back no splits hands out the only one a second time",
                            .versions = "Flink CDC until November 2025",
                            .caught_by = "written-once",
                            .scenario = "scenarios/defects/two-readers-failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  around_redeployment<nothing_before, add_nothing_back>(rules);
                                  add_step(rules, "read_split_handed_out_again", ActorKind::source, may_read_again,
                                           read_again);
                                },
                            .words = 1};

}  // namespace model
