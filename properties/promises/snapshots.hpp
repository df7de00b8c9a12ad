#pragma once
// Promises about snapshots: what they hold, their numbers, and how long they stay.
#include "properties/property.hpp"

namespace properties::promises {

using history::Expectations;

struct ConsistentCut {
  static constexpr std::string_view id = "consistent-cut";
  static constexpr std::string_view sentence =
      "The records in the operators' part of a complete snapshot are those before the sources' positions in it, each "
      "once.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<StateSums>();
  static Promise promised(const Expectations& e) {
    if (e.bounded) return {false, "not judged: tasks that have ended are in no snapshot", false};
    if (e.unaligned) return {false, "not judged: unaligned checkpoints hold records back in channels", false};
    if (e.mode == history::Mode::at_least_once)
      return {false, "at-least-once mode: records behind a barrier enter the state (2(d).2)"};
    return {true, "2(d).2: barriers are aligned"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<StateSums>().inconsistent();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<StateSums>().summed();
  }
};

struct ArtifactsAreKept {
  static constexpr std::string_view id = "retention";
  static constexpr std::string_view sentence =
      "Checkpoints are kept and deleted as the retention table says, and savepoints are never deleted.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<ArtifactMarks>();
  static Promise promised(const Expectations& e) {
    if (e.claims) return {false, "not judged: CLAIM deletes what the job was started from (M27)", false};
    return {true, "2(d).5, 2(d).6"};
  }

  // `running`: the execution goes on, so that its newest checkpoints are kept whatever the policy.
  static bool follows_table(const Remains& r, const Expectations& e, bool running) {
    using S = Expectations::Subsumes;
    if (r.is(Remains::stop_written) && !r.is(Remains::stop_left) && e.keeps_stop_checkpoint) return false;
    if (!running && e.at(r.status) == history::Keeping::erase) return r.left == 0;
    // A savepoint in the store takes the place of a checkpoint (M1), so fewer may be left.
    // Until 1.14 any savepoint is an entry of the store; the newest checkpoint goes only with those that subsume it.
    const bool entry = e.savepoint_subsumes != S::nothing && r.is(Remains::savepoint) && e.retained > 1;
    const bool replaced = entry || (e.savepoint_subsumes == S::all && r.is(Remains::savepoint)) ||
                          (e.savepoint_subsumes == S::of_stop && r.is(Remains::stop_savepoint)) ||
                          r.is(Remains::stop_written);
    const bool enough = r.left == e.retained || !r.is(Remains::deleted) || replaced;
    return r.left <= e.retained && enough && !r.is(Remains::gap);
  }
  // An ordinary checkpoint is deleted only when a younger one has taken its place, or as its status says.
  template <class L>
  static bool deleted_too_early(const L& l, const Expectations& e) {
    using S = Expectations::Subsumes;
    const Unreplaced& u = l.template get<ArtifactMarks>().unreplaced();
    const bool any_savepoint = e.savepoint_subsumes == S::all || (e.savepoint_subsumes == S::of_stop && e.retained > 1);
    const std::uint8_t when = any_savepoint ? u.all : e.savepoint_subsumes == S::of_stop ? u.with_stop : u.checkpoint;
    return (when & Unreplaced::running) || (e.at_canceled == history::Keeping::keep && (when & Unreplaced::canceled)) ||
           (e.at_failed == history::Keeping::keep && (when & Unreplaced::failed));
  }
  // The table is carried out after the terminal status, so an execution is judged when the next one is submitted or at
  // rest.
  template <class L>
  static bool violated(const L& l, const Expectations& e) {
    const auto& m = l.template get<ArtifactMarks>();
    bool bad = m.savepoint_deleted() || m.earlier_deleted() || deleted_too_early(l, e);
    m.for_each_earlier([&](const Remains& r) { bad = bad || !follows_table(r, e, false); });
    return bad;
  }
  template <class L>
  static bool violated_at_rest(const L& l, const Expectations& e) {
    const auto& m = l.template get<ArtifactMarks>();
    const Remains r = m.now();
    if (violated(l, e)) return true;
    // What a clean-up leaves behind is not a finding; a recording may end before the deletions.
    return r.is(Remains::submitted) && !m.cleaned_up() && !follows_table(r, e, !r.is(Remains::ended));
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<ArtifactMarks>().any_checkpoint();
  }
};

struct MonotoneCheckpointIds {
  static constexpr std::string_view id = "monotone-checkpoint-ids";
  static constexpr std::string_view sentence =
      "Inside an execution each snapshot has a higher number than the one triggered before it.";
  static constexpr Kind kind = Kind::across;
  static constexpr history::ColumnMask columns = bit<TriggerMarks>();
  static Promise promised(const Expectations&) {
    return {true, "2(d).1 step 4, 2(d).4: one counter for checkpoints and savepoints"};
  }
  template <class L>
  static bool violated(const L& l, const Expectations&) {
    return l.template get<TriggerMarks>().fell();
  }
  template <class L>
  static bool arose(const L& l, const Expectations&) {
    return l.template get<TriggerMarks>().triggered();
  }
};

}  // namespace properties::promises
