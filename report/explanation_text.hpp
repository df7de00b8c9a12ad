#pragma once
// An explained violation on the terminal, in at most 40 lines: the promise, the steps with the point of no return, why,
// what would have saved it, and how to see it again. Tested in tests/report/explain_test.cpp.
#include <string>
#include <vector>

#include "report/options.hpp"
#include "report/style.hpp"
#include "scenarios/explain.hpp"

namespace report {

std::string explanation_text(const scenarios::Case& subject, const scenarios::Explanation& explained,
                             const std::vector<std::string>& again, const Style& style);
// Its parts, in sentences. Empty: nothing is known.
std::string no_return_words(const scenarios::Explanation& explained);
std::string saved_words(const scenarios::Explanation& explained);

}  // namespace report
