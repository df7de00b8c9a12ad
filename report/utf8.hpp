#pragma once
// Text that any reader takes: what is no valid UTF-8, or a character that XML 1.0 has no place for, becomes U+FFFD.
// Tested in tests/report/checks_test.cpp.
#include <string>
#include <string_view>

namespace report {

std::string readable(std::string_view text);

}  // namespace report
