#pragma once
// The JSON Schema (draft 2020-12) of scenario files, printed from the table of keys: what `quiesce schema` shows.
#include <string>

#include "scenarios/reader.hpp"

namespace scenarios {

// Names of figures and promises are listed where the catalogue has them.
std::string schema(const Catalogue&);

}  // namespace scenarios
