#include "model/world.hpp"

#include <fmt/format.h>

namespace model {

std::string_view to_string(MessageKind kind) {
  constexpr std::string_view names[] = {"none",        "record",         "barrier",          "end_of_partition",
                                        "deploy",      "trigger",        "notify_completed", "notify_aborted",
                                        "cancel",      "stop_source",    "running",          "decline",
                                        "finished",    "failed",         "canceled",         "write_state",
                                        "acknowledge", "write_metadata", "metadata_written", "submit",
                                        "command",     "result"};
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
  at(p.layout.sinks, sink);
  at(p.layout.sink_pending, sink_pending_);
  at(p.layout.slots, slot);
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
sim::Time World::latency(sim::ChannelId c, const Message&, std::uint64_t random) const {
  return delay_of(c).draw(random);
}
bool World::latency_varies(sim::ChannelId c) const { return !delay_of(c).is_constant(); }

sim::Time World::service(sim::ActorId a, const Message& m, std::uint64_t random) const {
  return m.kind == MessageKind::record ? plan.vertex_of(Plan::task_of(a)).service.draw(random) : 0;
}
bool World::service_varies(sim::ActorId a) const {
  return a >= Plan::first_task && !plan.vertex_of(Plan::task_of(a)).service.is_constant();
}
bool World::due_varies(sim::ActorId a) const {
  return service_varies(a) || (a == Plan::jobmanager && plan.exponential_restart) ||
         (a == Plan::faults && plan.fault_budget);
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
  if (!channels_.push(c, m)) return overflow("control messages in one channel", "capacities");
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
  for (std::uint32_t i = 0; i < plan.splits_of(t); ++i) position[plan.split_of(t, i)] = 0;
  if (const std::uint32_t marks = plan.vertex_of(t).marks)
    std::memset(static_cast<void*>(mark + plan.tasks[t].first_mark), 0, marks * sizeof(Mark));
  if (const std::uint32_t s = plan.tasks[t].sink; s != sim::nobody)
    std::memset(static_cast<void*>(pre_committed(s)), 0, plan.capacities.pre_committed * sizeof(PreCommitted));
}

void World::overflow(const char* capacity, const char* key) {
  if (tape_.overflow.empty()) tape_.overflow = fmt::format("too many {}; raise {}", capacity, key);
}

}  // namespace model
