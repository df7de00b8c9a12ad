#pragma once
// Which versions could have produced a recording: each is followed with its model, and those that differ from it in the
// same are told together. Tested in tests/report/audit_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/options.hpp"
#include "report/style.hpp"
#include "scenarios/follow_recording.hpp"

namespace report {

// What following it with the model of a version came to.
struct Tried {
  std::string version;
  scenarios::FollowedOn on;
};

struct FollowedWith {
  std::vector<Tried> tried;  // the best first; none where it cannot be followed
  std::string cannot;        // why; empty where it can be or nothing was asked
  double seconds = 0;
};

// The versions of --semantics; all of them where it says so.
std::vector<std::string> versions_to_try(const Options& options);
// A file that cannot be read gives nothing.
FollowedWith follow_with(const std::string& file, const std::vector<std::string>& versions, ProgressKind progress);
std::string followed_text(const FollowedWith& followed, const Style& style);
nlohmann::ordered_json to_json(const std::vector<Tried>& tried);

}  // namespace report
