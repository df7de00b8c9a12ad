#include "model/world.hpp"

#include <fmt/format.h>

namespace model {

std::string_view to_string(MessageKind kind) {
  constexpr std::string_view names[] = {"none",
                                        "record",
                                        "barrier",
                                        "cancellation_barrier",
                                        "watermark",
                                        "window_part",
                                        "end_of_data",
                                        "end_of_partition",
                                        "deploy",
                                        "trigger",
                                        "notify_completed",
                                        "notify_aborted",
                                        "cancel",
                                        "stop_source",
                                        "add_split",
                                        "no_more_splits",
                                        "running",
                                        "data_ended",
                                        "decline",
                                        "finished",
                                        "failed",
                                        "canceled",
                                        "request_split",
                                        "split_finished",
                                        "event_received",
                                        "event_failed",
                                        "write_state",
                                        "acknowledge",
                                        "write_metadata",
                                        "metadata_written",
                                        "metadata_failed",
                                        "submit",
                                        "command",
                                        "result"};
  static_assert(std::size(names) == static_cast<std::size_t>(MessageKind::result) + 1);
  return names[static_cast<std::size_t>(kind)];
}

World::World(const Plan& p, const Rules& rules, std::size_t extra)
    : plan(p),
      rules_(&rules),
      storage_((p.layout.end + extra + 7) / 8),
      block_(reinterpret_cast<std::byte*>(storage_.data()), p.layout.end + extra),
      channels_(p.channels, p.loop == Loop::explore) {
  const auto at = [&]<class T>(std::uint32_t offset, T*& record) {
    record = reinterpret_cast<T*>(block_.data() + offset);
  };
  at(p.layout.client, client);
  at(p.layout.watched, watched);
  at(p.layout.jobmanager, jm);
  at(p.layout.pending, pending);
  at(p.layout.store, store);
  at(p.layout.operations, operations);
  at(p.layout.faults, faults);
  at(p.layout.tasks, task);
  at(p.layout.positions, position);
  at(p.layout.marks, mark);
  at(p.layout.purged, purged);
  at(p.layout.watermarks, watermark);
  at(p.layout.executions, execution);
  at(p.layout.enumerators, split_at);
  at(p.layout.readers, reader);
  at(p.layout.arrived, arrived);
  at(p.layout.sinks, sink);
  at(p.layout.sink_pending, sink_pending_);
  at(p.layout.slots, slot);
  at(p.layout.planted, planted);
  channels_.bind(block_.data());
  initialise();
}

// The job is handed to the engine at once: its `submit` is on the way when the run begins.
void World::initialise() {
  std::memset(block_.data(), 0, block_.size());
  tape_.overflow.clear();
  jm->next_checkpoint = 1;
  for (TaskId t = 0; t < plan.task_count(); ++t)
    plan.for_each_input(t, [&](sim::ChannelId c) { channels_.set_blocked(c, true); });
  channels_.push(Plan::client_to_jobmanager, {MessageKind::submit, 0, 0, 0});
  tape_.clear();
}

std::uint8_t World::actor_kind(sim::ActorId a) const {
  if (a >= Plan::first_task) return static_cast<std::uint8_t>(plan.vertex_of(Plan::task_of(a)).actor);
  return static_cast<std::uint8_t>(a);  // the four single actors come in the order of ActorKind
}

const sim::Delay& World::delay_of(sim::ChannelId c) const {
  static constexpr sim::Delay at_once{};
  switch (static_cast<ChannelClass>(channels_.info(c).channel_class)) {
    case ChannelClass::data: return plan.spec.network.data;
    case ChannelClass::task_to_storage: return plan.spec.storage.write;
    case ChannelClass::jobmanager_to_storage: return plan.spec.storage.metadata;
    case ChannelClass::storage_to_jobmanager: return at_once;
    default: return plan.spec.network.control;
  }
}
namespace {

// What a message to or from a task is held up by, in the snapshot of a stop.
std::optional<HoldSpec::What> what_holds(const Message& m) {
  if (!m.sync()) return std::nullopt;
  switch (m.kind) {
    case MessageKind::trigger: return HoldSpec::What::trigger;
    case MessageKind::write_state: return HoldSpec::What::snapshot;
    case MessageKind::notify_completed: return HoldSpec::What::notice;
    default: return std::nullopt;
  }
}

sim::Time hold(const Plan& plan, TaskId t, HoldSpec::What what) {
  sim::Time time = 0;
  plan.down_chain(t, [&](TaskId member) {
    for (const HoldSpec& h : plan.spec_of(plan.vertex_of(member)).holds)
      if (h.what == what && h.subtask == plan.tasks[member].subtask) time += h.time;
  });
  return time;
}

}  // namespace

sim::Time World::latency(sim::ChannelId c, const Message& m, std::uint64_t random) const {
  sim::Time time = delay_of(c).draw(random);
  if (m.kind == MessageKind::failed || m.kind == MessageKind::canceled) time += plan.spec.cluster.teardown.draw(random);
  const auto what = c < plan.first_data ? what_holds(m) : std::nullopt;
  if (!what) return time;
  const sim::ChannelInfo& info = channels_.info(c);
  return time + hold(plan, Plan::task_of(*what == HoldSpec::What::snapshot ? info.sender : info.receiver), *what);
}
bool World::latency_varies(sim::ChannelId c) const {
  return !delay_of(c).is_constant() ||
         (static_cast<ChannelClass>(channels_.info(c).channel_class) == ChannelClass::task_to_jobmanager &&
          !plan.spec.cluster.teardown.is_constant());
}

sim::Time World::service(sim::ActorId a, const Message& m, std::uint64_t random) const {
  if (m.kind != MessageKind::record && m.kind != MessageKind::window_part) return 0;
  sim::Time time = 0;
  plan.down_chain(Plan::task_of(a), [&](TaskId t) { time += plan.vertex_of(t).service.draw(random); });
  return time;
}
bool World::service_varies(sim::ActorId a) const {
  bool varies = false;
  if (a >= Plan::first_task)
    plan.down_chain(Plan::task_of(a), [&](TaskId t) { varies |= !plan.vertex_of(t).service.is_constant(); });
  return varies;
}
bool World::due_varies(sim::ActorId a) const {
  return service_varies(a) || a == Plan::faults || (a == Plan::jobmanager && plan.exponential_restart) ||
         (a == Plan::jobmanager &&
          !(plan.spec.network.control.is_constant() && plan.spec.storage.prepare.is_constant()));
}

std::string World::actor_name(sim::ActorId a) const {
  constexpr std::string_view single[] = {"client", "jobmanager", "storage", "faults"};
  return a < Plan::first_task ? std::string(single[a]) : plan.task_name(Plan::task_of(a));
}

std::string World::channel_name(sim::ChannelId c) const {
  const sim::ChannelInfo& info = channels_.info(c);
  std::string name = actor_name(info.sender) + ">" + actor_name(info.receiver);
  if (static_cast<ChannelClass>(info.channel_class) == ChannelClass::storage_acknowledge)
    name += "/" + plan.task_name(c - plan.first_acknowledge);
  return name;
}

void World::send(sim::ChannelId c, const Message& m) {
  if (channels_.closed(c)) return;
  if (!channels_.push(c, m))
    return overflow("messages in the channel " + channel_name(c),
                    plan.loop == Loop::explore ? "lower explore.records, or explore.checkpoints"
                                               : "raise checkpoints.interval, or lower network.control");
  tape_.sent.push_back(c);
  if (catch_up && m.kind == MessageKind::record && !catch_up->behind.empty() && m.large < catch_up->behind[m.split()])
    ++catch_up->in_flight;
}

void World::clear(sim::ChannelId c) {
  if (channels_.empty(c)) return;
  if (catch_up && !catch_up->behind.empty())
    for (std::uint16_t i = 0; i < channels_.count(c); ++i) {
      const Message& m = channels_.at(c, i);
      if (m.kind == MessageKind::record && m.large < catch_up->behind[m.split()]) --catch_up->in_flight;
    }
  channels_.clear(c);
  tape_.cleared.push_back(c);
}

void World::close_inbox(sim::ChannelId c) {
  clear(c);
  channels_.set_closed(c, true);
}

void World::block(sim::ChannelId c, bool on) {
  if (channels_.blocked(c) == on) return;
  channels_.set_blocked(c, on);
  tape_.changed.push_back(c);
}

void World::forget_memory(TaskId t) {
  for (std::uint32_t i = 0; i < plan.splits_of(t); ++i) position[plan.place_of(t, i)] = 0;
  if (const std::uint32_t marks = plan.vertex_of(t).marks) {
    std::memset(static_cast<void*>(mark + plan.tasks[t].first_mark), 0, marks * sizeof(Mark));
    if (plan.windows) std::memset(purged + plan.tasks[t].first_mark, 0, marks * sizeof(std::uint32_t));
  }
  if (plan.windows)
    std::memset(watermark + plan.tasks[t].watermarks, 0,
                (1 + plan.tasks[t].inputs + plan.splits_of(t)) * sizeof(std::uint32_t));
  if (const std::uint32_t s = plan.tasks[t].sink; s != sim::nobody)
    std::memset(static_cast<void*>(pre_committed(s)), 0, plan.capacities.pre_committed * sizeof(PreCommitted));
}

// One that nobody has and that is not to be handed out has been read to its end.
std::uint32_t World::next_of(std::uint32_t split) const {
  const Vertex& v = plan.vertices[plan.source_of_split[split]];
  if (!Plan::is_enumerated(v)) return position[split];
  const std::uint32_t local = split - v.first_split;
  for (std::uint32_t k = 0; k < v.parallelism; ++k)
    if (const std::uint32_t next = position[plan.place_of(v.first_task + k, local)]; next < reported) return next;
  return split_at[v.first_enumerated + local] == SplitAt::enumerator ? 0 : plan.bound_of(split);
}

void World::overflow(std::string_view what, std::string_view remedy) {
  if (tape_.overflow.empty()) tape_.overflow = fmt::format("too many {}; {}", what, remedy);
}

}  // namespace model
