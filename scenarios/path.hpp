#pragma once
// A stored trace walked again with the properties judged beside it: its steps, where it breaks which promise, and any
// of its states to start a search from. Used by explain.cpp.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "model/rulebook.hpp"
#include "scenarios/folding.hpp"
#include "scenarios/judging.hpp"
#include "sim/fates.hpp"
#include "sim/trace.hpp"

namespace scenarios {

class Path {
 public:
  using Fates = sim::Fates<model::World>;

  // The trace has been seen to fit. `only`: ids of the properties; empty: all. Searches want one alone: what the others
  // remember would multiply the states.
  Path(const model::Plan& plan, const model::World::Rules& rules, std::string_view trace,
       const std::vector<std::string>& only);

  const std::vector<sim::Step>& steps() const { return steps_; }
  const properties::Judging& judging() const { return judging_; }
  // The last state of the path is the one behind this many steps.
  void cut(std::size_t steps) { steps_.resize(steps); }

  struct Breach {
    std::size_t property;  // its place in judging()
    std::size_t after;     // steps, until it was broken
  };
  // Each promise that is broken on the way, in the order of the catalogue; not those about what stays possible.
  const std::vector<Breach>& breaches() const { return breaches_; }

  // After how many steps the first property was put to the test, and kept.
  const std::optional<std::size_t>& tested_after() const { return tested_after_; }

  // What can become of the state behind that many steps, as to this property.
  Fates fates(std::size_t after, std::size_t property, const sim::FateLimits& limits);
  // What properties remember did not fit in some search so far.
  bool overflowed() const { return overflowed_; }

 private:
  void walk(const sim::Trace& trace);
  void look_around(std::size_t after);

  properties::Judging judging_;
  model::World world_;
  Folding folding_;
  std::vector<std::byte> start_;
  std::vector<sim::Step> steps_;
  std::vector<Breach> breaches_;
  std::optional<std::size_t> tested_after_;
  bool overflowed_ = false;
};

}  // namespace scenarios
