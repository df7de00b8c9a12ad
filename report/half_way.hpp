#pragma once
// What happens if a way of ending fails half-way: the same run again, with a sink failing in the middle between the
// command and its end. Tried in the model, not looked up. Tested in tests/report/runbook_test.cpp.
#include <memory>
#include <optional>
#include <string>

#include "report/observed.hpp"
#include "scenarios/outcome.hpp"

namespace report {

struct HalfWay {
  std::shared_ptr<const scenarios::Case> subject;  // the case with its failure; the outcome points to it
  scenarios::CaseOutcome outcome;
  Observed observed;
  std::shared_ptr<const history::Names> names;
  std::string victim;         // "sink/0"
  std::int64_t after_us = 0;  // of the command
};

// The entry of the timeline that ends the job: that of the way, else the last command or fault before a resume.
std::optional<std::size_t> ending_entry(const scenarios::Case& subject);

// Null where there is no half-way: nothing was told to end, it did not end, or it ended at once.
std::shared_ptr<const HalfWay> half_way(const scenarios::CaseOutcome& outcome, const Observed& observed,
                                        const model::World::Rules& rules);

}  // namespace report
