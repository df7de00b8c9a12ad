#include "scenarios/path_judge.hpp"

#include <bit>

namespace scenarios {

using history::Bounded, history::Growing;
using properties::JudgedLedger;

PathJudge::PathJudge(const properties::Judging& judging, bool bounded)
    : judging_(judging), bounded_(bounded), readers_(judging) {
  for (std::size_t i = 0; i < judging.properties.size(); ++i)
    if (judging.properties[i]->growing.reached) can_be_reached_ |= PropertyBits{1} << i;
}

std::size_t PathJudge::bytes(const properties::Judging& judging, bool bounded) {
  return bounded ? JudgedLedger<Bounded>::bytes(judging.columns) : 0;
}

void PathJudge::begin(model::World& world) {
  if (bounded_)
    properties::configure(small_.emplace(judging_.columns, world.extra().data()), judging_.expectations);
  else
    properties::configure(large_.emplace(judging_.columns), judging_.expectations);
  wanted_ = readers_.judged();  // some are broken, or met, from the start
  violated_ = 0;
}

void PathJudge::hear(const history::Event& event) {
  wanted_ |= readers_.of(event);
  if (bounded_)
    small_->fold(event, {0, 0});
  else
    large_->fold(event, {0, 0});
}

// Those of `which` that say yes.
template <class Store>
PropertyBits PathJudge::say_yes(PropertyBits which,
                                typename properties::Judge<Store>::Question properties::Judge<Store>::*ask,
                                const JudgedLedger<Store>& ledger) const {
  PropertyBits yes = 0;
  for (; which != 0; which &= which - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(which));
    const auto question = judging_.properties[i]->judge<Store>().*ask;
    if (question && question(ledger, judging_.expectations)) yes |= PropertyBits{1} << i;
  }
  return yes;
}

template <class Store>
PropertyBits PathJudge::ask(const JudgedLedger<Store>& ledger) {
  using Judge = properties::Judge<Store>;
  const PropertyBits fresh = say_yes(wanted_ & ~violated_, &Judge::violated, ledger);
  reached_ |= say_yes(wanted_ & can_be_reached_ & ~reached_, &Judge::reached, ledger);
  arose_ |= say_yes(wanted_ & ~arose_, &Judge::arose, ledger);
  wanted_ = 0;
  violated_ |= fresh;
  return fresh;
}

template <class Store>
PropertyBits PathJudge::ask_at_rest(const JudgedLedger<Store>& ledger) {
  const PropertyBits fresh =
      say_yes(readers_.judged() & ~violated_, &properties::Judge<Store>::violated_at_rest, ledger);
  violated_ |= fresh;
  return fresh;
}

PropertyBits PathJudge::after_step() {
  if (wanted_ == 0) return 0;
  return bounded_ ? ask(*small_) : ask(*large_);
}

PropertyBits PathJudge::at_rest() { return bounded_ ? ask_at_rest(*small_) : ask_at_rest(*large_); }

bool PathJudge::outgrown(const model::World& w) const {
  constexpr std::uint32_t most = 250;
  return bounded_ && (w.jm->next_checkpoint > most || w.jm->attempt > most);
}

bool PathJudge::overflowed() const { return bounded_ && properties::overflowed(*small_); }

}  // namespace scenarios
