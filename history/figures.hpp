#pragma once
// The figures of one history, as the history format defines them: how much was read twice, shown twice, lost, left
// open, and how long the end took. All from the Ledger, so a simulation and a recording are measured alike. Nothing
// where a history cannot support one. Tested against a reference implementation on recordings in
// tests/history/figures_test.cpp.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "history/figure_ledger.hpp"
#include "history/header.hpp"

namespace history {

struct CommandOutcome {
  std::string id;
  CommandKind kind;
  bool cleanup;
  bool answered, ok;
  std::string artifact;  // empty: none
  std::string error;     // empty: none
  std::string text;      // "cancel: ok", "stop-with-savepoint: no answer"
};

struct Figures {
  std::vector<CommandOutcome> commands;  // a clean-up only where it was given to the first execution
  std::vector<std::pair<std::string, std::string>> final_status;                  // execution -> "FINISHED"
  std::vector<std::pair<std::string, std::optional<std::string>>> restored_from;  // execution -> artifact
  std::optional<std::uint64_t> restarts, reread, reread_in_run, leaked, leaked_processed, leaked_visible, aborted_run1,
      state_ahead, lost_in_flight, duplicates, same_out, late_dropped, missing, uncommitted, open_run1, fired_early,
      visible_run1;
  std::optional<std::int64_t> snapshot_gap;
  std::optional<std::int64_t> stop_latency_us, snapshot_latency_us;
  std::vector<std::pair<std::string, std::uint64_t>> flush_outputs;   // "close aborted" -> number
  std::vector<std::pair<std::string, std::uint64_t>> artifacts_left;  // "checkpoint" -> number
  std::vector<std::string> left_run1, restored_in_run, faults, checkpoints_failed, job_errors;
};

Figures figures(const FigureLedger& ledger, const Header& header, const Names& names);

enum class Unknown : std::uint8_t { null, word };  // how a figure that is not known is written: null, or "unknown"
// In the order and format of the reference: counts, latencies in milliseconds with one decimal.
nlohmann::ordered_json to_json(const Figures& figures, const Header& header, Unknown unknown);
// "24.5": microseconds as milliseconds with one decimal, rounded as the reference rounds.
std::string milliseconds(std::int64_t microseconds);

}  // namespace history
