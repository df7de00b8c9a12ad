#pragma once
// Steps of Plan::make: what ties tasks together, how much room a plan needs (capacities of queues and tables), and
// where each record lies in the block.
#include "model/plan.hpp"

namespace model {

// plan_channels.cpp: need vertices, edges and tasks; what does not fit is said.
std::optional<std::string> find_chains(Plan& plan);
std::optional<std::string> follow_results(Plan& plan);
std::optional<std::string> add_channels(Plan& plan);  // needs capacities and the timeline
void place_watermarks(Plan& plan);                    // needs channels

// Needs the spec and the loop.
void size_capacities(Plan& plan);
// Needs vertices, tasks, conditions, capacities and channels; comes last. A block larger than 4 GiB is refused.
std::optional<std::string> lay_out(Plan& plan);

}  // namespace model
