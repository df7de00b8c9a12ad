#pragma once
// How much a told run reads and shows over time, and how far its sources are behind: counts in bins of equal width, for
// plots. Tested in tests/report/charts_test.cpp.
#include <nlohmann/json_fwd.hpp>

#include "model/spec.hpp"
#include "scenarios/outcome.hpp"

namespace report {

// {"from": t, "width": t, "read": [records in each bin], "shown": [...], "lag": [the most in each bin]}; times in
// microseconds. Null: the story has no clock, or takes no time. It begins somewhat before the first command or fault,
// so that what follows has room. The lag is what can be read and was not; splits that are not read from the first step
// of the story on are as far as the first of their records that is.
nlohmann::ordered_json curves_of(const model::Spec& spec, const scenarios::Story& story);

}  // namespace report
