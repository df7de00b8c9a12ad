#pragma once
// What one run shows that its figures do not tell. Tested in tests/report/result_test.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "history/event.hpp"
#include "scenarios/end_clock.hpp"

namespace report {

// Moments of the first run that figures do not tell, for the sentences of a comparison.
struct Observed {
  scenarios::EndClock end;                       // of the first execution
  std::optional<std::int64_t> asked_to_stop_at;  // the first stop with a snapshot that it was given
  bool snapshot_on_command = false;              // one was triggered
  std::vector<history::CommandId> open;          // commands without an answer, in order
  bool hung_until_clean_up = false;              // some were when a clean-up ended the first execution
  // The last restart inside the first execution: when, and what it restored; nothing: from scratch.
  std::optional<std::int64_t> fell_back_at;
  std::optional<history::ArtifactId> fell_back_to;
  struct Snapshot {
    std::int64_t triggered_at = 0;
    std::optional<history::ArtifactId> artifact;
    history::ArtifactKind kind{};
  };
  std::map<std::pair<history::JobId, history::CheckpointId>, Snapshot> snapshots;
  std::set<history::ArtifactId> deleted;
  std::vector<history::ArtifactId> deleted_at_end;   // of the first execution, after its terminal status
  std::optional<history::ArtifactId> resumed_from;   // the second execution; no_artifact: scratch
  std::map<history::SplitId, history::Offset> read;  // first execution: offset behind the last record emitted
  std::map<history::SplitId, std::vector<bool>> visible;
  std::map<history::TxnId, std::vector<history::RecordRange>> held;  // records in transactions without a fate

  void hear(const history::Event& event, const history::Stamp& stamp);
  // Records that are visible already and lie in an open transaction again: its commit will show them twice.
  std::uint64_t about_to_be_doubled() const;

 private:
  void show(const history::RecordRange& range);
};

}  // namespace report
