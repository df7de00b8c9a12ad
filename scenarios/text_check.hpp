#pragma once
// What can be said of a text before it is parsed: too large, not text, too deep, too many references. The parser never
// sees such a file.
#include <optional>
#include <string_view>

#include "scenarios/error.hpp"

namespace scenarios {

// Why this is no text that a parser should see.
std::optional<Error> check_text(std::string_view file_name, std::string_view text);

}  // namespace scenarios
