#pragma once
// The table of all rules of the modelled engine, in reading order.
#include "model/world.hpp"

namespace model {

sim::Rulebook<World> make_rulebook();

}  // namespace model
