#include "scenarios/sightings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/words.hpp"

namespace scenarios {
namespace {

using namespace history;

// Recorders call a source src, and a two-step sink's second half committer.
std::string plain_task(const std::string& name) {
  if (name.starts_with("src/")) return "source" + name.substr(3);
  if (name.starts_with("committer/")) return "sink" + name.substr(9);
  return name;
}

}  // namespace

std::string Sightings::txn(TxnId id) const {
  if (side_ == Side::model) return names_.txn(id);
  const auto known = txns_.find(id);
  return known == txns_.end() ? "?" : known->second;
}

std::optional<Sighting> Sightings::of(const Event& event) {
  const auto job = [&](JobId id) { return fmt::format("run-{}", id + 1); };
  const auto record = [&](const Record& r) { return fmt::format("{}:{}", names_.split(r.split), r.offset); };
  const auto positions = [&](std::span<const Position> all) {
    std::map<std::string, Offset> sorted;
    for (const Position& p : all) sorted[names_.split(p.split)] = p.next;
    std::string text;
    for (const auto& [split, next] : sorted) text += fmt::format(" {}:{}", split, next);
    return text;
  };
  const auto of_task = [&](const At& at, std::string what) {
    return Sighting{fmt::format("{} {}", job(at.job), plain_task(names_.task(at.task))),
                    fmt::format("{} ({})", what, at.attempt)};
  };
  const auto beside = [&](const At& at, std::string_view lane, std::string what) {
    return Sighting{fmt::format("{} {} {}", job(at.job), plain_task(names_.task(at.task)), lane), std::move(what)};
  };
  const auto artifact = [&](ArtifactId a) {
    return fmt::format("{} {} of checkpoint {}", job(job_of_model_artifact(a)), word(kind_of_model_artifact(a)),
                       checkpoint_of_model_artifact(a));
  };
  return std::visit(
      [&]<class E>(const E& e) -> std::optional<Sighting> {
        if constexpr (std::is_same_v<E, SourceEmit>) {
          return of_task(e.at, "source.emit " + record(e.rec));
        } else if constexpr (std::is_same_v<E, SourceSnapshot>) {
          return of_task(e.at, fmt::format("source.snapshot {}{}", e.checkpoint, positions(e.positions)));
        } else if constexpr (std::is_same_v<E, SourceRestored>) {
          // Some recorders say nothing where there is nothing to restore.
          const auto at_start = [](const Position& p) { return p.next == 0; };
          if (std::all_of(e.positions.begin(), e.positions.end(), at_start)) return std::nullopt;
          return of_task(e.at, "source.restored" + positions(e.positions));
        } else if constexpr (std::is_same_v<E, OpProcess>) {
          return of_task(e.at, fmt::format("op.process {}{}", record(e.rec), e.late ? " late" : ""));
        } else if constexpr (std::is_same_v<E, OpSnapshot>) {
          return of_task(e.at, fmt::format("op.snapshot {}", e.checkpoint));
        } else if constexpr (std::is_same_v<E, OpEndInput>) {
          return of_task(e.at, "op.endInput");
        } else if constexpr (std::is_same_v<E, OpFinish>) {
          return of_task(e.at, "op.finish");
        } else if constexpr (std::is_same_v<E, SinkWrite>) {
          const std::string out = names_.out(e.out);
          // Windows that fire together do so in an order of their own.
          if (!is_passed_through(e.out)) return beside(e.at, out, fmt::format("sink.write ({})", e.at.attempt));
          return of_task(e.at, "sink.write " + out);
        } else if constexpr (std::is_same_v<E, TxnBegin>) {
          const std::string task = plain_task(names_.task(e.at.task));
          if (side_ == Side::recording) txns_[e.txn] = fmt::format("{}#{}", task, ++begun_[task]);
          return of_task(e.at, "txn.begin " + txn(e.txn));
        } else if constexpr (std::is_same_v<E, TxnPrecommit>) {
          return of_task(e.at, fmt::format("txn.precommit {} for {}", txn(e.txn), e.checkpoint));
        } else if constexpr (std::is_same_v<E, TxnCommit>) {
          if (e.repeat) return std::nullopt;
          return beside(e.at, "commits", fmt::format("txn.commit {}{}", txn(e.txn), e.recovered ? " recovered" : ""));
        } else if constexpr (std::is_same_v<E, Watermark>) {
          return beside(e.at, "watermarks", fmt::format("watermark {} ({})", e.value, e.at.attempt));
        } else if constexpr (std::is_same_v<E, NotifyCompleted>) {
          const std::string task = names_.task(e.at.task);
          if (task.starts_with("committer/")) return std::nullopt;  // part of the sink
          Sighting s = beside(e.at, "notices", fmt::format("notify.completed {}", e.checkpoint));
          s.topic = "notices of " + plain_task(task).substr(0, plain_task(task).find('/'));
          return s;
        } else if constexpr (std::is_same_v<E, JobStatusChanged>) {
          if (e.status == JobStatus::created || e.status == JobStatus::initializing) return std::nullopt;
          return Sighting{job(e.job) + " status", fmt::format("job.status {}", word(e.status)), false, true, true};
        } else if constexpr (std::is_same_v<E, JobSubmitted>) {
          return Sighting{"client", "job.submitted " + job(e.job)};
        } else if constexpr (std::is_same_v<E, CheckpointTriggered>) {
          return Sighting{job(e.job) + " triggers",
                          fmt::format("checkpoint.triggered {} {}", e.checkpoint, word(e.kind)), false, false, true};
        } else if constexpr (std::is_same_v<E, CheckpointCompleted>) {
          return Sighting{job(e.job) + " completions", fmt::format("checkpoint.completed {}", e.checkpoint), true};
        } else if constexpr (std::is_same_v<E, CheckpointFailed>) {
          return Sighting{fmt::format("{} failure of {}", job(e.job), e.checkpoint), "checkpoint.failed", true};
        } else if constexpr (std::is_same_v<E, ArtifactWritten>) {
          return Sighting{job(e.job) + " artifacts", fmt::format("artifact.written {}", artifact(e.artifact)), true};
        } else if constexpr (std::is_same_v<E, ArtifactDeleted>) {
          return Sighting{"deletions of " + artifact(e.artifact), "artifact.deleted"};
        } else if constexpr (std::is_same_v<E, Command>) {
          if (side_ == Side::recording) {
            commands_.resize(std::max<std::size_t>(commands_.size(), e.id + 1U));
            commands_[e.id] = ++given_;
          }
          return Sighting{"client", fmt::format("command {}{}", word(e.kind), e.drain ? " drain" : "")};
        } else if constexpr (std::is_same_v<E, CommandResult>) {
          return Sighting{fmt::format("answer to command {}", commands_.at(e.id)), e.ok ? "ok" : "failed"};
        } else {
          return std::nullopt;
        }
      },
      event);
}

}  // namespace scenarios
