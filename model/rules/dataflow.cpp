// Records on their way: a source hands out what its splits hold, an operator counts and passes on, a sink writes.
//
// A source emits under its checkpoint lock, so emission and snapshot never interleave: both are whole steps. A full
// channel is backpressure: the record stays where it is until there is room. Along a chain there is no channel: what
// one operator emits the next takes in the same step, so nothing bounds what leaks behind a barrier there.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

// Windows hold records back; what they send comes with watermarks and finds room kept for it.
bool has_room(const World& w, TaskId t, std::uint32_t offset) {
  const Vertex& v = w.plan.vertex_of(t);
  if (v.window_ms) return true;
  for (std::uint32_t e : v.out) {
    const Edge& edge = w.plan.edges[e];
    if (edge.chained ? !has_room(w, w.plan.tasks[t].next_in_chain, offset)
                     : !w.channels().has_room_for_data(w.plan.channel_for(edge, t, offset)))
      return false;
  }
  return true;
}

void take_record(World& w, TaskId t, history::Record r);

void pass_on(World& w, TaskId t, history::Record r) {
  for (std::uint32_t e : w.plan.vertex_of(t).out) {
    const Edge& edge = w.plan.edges[e];
    if (edge.chained)
      take_record(w, w.plan.tasks[t].next_in_chain, r);
    else
      w.send(w.plan.channel_for(edge, t, r.offset), Message::of_record(r.split, r.offset));
  }
}

// False: the record comes after its window has fired, and is dropped.
bool count(World& w, TaskId t, history::Record r) {
  const std::uint32_t m = w.plan.mark_of(t, r.split);
  Mark& mark = w.mark[m];
  const bool in_time = !w.plan.vertex_of(t).window_ms || !is_late(w, t, r);
  mark.next = std::max(mark.next, r.offset + 1);
  if (in_time)
    ++mark.count;
  else
    w.purged[m] = mark.next;
  return in_time;
}

void take_record(World& w, TaskId t, history::Record r) {
  const Vertex& v = w.plan.vertex_of(t);
  if (v.kind == VertexKind::sink) {
    const history::TxnId txn = transaction_for_output(w, t);
    const history::RecordRange written{r.split, r.offset, r.offset};
    return w.emit(history::SinkWrite{w.at(t), txn, history::passed_through(r), {&written, 1}});
  }
  if (strikes(w, t, FaultKind::process_failure)) return fail_task(w, t, "injected process failure");
  const bool in_time = v.kind != VertexKind::keyed_count || count(w, t, r);
  w.emit(history::OpProcess{w.at(t), r, !in_time});
  if (!v.window_ms) pass_on(w, t, r);
}

// ---- sources

std::uint32_t splits_of(const World& w, ActorId a) { return w.plan.splits_of(Plan::task_of(a)); }

std::uint32_t limit_of(const World& w, std::uint32_t split) {
  const std::uint32_t bound = w.plan.bound_of(split);
  return w.plan.record_limit ? std::min(bound, w.plan.record_limit) : bound;
}

// A source that was told to end and does not listen reads on until its loop returns.
Ready may_emit(const World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  const Reading reading = w.task[t].reading;
  if (reading != Reading::yes && (reading != Reading::leaving || !reads_on(w, t))) return Ready::no;
  const std::uint32_t next = w.position[w.plan.place_of(t, local)];
  if (next >= limit_of(w, w.plan.split_of(t, local))) return Ready::no;
  return has_room(w, t, next) ? Ready::yes : Ready::no_room;
}

void emit_record(World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  const history::Record r{w.plan.split_of(t, local), w.position[w.plan.place_of(t, local)]++};
  w.emit(history::SourceEmit{w.at(t), r});
  pass_on(w, t, r);
  if (!w.plan.windows || w.task[t].reading == Reading::no) return;
  note_event_time(w, t, local);
  if (watermark_follows_each_record(w, t)) emit_watermark(w, t, watermark_of_source(w, t));
}

sim::Time pace_at(const VertexSpec& s, sim::Time now) {
  sim::Time pace = s.record_every;
  for (const PaceChange& c : s.pace_changes)
    if (c.from <= now) pace = c.every;
  return pace;
}

// What a log holds is read as fast as the task can; a source that pauses does so after each record.
sim::Time readable(const World& w, ActorId a, std::uint32_t local, const sim::Moment& moment) {
  const TaskId t = Plan::task_of(a);
  const Vertex& v = w.plan.vertex_of(t);
  const VertexSpec& s = w.plan.spec_of(v);
  if (s.pacing == Pacing::pauses)
    return moment.last == sim::never ? moment.now : std::max(moment.now, moment.last + pace_at(s, moment.now));
  const sim::Time available = s.record_every * w.position[w.plan.place_of(t, local)];
  return std::max(moment.now + v.service.draw(moment.random), available);
}

// ---- the other end of a channel

Ready may_process(const World& w, ChannelId c, const Message& m) {
  return has_room(w, Plan::task_of(w.channels().info(c).receiver), m.large) ? Ready::yes : Ready::no_room;
}

void process_record(World& w, ChannelId c, const Message& m) {
  const history::Record r{m.split(), m.large};
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  if (w.catch_up) w.left_channel(r);
  if (w.plan.unaligned) note_in_flight(w, t, c, m);
  take_record(w, t, r);
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
