#pragma once
// The shipped scenario that `quiesce demo` shows, as it was when the program was built: the demo needs no file.
#include <string_view>

namespace report {

extern const std::string_view demo_scenario;                                                            // its text
inline constexpr std::string_view demo_file = "defects/flink-23532.yaml", demo_defect = "FLINK-23532";  // in scenarios/

}  // namespace report
