// Event time: watermarks, and tumbling windows by key that fire when a watermark passes their end.
//
// A watermark says that no record with an event time below it will come. A source's is that of the split that is
// furthest behind, plus what lies between two records less one, less the lag that is set (spec.hpp); a task holds the
// least of its inputs. It is not part of a snapshot. Window w of length L covers [wL, (w + 1)L) and fires at (w + 1)L -
// 1; a record that comes later is late and dropped (history.md, last section).
//
// What a window holds needs no set. A subtask counts the records of a split in order, so what lies in window w of a
// split is a range: from the larger of the window's first offset and `purged`, to the smaller of its last and `next`.
// `purged` moves up when windows fire, and so after a drain it keeps what has gone out already apart from what the
// resumed job still brings: the same window fires again with the rest only (R5, M25).
//
// A result travels as one message for each split in it, the offsets of one key being evenly spaced; the parts of one
// result follow each other in one channel, and the sink takes them all with the first.
#include <fmt/format.h>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

std::uint32_t& own_watermark(World& w, TaskId t) { return w.watermark[w.plan.tasks[t].watermarks]; }

std::int64_t as_event(std::uint32_t value) {
  return value == max_watermark ? history::max_watermark : std::int64_t{value} - 1;
}

// Windows below this have fired.
std::uint32_t fired_below(const Vertex& v, std::uint32_t value) {
  return value == max_watermark ? UINT32_MAX : value / v.window_ms;
}

void send_part(World& w, TaskId t, const Message& part);

// One sink output from the part and those that follow it.
void write_result(World& w, TaskId t, const std::vector<Message>& parts) {
  const Vertex& of = w.plan.vertices[w.plan.vertex_of(t).results_of];
  std::vector<history::RecordRange> recs;
  for (const Message& m : parts)
    for (std::uint32_t i = 0; i < m.part_size(); ++i) {
      const std::uint32_t o = m.large + i * of.keys;
      recs.push_back({m.medium, o, o});
    }
  const Message& first = parts.front();
  const std::uint64_t end = (w.plan.window_of(of, {first.medium, first.large}) + std::uint64_t{1}) * of.window_ms;
  const history::TxnId txn = transaction_for_output(w, t);
  w.emit(history::SinkWrite{w.at(t), txn, history::window_result(first.large % of.keys, end), recs});
}

void take_result(World& w, TaskId t, const std::vector<Message>& parts) {
  if (w.plan.vertex_of(t).kind == VertexKind::sink) return write_result(w, t, parts);
  for (const Message& m : parts) send_part(w, t, m);
  if (w.plan.tasks[t].next_in_chain != t) take_result(w, w.plan.tasks[t].next_in_chain, parts);
}

void send_part(World& w, TaskId t, const Message& part) {
  for (std::uint32_t e : w.plan.vertex_of(t).out)
    if (!w.plan.edges[e].chained) w.send(w.plan.channel_for(w.plan.edges[e], t, part.large), part);
}

// To a chained operator all parts of a result go in one call.
void send_result(World& w, TaskId t, std::vector<Message>& parts) {
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    parts[i].small |= Message::more_bit;
    parts[i + 1].small |= Message::follows_bit;
  }
  for (const Message& m : parts) send_part(w, t, m);
  if (w.plan.tasks[t].next_in_chain != t) take_result(w, w.plan.tasks[t].next_in_chain, parts);
}

// Fires window `n` for every key that has something in it.
void fire_window(World& w, TaskId t, std::uint32_t n) {
  const Vertex& v = w.plan.vertex_of(t);
  for (std::uint32_t key = 0; key < v.keys; ++key) {
    std::vector<Message> parts;
    w.plan.for_each_mark(t, [&](const Vertex::Reach& r, std::uint32_t split, std::uint32_t m) {
      const std::uint32_t from = std::max(w.purged[m], w.plan.first_of_window(v, split, n));
      const std::uint32_t to = std::min(w.mark[m].next, w.plan.first_of_window(v, split, n + 1));
      const std::uint32_t first = from + (key + v.keys - from % v.keys) % v.keys;
      if (first >= to || !w.plan.comes_by(t, r, first)) return;
      const std::uint32_t many = (to - first + v.keys - 1) / v.keys;
      parts.push_back(
          {MessageKind::window_part, static_cast<std::uint8_t>(many), static_cast<std::uint16_t>(split), first});
    });
    if (parts.empty()) continue;
    const std::string name = fmt::format("k{}", key);
    w.emit(history::TimerFired{w.at(t), history::TimerDomain::event, (n + std::int64_t{1}) * v.window_ms - 1, name});
    send_result(w, t, parts);
  }
}

void fire_windows(World& w, TaskId t, std::uint32_t value) {
  const Vertex& v = w.plan.vertex_of(t);
  const std::uint32_t below = fired_below(v, value);
  std::uint32_t first = UINT32_MAX, last = 0;
  w.plan.for_each_mark(t, [&](const Vertex::Reach&, std::uint32_t split, std::uint32_t m) {
    if (w.purged[m] >= w.mark[m].next) return;
    first = std::min(first, w.plan.window_of(v, {split, w.purged[m]}));
    last = std::max(last, w.plan.window_of(v, {split, w.mark[m].next - 1}));
  });
  for (std::uint32_t n = first; n <= last && n < below; ++n) fire_window(w, t, n);
  w.plan.for_each_mark(t, [&](const Vertex::Reach&, std::uint32_t split, std::uint32_t m) {
    const std::uint32_t to = below == UINT32_MAX ? UINT32_MAX : w.plan.first_of_window(v, split, below);
    w.purged[m] = std::max(w.purged[m], std::min(w.mark[m].next, to));
  });
}

// The task's own watermark has risen.
void advance(World& w, TaskId t, std::uint32_t value) {
  own_watermark(w, t) = value;
  w.emit(history::Watermark{w.at(t), as_event(value)});
  if (w.plan.vertex_of(t).window_ms) fire_windows(w, t, value);
  const TaskId next = w.plan.tasks[t].next_in_chain;
  if (next != t) return advance(w, next, value);
  w.plan.for_each_output(t, [&](ChannelId c) { w.send(c, {MessageKind::watermark, 0, w.task[t].epoch, value}); });
}

void take_watermark(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  std::uint32_t* inputs = &own_watermark(w, t) + 1;
  inputs[w.plan.input_place[c - w.plan.first_data]] = m.large;
  std::uint32_t least = max_watermark;
  for (std::uint32_t i = 0; i < w.plan.tasks[t].inputs; ++i) least = std::min(least, inputs[i]);
  if (least > own_watermark(w, t)) advance(w, t, least);
}

// The parts behind the first lie in the channel when that is taken; when their turn comes they are done with.
void take_window_part(World& w, ChannelId c, const Message& m) {
  if (m.small & Message::follows_bit) return;
  std::vector<Message> parts{m};
  while (parts.back().small & Message::more_bit)
    parts.push_back(w.channels().at(c, static_cast<std::uint16_t>(parts.size() - 1)));
  take_result(w, Plan::task_of(w.channels().info(c).receiver), parts);
}

// ---- sources

Ready may_emit_watermark(const World& w, ActorId a, std::uint32_t) {
  const TaskId t = Plan::task_of(a);
  if (!w.plan.windows || w.task[t].reading != Reading::yes || watermark_follows_each_record(w, t)) return Ready::no;
  return watermark_of_source(w, t) > w.watermark[w.plan.tasks[t].watermarks] ? Ready::yes : Ready::no;
}

void emit_periodic_watermark(World& w, ActorId a, std::uint32_t) {
  emit_watermark(w, Plan::task_of(a), watermark_of_source(w, Plan::task_of(a)));
}

sim::Time next_watermark(const World& w, ActorId a, std::uint32_t, const sim::Moment& m) {
  const sim::Time every = w.plan.spec_of(w.plan.vertex_of(Plan::task_of(a))).watermark_every;
  return m.last == sim::never ? m.now + every : std::max(m.now, m.last + every);
}

}  // namespace

bool is_late(const World& w, TaskId t, history::Record r) {
  const Vertex& v = w.plan.vertex_of(t);
  return w.plan.window_of(v, r) < fired_below(v, w.watermark[w.plan.tasks[t].watermarks]);
}

bool watermark_follows_each_record(const World& w, TaskId t) {
  return w.plan.loop == Loop::explore || w.plan.spec_of(w.plan.vertex_of(t)).watermark_every == 0;
}

// A split that has brought nothing since the task was restored has no watermark yet.
std::uint32_t watermark_of_source(const World& w, TaskId t) {
  const std::uint32_t* of_splits = w.watermark + w.plan.tasks[t].watermarks + 1;
  std::uint32_t least = max_watermark;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i)
    if (w.position[w.plan.place_of(t, i)] < reported) least = std::min(least, of_splits[i]);
  return least == max_watermark ? 0 : least;
}

void note_event_time(World& w, TaskId t, std::uint32_t local) {
  const std::uint32_t split = w.plan.split_of(t, local);
  const std::uint32_t next = w.position[split] * w.plan.event_ms(split);
  const std::uint32_t lag = w.plan.spec_of(w.plan.vertex_of(t)).watermark_lag_ms;
  w.watermark[w.plan.tasks[t].watermarks + 1 + local] = next - std::min(next, lag);
}

void emit_watermark(World& w, TaskId t, std::uint32_t value) {
  if (w.plan.windows && value > own_watermark(w, t)) advance(w, t, value);
}

void add_windows(Rules& rules) {
  rules.of_actor({"emit_watermark", kind(ActorKind::source), sim::Role::engine, sim::Rank::timer, nullptr,
                  may_emit_watermark, emit_periodic_watermark, next_watermark});
  rules.of_channel({"take_watermark", kind(ChannelClass::data), kind(MessageKind::watermark), sim::Rank::data, nullptr,
                    take_watermark});
  rules.of_channel({"take_window_part", kind(ChannelClass::data), kind(MessageKind::window_part), sim::Rank::data,
                    nullptr, take_window_part});
}

}  // namespace model
