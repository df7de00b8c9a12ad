#pragma once
// The Ledger with every column that the figures read.
#include <string>

#include "history/columns/artifact_log.hpp"
#include "history/columns/artifacts.hpp"
#include "history/columns/command_log.hpp"
#include "history/columns/commands.hpp"
#include "history/columns/emitted.hpp"
#include "history/columns/final_snapshot.hpp"
#include "history/columns/occurrences.hpp"
#include "history/columns/outputs.hpp"
#include "history/columns/positions.hpp"
#include "history/columns/processed.hpp"
#include "history/columns/sink_writes.hpp"
#include "history/columns/snapshot_log.hpp"
#include "history/columns/status_times.hpp"
#include "history/columns/statuses.hpp"
#include "history/columns/submissions.hpp"
#include "history/columns/tasks.hpp"
#include "history/columns/transactions.hpp"
#include "history/columns/visible.hpp"
#include "history/columns/watermarks.hpp"
#include "history/ledger.hpp"
#include "history/names.hpp"

namespace history {

using FigureLedger = Ledger<Growing, Statuses, Submissions, Commands, Artifacts, Emitted, Visible, Transactions,
                            Positions, Tasks, StatusTimes, CommandLog, ArtifactLog, SnapshotLog, FinalSnapshot,
                            SinkWrites, Outputs, Processed, Watermarks, Occurrences>;

// Everything the ledger holds as sorted lines of text, by names: two ledgers are equal when their dumps are.
std::string dump(const FigureLedger& ledger, const Names& names);

}  // namespace history
