#pragma once
// Commented scenarios to begin with: what `quiesce new` writes. Each is valid and runs as it expects. Tested in
// tests/report/new_test.cpp.
#include <span>
#include <string>
#include <string_view>

namespace report {

struct Draft {
  std::string_view kind, story;  // "stop"; what it is about, a line
  std::string (*text)();
};
std::span<const Draft> drafts();
const Draft* find_draft(std::string_view kind);  // null: no such kind

}  // namespace report
