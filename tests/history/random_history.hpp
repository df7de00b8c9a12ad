#pragma once
// Valid sequences of events, made from a list of choices so that rapidcheck can shrink them. They stay within what
// Bounded can hold: at most three executions, four splits of eight records, two sinks with a few transactions each.
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"

namespace history_test {

using namespace history;

// Numbered as the model numbers; the sinks' transactions as sink and serial.
struct PlainNames final : Names {
  std::string job(JobId id) const override { return "run-" + std::to_string(id + 1); }
  std::string task(TaskId id) const override {
    static const char* const tasks[] = {"source/0", "source/1", "op/0", "op/1", "sink/0", "sink/1"};
    return tasks[id];
  }
  std::string split(SplitId id) const override { return std::to_string(id); }
  std::string command(CommandId id) const override { return "c" + std::to_string(id); }
  std::string artifact(ArtifactId id) const override {
    return job(job_of_model_artifact(id)) +
           (kind_of_model_artifact(id) == ArtifactKind::checkpoint ? "/chk-" : "/savepoint-") +
           std::to_string(checkpoint_of_model_artifact(id));
  }
  std::string txn(TxnId id) const override {
    return "t" + std::to_string(id >> 32) + "." + std::to_string(id & 0xffff);
  }
  std::string out(OutId id) const override {
    if (is_passed_through(id)) return "p" + split(record_of(id).split) + ":" + std::to_string(record_of(id).offset);
    return (is_flushed(id) ? "flush:close:" : "k@") + std::to_string(id & 0xffffffff);
  }
  VertexKind vertex_kind(TaskId id) const override {
    return id < 2 ? VertexKind::source : id < 4 ? VertexKind::op : VertexKind::sink;
  }
};

class RandomHistory {
 public:
  using OnEvent = std::function<void(const Stamp&, const Event&)>;
  explicit RandomHistory(OnEvent on_event) : on_event_(std::move(on_event)) { submit(no_artifact); }

  void act(std::uint32_t choice) {
    c_ = choice;
    switch (pick(22)) {
      case 0: return begin();
      case 1: return precommit();
      case 2:
      case 3: return end_transaction();
      case 4: return trigger();
      case 5: return snapshot();
      case 6: return complete();
      case 7: return remove();
      case 8: return command();
      case 9: return answer();
      case 10: return emit(JobStatusChanged{job_, static_cast<JobStatus>(pick(11)), pick(4) ? "" : "a \"reason\"\n"});
      case 11:
        return emit(TaskStatusChanged{at(pick(6)), static_cast<TaskStatus>(pick(10)), "", pick(5) ? no_task : pick(6)});
      case 12: return restore();
      case 13: return emit(Watermark{at(2 + pick(2)), pick(6) ? std::int64_t{pick(1000)} : max_watermark});
      case 14:
        return emit(TimerFired{at(2 + pick(2)), static_cast<TimerDomain>(pick(2)), std::int64_t{pick(1500)}, "k1"});
      case 15: return resubmit();
      case 16:
      case 17: return emit(SourceEmit{at(pick(2)), record()});
      case 18: return emit(OpProcess{at(2 + pick(2)), record(), pick(8) == 0});
      case 19: return emit(Fault{"task-failure", pick(2) ? "op/0" : "", ""});
      default: return write();
    }
  }

 private:
  struct Txn {
    TxnId id;
    bool precommitted;
  };
  struct Snapshot {
    JobId job;
    CheckpointId checkpoint;
    SnapshotKind kind;
  };

  std::uint32_t pick(std::uint32_t n) {
    const std::uint32_t taken = c_ % n;
    c_ = c_ / n * 2654435761U + 40503U;
    return taken;
  }
  At at(TaskId task) { return {job_, task, attempt_}; }
  Record record() { return {pick(4), pick(8)}; }
  void emit(const Event& e) {
    t_ += pick(3) * 50;
    on_event_({++seq_, t_}, e);
  }

  void submit(ArtifactId from) { emit(JobSubmitted{job_, from}); }
  void resubmit() {
    if (pick(3)) return void(attempt_ = std::min(attempt_ + 1, 200U));
    if (job_ == 2) return;
    ++job_;
    attempt_ = 0;
    submit(artifacts_.empty() || pick(3) == 0 ? no_artifact
                                              : artifacts_[pick(static_cast<std::uint32_t>(artifacts_.size()))]);
  }
  void begin() {
    if (txns_.size() == 7) return;
    const std::uint32_t sink = pick(2);
    txns_.push_back({TxnId{sink} << 32 | ++serial_[sink], false});
    emit(TxnBegin{at(4 + sink), txns_.back().id});
  }
  TaskId sink_of(const Txn& t) const { return 4 + static_cast<TaskId>(t.id >> 32); }
  void precommit() {
    if (txns_.empty() || pending_.empty()) return;
    Txn& t = txns_[pick(static_cast<std::uint32_t>(txns_.size()))];
    if (pending_[0].job != job_) return;
    t.precommitted = true;
    emit(TxnPrecommit{at(sink_of(t)), t.id, pending_[0].checkpoint});
  }
  void end_transaction() {
    if (txns_.empty()) return;
    const auto i = pick(static_cast<std::uint32_t>(txns_.size()));
    const Txn t = txns_[i];
    const At a = at(sink_of(t));
    const bool recovered = pick(4) == 0;
    switch (pick(8)) {
      case 0: return emit(TxnRefused{a, t.id, "abort", "because"});
      case 1: emit(TxnExpire{t.id}); break;
      case 2:
      case 3: emit(TxnAbort{a, t.id, recovered, false}); break;
      default:
        emit(TxnCommit{a, t.id, recovered, false});
        if (pick(3) == 0) emit(TxnCommit{a, t.id, true, true});
    }
    txns_.erase(txns_.begin() + i);
  }
  void trigger() {
    if (pending_.size() + artifacts_.size() >= 5 || checkpoint_ == 250) return;
    pending_.push_back({job_, ++checkpoint_, static_cast<SnapshotKind>(pick(4))});
    emit(CheckpointTriggered{job_, checkpoint_, pending_.back().kind});
  }
  void snapshot() {
    if (pending_.empty() || pending_[0].job != job_) return;
    const SplitId split = pick(4);
    const Position position{split, pick(9)};
    if (pick(2)) return emit(SourceSnapshot{at(split % 2), pending_[0].checkpoint, {&position, 1}});
    const RecordRange range{split, 0, pick(8)};
    emit(OpSnapshot{at(2 + pick(2)), pending_[0].checkpoint, {range.last + 1, {&range, 1}}});
  }
  void complete() {
    if (pending_.empty()) return;
    const Snapshot s = pending_.front();
    pending_.pop_front();
    if (pick(4) == 0) return emit(CheckpointFailed{s.job, s.checkpoint, "expired"});
    const auto kind = s.kind == SnapshotKind::checkpoint ? ArtifactKind::checkpoint : ArtifactKind::savepoint;
    artifacts_.push_back(model_artifact(s.job, s.checkpoint, kind));
    emit(ArtifactWritten{artifacts_.back(), kind, s.job, s.checkpoint});
    emit(CheckpointCompleted{s.job, s.checkpoint, artifacts_.back()});
    emit(NotifyCompleted{at(pick(6)), s.checkpoint});
  }
  void remove() {
    if (artifacts_.empty()) return;
    emit(ArtifactDeleted{artifacts_.front()});
    artifacts_.pop_front();
  }
  void command() {
    if (commands_ == 4) return;
    emit(Command{commands_++, job_, static_cast<CommandKind>(pick(7)), pick(2) == 0, pick(5) == 0});
  }
  void answer() {
    if (commands_ == 0) return;
    const std::string_view chain[] = {"outer", "inner"};
    const bool ok = pick(2) != 0;
    const ArtifactId artifact = artifacts_.empty() || !ok ? no_artifact : artifacts_.front();
    emit(CommandResult{pick(commands_), ok, artifact, ok ? "" : "inner",
                       ok ? std::span<const std::string_view>() : chain});
  }
  void restore() {
    const SplitId split = pick(4);
    const Position position{split, pick(9)};
    emit(SourceRestored{at(split % 2), {&position, 1}, checkpoint_ && pick(2) ? checkpoint_ : no_checkpoint});
  }
  void write() {
    const Record r = record();
    const RecordRange range{r.split, r.offset, pick(3) ? r.offset : std::min(7U, r.offset + 2)};
    const TxnId txn = txns_.empty() || pick(3) == 0 ? no_txn : txns_[pick(static_cast<std::uint32_t>(txns_.size()))].id;
    const OutId out = range.first == range.last && pick(4) ? passed_through(r)
                      : pick(4)                            ? OutId{pick(5)}
                                                           : flushed(pick(2));
    emit(SinkWrite{at(4 + pick(2)), txn, out, {&range, 1}});
  }

  OnEvent on_event_;
  std::uint32_t c_ = 0;
  std::uint64_t seq_ = 0;
  std::int64_t t_ = 0;
  JobId job_ = 0;
  std::uint32_t attempt_ = 0, serial_[2] = {0, 0};
  CheckpointId checkpoint_ = 0;
  CommandId commands_ = 0;
  std::vector<Txn> txns_;
  std::deque<Snapshot> pending_;
  std::deque<ArtifactId> artifacts_;
};

}  // namespace history_test
