// Each figure is one small function over columns. Where the format's words leave a choice, the reference implementation
// of the format decides; comments say which choice it was. Sets of records are intervals, so a run of 10^8 records is
// measured in microseconds.
#include "history/figures.hpp"

#include <fmt/format.h>

#include <limits>

#include "history/words.hpp"

namespace history {
namespace {

using Candidate = FinalSnapshot<Growing>::Candidate;

constexpr JobId first = 0;

class Computation {
 public:
  Computation(const FigureLedger& ledger, const Header& header, const Names& names)
      : ledger_(ledger), header_(header), names_(names) {
    get<Submissions>().from.for_each([&](JobId job, ArtifactId) { jobs_ = std::max(jobs_, job + 1); });
  }

  Figures all() const {
    Figures f;
    lists(f);
    if (jobs_ == 0) return f;  // nothing was ever submitted: no figure can be known
    reading(f);
    leaking(f);
    showing(f);
    transactions(f);
    f.restarts = get<Occurrences>().highest_attempt;
    f.late_dropped = get<Processed>().late;
    f.fired_early = get<Watermarks>().fired_early;
    latencies(f);
    return f;
  }

 private:
  template <template <class> class Column>
  const Column<Growing>& get() const {
    return ledger_.get<Column>();
  }
  const IntervalSet& emitted(JobId job) const {
    static const IntervalSet none;
    const auto* entry = get<Emitted>().find(job);
    return entry ? entry->records : none;
  }

  // The snapshot that ended the first execution: the first asked for by a command of the scenario's kind that was
  // completed. One that failed ends nothing. A plain savepoint ends a job only in cancel-with-savepoint and in the
  // older stop.
  const Candidate* final_snapshot() const {
    const auto kind = from_word<CommandKind>(header_.command);
    if (!kind || *kind == CommandKind::cancel || *kind == CommandKind::savepoint || *kind == CommandKind::checkpoint)
      return nullptr;
    const bool any = *kind == CommandKind::stop_with_savepoint || *kind == CommandKind::cancel_with_savepoint;
    for (const Candidate& c : get<FinalSnapshot>().candidates) {
      if (!c.completed || !(c.commands >> static_cast<int>(*kind) & 1)) continue;
      if (any || c.kind != SnapshotKind::savepoint) return &c;
    }
    return nullptr;
  }

  void reading(Figures& f) const {
    std::uint64_t in_run = 0;
    get<Emitted>().jobs.for_each([&](JobId, const auto& e) { in_run += e.repeats; });
    f.reread_in_run = in_run;
    f.lost_in_flight = minus(emitted(first), get<SinkWrites>().written_by(first)).size();
    if (jobs_ < 2) return;
    IntervalSet earlier = emitted(first);
    std::uint64_t again = 0;
    for (JobId job = 1; job < jobs_; ++job)
      earlier.insert_all(emitted(job), [&](RecordRange r) { again += std::uint64_t{r.last} - r.first + 1; });
    f.reread = again;
    f.snapshot_gap = snapshot_gap();
  }

  // A split read to its bound by a subtask that finished is in no source state any more: that is no gap.
  std::int64_t snapshot_gap() const {
    const auto* started = get<Positions>().started.find(JobId{1});
    std::int64_t gap = 0;
    for (SplitId s = 0; s < emitted(first).split_end(); ++s) {
      const auto& spans = emitted(first).spans(s);
      if (spans.empty()) continue;
      const Offset next = spans.back().end;
      const bool stands = started && started->has(s);
      const auto bound = header_.bounds.find(names_.split(s));
      if (!stands && bound != header_.bounds.end() && bound->second == next) continue;
      gap += std::int64_t{next} - (stands ? started->at(s) : 0);
    }
    return gap;
  }

  void leaking(Figures& f) const {
    const Candidate* c = final_snapshot();
    if (!c) return;
    if (c->leaks.size() > 0) {
      std::uint64_t emissions = 0;
      IntervalSet records;
      c->leaks.for_each(
          [&](const At&, const auto& leak) { emissions += leak.emissions, records.insert_all(leak.records); });
      f.leaked = emissions;
      f.leaked_processed = common(records, get<Processed>().by_first).size();
      f.leaked_visible = common(records, get<SinkWrites>().visible_by(first)).size();
    }
    if (!c->operators) return;
    std::uint64_t ahead = 0;
    c->state.for_each_range([&](RecordRange r) {
      if (!c->positions.has(r.split)) return;
      const Offset from = std::max(r.first, c->positions.at(r.split));
      if (from <= r.last) ahead += std::uint64_t{r.last} - from + 1;
    });
    f.state_ahead = ahead;
  }

  void showing(Figures& f) const {
    const bool replaces = header_.sink == Delivery::idempotent;
    const auto tally = replaces ? get<Outputs>().after_replacing() : Outputs<Growing>::Tally{};
    const IntervalSet& once = replaces ? tally.once : get<Visible>().once;
    const IntervalSet& more = replaces ? tally.more : get<Visible>().more;
    f.duplicates = more.size();
    f.same_out = get<Outputs>().same_out;
    f.missing = missing(once);
    f.visible_run1 = replaces ? get<Outputs>().visible_at_end : get<SinkWrites>().visible_at_end;
  }

  // Of each split, the records before the position it was last restored to. Not missing are those that are visible,
  // that the last execution wrote into a transaction (its own snapshots still cover them), and that stand in a window
  // which has not fired yet.
  std::optional<std::uint64_t> missing(const IntervalSet& visible) const {
    const auto& positions = get<Positions>();
    const bool none_started = positions.started.size() == 0;
    if (positions.restored.empty() && !(jobs_ > 1 && none_started)) return std::nullopt;
    const Offset closed = closed_windows();
    IntervalSet wanted;
    for (JobId job = 0; job < jobs_; ++job)
      emitted(job).for_each_range([&](RecordRange r) {
        if (!positions.restored.has(r.split)) return;
        const Offset end = std::min(positions.restored.at(r.split), closed);
        if (r.first < end) wanted.insert(RecordRange{r.split, r.first, std::min(r.last, end - 1)});
      });
    const auto* last = get<SinkWrites>().writers.find(jobs_ - 1);
    wanted = minus(wanted, visible);
    return (last ? minus(wanted, last->in_txns) : wanted).size();
  }

  // Records at offsets below this belong to windows that every operator of the last execution has fired.
  Offset closed_windows() const {
    constexpr Offset all = std::numeric_limits<Offset>::max();
    if (header_.window_ms <= 0) return all;
    std::optional<std::int64_t> horizon;
    const auto& processes = get<Watermarks>().processes;
    const auto is_operator = [&](TaskId t) {
      const Names::VertexKind kind = names_.vertex_kind(t);
      return kind == Names::VertexKind::op ||
             (kind == Names::VertexKind::other && t < processes.size() && processes[t]);
    };
    get<Watermarks>().attempts.for_each([&](const At& at, const auto& w) {
      if (at.job == jobs_ - 1 && is_operator(at.task)) horizon = std::min(horizon.value_or(w.last), w.last);
    });
    // A window [a, b) has fired when the horizon has reached b - 1, so when b <= horizon + 1.
    const std::int64_t reached = std::max<std::int64_t>(horizon.value_or(-1), -1);
    const std::int64_t fired_to =
        (reached == max_watermark ? reached : reached + 1) / header_.window_ms * header_.window_ms;
    if (header_.event_time_per_offset_ms <= 0) return fired_to > 0 ? all : 0;
    const std::int64_t count =
        fired_to / header_.event_time_per_offset_ms + (fired_to % header_.event_time_per_offset_ms != 0);
    return static_cast<Offset>(std::min<std::int64_t>(count, all));
  }

  void transactions(Figures& f) const {
    const auto& writes = get<SinkWrites>();
    const auto aborted = writes.in(first, [](TxnState s) { return s == TxnState::aborted; });
    f.aborted_run1 = minus(aborted, writes.visible_by(first)).size();
    f.uncommitted = f.open_run1 = 0;
    if (header_.sink != Delivery::transactional) return;
    const auto open = [](TxnState s) { return s == TxnState::open || s == TxnState::precommitted; };
    f.uncommitted = writes.in(std::nullopt, open).size();
    f.open_run1 = writes.open_of_first().size();
  }

  void latencies(Figures& f) const {
    std::vector<const CommandLog<Growing>::Entry*> given;
    for (const auto& c : get<CommandLog>().all)
      if (!c.cleanup) given.push_back(&c);
    if (given.empty()) return;
    const std::int64_t* ended = get<StatusTimes>().terminal.find(first);
    if (ended && given.back()->job == first) f.stop_latency_us = *ended - given.front()->t;
    const Candidate* c = final_snapshot();
    const std::int64_t* written = c ? get<ArtifactLog>().written_first.find(c->checkpoint) : nullptr;
    if (!written) return;
    for (const auto* g : given)
      if (word(g->kind) == header_.command) return void(f.snapshot_latency_us = *written - g->t);
  }

  void lists(Figures& f) const;
  void flushes(Figures& f) const;

  const FigureLedger& ledger_;
  const Header& header_;
  const Names& names_;
  JobId jobs_ = 0;
};

std::string kind_or(std::optional<SnapshotKind> kind, std::string_view otherwise) {
  return std::string(kind ? word(*kind) : otherwise);
}

void count(std::vector<std::pair<std::string, std::uint64_t>>& counts, std::string_view key) {
  for (auto& [k, n] : counts)
    if (k == key) return void(++n);
  counts.emplace_back(key, 1);
}

void Computation::lists(Figures& f) const {
  for (const auto& c : get<CommandLog>().all) {
    if (c.cleanup && c.job != first) continue;
    const std::string artifact = c.artifact == no_artifact ? "" : names_.artifact(c.artifact);
    std::string text = std::string(word(c.kind)) + (c.cleanup ? " (clean-up)" : "");
    if (!c.answered)
      text += ": no answer";
    else if (c.ok)
      text += ": ok" + (artifact.empty() ? "" : " " + artifact);
    else
      text += ": " + (c.error.empty() ? "None" : c.error);
    f.commands.push_back(
        {names_.command(c.id), c.kind, c.cleanup, c.answered, c.ok, artifact, c.error, std::move(text)});
  }
  for (JobId job : get<StatusTimes>().order)
    f.final_status.emplace_back(names_.job(job), word(get<Statuses>().find(job)->last));
  get<Submissions>().from.for_each([&](JobId job, ArtifactId a) {
    f.restored_from.emplace_back(names_.job(job), a == no_artifact ? std::nullopt : std::optional(names_.artifact(a)));
  });
  const auto& artifacts = get<ArtifactLog>();
  for (const auto& e : artifacts.left) {
    count(f.artifacts_left, word(e.kind));
    if (!artifacts.second_submitted) f.left_run1.push_back(names_.artifact(e.artifact));
  }
  for (ArtifactId a : artifacts.left_at_second) f.left_run1.push_back(names_.artifact(a));
  for (const auto& r : get<SnapshotLog>().restored_in_run)
    f.restored_in_run.push_back(fmt::format("{} {}", kind_or(r.kind, "snapshot"),
                                            r.checkpoint == no_checkpoint ? "None" : fmt::format("{}", r.checkpoint)));
  for (const auto& c : get<SnapshotLog>().failed)
    f.checkpoints_failed.push_back(fmt::format("{} {}: {}", kind_or(c.kind, "?"), c.checkpoint, c.reason));
  for (const auto& e : get<StatusTimes>().errors) f.job_errors.push_back(fmt::format("{}: {}", word(e.status), e.text));
  f.faults = get<Occurrences>().faults;
  flushes(f);
}

// "flush:close:run-1:op/0" counts as "close" with what became of it.
void Computation::flushes(Figures& f) const {
  for (const auto& flush : get<Outputs>().flushes) {
    const std::string out = names_.out(flush.out);
    const auto colon = out.find(':');
    const std::string when =
        colon == std::string::npos ? out : out.substr(colon + 1, out.find(':', colon + 1) - colon - 1);
    const bool visible = flush.txn == no_txn || get<SinkWrites>().is_committed(flush.txn);
    const bool aborted = !visible && get<SinkWrites>().state(flush.txn) == TxnState::aborted;
    count(f.flush_outputs, when + (visible ? " visible" : aborted ? " aborted" : " open"));
  }
}

}  // namespace

Figures figures(const FigureLedger& ledger, const Header& header, const Names& names) {
  return Computation(ledger, header, names).all();
}

}  // namespace history
