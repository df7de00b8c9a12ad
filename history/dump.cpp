// A ledger as text. Ids never appear, so two ledgers that were filled under different numberings can be compared; one
// fact a line, sorted, so that a difference shows as a difference of lines.
#include <fmt/format.h>

#include <algorithm>

#include "history/figure_ledger.hpp"
#include "history/words.hpp"

namespace history {
namespace {

class Dump {
 public:
  Dump(const FigureLedger& ledger, const Names& names) : ledger_(ledger), n_(names) {}

  std::string text() {
    jobs(), commands(), artifacts(), records(), transactions(), outputs(), positions(), tasks(), details();
    std::sort(lines_.begin(), lines_.end());
    std::string out;
    for (const auto& line : lines_) out += line + "\n";
    return out;
  }

 private:
  template <class... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    lines_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  template <template <class> class Column>
  const Column<Growing>* find() const {
    return ledger_.find<Column>();
  }

  std::string artifact(ArtifactId a) const { return a == no_artifact ? "none" : n_.artifact(a); }
  std::string txn(TxnId t) const { return t == no_txn ? "none" : n_.txn(t); }
  std::string at(const At& a) const { return fmt::format("{} {} #{}", n_.job(a.job), n_.task(a.task), a.attempt); }
  // Splits are numbered by first sight, so they are sorted by name here.
  std::string list(std::vector<std::string> parts) const {
    std::sort(parts.begin(), parts.end());
    return fmt::format("[{}]", fmt::join(parts, " "));
  }
  std::string recs(std::span<const RecordRange> ranges) const {
    std::vector<std::string> parts;
    for (const auto& r : ranges) parts.push_back(fmt::format("{}:{}-{}", n_.split(r.split), r.first, r.last));
    return fmt::format("[{}]", fmt::join(parts, " "));
  }
  std::string set(const IntervalSet& s) const {
    std::vector<std::string> parts;
    s.for_each_range(
        [&](RecordRange r) { parts.push_back(fmt::format("{}:{}-{}", n_.split(r.split), r.first, r.last)); });
    return list(std::move(parts));
  }
  std::string positions(const PositionList& p) const {
    std::vector<std::string> parts;
    p.for_each([&](SplitId s, Offset o) { parts.push_back(fmt::format("{}={}", n_.split(s), o)); });
    return list(std::move(parts));
  }

  void jobs();
  void commands();
  void artifacts();
  void records();
  void transactions();
  void outputs();
  void positions();
  void tasks();
  void details();

  const FigureLedger& ledger_;
  const Names& n_;
  std::vector<std::string> lines_;
};

void Dump::jobs() {
  if (const auto* c = find<Statuses>())
    c->jobs.for_each([&](JobId j, const auto& e) {
      say("status of {}: {} seen {:x} left final {} suspended {}", n_.job(j), word(e.last), e.seen, e.left_final,
          e.left_suspended);
    });
  if (const auto* c = find<Submissions>())
    c->from.for_each([&](JobId j, ArtifactId a) { say("{} restored from {}", n_.job(j), artifact(a)); });
  if (const auto* c = find<StatusTimes>()) {
    c->terminal.for_each([&](JobId j, std::int64_t t) { say("{} ended at {}", n_.job(j), t); });
    for (std::size_t i = 0; i < c->order.size(); ++i) say("status order {}: {}", i, n_.job(c->order[i]));
    for (std::size_t i = 0; i < c->errors.size(); ++i)
      say("status error {}: {} {}", i, word(c->errors[i].status), c->errors[i].text);
  }
}

void Dump::commands() {
  if (const auto* c = find<Commands>())
    c->all.for_each([&](CommandId id, const auto& e) {
      say("command {}: {} to {} options {} answers {} ok {} artifact {} contradicted {}", n_.command(id), word(e.kind),
          n_.job(e.job), e.options, e.answers, e.ok, artifact(e.artifact_of()), e.contradicted);
    });
  const auto* log = find<CommandLog>();
  if (!log) return;
  for (std::size_t i = 0; i < log->all.size(); ++i) {
    const auto& e = log->all[i];
    say("command log {}: {} at {} answered {} at {} ok {} artifact {} error {}", i, n_.command(e.id), e.t, e.answered,
        e.answered_t, e.ok, artifact(e.artifact), e.error);
  }
}

void Dump::artifacts() {
  if (const auto* c = find<Artifacts>())
    c->left.for_each([&](ArtifactId a, const auto& e) {
      say("artifact {}: {} of {} checkpoint {}", artifact(a), word(e.kind), n_.job(e.job), e.checkpoint);
    });
  const auto* log = find<ArtifactLog>();
  if (!log) return;
  for (std::size_t i = 0; i < log->left.size(); ++i)
    say("artifact log {}: {} at {}", i, artifact(log->left[i].artifact), log->left[i].t);
  for (std::size_t i = 0; i < log->left_at_second.size(); ++i)
    say("left at second {}: {}", i, artifact(log->left_at_second[i]));
  log->written_first.for_each([&](CheckpointId k, std::int64_t t) { say("asked snapshot {} written at {}", k, t); });
}

void Dump::records() {
  if (const auto* c = find<Emitted>())
    c->jobs.for_each(
        [&](JobId j, const auto& e) { say("emitted by {}: {} repeats {}", n_.job(j), set(e.records), e.repeats); });
  if (const auto* c = find<Visible>()) {
    say("visible: once {} more {}", set(c->once), set(c->more));
    c->pending.for_each(
        [&](TxnId t, const auto& e) { say("in {}: once {} more {}", txn(t), set(e.once), set(e.more)); });
  }
  if (const auto* c = find<SinkWrites>()) {
    c->writers.for_each([&](JobId j, const auto& w) {
      say("written by {}: direct {} in transactions {} committed {}", n_.job(j), set(w.direct), set(w.in_txns),
          set(w.committed));
    });
    say("open at second: {} visible at end {}", set(c->open_at_second),
        c->visible_at_end ? fmt::format("{}", *c->visible_at_end) : "-");
  }
  if (const auto* c = find<Processed>()) say("processed by first: {} late {}", set(c->by_first), c->late);
}

void Dump::transactions() {
  if (const auto* c = find<Transactions>()) {
    c->pending.for_each([&](TxnId t, const auto& e) {
      say("transaction {}: state {} of {} {} checkpoint {}", txn(t), static_cast<int>(e.state), n_.job(e.job),
          n_.task(e.task), e.checkpoint);
    });
    say("transactions: late commits {} aborts {} refused {} expired {}", c->late_commits, c->late_aborts, c->refused,
        c->expired);
  }
  if (const auto* c = find<SinkWrites>())
    c->txns.for_each([&](TxnId t, const auto& e) {
      for (const auto& part : e.parts)
        say("contents of {}: state {} by {} {}", txn(t), static_cast<int>(e.state), n_.job(part.job),
            set(part.records));
    });
}

void Dump::outputs() {
  const auto* c = find<Outputs>();
  if (!c) return;
  say("passed through: {} same out {}", set(c->passed), c->same_out);
  c->named.for_each([&](OutId o, const auto& e) {
    say("output {}: first {} last {} differs {}", n_.out(o), recs(e.first), recs(e.last), e.differs);
  });
  c->pending.for_each([&](TxnId t, const auto& e) {
    say("outputs in {}: {}", txn(t), set(e.passed));
    for (std::size_t i = 0; i < e.named.size(); ++i)
      say("output {} in {}: {} {}", i, txn(t), n_.out(e.named[i].first), recs(e.named[i].second));
  });
  for (std::size_t i = 0; i < c->flushes.size(); ++i)
    say("flush {}: {} in {}", i, n_.out(c->flushes[i].out), txn(c->flushes[i].txn));
}

void Dump::positions() {
  if (const auto* c = find<Positions>()) {
    c->snapshots.for_each([&](const auto& k, const auto& p) {
      say("positions of {} checkpoint {}: {}", n_.job(k.job), k.checkpoint, positions(p));
    });
    c->started.for_each([&](JobId j, const auto& p) { say("{} started at {}", n_.job(j), positions(p)); });
    say("restored: {}", positions(c->restored));
  }
  if (const auto* c = find<SnapshotLog>()) {
    c->kinds.for_each(
        [&](const auto& k, SnapshotKind kind) { say("kind of {} {}: {}", n_.job(k.first), k.second, word(kind)); });
    for (std::size_t i = 0; i < c->failed.size(); ++i)
      say("failed {}: {} {}", i, c->failed[i].checkpoint, c->failed[i].reason);
    for (std::size_t i = 0; i < c->restored_in_run.size(); ++i)
      say("restored in run {}: {}", i, c->restored_in_run[i].checkpoint);
  }
  const auto* c = find<FinalSnapshot>();
  if (!c) return;
  for (std::size_t i = 0; i < c->candidates.size(); ++i) {
    const auto& x = c->candidates[i];
    say("candidate {}: {} {} commands {:x} completed {} positions {} operators {} state {}", i, x.checkpoint,
        word(x.kind), x.commands, x.completed, positions(x.positions), x.operators, set(x.state));
    x.leaks.for_each([&](const At& a, const auto& l) {
      say("leak {} by {}: {} {}", x.checkpoint, at(a), l.emissions, set(l.records));
    });
  }
}

void Dump::tasks() {
  if (const auto* c = find<Tasks>())
    c->all.for_each([&](TaskId t, const auto& e) {
      say("task {}: {} of {} attempt {} overlapped {}", n_.task(t), word(e.status), n_.job(e.job), e.attempt,
          e.overlapped);
    });
}

void Dump::details() {
  if (const auto* c = find<Watermarks>()) {
    c->attempts.for_each(
        [&](const At& a, const auto& w) { say("watermark of {}: {} before final {}", at(a), w.last, w.before_final); });
    say("fired early: {}", c->fired_early);
  }
  if (const auto* c = find<Occurrences>()) {
    for (std::size_t i = 0; i < c->faults.size(); ++i) say("fault {}: {}", i, c->faults[i]);
    say("highest attempt: {}", c->highest_attempt);
  }
}

}  // namespace

std::string dump(const FigureLedger& ledger, const Names& names) { return Dump(ledger, names).text(); }

}  // namespace history
