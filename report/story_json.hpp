#pragma once
// The steps of a story for machines; report/README.md says the keys.
#include <nlohmann/json_fwd.hpp>

#include "scenarios/outcome.hpp"

namespace report {

nlohmann::ordered_json to_json(const scenarios::Story& story);

}  // namespace report
