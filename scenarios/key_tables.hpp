#pragma once
// The table of keys.hpp in parts, one file each; keys.cpp puts them together.
#include <vector>

#include "scenarios/keys.hpp"

namespace scenarios {

std::vector<Block> outer_blocks();   // scenario, way, compare, expect: outer_keys.cpp
std::vector<Block> job_blocks();     // the job and its settings: job_keys.cpp
std::vector<Block> vertex_table();   // its vertices: vertex_keys.cpp
std::vector<Block> course_blocks();  // what is done to it, and budgets: course_keys.cpp

// plain, idempotent, transactional, as history::Delivery has them.
std::vector<Choice> deliveries();
// `false` or `true`.
Key switch_key(std::string_view name, std::string_view means);

}  // namespace scenarios
