// Records on their way: a source hands out what its splits hold, an operator counts and passes on, a sink writes.
//
// A source emits under its checkpoint lock, so emission and snapshot never interleave: both are whole steps. A full
// channel is backpressure: the record stays where it is until there is room.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

bool has_room(const World& w, TaskId t, std::uint32_t offset) {
  for (std::uint32_t e : w.plan.vertex_of(t).out)
    if (!w.channels().has_room_for_data(w.plan.channel_for(w.plan.edges[e], t, offset))) return false;
  return true;
}

void pass_on(World& w, TaskId t, history::Record r) {
  for (std::uint32_t e : w.plan.vertex_of(t).out)
    w.send(w.plan.channel_for(w.plan.edges[e], t, r.offset), Message::of_record(r.split, r.offset));
}

std::uint32_t splits_of(const World& w, ActorId a) { return w.plan.splits_of(Plan::task_of(a)); }

Ready may_emit(const World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  if (w.task[t].reading == Reading::no) return Ready::no;
  const std::uint32_t next = w.position[w.plan.split_of(t, local)];
  if (w.plan.record_limit && next >= w.plan.record_limit) return Ready::no;
  return has_room(w, t, next) ? Ready::yes : Ready::no_room;
}

void emit_record(World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  const history::Record r{w.plan.split_of(t, local), w.position[w.plan.split_of(t, local)]++};
  w.emit(history::SourceEmit{w.at(t), r});
  pass_on(w, t, r);
}

// Record k of a split can be read from k times the pace on; what is there is read as fast as the task can.
sim::Time readable(const World& w, ActorId a, std::uint32_t local, const sim::Moment& moment) {
  const TaskId t = Plan::task_of(a);
  const Vertex& v = w.plan.vertex_of(t);
  const sim::Time available = v.record_every * w.position[w.plan.split_of(t, local)];
  return std::max(moment.now + v.service.draw(moment.random), available);
}

Ready may_process(const World& w, ChannelId c, const Message& m) {
  return has_room(w, Plan::task_of(w.channels().info(c).receiver), m.large) ? Ready::yes : Ready::no_room;
}

void process_record(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const history::Record r{m.split(), m.large};
  if (w.catch_up) w.left_channel(r);
  const Vertex& v = w.plan.vertex_of(t);
  if (v.kind == VertexKind::keyed_count) {
    Mark& mark = w.mark[w.plan.mark_of(t, r.split)];
    mark.next = std::max(mark.next, r.offset + 1);
    ++mark.count;
  }
  if (v.kind == VertexKind::sink) {
    const std::uint32_t sink = w.plan.tasks[t].sink;
    const history::TxnId txn = sink == sim::nobody ? history::no_txn : txn_id(t, w.sink[sink].current);
    const history::RecordRange written{r.split, r.offset, r.offset};
    w.emit(history::SinkWrite{w.at(t), txn, history::passed_through(r), {&written, 1}});
    return;
  }
  w.emit(history::OpProcess{w.at(t), r, false});
  pass_on(w, t, r);
}

}  // namespace

// A mark says how far a split was counted; which records those are follows from the routing.
StateAsEvent::StateAsEvent(const World& w, TaskId t) {
  w.plan.for_each_mark(t, [&](const Vertex::Reach& r, std::uint32_t split, std::uint32_t mark) {
    count_ += w.mark[mark].count;
    const std::uint32_t next = w.mark[mark].next;
    if (!w.plan.is_routed(r) && next) recs_.push_back({split, 0, next - 1});
    for (std::uint32_t o = 0; w.plan.is_routed(r) && o < next; ++o) {
      if (!w.plan.comes_by(t, r, o)) continue;
      if (!recs_.empty() && recs_.back().split == split && recs_.back().last + 1 == o)
        recs_.back().last = o;
      else
        recs_.push_back({split, o, o});
    }
  });
}

void add_dataflow(Rules& rules) {
  rules.of_actor({"emit_record", kind(ActorKind::source), sim::Role::engine, sim::Rank::data, splits_of, may_emit,
                  emit_record, readable});
  rules.of_channel({"process_record", kind(ChannelClass::data), kind(MessageKind::record), sim::Rank::data, may_process,
                    process_record});
}

}  // namespace model
