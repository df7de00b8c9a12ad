#pragma once
// The runs of one case, with consecutive seeds.
#include <functional>

#include "report/options.hpp"
#include "report/result.hpp"

namespace report {

// Makes what hears the run of a seed besides the report; may be empty.
using Listener = std::function<model::EventSink(std::uint64_t seed)>;
CaseResult run_all(const scenarios::Case& subject, const Options& options, const model::World::Rules& rules,
                   const Listener& listener);

}  // namespace report
