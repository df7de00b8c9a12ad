#pragma once
// The texts of a failure that is kept: a scenario of its own and the trace that fails in it. Who writes and reads the
// files is report/failures.hpp. Tested in tests/laws/shrink_test.cpp and tests/report/fuzz_test.cpp.
//
// The comments on top of the trace say which promise it breaks and, where a defect was planted, which; a reader needs
// no more than the two files.
#include <string>
#include <string_view>

#include "scenarios/outcome.hpp"

namespace scenarios {

struct Kept {
  std::string property;  // id
  std::string defect;    // planted; empty: the clean rules
  std::string origin;    // where it was found: "scenarios/small.yaml, run 37 of seed 1"
  std::string trace;     // sim/trace.hpp text, comments included
};

// The case alone, with what it promises; reads back as a scenario of one case.
std::string kept_scenario(const Case& subject, const Kept& kept);
std::string kept_trace(const Kept& kept);
// Empty `property`: this is no trace that was kept.
Kept read_kept(std::string_view text);

// Eight digits of a trace, for names of files: the same steps, the same digits.
std::string digest_of(std::string_view trace);

}  // namespace scenarios
