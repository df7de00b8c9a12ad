#include "scenarios/sightings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/words.hpp"

namespace scenarios {
namespace {

using namespace history;
using Made = std::optional<Sighting>;

// Recorders call a source src, and a two-step sink's second half committer.
std::string plain_task(const std::string& name) {
  if (name.starts_with("src/")) return "source" + name.substr(3);
  if (name.starts_with("committer/")) return "sink" + name.substr(9);
  return name;
}

std::string job(JobId id) { return fmt::format("run-{}", id + 1); }

std::string artifact(ArtifactId a) {
  return fmt::format("{} {} of checkpoint {}", job(job_of_model_artifact(a)), word(kind_of_model_artifact(a)),
                     checkpoint_of_model_artifact(a));
}

}  // namespace

std::string text_of_watermark(std::int64_t value, std::uint32_t attempt) {
  return fmt::format("watermark {} ({})", value, attempt);
}

std::string text_of_status(TaskStatus status, std::uint32_t attempt) {
  return fmt::format("task.status {} ({})", word(status), attempt);
}

std::string without_number_of_transaction(std::string what) {
  const auto at = what.find('#');
  if (at != std::string::npos && what.starts_with("txn."))
    what.erase(at, what.find_first_not_of("0123456789", at + 1) - at);
  return what;
}

std::string without_lateness(std::string what) {
  constexpr std::string_view late = " late";
  const auto at = what.starts_with("op.process") ? what.find(late) : std::string::npos;
  if (at != std::string::npos) what.erase(at, late.size());
  return what;
}

std::string Sightings::txn(TxnId id) const {
  if (side_ == Side::model) return names_.txn(id);
  const auto known = txns_.find(id);
  return known == txns_.end() ? "?" : known->second;
}

std::string Sightings::lane_of_thread(const At& at) const {
  return fmt::format("{} {}", job(at.job), plain_task(names_.task(at.task)));
}

// One kind of event after the other; those without a line of their own are not compared.
struct Sightings::Maker {
  Sightings& s;

  std::string task(const At& at) const { return plain_task(s.names_.task(at.task)); }
  std::string vertex(const At& at) const {
    const std::string name = task(at);
    return name.substr(0, name.find('/'));
  }
  std::string record(const Record& r) const { return fmt::format("{}:{}", s.names_.split(r.split), r.offset); }
  std::string positions(std::span<const Position> all) const {
    std::map<std::string, Offset> sorted;  // a reader does not know a split before it has been assigned to it
    for (const Position& p : all)
      if (p.next > 0) sorted[s.names_.split(p.split)] = p.next;
    std::string text;
    for (const auto& [split, next] : sorted) text += fmt::format(" {}:{}", split, next);
    return text;
  }
  // In the lane of the task's thread, or in one beside it for what other threads do on its behalf.
  Sighting of_task(const At& at, const std::string& what) const {
    return {s.lane_of_thread(at), fmt::format("{} ({})", what, at.attempt), Timing::of_thread, at.attempt};
  }
  Sighting beside(const At& at, std::string_view lane, std::string what) const {
    return {fmt::format("{} {}", s.lane_of_thread(at), lane), std::move(what), Timing::of_thread, at.attempt};
  }

  // A Sink V2 has no such hook that a recorder could see.
  Sighting hook(const At& at, const std::string& what) const {
    Sighting seen = of_task(at, what);
    if (vertex(at) == "sink") seen.topic = what + " of sink";
    return seen;
  }

  template <class Other>
  Made operator()(const Other&) const {
    return std::nullopt;
  }

  // ---- tasks
  Made operator()(const SourceEmit& e) const {
    if (s.side_ == Side::recording) s.has_read_[e.at.task] = e.at;  // a search goes back and forth
    return of_task(e.at, "source.emit " + record(e.rec));
  }
  Made operator()(const SourceSnapshot& e) const {
    return of_task(e.at, fmt::format("source.snapshot {}{}", e.checkpoint, positions(e.positions)));
  }
  Made operator()(const SourceRestored& e) const {
    // Some recorders say nothing where there is nothing to restore.
    const auto at_start = [](const Position& p) { return p.next == 0; };
    if (std::all_of(e.positions.begin(), e.positions.end(), at_start)) return std::nullopt;
    // One more split is assigned to a reader that has begun.
    if (const auto at = s.has_read_.find(e.at.task); at != s.has_read_.end() && at->second == e.at) return std::nullopt;
    return of_task(e.at, "source.restored" + positions(e.positions));
  }
  Made operator()(const SourceEnd& e) const {
    Sighting seen = of_task(e.at, "source.end");
    seen.topic = "ends of sources";
    return seen;
  }
  Made operator()(const OpProcess& e) const {
    return of_task(e.at, fmt::format("op.process {}{}", record(e.rec), e.late ? " late" : ""));
  }
  Made operator()(const OpSnapshot& e) const { return of_task(e.at, fmt::format("op.snapshot {}", e.checkpoint)); }
  Made operator()(const OpEndInput& e) const { return hook(e.at, "op.endInput"); }
  Made operator()(const OpFinish& e) const { return hook(e.at, "op.finish"); }
  Made operator()(const Watermark& e) const {
    if (e.value < 0) return std::nullopt;  // of the very first record
    // A source's last one is the engine's, and no recorder hears it there.
    if (e.value == max_watermark && vertex(e.at) == "source") return std::nullopt;
    Sighting seen = vertex(e.at) != "sink" ? of_task(e.at, fmt::format("watermark {}", e.value))
                                           : beside(e.at, "watermarks", text_of_watermark(e.value, e.at.attempt));
    seen.topic = "watermarks of " + vertex(e.at);
    seen.watermark = e.value;
    return seen;
  }
  Made operator()(const NotifyCompleted& e) const {
    if (s.names_.task(e.at.task).starts_with("committer/")) return std::nullopt;  // part of the sink
    Sighting seen = beside(e.at, "notices", fmt::format("notify.completed {}", e.checkpoint));
    seen.topic = "notices of " + vertex(e.at);
    return seen;
  }
  Made operator()(const NotifyAborted& e) const {
    if (s.names_.task(e.at.task).starts_with("committer/")) return std::nullopt;
    Sighting seen = beside(e.at, "aborts", fmt::format("notify.aborted {}", e.checkpoint));
    seen.topic = "aborts of " + vertex(e.at);
    return seen;
  }

  // ---- sinks
  Made operator()(const SinkWrite& e) const {
    const std::string out = s.names_.out(e.out);
    // What a recorder's operator writes when it ends; the model's operators write nothing of their own.
    if (out.starts_with("flush:")) return std::nullopt;
    // Windows that fire together do so in an order of their own.
    if (!is_passed_through(e.out)) return beside(e.at, out, fmt::format("sink.write ({})", e.at.attempt));
    return of_task(e.at, "sink.write " + out);
  }
  Made operator()(const TxnBegin& e) const {
    const std::string name = task(e.at);
    if (s.side_ == Side::recording) s.txns_[e.txn] = fmt::format("{}#{}", name, ++s.begun_[name]);
    Sighting seen = of_task(e.at, "txn.begin " + s.txn(e.txn));
    seen.topic = "begins of sink";
    return seen;
  }
  Made operator()(const TxnPrecommit& e) const {
    return of_task(e.at, fmt::format("txn.precommit {} for {}", s.txn(e.txn), e.checkpoint));
  }
  Made operator()(const TxnCommit& e) const {
    if (e.repeat) return std::nullopt;
    return beside(e.at, "commits", fmt::format("txn.commit {}{}", s.txn(e.txn), e.recovered ? " recovered" : ""));
  }

  // ---- JobManager and storage
  Made operator()(const JobStatusChanged& e) const {
    if (e.status == JobStatus::created || e.status == JobStatus::initializing) return std::nullopt;
    return Sighting{job(e.job) + " status", fmt::format("job.status {}", word(e.status)), Timing::ending};
  }
  Made operator()(const CheckpointTriggered& e) const {
    return Sighting{job(e.job) + " triggers", fmt::format("checkpoint.triggered {} {}", e.checkpoint, word(e.kind)),
                    Timing::punctual};
  }
  Made operator()(const CheckpointCompleted& e) const {
    return Sighting{job(e.job) + " completions", fmt::format("checkpoint.completed {}", e.checkpoint), Timing::late};
  }
  Made operator()(const CheckpointFailed& e) const {
    const bool expired = e.reason.find("expired") != std::string_view::npos;
    return Sighting{fmt::format("{} failure of {}", job(e.job), e.checkpoint),
                    expired ? "checkpoint.failed: expired" : "checkpoint.failed", Timing::late};
  }
  Made operator()(const ArtifactWritten& e) const {
    return Sighting{job(e.job) + " artifacts", "artifact.written " + artifact(e.artifact), Timing::polled};
  }
  Made operator()(const ArtifactDeleted& e) const {
    return Sighting{"deletions of " + artifact(e.artifact), "artifact.deleted", Timing::polled};
  }

  // ---- the environment
  Made operator()(const Fault& e) const {
    // That something is slow, or a folder cannot be used, is known before it is felt.
    if (e.kind.starts_with("slow-") || e.kind == "storage-failure") return std::nullopt;
    const std::string target = plain_task(std::string(e.target));
    const bool shutdown = e.kind == "jobmanager-loss";
    return Sighting{"fault " + target, fmt::format("fault {}", e.kind),
                    shutdown ? Timing::shutdown : Timing::of_thread};
  }

  // ---- client
  Made operator()(const JobSubmitted& e) const { return Sighting{"client", "job.submitted " + job(e.job)}; }
  Made operator()(const Command& e) const {
    if (s.side_ == Side::recording) {
      s.commands_.resize(std::max<std::size_t>(s.commands_.size(), e.id + 1U));
      s.commands_[e.id] = ++s.given_;
    }
    return Sighting{"client", fmt::format("command {}{}", word(e.kind), e.drain ? " drain" : "")};
  }
  Made operator()(const CommandResult& e) const {
    // A failed stop that left a savepoint says so (StopWithSavepointStoppingException), maybe deep in its chain (M22).
    constexpr std::string_view left = "savepoint has been created";
    bool leaves = e.error.find(left) != std::string_view::npos;
    for (const std::string_view link : e.error_chain) leaves |= link.find(left) != std::string_view::npos;
    return Sighting{fmt::format("answer to command {}", s.commands_.at(e.id)), e.ok ? "ok"
                                                                               : leaves
                                                                                   ? "failed, and a savepoint is left"
                                                                                   : "failed"};
  }
};

std::optional<Sighting> Sightings::of(const Event& event) { return std::visit(Maker{*this}, event); }

}  // namespace scenarios
