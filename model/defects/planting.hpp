#pragma once
// What the files of defects share: the clean rows that they wrap, and the few places in which several of them strike.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "model/defects/defect.hpp"
#include "model/rules/rules.hpp"
#include "model/rules/tables.hpp"

namespace model {

using ChannelEffect = void (*)(World&, ChannelId, const Message&);
using ActorEffect = void (*)(World&, ActorId, std::uint32_t);
using ActorGuard = Ready (*)(const World&, ActorId, std::uint32_t);

// Rows of the clean rulebook, to call and to copy. The name is one of its own.
const ChannelRule& clean_channel_rule(std::string_view name);
const ActorRule& clean_actor_rule(std::string_view name);

// The row with another effect or another guard.
void replace_effect(World::Rules& rules, std::string_view name, ChannelEffect effect);
void replace_effect(World::Rules& rules, std::string_view name, ActorEffect effect);
void replace_guard(World::Rules& rules, std::string_view name, ActorGuard guard);
// A step that the clean engine does not have.
void add_step(World::Rules& rules, std::string_view name, ActorKind actor, ActorGuard guard, ActorEffect effect);

// ---- questions
inline TaskId receiver_of(const World& w, ChannelId c) { return Plan::task_of(w.channels().info(c).receiver); }
inline bool is_running(const World& w, TaskId t) { return w.task[t].status == history::TaskStatus::running; }
inline bool is_live(Phase p) { return p == Phase::running || p == Phase::restarting; }
inline bool is_stop_with_snapshot(history::CommandKind kind) {
  return kind == history::CommandKind::stop_with_savepoint || kind == history::CommandKind::stop_with_checkpoint;
}
inline history::CommandKind kind_of_command(const World& w, const Message& m) {
  return w.plan.timeline[m.large].command->kind;
}
// All operators that have not ended are of one chain, which has one report to make.
bool only_one_is_left(const World& w);
// The last task to end is telling so.
inline bool is_last_to_end(const World& w, const Message& m) { return m.medium == w.jm->epoch && only_one_is_left(w); }
Pending* periodic_pending(World& w);  // null: none
Operation* stop_operation(World& w);  // a stop with a snapshot that waits for its answer; null: none
std::uint32_t stored_snapshots(const World& w);

// ---- deeds
// The snapshot has the data of the task with other positions while `act` acts.
template <class Change, class Act>
void with_changed_payload(World& w, std::uint8_t slot, TaskId t, Change&& change, Act&& act) {
  std::array<std::uint32_t, 64> before{};
  std::uint32_t* words = w.payload(slot, t);
  const std::uint32_t n = std::min<std::uint32_t>(w.plan.splits_of(t), before.size());
  std::copy(words, words + n, before.begin());
  for (std::uint32_t i = 0; i < n; ++i) words[i] = change(w.plan.split_of(t, i), words[i]);
  act();
  std::copy(before.begin(), before.begin() + n, words);
}
// The transactions that the sink subtasks of the chain have pre-committed are out of sight while `act` acts.
void with_hidden_transactions(World& w, TaskId head, void (*act)(World&, ChannelId, const Message&), ChannelId c,
                              const Message& m);
void forget_store(World& w);  // its entries; the files stay
// A stop with a snapshot takes the checkpoint in progress for its own. Null: there is none, and nothing was done.
Pending* take_for_stop(World& w, const Message& m);
// The client resumes as if it did not see these snapshots of its job.
template <class Hides>
void resume_without(World& w, ActorId a, std::uint32_t b, Hides hides) {
  static const ActorEffect clean = clean_actor_rule("resume_job").effect;
  std::vector<std::uint32_t> hidden;
  for (std::uint32_t i = 0; i < w.plan.capacities.slots; ++i)
    if (w.slot[i].phase == SlotPhase::complete && w.slot[i].job == w.client->submitted && hides(w.slot[i]))
      hidden.push_back(i);
  for (std::uint32_t i : hidden) w.slot[i].phase = SlotPhase::writing;
  clean(w, a, b);
  for (std::uint32_t i : hidden) w.slot[i].phase = SlotPhase::complete;
}

// ---- a split in two hands: the second reader of the source reads it, too. The first planted word is the record that
// it comes to next, + 1; 0: it has none.
void add_second_reader(World::Rules& rules, std::string_view step);
inline void hand_out_again(World& w) { w.planted[0] = w.plan.record_limit ? 1 : 0; }

// ---- the periodic trigger in two steps: the first decides, only the second sends. The first planted word is what the
// first notes for the second, never 0.
Ready may_decide_to_trigger(const World& w, ActorId a, std::uint32_t b);
Ready may_send_as_decided(const World& w, ActorId, std::uint32_t);
template <std::uint32_t (*Note)(World&)>
void decide_to_trigger(World& w, ActorId, std::uint32_t) {
  w.jm->trigger = Trigger::on;
  ++w.jm->periodic;
  w.planted[0] = Note(w);
}
template <void (*Send)(World&, std::uint32_t noted)>
void send_as_decided(World& w, ActorId, std::uint32_t) {
  Send(w, std::exchange(w.planted[0], 0));
}
template <auto Note, auto Send>
void trigger_in_two_steps(World::Rules& rules, std::string_view second) {
  replace_guard(rules, "trigger_checkpoint", may_decide_to_trigger);
  replace_effect(rules, "trigger_checkpoint", decide_to_trigger<Note>);
  add_step(rules, second, ActorKind::jobmanager, may_send_as_decided, send_as_decided<Send>);
}

// ---- the steps in which a job can be deployed again
constexpr std::string_view redeploying[] = {"task_failed", "task_canceled", "task_finished"};

// `Before` is called first; what it returns, and whether the job was deployed, goes to `After`.
template <auto Before, auto After, std::size_t Which>
void deploys_by_message(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule(redeploying[Which]).effect;
  const std::uint16_t epoch = w.jm->epoch;
  const auto kept = Before(w);
  clean(w, c, m);
  After(w, kept, w.jm->epoch != epoch);
}
template <auto Before, auto After>
void deploys_after_backoff(World& w, ActorId a, std::uint32_t binding) {
  static const ActorEffect clean = clean_actor_rule("end_backoff").effect;
  const std::uint16_t epoch = w.jm->epoch;
  const auto kept = Before(w);
  clean(w, a, binding);
  After(w, kept, w.jm->epoch != epoch);
}
inline std::uint32_t nothing_before(World&) { return 0; }
template <auto Before, auto After>
void around_redeployment(World::Rules& rules) {
  replace_effect(rules, redeploying[0], deploys_by_message<Before, After, 0>);
  replace_effect(rules, redeploying[1], deploys_by_message<Before, After, 1>);
  replace_effect(rules, redeploying[2], deploys_by_message<Before, After, 2>);
  replace_effect(rules, "end_backoff", deploys_after_backoff<Before, After>);
}

// Recovery sees only some entries of the store.
using StoreCopy = std::array<Stored, 64>;
StoreCopy hide_entries(World& w, bool (*eligible)(const World&, std::uint32_t entry, std::uint32_t entries));
void show_entries(World& w, const StoreCopy& store);

template <auto Eligible>
StoreCopy hide_ineligible(World& w) {
  return hide_entries(w, Eligible);
}
inline void show_hidden(World& w, const StoreCopy& store, bool) { show_entries(w, store); }

template <auto Eligible>
void recover_only(World::Rules& rules) {
  around_redeployment<hide_ineligible<Eligible>, show_hidden>(rules);
}

}  // namespace model
