#include "properties/run_judge.hpp"

#include <bit>

namespace properties {

RunJudge::RunJudge(const Judging& judging)
    : judging_(judging),
      readers_(judging),
      ledger_(judging.columns),
      at_(judging.properties.size()),
      unbroken_(readers_.judged()) {
  configure(ledger_, judging.expectations);
}

void RunJudge::ask(std::uint64_t number) {
  for (PropertyBits left = wanted_ & unbroken_; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const auto violated = judging_.properties[i]->growing.violated;
    if (!violated || !violated(ledger_, judging_.expectations)) continue;
    unbroken_ &= ~(PropertyBits{1} << i);
    at_[i] = number;
  }
  wanted_ = 0;
}

std::vector<RunVerdict> RunJudge::finish(Stop stop, const std::vector<history::Gap>& gaps) const {
  std::vector<RunVerdict> all;
  for (std::size_t i = 0; i < at_.size(); ++i) all.push_back(conclude(i, stop, gaps));
  return all;
}

// A goal that can no longer be reached shows only when nothing is left to happen.
RunVerdict RunJudge::conclude(std::size_t i, Stop stop, const std::vector<history::Gap>& gaps) const {
  const Property& p = *judging_.properties[i];
  RunVerdict v{&p, judging_.promises[i], Verdict::vacuous, at_[i], {}};
  if (!v.promise.judged) return v;
  const auto ask = [&](auto question) { return question && question(ledger_, judging_.expectations); };
  const auto undecided = [&](const std::string& why) {
    v.verdict = Verdict::undecided, v.undecided = why, v.violated_at.reset();
    return v;
  };
  const history::EventKinds read = JudgedLedger<history::Growing>::kinds_read(p.columns);
  for (const history::Gap& gap : gaps)
    if (gap.kinds & read) return undecided(gap.reason);
  const bool due = p.kind != Kind::can_always || stop == Stop::quiet;
  const bool at_rest = due && !violated(i) && ask(p.growing.violated_at_rest);
  if (stop == Stop::broken && !violated(i)) return undecided("the run could not go on");
  const bool not_yet = !due && !p.under_way && !violated(i) && ask(p.growing.violated_at_rest);
  if (stop == Stop::at_limit && not_yet) return undecided("not reached within the time of the run");
  if (stop == Stop::running && (at_rest || not_yet)) return undecided("the job still runs where the history ends");
  v.verdict = verdict(p.kind, Ran{ask(p.growing.arose), violated(i) || at_rest, ask(p.growing.reached)});
  return v;
}

}  // namespace properties
