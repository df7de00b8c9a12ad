#pragma once
// Programmer's mistakes end the process at once, in release builds too: a wrong answer is worse than none.
// Bad input never comes here; it becomes a value with a message (see scenarios/, history/reader.hpp).
#include <cstdio>
#include <cstdlib>

namespace sim {

[[noreturn]] inline void expectation_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: internal error: expected %s\n", file, line, condition);
  std::abort();
}

// Control never comes here; `what` says what was expected instead.
[[noreturn]] inline void never_here(const char* what) {
  std::fprintf(stderr, "internal error: expected %s\n", what);
  std::abort();
}

}  // namespace sim

#define expects(condition) ((condition) ? void(0) : ::sim::expectation_failed(#condition, __FILE__, __LINE__))
