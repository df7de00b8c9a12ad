#pragma once
// Scenarios that are made up, for fuzzing without a file: a job, a version, a timeline, faults, budgets.
//
// Each draws first which kinds of trouble it has at all (windows, bounded sources, several subtasks, unaligned
// checkpoints, asynchronous storage, ...), so that a bug that one kind hides from another is met as well (swarm
// testing, see sim/walk.hpp). Commands and faults that earlier scenarios met seldom are drawn more often. Number n
// depends on the seed, on n and on that coverage only. What is made goes through the writer and the reader: it is a
// valid file. Tested in tests/laws/generate_test.cpp.
#include <cstdint>

#include "scenarios/coverage.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

// A scenario of one case, without expectations.
Scenario generate(std::uint64_t seed, std::uint64_t number, const Coverage& met);

}  // namespace scenarios
