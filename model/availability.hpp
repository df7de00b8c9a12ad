#pragma once
// What a version does not have, so that a scenario that asks for it cannot mean anything in that version. Tested in
// tests/model/availability_test.cpp.
#include <optional>
#include <string>

#include "model/spec.hpp"

namespace model {

// "restore mode claim: there is none before 1.15 (semantics.md 2(f))". FLIP-27 sources before 1.11 are let pass: what a
// job reads from is often not the question.
std::optional<std::string> not_in_version(const Spec& spec);

}  // namespace model
