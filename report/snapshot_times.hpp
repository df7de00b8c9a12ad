#pragma once
// When a told run took each part of each snapshot, and when that was stored: the checkpoint timeline. Tested in
// tests/report/charts_test.cpp.
#include <nlohmann/json_fwd.hpp>

#include "scenarios/outcome.hpp"

namespace report {

// {"snapshots": [...], "snapshotsLeftOut": n}, in the order of triggers; of many the last stay. One is {"checkpoint":
// 1, "kind": "checkpoint", "triggered": t, "ended": t or null, "outcome": "complete", "given up" or "open", "parts":
// [{"of": "count/0", "from": t, "taken": t or null, "stored": t or null}]}; times in microseconds. `from`: the first
// trigger or barrier arrives; `taken`: the state is, for which the model needs no time, and the part goes to storage.
// The parts of a wide job are those of its vertices.
nlohmann::ordered_json snapshot_times(const scenarios::Story& story);

}  // namespace report
