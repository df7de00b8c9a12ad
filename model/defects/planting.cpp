#include "model/defects/planting.hpp"

#include <algorithm>

#include "model/rulebook.hpp"

namespace model {
namespace {

const World::Rules& clean_rules() {
  static const World::Rules rules = make_rulebook();
  return rules;
}

template <class Rule>
const Rule& named(const std::vector<Rule>& rules, std::string_view name) {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule& r) { return r.name == name; });
  expects(found != rules.end());
  return *found;
}

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

}  // namespace

const ChannelRule& clean_channel_rule(std::string_view name) { return named(clean_rules().of_channels(), name); }
const ActorRule& clean_actor_rule(std::string_view name) { return named(clean_rules().of_actors(), name); }

void replace_effect(World::Rules& rules, std::string_view name, ChannelEffect effect) {
  ChannelRule rule = named(rules.of_channels(), name);
  rule.effect = effect;
  rules.replace(rule);
}
void replace_effect(World::Rules& rules, std::string_view name, ActorEffect effect) {
  ActorRule rule = named(rules.of_actors(), name);
  rule.effect = effect;
  rules.replace(rule);
}
void replace_guard(World::Rules& rules, std::string_view name, ActorGuard guard) {
  ActorRule rule = named(rules.of_actors(), name);
  rule.guard = guard;
  rules.replace(rule);
}
void add_step(World::Rules& rules, std::string_view name, ActorKind actor, ActorGuard guard, ActorEffect effect) {
  // A trace tells steps by their names.
  for (const ActorRule& clean : clean_rules().of_actors()) expects(clean.name != name);
  rules.add(ActorRule{name, kind(actor), sim::Role::engine, sim::Rank::timer, nullptr, guard, effect, nullptr});
}

bool only_one_is_left(const World& w) {
  return std::count_if(w.plan.heads.begin(), w.plan.heads.end(),
                       [&](TaskId t) { return w.execution[t] != Execution::ended; }) == 1;
}

Pending* periodic_pending(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.pending; ++i)
    if (w.pending[i].checkpoint && !w.pending[i].command) return &w.pending[i];
  return nullptr;
}
Operation* stop_operation(World& w) {
  for (std::uint32_t i = 0; i < w.plan.capacities.operations; ++i)
    if (w.operations[i].command && is_stop_with_snapshot(w.operations[i].kind)) return &w.operations[i];
  return nullptr;
}
std::uint32_t stored_snapshots(const World& w) {
  std::uint32_t n = 0;
  while (n < w.plan.capacities.store && w.store[n].slot) ++n;
  return n;
}

void with_hidden_transactions(World& w, TaskId head, ChannelEffect act, ChannelId c, const Message& m) {
  std::vector<PreCommitted> before;
  const std::uint32_t each = w.plan.capacities.pre_committed;
  const auto for_each_sink = [&](auto&& f) {
    w.plan.down_chain(head, [&](TaskId t) {
      if (const std::uint32_t s = w.plan.tasks[t].sink; s != sim::nobody) f(w.pre_committed(s));
    });
  };
  for_each_sink([&](PreCommitted* list) {
    before.insert(before.end(), list, list + each);
    std::fill(list, list + each, PreCommitted{});
  });
  act(w, c, m);
  if (!is_running(w, head)) return;
  std::size_t from = 0;
  for_each_sink([&](PreCommitted* list) {
    std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(each * from++), each, list);
  });
}

void forget_store(World& w) { std::fill(w.store, w.store + w.plan.capacities.store, Stored{}); }

StoreCopy hide_entries(World& w, bool (*eligible)(const World&, std::uint32_t, std::uint32_t)) {
  StoreCopy before{};
  const std::uint32_t n = stored_snapshots(w);
  std::copy(w.store, w.store + n, before.begin());
  if (w.jm->phase != Phase::restarting && w.jm->phase != Phase::suspending) return before;
  StoreCopy seen{};
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < n; ++i)
    if (eligible(w, i, n)) seen[kept++] = before[i];
  forget_store(w);
  std::copy(seen.begin(), seen.begin() + kept, w.store);
  return before;
}
void show_entries(World& w, const StoreCopy& store) {
  if (is_over(w.jm->phase)) return;
  std::copy(store.begin(), store.begin() + w.plan.capacities.store, w.store);
}

Pending* take_for_stop(World& w, const Message& m) {
  Pending* running = periodic_pending(w);
  if (!is_stop_with_snapshot(kind_of_command(w, m)) || !running || w.jm->phase != Phase::running) return nullptr;
  w.jm->trigger = Trigger::off;
  Operation& o = wait_for_answer(w, static_cast<std::uint8_t>(m.large), kind_of_command(w, m));
  o.waits = Waits::for_snapshot;
  running->command = o.command;
  return running;
}

void add_second_reader(World::Rules& rules, std::string_view step) {
  add_step(rules, step, ActorKind::source, may_read_again, read_again);
}

Ready may_decide_to_trigger(const World& w, ActorId a, std::uint32_t b) {
  static const ActorGuard clean = clean_actor_rule("trigger_checkpoint").guard;
  return w.planted[0] ? Ready::no : clean(w, a, b);
}

Ready may_send_as_decided(const World& w, ActorId, std::uint32_t) {
  return w.planted[0] && tasks_can_be_triggered(w) ? Ready::yes : Ready::no;
}

}  // namespace model
