#pragma once
// Writes scenarios back as YAML: canonical, each way complete, every default spelled out. What is written reads back as
// the same scenario; that is a law in tests/scenarios/round_trip_test.cpp.
#include <string>

#include "scenarios/scenario.hpp"

namespace scenarios {

std::string write(const Scenario&);
// One run as a scenario of its own: its only case is this one.
std::string write(const Case&);

}  // namespace scenarios
