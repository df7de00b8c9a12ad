// Who reads which split, where an enumerator at the JobManager says so (FLIP-27; from 1.12.3 on, FLINK-21996,
// FLINK-18071). The enumerator of a source has the splits that nobody reads yet. A subtask, here the reader, asks for
// one when it has none to read; it is sent as an event over the control channel, one at a time.
//
//   reader      ask_for_split    when it starts, and when it has read one to its end
//   JobManager  assign_split     the first split that is free; it leaves the enumerator's state
//   reader      take_split       it is the reader's, from its start; the reader says that it has come
//   JobManager  say_no_more      nothing is left and every split has an end: the reader comes to its own
//
// A split must be in one place in every snapshot. So a snapshot begins with the enumerators: their part is stored in
// the step that numbers it, and from then on a *valve* is closed: no event leaves until the triggers have been sent,
// which wait for the readers to have all that was sent before. What is sent before is therefore in the readers' parts,
// what is sent behind comes to them behind the trigger, in the same queue. (Flink goes on deciding behind the closed
// valve and holds the events back; nobody can tell the difference.) An event that does not arrive fails the job: its
// split is in nobody's state, and only a restore brings it back. Events belong to one attempt; a later one drops them.
//
// One region: all tasks restart together. So telling the enumerator of each subtask's restored checkpoint
// (subtaskReset), which takes back what that subtask was given since, comes to the same as putting back its own part
// of that snapshot.
//
// Where split k + 1 is the child of split k, as the shards of a stream are, it waits for the report that k was read.
// The part of the enumerator may be stored before that report and the reader's behind it, so a reader keeps what it has
// reported, and a restore reports again (FLINK-37627). A connector forgets it once a later checkpoint is complete; here
// it keeps it for good, which shows in nothing but the positions that it stores.
#include <algorithm>

#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

const Vertex& source_of(const World& w, std::uint32_t reader) { return w.plan.vertex_of(w.plan.readers[reader]); }
SplitAt& place_of_split(const World& w, const Vertex& v, std::uint32_t split) {
  return w.split_at[v.first_enumerated + split];
}

bool is_free(const World& w, const Vertex& v, std::uint32_t split) {
  if (place_of_split(w, v, split) != SplitAt::enumerator) return false;
  const bool is_child = v.assignment == Assignment::parent_first && split > 0;
  return !is_child || place_of_split(w, v, split - 1) == SplitAt::finished;
}

// Of a reader that is running, as the JobManager knows; else nothing.
bool is_of_now(const World& w, const Message& m) { return m.medium == w.jm->epoch && w.jm->phase == Phase::running; }
std::uint32_t sender_of(const World& w, ChannelId c) { return w.plan.reader_of(c - w.plan.first_to_jobmanager); }

}  // namespace

void ask_for_split(World& w, TaskId t) {
  if (w.task[t].reading != Reading::yes) return;
  for (std::uint32_t i = 0; i < w.plan.splits_of(t); ++i)
    if (w.position[w.plan.place_of(t, i)] < reported && w.plan.bound_of(w.plan.split_of(t, i)) != UINT32_MAX) return;
  w.send(w.plan.to_jobmanager(t), {MessageKind::request_split, 0, w.task[t].epoch, 0});
}

// ---- the enumerator

Ready may_assign(const World& w, std::uint32_t reader, std::uint32_t* split) {
  if (w.jm->phase != Phase::running || w.reader[reader] != Reader::waits) return Ready::no;
  const Vertex& v = source_of(w, reader);
  for (*split = 0; *split < v.splits; ++*split)
    if (is_free(w, v, *split)) return Ready::yes;
  return Ready::no;
}

void note_assigned(World& w, std::uint32_t reader, std::uint32_t split) {
  place_of_split(w, source_of(w, reader), split) = SplitAt::reader;
  w.reader[reader] = Reader::silent;
}

void send_split(World& w, std::uint32_t reader, std::uint32_t split) {
  w.reader[reader] = Reader::being_given;
  w.send(w.plan.to_task(w.plan.readers[reader]), {MessageKind::add_split, 0, w.jm->epoch, split});
}

void no_longer_being_given(World& w, ChannelId c) { w.reader[sender_of(w, c)] = Reader::silent; }

bool any_event_unanswered(const World& w) {
  const auto given = [](Reader r) { return r == Reader::being_given; };
  return std::any_of(w.reader, w.reader + w.plan.readers.size(), given);
}

void reader_ended(World& w, TaskId t) { w.reader[w.plan.reader_of(t)] = Reader::silent; }

namespace {

std::uint32_t readers(const World& w, ActorId) { return static_cast<std::uint32_t>(w.plan.readers.size()); }

Ready may_assign_split(const World& w, ActorId, std::uint32_t reader) {
  std::uint32_t split = 0;
  return is_triggering(w) ? Ready::no : may_assign(w, reader, &split);
}

void assign_split(World& w, ActorId, std::uint32_t reader) {
  std::uint32_t split = 0;
  expects(may_assign(w, reader, &split) == Ready::yes);
  note_assigned(w, reader, split);
  send_split(w, reader, split);
}

Ready may_say_no_more(const World& w, ActorId, std::uint32_t reader) {
  if (w.jm->phase != Phase::running || w.reader[reader] != Reader::waits || is_triggering(w)) return Ready::no;
  const Vertex& v = source_of(w, reader);
  for (std::uint32_t s = 0; s < v.splits; ++s)
    if (w.plan.bound_of(v.first_split + s) == UINT32_MAX || place_of_split(w, v, s) == SplitAt::enumerator)
      return Ready::no;
  return Ready::yes;
}

void say_no_more(World& w, ActorId, std::uint32_t reader) {
  w.reader[reader] = Reader::silent;
  w.send(w.plan.to_task(w.plan.readers[reader]), {MessageKind::no_more_splits, 0, w.jm->epoch, 0});
}

void take_request(World& w, ChannelId c, const Message& m) {
  if (is_of_now(w, m)) w.reader[sender_of(w, c)] = Reader::waits;
}

void split_has_finished(World& w, ChannelId c, const Message& m) {
  if (is_of_now(w, m)) place_of_split(w, source_of(w, sender_of(w, c)), m.large) = SplitAt::finished;
}

void event_has_arrived(World& w, ChannelId c, const Message& m) {
  if (is_of_now(w, m)) no_longer_being_given(w, c);
}

void event_has_failed(World& w, ChannelId c, const Message& m) {
  if (!is_of_now(w, m)) return;
  no_longer_being_given(w, c);
  react_to_failed_task(w, "An OperatorEvent from an OperatorCoordinator to a task was lost.");
}

}  // namespace

// ---- its part of a snapshot

void store_enumerators(World& w, std::uint8_t slot) {
  for (std::size_t i = 0; i < w.plan.enumerated.size(); ++i)
    w.enumerators_part(slot)[i] = static_cast<std::uint32_t>(w.split_at[i]);
}

void restore_enumerators(World& w, std::uint8_t slot_plus_one) {
  forget_enumerators(w);
  for (std::size_t i = 0; slot_plus_one && i < w.plan.enumerated.size(); ++i)
    w.split_at[i] = static_cast<SplitAt>(w.enumerators_part(slot_plus_one - 1U)[i]);
}

void forget_enumerators(World& w) {
  std::fill_n(w.split_at, w.plan.enumerated.size(), SplitAt::enumerator);
  std::fill_n(w.reader, w.plan.readers.size(), Reader::silent);
}

// ---- the reader

namespace {

// One that has come to its end, or will without reading on, has no use for it.
void take_split(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Task& task = w.task[t];
  if (m.medium != task.epoch || task.status != history::TaskStatus::running) return;
  const bool lost = strikes(w, t, FaultKind::event_failure);
  w.send(w.plan.to_jobmanager(t), {lost ? MessageKind::event_failed : MessageKind::event_received, 0, task.epoch, 0});
  if (lost || !reads_mail(w, t)) return;
  w.position[w.plan.place_of(t, m.large)] = 0;
  ask_for_split(w, t);
}

void take_no_more(World& w, ChannelId c, const Message& m) {
  const TaskId t = Plan::task_of(w.channels().info(c).receiver);
  const Task& task = w.task[t];
  if (m.medium == task.epoch && reads_mail(w, t) && task.reading == Reading::yes) end_of_splits(w, t);
}

std::uint32_t splits(const World& w, ActorId a) {
  const TaskId t = Plan::task_of(a);
  return w.plan.is_reader(t) ? w.plan.splits_of(t) : 0;
}

Ready may_finish_split(const World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  const std::uint32_t next = w.position[w.plan.place_of(t, local)];
  if (w.task[t].reading != Reading::yes || next >= reported) return Ready::no;
  return next >= w.plan.bound_of(w.plan.split_of(t, local)) ? Ready::yes : Ready::no;
}

void finish_split(World& w, ActorId a, std::uint32_t local) {
  const TaskId t = Plan::task_of(a);
  const bool has_child = w.plan.vertex_of(t).assignment == Assignment::parent_first;
  w.position[w.plan.place_of(t, local)] = has_child ? reported : all_read;
  if (has_child) w.send(w.plan.to_jobmanager(t), {MessageKind::split_finished, 0, w.task[t].epoch, local});
  ask_for_split(w, t);
}

}  // namespace

void add_enumerator(Rules& rules) {
  const auto from_task = kind(ChannelClass::task_to_jobmanager), to_task = kind(ChannelClass::jobmanager_to_task);
  const auto hears = [&](std::string_view name, MessageKind what, auto effect) {
    rules.of_channel({name, from_task, kind(what), sim::Rank::control, nullptr, effect});
  };
  hears("take_request", MessageKind::request_split, take_request);
  hears("split_has_finished", MessageKind::split_finished, split_has_finished);
  hears("event_has_arrived", MessageKind::event_received, event_has_arrived);
  hears("event_has_failed", MessageKind::event_failed, event_has_failed);
  rules.of_actor({"assign_split", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::control, readers,
                  may_assign_split, assign_split, nullptr});
  rules.of_actor({"say_no_more", kind(ActorKind::jobmanager), sim::Role::engine, sim::Rank::control, readers,
                  may_say_no_more, say_no_more, nullptr});
  rules.of_channel({"take_split", to_task, kind(MessageKind::add_split), sim::Rank::control, nullptr, take_split});
  rules.of_channel(
      {"take_no_more", to_task, kind(MessageKind::no_more_splits), sim::Rank::control, nullptr, take_no_more});
  rules.of_actor({"finish_split", kind(ActorKind::source), sim::Role::engine, sim::Rank::data, splits, may_finish_split,
                  finish_split, nullptr});
}

}  // namespace model
