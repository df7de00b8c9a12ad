// What is done to the job and when: the client works off the timeline, one entry after the other.
//
// It waits for an entry's `when` by watching the events, as an experimenter watches logs; timed runs also wait for its
// time. In exploration an entry may come at any moment that its `when` allows.
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {
namespace {

const PlannedEntry* next_entry(const World& w) {
  const std::uint8_t next = w.client->next;
  if (next >= w.plan.timeline.size()) return nullptr;
  const PlannedEntry& e = w.plan.timeline[next];
  return (w.client->conditions & e.conditions) == e.conditions ? &e : nullptr;
}

// Conditions of an entry that is done are forgotten, so that they cannot tell equal states apart.
void entry_done(World& w) {
  const std::uint16_t mine = w.plan.timeline[w.client->next].conditions;
  w.client->conditions = static_cast<std::uint16_t>(w.client->conditions & ~mine);
  for (std::size_t i = 0; i < w.plan.conditions.size(); ++i)
    if (w.plan.conditions[i].entry == w.client->next) w.watched[i] = {};
  ++w.client->next;
}

sim::Time when_due(const World& w, ActorId, std::uint32_t, const sim::Moment& m) {
  const PlannedEntry& e = w.plan.timeline[w.client->next];
  if (e.at) return std::max(m.now, *e.at);
  return m.now + e.after_previous.value_or(0);
}

// ---- commands

Ready may_give_command(const World& w, ActorId, std::uint32_t) {
  const PlannedEntry* e = next_entry(w);
  if (w.client->introduced <= w.client->submitted) return Ready::no;
  return e && e->command && !e->command->resume ? Ready::yes : Ready::no;
}

void give_command(World& w, ActorId, std::uint32_t) {
  const std::uint8_t n = w.client->next;
  const CommandSpec& c = *w.plan.timeline[n].command;
  entry_done(w);
  w.emit(history::Command{n, w.client->submitted, c.kind, c.drain, false});
  w.send(Plan::client_to_jobmanager, {MessageKind::command, 0, 0, n});
}

void hear_result(World& w, ChannelId, const Message& m) {
  const auto why = static_cast<Refusal>(m.small);
  const std::uint32_t checkpoint = m.large >> 8;
  const history::ArtifactId artifact =
      checkpoint && why == Refusal::none
          ? history::model_artifact(m.medium >> 1, checkpoint, static_cast<history::ArtifactKind>(m.medium & 1))
          : history::no_artifact;
  w.emit(history::CommandResult{m.large & 0xff, why == Refusal::none, artifact, to_string(why), {}});
}

// ---- resume: the client lists what is left and starts a new execution from it

constexpr int not_there = -1;

// Storage slot + 1; 0: from scratch; not_there: what was asked for does not exist.
int choose(const World& w, ResumeFrom from) {
  if (from == ResumeFrom::scratch) return 0;
  int found = not_there;
  std::uint32_t newest = 0;
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i) {
    const Slot& s = w.slot[i];
    if (s.phase != SlotPhase::complete || s.job != w.client->submitted || s.checkpoint <= newest) continue;
    if (from == ResumeFrom::savepoint && s.durable_kind != 1) continue;
    if (from == ResumeFrom::checkpoint && s.durable_kind != 0) continue;
    newest = s.checkpoint;
    found = static_cast<int>(i + 1);
  }
  if (found != not_there || from != ResumeFrom::best) return found;
  const std::uint8_t origin = w.client->restored;
  return origin && w.slot[origin - 1].phase == SlotPhase::complete ? origin : 0;
}

Ready may_resume(const World& w, ActorId, std::uint32_t) {
  const PlannedEntry* e = next_entry(w);
  if (!e || !e->command || !e->command->resume) return Ready::no;
  return choose(w, e->command->from) == not_there ? Ready::no : Ready::yes;
}

void resume_job(World& w, ActorId, std::uint32_t) {
  const CommandSpec& command = *w.plan.timeline[w.client->next].command;
  const auto slot = static_cast<std::uint8_t>(choose(w, command.from));
  const Claim claim = command.claim;
  entry_done(w);
  ++w.client->submitted;
  w.client->restored = slot;
  w.forget_job_ended();  // the next `job ended` is about the execution handed in now
  w.send(Plan::client_to_jobmanager, {MessageKind::submit, slot, static_cast<std::uint16_t>(claim), 0});
}

// ---- an exact fault

FaultChoice choice_of(const PlannedEntry& e) {
  return {e.fault->kind, strikes_task(e.fault->kind) ? e.victim : e.fault->taskmanager};
}

Ready may_inject(const World& w, ActorId, std::uint32_t) {
  const PlannedEntry* e = next_entry(w);
  return e && e->fault && can_strike(w, choice_of(*e)) ? Ready::yes : Ready::no;
}

void inject_fault(World& w, ActorId, std::uint32_t) {
  const FaultChoice choice = choice_of(w.plan.timeline[w.client->next]);
  entry_done(w);
  strike(w, choice);
}

}  // namespace

void add_timeline(Rules& rules) {
  const auto client = kind(ActorKind::client);
  rules.of_actor({"give_command", client, sim::Role::command, sim::Rank::command, nullptr, may_give_command,
                  give_command, when_due});
  rules.of_actor(
      {"resume_job", client, sim::Role::command, sim::Rank::command, nullptr, may_resume, resume_job, when_due});
  rules.of_actor(
      {"inject_fault", client, sim::Role::fault, sim::Rank::fault, nullptr, may_inject, inject_fault, when_due});
  rules.of_channel({"hear_result", kind(ChannelClass::jobmanager_to_client), kind(MessageKind::result),
                    sim::Rank::control, nullptr, hear_result});
}

// ---- what the client notices

void World::set_condition(std::size_t i, bool on) {
  if (plan.conditions[i].entry < client->next) return;
  const auto bit = static_cast<std::uint16_t>(1U << i);
  const std::uint16_t before = client->conditions;
  client->conditions = static_cast<std::uint16_t>(on ? before | bit : before & ~bit);
  if (client->conditions != before) touch(Plan::client);
}

namespace {

template <class F>
void for_each_condition(const Plan& plan, Condition::Kind kind, F&& f) {
  for (std::size_t i = 0; i < plan.conditions.size(); ++i)
    if (plan.conditions[i].what.kind == kind) f(i, plan.conditions[i]);
}

}  // namespace

using ConditionKind = Condition::Kind;

void World::forget_job_ended() {
  for_each_condition(plan, ConditionKind::job_ended, [&](std::size_t i, const auto&) { set_condition(i, false); });
}
void World::notice(const history::JobStatusChanged& e) {
  // SUSPENDED is no end where a new leader will take the job up again (history.md; R8 column 9, M24).
  const bool ended = history::is_terminal(e.status) && jm->phase != Phase::suspending;
  for_each_condition(plan, ConditionKind::job_ended, [&](std::size_t i, const auto&) { set_condition(i, ended); });
  for_each_condition(plan, ConditionKind::job_is,
                     [&](std::size_t i, const auto& c) { set_condition(i, e.status == c.what.job_status); });
}
void World::notice(const history::JobSubmitted& e) {
  client->introduced = static_cast<std::uint16_t>(e.job + 1);
  touch(Plan::client);
}
void World::notice(const history::TaskStatusChanged& e) {
  for_each_condition(plan, ConditionKind::task_is, [&](std::size_t i, const auto& c) {
    if (e.at.task == c.task) set_condition(i, e.status == c.what.task_status);
  });
  // An exact fault waits for its victim to run.
  if (client->next < plan.timeline.size() && plan.timeline[client->next].fault) touch(Plan::client);
}
void World::notice(const history::CommandResult& e) {
  for_each_condition(plan, ConditionKind::command_answered, [&](std::size_t i, const auto& c) {
    if (e.id == c.command && (!c.what.ok || *c.what.ok == e.ok)) set_condition(i, true);
  });
}
void World::notice(const history::CheckpointTriggered& e) {
  for_each_condition(plan, ConditionKind::checkpoint_triggered, [&](std::size_t i, const auto& c) {
    if (e.checkpoint == c.what.checkpoint) set_condition(i, true);
  });
}
void World::notice(const history::CheckpointCompleted& e) {
  for_each_condition(plan, ConditionKind::checkpoint_completed, [&](std::size_t i, const auto& c) {
    if (e.checkpoint == c.what.checkpoint) set_condition(i, true);
  });
}
void World::notice(const history::CheckpointFailed& e) {
  for_each_condition(plan, ConditionKind::checkpoint_failed, [&](std::size_t i, const auto& c) {
    if (e.checkpoint == c.what.checkpoint) set_condition(i, true);
  });
}
void World::notice(const history::SourceEmit& e) {
  for_each_condition(plan, ConditionKind::record_emitted, [&](std::size_t i, const auto& c) {
    if (e.rec == c.what.record) set_condition(i, true);
  });
}
// A record written without a transaction is visible at once; one written into a transaction, with its commit.
void World::notice(const history::SinkWrite& e) {
  for_each_condition(plan, ConditionKind::record_visible, [&](std::size_t i, const auto& c) {
    for (const history::RecordRange& r : e.recs) {
      if (r.split != c.what.record.split || c.what.record.offset < r.first || r.last < c.what.record.offset) continue;
      if (e.txn == history::no_txn)
        set_condition(i, true);
      else if (c.entry >= client->next)
        watched[i].txn = e.txn;
    }
  });
}
void World::notice(const history::TxnCommit& e) {
  for_each_condition(plan, ConditionKind::record_visible, [&](std::size_t i, const auto&) {
    if (watched[i].txn == e.txn) set_condition(i, true);
  });
}

}  // namespace model
