#pragma once
// The defects of the gallery, each looked for by every verb that can find one. What comes out is a matrix of defects
// and of the properties that notice them. Tested in tests/laws/gallery_test.cpp.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/defects/chains.hpp"
#include "model/defects/defect.hpp"
#include "scenarios/error.hpp"
#include "scenarios/scenario.hpp"

namespace report {

struct GalleryLimits {
  std::uint64_t states = 0, bytes = 0;  // of each exploration; 0: as the scenario says, as the machine has
};

// What one verb made of one defect.
struct Find {
  std::string_view verb;
  bool caught = false;                  // by the property that the defect names, as an alarm
  std::size_t steps = 0;                // of the counterexample, shrunk where the verb shrinks
  double seconds = 0;                   // until it was there
  std::optional<std::size_t> shortest;  // verbs that shrink: in the scenario that is left, where exploring knows it
  std::uint64_t executions = 0;         // that shrinking needed
  std::vector<std::string> broken;      // every promise that was made and is broken with the defect
  std::string trouble;                  // not empty: it could not be looked for, or not to the end
};
struct CleanSide {
  std::vector<std::string> alarms;  // of the clean engine with the same file
  std::string trouble;
  std::uint64_t states = 0;
};
struct GalleryRow {
  const model::Defect* defect = nullptr;
  CleanSide clean;
  std::vector<Find> finds;   // one for each finder
  const Find* best() const;  // the one with the shortest counterexample; null: nobody caught it
};

// A verb that finds defects. Another one is another row of `finders()`.
struct Finder {
  std::string_view verb;
  Find (*find)(const model::Defect& defect, std::span<const scenarios::Case> cases, const GalleryLimits& limits);
};
std::span<const Finder> finders();

// The cases of the defect's scenario, read from `text` (of the file that the defect names), without the defect.
std::variant<std::vector<scenarios::Scenario>, scenarios::Error> read_case_file(const model::Defect& defect,
                                                                                const std::string& text);
GalleryRow examine(const model::Defect& defect, std::span<const scenarios::Case> cases, const GalleryLimits& limits);

struct GallerySummary {
  std::vector<std::string> uncaught;             // ids of defects
  std::vector<std::string> clean_alarms;         // "ID: property, property"
  std::vector<std::string> troubles;             // "ID: why"
  std::vector<std::string> silent;               // properties that caught nothing, but for sightings
  std::size_t median_steps = 0, most_steps = 0;  // of the best find of each defect
  double most_seconds = 0;                       // of all finds
  // Of what was shrunk: steps left beside the shortest way, where that is known; runs that it took.
  double median_ratio = 0, most_ratio = 0;
  std::uint64_t median_executions = 0;
  bool ok() const { return uncaught.empty() && clean_alarms.empty(); }
};
GallerySummary sum_up(std::span<const GalleryRow> rows);

}  // namespace report
