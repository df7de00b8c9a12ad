#pragma once
// How much room a plan needs: capacities of queues and tables, and where each record lies in the block. Steps of
// Plan::make.
#include "model/plan.hpp"

namespace model {

// Needs the spec and the loop.
void size_capacities(Plan& plan);
// Needs vertices, tasks, conditions, capacities and channels; comes last.
void lay_out(Plan& plan);

}  // namespace model
