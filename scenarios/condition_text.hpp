#pragma once
// A condition in the words that conditions.cpp reads.
#include <string>

#include "model/spec.hpp"

namespace scenarios {

std::string condition_text(const model::Condition&, const model::Spec&);

}  // namespace scenarios
