#pragma once
// The runs of one case, with consecutive seeds; and its exploration.
#include <functional>

#include "report/options.hpp"
#include "report/result.hpp"

namespace report {

// Makes what hears the run of a seed besides the report; may be empty.
using Listener = std::function<model::EventSink(std::uint64_t seed)>;
CaseResult run_all(const scenarios::Case& subject, const Options& options, const model::World::Rules& rules,
                   const Listener& listener);

// Within --budget, or what the scenario says and the machine has. `only`: ids of the properties to judge; empty: all.
CaseResult explored(const scenarios::Case& subject, const Options& options, const model::World::Rules& rules,
                    const std::vector<std::string>& only);

}  // namespace report
