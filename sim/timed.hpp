#pragma once
// The timed driver: a chooser with clocks. Clocks (clocks.hpp) keeps what is possible; here is decided what happens.
//
// - A message arrives at max(arrival of the one before it in its channel, now + latency). A channel that can be taken
// from has exactly
//   one live entry in the agenda, for its head; a channel in any order has one for the earliest of its messages.
// - A step of an actor rule is asked once when it becomes enabled when it is due. It happens then if it is still
// enabled; if it was
//   disabled in between, its clock is dropped and the next enabling asks afresh.
// - An actor serves one step at a time. The effect applies when the service starts; what comes due while it lasts waits
// at the actor, in
//   order of rank and age, and costs the agenda one entry together, however many inputs the actor has.
// - A step without room in an outbox is parked and tried again when an outbox of its actor drains.
// - At equal times: rank, then actor, then the order in which the agenda learned of it.
//
// Streams of chance: "latency/" + channel, "service/" + actor, "due/" + actor, derived when first drawn. A world that
// knows which delays are constant says so in `latency_varies(channel)`, `service_varies(actor)`, `due_varies(actor)`
// (all optional); a constant one needs no draw and no stream. A fused message is part of the step that sends it and
// takes no time. Tested in tests/sim/timed_test.cpp.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/clocks.hpp"

namespace sim {

template <World W>
class Timed {
 public:
  // Starts at time 0 in the state that `world` is in; messages that are there have arrived. `world` outlives the
  // driver.
  Timed(W& world, std::uint64_t seed)
      : world_(&world), clocks_(world, seed), busy_until_(world.actor_count()), service_(seed, "service/") {}

  std::optional<Step> next(Time until = never) {
    while (clocks_.any_entry() && clocks_.next_time() <= until) {
      const auto entry = clocks_.pop();
      const auto step = serve(static_cast<ActorId>(entry.order), static_cast<Rank>(entry.order >> 32), entry.payload);
      if (step) return step;
    }
    return std::nullopt;
  }

  // After Machine::apply.
  void applied(Step step) { clocks_.applied(step, rank_, step_); }

  // Of the step last chosen: its time, its number (the first is 1), and the number of the step that caused it: the one
  // that sent the message, or that enabled the rule. 0: it was so from the start.
  Time now() const { return now_; }
  std::uint64_t step_number() const { return step_; }
  std::uint64_t cause() const { return cause_; }
  // Nothing is armed, so nothing will ever happen.
  bool idle() const { return clocks_.idle(); }

  const Clocks<W>& clocks() const { return clocks_; }

 private:
  std::optional<Step> serve(ActorId a, Rank rank, Appointment at) {
    if (at.kind() == Appointment::wake) {
      ActorQueue& q = *clocks_.queue_of(a);
      if (q.wake_generation != at.generation) return std::nullopt;
      q.wake_pending = false;
      return first_waiting(a, rank);
    }
    if (!clocks_.current(at)) return std::nullopt;
    const bool busy = busy_until_[a] > clocks_.clock();
    if (!busy && (!clocks_.queue_of(a) || clocks_.queue_of(a)->none_waits())) return begin(a, at);
    clocks_.make_queue(a).wait(rank, at);
    clocks_.make_wait(at);
    if (!busy) return first_waiting(a, rank);
    book_wake(a);
    return std::nullopt;
  }

  // Expects the actor to be free. Who is less urgent than `rank` comes up again later in this instant.
  std::optional<Step> first_waiting(ActorId a, Rank rank) {
    while (!clocks_.queue_of(a)->none_waits()) {
      if (!clocks_.current(clocks_.queue_of(a)->first().at)) {
        clocks_.queue_of(a)->pop();
        continue;
      }
      if (clocks_.queue_of(a)->first().rank() > rank) {
        book_wake(a);
        return std::nullopt;
      }
      if (const auto step = begin(a, clocks_.queue_of(a)->pop().at)) return step;
    }
    return std::nullopt;
  }

  void book_wake(ActorId a) {
    ActorQueue& q = *clocks_.queue_of(a);
    const Rank rank = q.first().rank();
    if (q.wake_pending && q.wake_rank <= rank) return;
    q.wake_pending = true;
    q.wake_rank = rank;
    clocks_.book(std::max(clocks_.clock(), busy_until_[a]), rank, a,
                 appointment(Appointment::wake, a, ++q.wake_generation));
  }

  std::optional<Step> begin(ActorId a, Appointment at) {
    return at.kind() == Appointment::channel ? begin_take(a, at.id()) : begin_own(a, at.id());
  }

  std::optional<Step> begin_own(ActorId a, std::uint32_t id) {
    OwnStep& o = clocks_.come_up(id);
    const Step step{a, o.rule, o.binding};
    const Ready ready = Machine<W>::ready(*world_, step);
    if (ready == Ready::no_room) clocks_.make_queue(a).rules_parked = true;
    if (ready != Ready::yes) return std::nullopt;
    o.last = o.due;
    return begun(a, step, world_->rules().of_actors()[o.rule].rank, o.cause, 0);
  }

  std::optional<Step> begin_take(ActorId a, ChannelId c) {
    const auto [ready, position] = clocks_.choose(c);
    clocks_.come_up_channel(c);
    if (ready != Ready::yes) {
      clocks_.put_aside(a, c, ready);
      return std::nullopt;
    }
    const Step step{c, Step::take, position};
    std::uint64_t random = 0;
    if (service_varies(a)) random = service_.draw(a, [this](ActorId x) { return world_->actor_name(x); });
    const Time service = world_->service(a, std::as_const(*world_).channels().at(c, position), random);
    return begun(a, step, Machine<W>::channel_rule(*world_, step)->rank, clocks_.arrival(c, position).cause, service);
  }

  std::optional<Step> begun(ActorId a, Step step, Rank rank, std::uint64_t cause, Time service) {
    now_ = clocks_.clock();
    rank_ = rank;
    cause_ = cause;
    ++step_;
    busy_until_[a] = clocks_.clock() + std::max<Time>(service, 0);
    if (ActorQueue* q = clocks_.queue_of(a)) {
      if (q->wake_pending) ++q->wake_generation;
      q->wake_pending = false;
      if (!q->none_waits()) book_wake(a);
    }
    return step;
  }

  bool service_varies([[maybe_unused]] ActorId a) const {
    if constexpr (requires(const W& w) {
                    { w.service_varies(a) } -> std::same_as<bool>;
                  })
      return world_->service_varies(a);
    else
      return true;
  }

  W* world_;
  Clocks<W> clocks_;
  std::vector<Time> busy_until_;
  StreamFamily service_;
  Time now_ = 0;
  std::uint64_t step_ = 0, cause_ = 0;
  Rank rank_ = Rank::data;  // of the step last chosen
};

}  // namespace sim
