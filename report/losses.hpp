#pragma once
// What was lost, and what was shown twice: for certain, possibly, or not at all. Possibly is what still depends on
// somebody: a transaction without a fate is lost if nobody resumes from the snapshot that holds it, and shows twice
// what is visible already. Tested in tests/report/audit_test.cpp.
#include <string>

#include "report/result.hpp"

namespace report {

struct Losses {
  std::string lost, doubled;  // sentences
};
Losses losses(const CaseResult& result);

}  // namespace report
