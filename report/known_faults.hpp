#pragma once
// What a history shows that is known of its version: the symptom, the ticket, and which version does it differently.
// The versions and tickets are those of the table of knobs (model/profiles.cpp); a row here says by which figures the
// old value of a knob is recognised. Tested in tests/report/audit_test.cpp.
#include <string>
#include <vector>

#include "report/result.hpp"

namespace report {

// Sentences; empty: nothing that is known.
std::vector<std::string> known_faults(const CaseResult& result);

}  // namespace report
