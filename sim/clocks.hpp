#pragma once
// What is possible in a machine and when: the clocks of a timed run, kept current from what each step has touched.
// timed.hpp, which tells the semantics, decides with them which step happens.
//
// A drop is lazy: the generation of a channel or step moves on, and the entry of the agenda that names the old one is
// thrown away when it comes up. No step allocates once buffers have grown.
//
// Of many channels parked for room at one actor, one is tried when an outbox drains; the next ones only if there is
// room left when it has been served. The argument: guards are monotone in the room of outboxes, so if the outbox that
// drained is full again, whoever had no room before has none now. Steps that are not data may change what needs room,
// so after those the parked are looked at again. Tested in tests/sim/timed_test.cpp.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/actor_queue.hpp"
#include "sim/agenda.hpp"
#include "sim/arrivals.hpp"
#include "sim/machine.hpp"
#include "sim/own_steps.hpp"
#include "sim/random.hpp"

namespace sim {

template <World W>
class Clocks {
 public:
  using Message = typename W::Message;

  Clocks(W& world, std::uint64_t seed)
      : world_(&world),
        arrivals_(world.channels()),
        actors_(world.actor_count()),
        own_(number_rows(world)),
        latency_(seed, "latency/"),
        due_(seed, "due/") {
    expects(world.channels().size() < 1U << 30 && world.actor_count() < 1U << 30);
    for (ChannelId c = 0; c < channels().size(); ++c) {
      for (std::uint32_t n = channels().count(c); n > 0; --n) arrivals_.push(c, {0, 0});
      if (channels().takeable(c)) arm(c);
    }
    for (ActorId a = 0; a < actors_.size(); ++a) evaluate(a);
  }

  Time clock() const { return clock_; }
  bool idle() const { return live_ == 0; }
  Time next_time() { return agenda_.next_time(); }  // `never` also if there is nothing
  typename Agenda<Appointment>::Entry pop() {
    const auto entry = agenda_.pop();
    clock_ = entry.time;
    return entry;
  }
  bool any_entry() const { return !agenda_.empty(); }
  void book(Time at, Rank rank, ActorId a, Appointment what) { agenda_.push(at, order(rank, a), what); }

  bool current(Appointment at) const {
    if (at.kind() == Appointment::channel) return arrivals_.clock(at.id()).generation == at.generation;
    return own_.all()[at.id()].generation == at.generation;
  }
  void make_wait(Appointment at) {
    (at.kind() == Appointment::channel ? arrivals_.clock(at.id()).standing : own_[at.id()].standing) =
        Standing::waiting;
  }

  // Null: nothing has ever waited at the actor.
  ActorQueue* queue_of(ActorId a) { return actors_[a].queue == nobody ? nullptr : &queues_[actors_[a].queue]; }
  ActorQueue& make_queue(ActorId a) {
    if (actors_[a].queue == nobody) {
      actors_[a].queue = static_cast<std::uint32_t>(queues_.size());
      queues_.emplace_back();
    }
    return queues_[actors_[a].queue];
  }

  // The step has come up: it leaves the agenda, whether or not it can happen.
  OwnStep& come_up(std::uint32_t own_step) {
    drop(own_[own_step]);
    return own_[own_step];
  }
  void come_up_channel(ChannelId c) {
    --live_;
    ++arrivals_.clock(c).generation;
    arrivals_.clock(c).standing = Standing::idle;
  }
  const Arrival& arrival(ChannelId c, std::uint16_t position) const { return arrivals_.at(c, position); }

  // The message that would be taken now: of those that have arrived and are not refused the earliest.
  std::pair<Ready, std::uint16_t> choose(ChannelId c) const {
    if (!channels().info(c).any_order) return {Machine<W>::ready(*world_, {c, Step::take, 0}), std::uint16_t{0}};
    std::pair<Ready, std::uint16_t> found{Ready::no, std::uint16_t{0}};
    Time earliest = never;
    for (std::uint16_t p = 0; p < channels().count(c); ++p) {
      const Time at = arrivals_.at(c, p).at;
      if (at > clock_ || (found.first == Ready::yes && at >= earliest)) continue;
      const Ready ready = Machine<W>::ready(*world_, {c, Step::take, p});
      if (ready == Ready::yes) earliest = at;
      if (ready == Ready::yes || found.first == Ready::no) found = {ready, p};
    }
    return found;
  }

  // What has come due and cannot be taken. In a channel in any order the next arrival may be another matter.
  void put_aside(ActorId a, ChannelId c, Ready ready) {
    ChannelClock& k = arrivals_.clock(c);
    ActorQueue& q = make_queue(a);
    k.standing = ready == Ready::no_room ? Standing::parked : Standing::refused;
    (ready == Ready::no_room ? q.parked : q.refused).push_back({c, k.generation});
    if (channels().info(c).any_order) {
      Time next = never;
      for (std::uint16_t p = 0; p < channels().count(c); ++p)
        if (const Time at = arrivals_.at(c, p).at; at > clock_) next = std::min(next, at);
      if (next != never) enlist(c, next, Rank::data);
    }
    if (q.tried != c) return;
    q.tried = nobody;
    look(a);
  }

  // After Machine::apply of the step with this number.
  void applied(Step step, Rank rank, std::uint64_t number) {
    step_ = number;
    rank_ = rank;
    const Tape& tape = world_->tape();
    if (step.of_channel()) arrivals_.erase(step.subject, step.binding);
    enter_sent(tape);
    for (ChannelId c : tape.taken) renew(c);
    for (ChannelId c : tape.cleared) renew(c);
    for (ChannelId c : tape.changed) keep(c);
    for (ChannelId c : tape.sent) keep(c);
    for (ActorId a : tape.touched) touch(a);
    for (ChannelId c : tape.taken) drain(c);
    for (ChannelId c : tape.cleared) drain(c);
    settle_tried(step);
  }

  // For tests: what it holds possible, channels first (one step each), in the order of Machine::enabled. `parked`: also
  // what is due and had no room or was refused.
  void known(std::vector<Step>& out, bool parked) const {
    out.clear();
    for (ChannelId c = 0; c < channels().size(); ++c)
      if (const Standing s = arrivals_.clock(c).standing; parked ? s != Standing::idle : live(s))
        out.push_back({c, Step::take, 0});
    const auto own = out.size();
    for (const OwnStep& o : own_.all())
      if (live(o.standing)) out.push_back({o.actor, o.rule, o.binding});
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(own), out.end(), [](const Step& a, const Step& b) {
      return std::tuple(a.subject, a.rule, a.binding) < std::tuple(b.subject, b.rule, b.binding);
    });
  }

 private:
  struct ActorClock {
    std::uint64_t seen = 0;            // the step whose touch has been dealt with
    std::uint32_t first_row = nobody;  // into own_
    std::uint32_t queue = nobody;      // into queues_
  };

  const Channels<Message>& channels() const { return std::as_const(*world_).channels(); }
  ActorId receiver(ChannelId c) const { return channels().info(c).receiver; }
  static constexpr std::uint64_t order(Rank rank, ActorId a) { return static_cast<std::uint64_t>(rank) << 32 | a; }
  static bool live(Standing s) { return s == Standing::armed || s == Standing::waiting; }

  std::uint32_t number_rows(const W& world) {
    std::uint32_t rows = 0;
    for (ActorId a = 0; a < actors_.size(); ++a) {
      const auto n = static_cast<std::uint32_t>(world.rules().of_kind(world.actor_kind(a)).size());
      if (n > 0) actors_[a].first_row = rows;
      rows += n;
    }
    return rows;
  }

  void enlist(ChannelId c, Time at, Rank rank) {
    ChannelClock& k = arrivals_.clock(c);
    k.standing = Standing::armed;
    ++live_;
    agenda_.push(std::max(at, clock_), order(rank, receiver(c)), appointment(Appointment::channel, c, k.generation));
  }

  void arm(ChannelId c) {
    std::uint16_t first = 0;
    if (channels().info(c).any_order)
      for (std::uint16_t p = 1; p < channels().count(c); ++p)
        if (arrivals_.at(c, p).at < arrivals_.at(c, first).at) first = p;
    const ChannelRule<W>* rule = Machine<W>::channel_rule(*world_, {c, Step::take, first});
    enlist(c, arrivals_.at(c, first).at, rule ? rule->rank : Rank::data);
  }

  void disarm(ChannelId c) {
    ChannelClock& k = arrivals_.clock(c);
    if (k.standing == Standing::idle) return;
    if (live(k.standing)) --live_;
    ++k.generation;
    k.standing = Standing::idle;
    ActorQueue* q = queue_of(receiver(c));
    if (!q || q->tried != c) return;
    q->tried = nobody;
    unsettled_.push_back(receiver(c));
  }

  // The head has changed.
  void renew(ChannelId c) {
    arrivals_.trim(c, channels().count(c));
    expects(arrivals_.clock(c).count == channels().count(c));
    disarm(c);
    if (channels().takeable(c)) arm(c);
  }
  // The head is the same, unless there was none.
  void keep(ChannelId c) {
    if (!channels().takeable(c)) return disarm(c);
    if (arrivals_.clock(c).standing != Standing::idle) {
      if (!channels().info(c).any_order) return;
      disarm(c);
    }
    arm(c);
  }

  // Notes the arrival of what was sent and is still there. With fused messages and clearing, that is the last of each
  // channel.
  void enter_sent(const Tape& tape) {
    for (ChannelId c : tape.sent) ++arrivals_.clock(c).fresh;
    for (ChannelId c : tape.sent) {
      ChannelClock& k = arrivals_.clock(c);
      const std::uint16_t there = channels().count(c);
      arrivals_.trim(c, there > k.fresh ? there - k.fresh : 0U);
      if (const std::uint16_t fresh = k.fresh--; fresh > there)
        continue;
      else
        expects(k.count == there - fresh);  // the tape tells of all messages
      const Message& message = channels().at(c, k.count);
      std::uint64_t random = 0;
      if (latency_varies(c)) random = latency_.draw(c, [this](ChannelId x) { return world_->channel_name(x); });
      Time at = clock_ + world_->latency(c, message, random);
      if (k.count > 0 && !channels().info(c).any_order) at = std::max(at, arrivals_.at(c, k.count - 1U).at);
      arrivals_.push(c, {at, step_});
    }
  }

  void touch(ActorId a) {
    if (actors_[a].seen == step_) return;
    actors_[a].seen = step_;
    evaluate(a);
    ActorQueue* q = queue_of(a);
    if (!q) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < q->refused.size(); ++i) {
      const ChannelRef r = q->refused[i];
      if (arrivals_.clock(r.channel).generation != r.generation) continue;
      if (choose(r.channel).first == Ready::no) {
        q->refused[kept++] = r;
      } else {
        disarm(r.channel);
        arm(r.channel);
      }
    }
    q->refused.resize(kept);
    if (!q->none_parked() && rank_ != Rank::data) unsettled_.push_back(a);
  }

  // The actor's own rules.
  void evaluate(ActorId a) {
    if (actors_[a].first_row == nobody) return;
    std::uint32_t row = actors_[a].first_row;
    bool no_room = false;
    for (const std::uint16_t r : world_->rules().of_kind(world_->actor_kind(a))) {
      const ActorRule<W>& rule = world_->rules().of_actors()[r];
      const std::uint32_t n = rule.bindings ? rule.bindings(*world_, a) : 1;
      for (std::uint32_t b = 0; b < n; ++b) {
        const Ready ready = rule.guard(*world_, a, b);
        no_room |= ready == Ready::no_room;
        std::uint32_t id = own_.find(row, b);
        if (ready == Ready::yes) {
          if (id == nobody) {
            own_.extend(row, n, a, r);
            id = own_.find(row, b);
          }
          if (own_[id].standing == Standing::idle) arm(rule, own_[id], id);
        } else if (id != nobody && own_[id].standing != Standing::idle) {
          drop(own_[id]);
        }
      }
      for (std::uint32_t b = n, known = own_.known(row); b < known; ++b)
        if (OwnStep& o = own_[own_.find(row, b)]; o.standing != Standing::idle) drop(o);
      ++row;
    }
    if (no_room) make_queue(a).rules_parked = true;
  }

  void arm(const ActorRule<W>& rule, OwnStep& o, std::uint32_t id) {
    o.standing = Standing::armed;
    o.cause = step_;
    o.due = clock_;
    if (rule.due) {
      std::uint64_t random = 0;
      if (due_varies(o.actor)) random = due_.draw(o.actor, [this](ActorId x) { return world_->actor_name(x); });
      o.due = std::max(clock_, rule.due(*world_, o.actor, o.binding, {clock_, o.last, random}));
    }
    if (o.due == never) return;
    ++live_;
    agenda_.push(o.due, order(rule.rank, o.actor), appointment(Appointment::own_step, id, o.generation));
  }
  void drop(OwnStep& o) {
    if (o.due != never) --live_;
    ++o.generation;
    o.standing = Standing::idle;
  }

  void drain(ChannelId c) {
    if (channels().info(c).data_capacity == 0) return;
    const ActorId a = channels().info(c).sender;
    if (a == nobody) return;
    ActorQueue* q = queue_of(a);
    if (!q) return;
    if (q->rules_parked) {
      q->rules_parked = false;
      evaluate(a);
      q = queue_of(a);
    }
    if (q->none_parked()) return;
    if (q->tried != nobody) {
      q->look_again |= q->drained != c;
    } else {
      q->drained = c;
      look(a);
    }
  }

  // Arms the oldest parked channel that has room by now; those before it move up to where it was.
  void look(ActorId a) {
    ActorQueue& q = *queue_of(a);
    q.look_again = false;
    const auto begin = q.parked.begin();
    auto kept = begin + static_cast<std::ptrdiff_t>(q.parked_first);
    for (auto i = kept; i != q.parked.end(); ++i) {
      if (arrivals_.clock(i->channel).generation != i->generation) continue;
      if (choose(i->channel).first == Ready::no_room) {
        *kept++ = *i;
        continue;
      }
      const ChannelId c = i->channel;
      const auto first = std::move_backward(begin + static_cast<std::ptrdiff_t>(q.parked_first), kept, i + 1);
      q.forget_parked(static_cast<std::size_t>(first - begin));
      disarm(c);
      arm(c);
      q.tried = c;
      return;
    }
    q.parked.erase(kept, q.parked.end());
  }

  void settle_tried(Step step) {
    if (step.of_channel()) {
      const ActorId a = receiver(step.subject);
      if (ActorQueue* q = queue_of(a); q && q->tried == step.subject) {
        q->tried = nobody;
        if (q->look_again || q->drained == nobody || channels().has_room_for_data(q->drained)) look(a);
      }
    }
    for (ActorId a : unsettled_) settle(a);
    unsettled_.clear();
  }
  void settle(ActorId a) {
    ActorQueue& q = *queue_of(a);
    q.drained = nobody;
    if (q.tried == nobody)
      look(a);
    else
      q.look_again = true;
  }

  bool latency_varies([[maybe_unused]] ChannelId c) const {
    if constexpr (requires(const W& w) {
                    { w.latency_varies(c) } -> std::same_as<bool>;
                  })
      return world_->latency_varies(c);
    else
      return true;
  }
  bool due_varies([[maybe_unused]] ActorId a) const {
    if constexpr (requires(const W& w) {
                    { w.due_varies(a) } -> std::same_as<bool>;
                  })
      return world_->due_varies(a);
    else
      return true;
  }

  W* world_;
  Agenda<Appointment> agenda_;
  Arrivals arrivals_;
  std::vector<ActorClock> actors_;
  OwnSteps own_;
  std::vector<ActorQueue> queues_;
  std::vector<ActorId> unsettled_;  // actors whose parked channels need a look at the end of this step
  StreamFamily latency_, due_;
  Time clock_ = 0;
  std::uint64_t step_ = 0, live_ = 0;
  Rank rank_ = Rank::data;  // of the step just applied
};

}  // namespace sim
