#include "scenarios/path_judge.hpp"

#include <bit>

namespace scenarios {

using history::Bounded, history::Growing;
using properties::JudgedLedger;

PathJudge::PathJudge(const properties::Judging& judging, bool bounded)
    : judging_(judging), bounded_(bounded), readers_(judging) {}

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

template <class Store>
PropertyBits PathJudge::ask(const JudgedLedger<Store>& ledger) {
  PropertyBits fresh = 0;
  for (PropertyBits left = wanted_; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const PropertyBits bit = PropertyBits{1} << i;
    const properties::Judge<Store>& j = judging_.properties[i]->judge<Store>();
    const auto yes = [&](auto question) { return question && question(ledger, judging_.expectations); };
    if (!(violated_ & bit) && yes(j.violated)) fresh |= bit;
    if (!(reached_ & bit) && yes(j.reached)) reached_ |= bit;
    if (!(arose_ & bit) && yes(j.arose)) arose_ |= bit;
  }
  wanted_ = 0;
  violated_ |= fresh;
  return fresh;
}

template <class Store>
PropertyBits PathJudge::ask_at_rest(const JudgedLedger<Store>& ledger) {
  PropertyBits fresh = 0;
  for (PropertyBits left = readers_.judged() & ~violated_; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const auto question = judging_.properties[i]->judge<Store>().violated_at_rest;
    if (question && question(ledger, judging_.expectations)) fresh |= PropertyBits{1} << i;
  }
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
