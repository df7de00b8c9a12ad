#pragma once
// Partings for people, and for programs.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "report/partings.hpp"
#include "report/style.hpp"

namespace report {

// "Where they part", of the partings of one scenario.
std::string partings_text(std::span<const Parting> partings, const Style& style);
// The list under the key `partings`; keys in README.md.
nlohmann::ordered_json partings_json(const scenarios::Scenario& scenario, std::span<const Parting> partings);

}  // namespace report
