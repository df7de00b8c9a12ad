#pragma once
// A promise over the Ledger: what it says, to whom it is made, which columns decide it, and how it is judged.
//
// Judging is a question about one Ledger, so a promise about a step (`across`) has a monitor whose fold keeps the
// verdict of the step as a bit. Some promises are due only once nothing more can happen (a command must have been
// answered, the retention table must have been carried out): `violated_at_rest` is asked of a run that has ended, of a
// recording's last line and of an explored state without an enabled step. Asked earlier it may say yes of a healthy
// run.
//
// `arose` and `reached` stay once true in runs and recordings. In exploration, which asks every state, they may be true
// only for a while: a state that for ever remembers what was once met would split all that follow.
#include <cstdint>
#include <string_view>

#include "history/expectations.hpp"
#include "history/ledger.hpp"
#include "properties/judged_ledger.hpp"

namespace properties {

enum class Kind : std::uint8_t {
  always,      // in every state
  across,      // in every step; judged as a state predicate
  sometimes,   // it does happen; otherwise the scenario is vacuous
  can_always,  // from every reachable state the goal stays reachable
};
enum class Verdict : std::uint8_t { holds, violated, undecided, not_violated, seen, never, not_seen, vacuous };

std::string_view to_string(Kind);
std::string_view to_string(Verdict);  // "not violated", as in "not violated in N runs"

// Whether the promise is made, and why or why not, with the section of the reference. `judged` is false where the
// Ledger cannot decide it (records that windows hold back, say): the verdict is then `vacuous` and the reason says so.
struct Promise {
  bool made;
  std::string_view reason;
  bool judged = true;
};

// Null: the question does not exist for that kind.
template <class Store>
struct Judge {
  using Question = bool (*)(const JudgedLedger<Store>&, const history::Expectations&);
  Question violated = nullptr;          // always, across
  Question violated_at_rest = nullptr;  // see above; for can_always: the goal is not reached
  Question reached = nullptr;           // sometimes
  Question goal = nullptr;              // can_always
  Question arose = nullptr;             // its situation has come about; never null
};

struct Property {
  std::string_view id;        // "no-replay-after-stop"
  std::string_view sentence;  // the promise, as an engineer would say it
  Kind kind;
  history::ColumnMask columns;  // of JudgedLedger; the same bits for both stores
  Promise (*promised)(const history::Expectations&);
  Judge<history::Growing> growing;  // runs, recordings
  Judge<history::Bounded> bounded;  // exploration
  // can_always only. A job that runs is always under way to the goal; a run that is cut off there is no reason for
  // doubt.
  bool under_way = false;

  template <class Store>
  const Judge<Store>& judge() const {
    if constexpr (Store::bounded)
      return bounded;
    else
      return growing;
  }
};

// What an exploration found of one property. For can_always `violated` is "a state from which the goal cannot be
// reached".
struct Explored {
  bool complete;  // every reachable state was visited
  bool arose, violated, reached;
};
// What a number of runs or recordings found, taken together.
struct Ran {
  bool arose, violated, reached;
};
Verdict verdict(Kind, const Explored&);
Verdict verdict(Kind, const Ran&);

// The alarm: promised and violated. Not promised and violated is a finding.
inline bool is_alarm(const Promise& promise, Verdict v) {
  return promise.made && promise.judged && v == Verdict::violated;
}

}  // namespace properties
