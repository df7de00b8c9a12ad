#pragma once
// Which cases a command line means: files read, --semantics put in, ways and sinks chosen. All that is wrong is said at
// once.
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/world.hpp"
#include "report/options.hpp"
#include "scenarios/reader.hpp"

namespace report {

struct Selection {
  std::vector<scenarios::Scenario> scenarios;  // each with at least one case; their cases stay where they are
  std::vector<std::string> files;              // of each scenario, as it was given
  std::vector<scenarios::Error> errors, warnings;
  std::set<std::pair<std::string, std::string>> said;  // --semantics: way and version that the files name themselves
  bool not_expected =
      false;  // --semantics, several: expectations of the file are not asked of versions it does not name
};
Selection select(const Options&);

// Every name that a scenario may expect something of.
scenarios::Catalogue known_names();
std::vector<std::string> known_figures();

// The knobs and the memory of a defect, in every case; its rules come with rules_for. Empty: none.
void plant_defect(const std::string& defect, scenarios::Scenario& scenario);

// The rules to run by: the clean ones, or with the bug of --defect planted. What it does to knobs, select has done.
std::variant<model::World::Rules, scenarios::Error> rules_for(const Options&);

}  // namespace report
