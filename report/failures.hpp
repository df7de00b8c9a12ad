#pragma once
// Failures that are kept: NAME.yaml and NAME.trace in one folder. The scenario is written first, the trace last, each
// under a temporary name and renamed, so that who is killed leaves nothing half: a scenario without its trace is only
// not counted. What is found is kept as it was found before it is made small. Tested in tests/report/fuzz_test.cpp.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/error.hpp"
#include "scenarios/kept.hpp"

namespace report {

struct StoredFailure {
  std::filesystem::path scenario, trace;
};

// Said before hours are spent on finding what could not be kept: a file of that name, or a folder without leave to
// write.
std::optional<scenarios::Error> cannot_keep_in(const std::filesystem::path& folder);
// Names are stable: the same failure is kept in the same files.
std::optional<scenarios::Error> keep_failure(const std::filesystem::path& folder, const std::string& name,
                                             const scenarios::Case& subject, const scenarios::Kept& kept,
                                             StoredFailure& out);
void forget_failure(const StoredFailure& failure);

// One that was kept, read again.
struct KeptFailure {
  StoredFailure files;
  scenarios::Kept kept;
  scenarios::Scenario scenario;  // of one case
};
struct KeptFailures {
  std::vector<KeptFailure> all;  // in order of their names
  std::vector<scenarios::Error> errors;
};
// No folder: nothing was kept.
KeptFailures kept_failures(const std::filesystem::path& folder);

}  // namespace report
