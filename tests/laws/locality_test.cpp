// What partial-order reduction and incremental enabledness rest on: an effect writes its own actor's record, takes from
// its own channels and pushes to its own outboxes, but for the exceptions that model/world.hpp declares. Every byte
// that a step changed must belong to one of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/random.hpp"
#include "tests/laws/small_jobs.hpp"

namespace laws {
namespace {

using Machine = sim::Machine<model::World>;

// Who may write a byte of the state proper; `nobody`: it belongs to the storage directory or the external log, which
// are called.
struct Owners {
  const model::Plan& plan;
  sim::ActorId of(std::size_t byte) const {
    const model::Layout& l = plan.layout;
    if (byte < l.jobmanager) return model::Plan::client;
    if (byte < l.faults) return model::Plan::jobmanager;
    if (byte < l.tasks) return model::Plan::faults;
    if (byte < l.positions) return task((byte - l.tasks) / sizeof(model::Task));
    if (byte < l.marks) return source_of((byte - l.positions) / sizeof(std::uint32_t));
    if (byte < l.executions) return counter_of((byte - l.marks) / sizeof(model::Mark));
    if (byte < l.watermarks) return model::Plan::jobmanager;
    if (byte < l.purged) return listener_of((byte - l.watermarks) / sizeof(std::uint32_t));
    if (byte < l.sinks) return counter_of((byte - l.purged) / sizeof(std::uint32_t));
    return sim::nobody;
  }
  sim::ActorId listener_of(std::size_t watermark) const {
    for (model::TaskId t = plan.task_count(); t-- > 0;)
      if (plan.tasks[t].watermarks <= watermark) return model::Plan::actor_of(t);
    return sim::nobody;
  }
  sim::ActorId task(std::size_t t) const {
    return model::Plan::actor_of(std::min<model::TaskId>(static_cast<model::TaskId>(t), plan.task_count() - 1));
  }
  sim::ActorId source_of(std::size_t place) const {
    for (model::TaskId t = 0; t < plan.task_count(); ++t)
      for (std::uint32_t i = 0; i < plan.splits_of(t); ++i)
        if (plan.place_of(t, i) == place) return model::Plan::actor_of(t);
    return sim::nobody;
  }
  sim::ActorId counter_of(std::size_t mark) const {
    for (model::TaskId t = plan.task_count(); t-- > 0;)
      if (plan.vertex_of(t).marks && plan.tasks[t].first_mark <= mark) return model::Plan::actor_of(t);
    return sim::nobody;
  }
};

void walk(const model::Spec& spec, std::uint64_t seed) {
  model::Spec unfused = spec;
  unfused.explore.storage_atomic = false;  // each delivery is a step of its own
  const model::Plan plan = plan_of(unfused, model::Loop::explore);
  const auto rules = model::make_rulebook();
  model::World world(plan, rules);
  const Owners owners{plan};
  auto chance = sim::stream(seed, "walk");
  std::vector<sim::Step> steps;
  for (int n = 0; n < 400; ++n) {
    Machine::enabled(world, steps);
    if (steps.empty()) break;
    const sim::Step s = steps[chance.below(steps.size())];
    const std::vector<std::byte> before(world.block().begin(), world.block().end());
    const sim::ActorId actor = Machine::actor(world, s);
    const bool fault = Machine::role(world, s) == sim::Role::fault;
    Machine::apply(world, s);
    if (fault) continue;  // the environment acts on its victim
    for (std::size_t b = 0; b < plan.layout.channels; ++b)
      if (before[b] != world.block()[b]) {
        const sim::ActorId owner = owners.of(b);
        // The client watches all events; a snapshot's payload and the external log are called.
        ASSERT_TRUE(owner == actor || owner == sim::nobody || owner == model::Plan::client)
            << world.actor_name(actor) << " wrote byte " << b << " of " << world.actor_name(owner);
      }
    const bool deploys = actor == model::Plan::jobmanager && world.tape().sent.size() >= plan.task_count();
    for (sim::ChannelId c : world.tape().sent)
      ASSERT_EQ(world.channels().info(c).sender, actor) << world.channel_name(c);
    for (sim::ChannelId c : world.tape().taken)
      ASSERT_EQ(world.channels().info(c).receiver, actor) << world.channel_name(c);
    for (sim::ChannelId c : world.tape().cleared)
      ASSERT_TRUE(deploys || world.channels().info(c).receiver == actor || world.channels().info(c).sender == actor)
          << world.channel_name(c);  // a new deployment gets new channels
  }
}

TEST(locality, an_effect_writes_its_own_actor_its_channels_and_what_is_declared) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    walk(small_job(Ends::stop_with_savepoint, 4, 2, 1), seed);
    walk(small_job(Ends::cancel, 4, 2, 1, true, 2), seed);
    walk(small_job(Ends::stop, 4, 2, 1, true, 2), seed);
    model::Spec windows = small_job(Ends::stop_with_savepoint, 6, 2, 1, true, 2);
    windows.semantics = *model::profile("flink-1.13");
    for (model::VertexSpec& v : windows.vertices) {
      if (v.kind == model::VertexKind::keyed_count) v.window_ms = 20;
      if (v.kind == model::VertexKind::source) v.bounds = {4};
    }
    walk(windows, seed);
    for (const Ends ends : {Ends::stop_with_savepoint, Ends::cancel}) {
      walk(with_enumerator(small_job(ends, 4, 2, 1, true, 2), model::Assignment::on_request, 0), seed);
      walk(with_enumerator(small_job(ends, 4, 2, 1, true, 2), model::Assignment::parent_first, 2), seed);
    }
  }
}

}  // namespace
}  // namespace laws
