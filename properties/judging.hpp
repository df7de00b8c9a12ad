#pragma once
// Which properties of one history are judged, what is promised, and which of them an event concerns: the answer of a
// property changes only with events that its columns read, so after a step only those are asked again. Used by
// run_judge.hpp for one history, by scenarios/path_judge.hpp for one path after the other.
#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "properties/catalogue.hpp"

namespace properties {

struct Judging {
  history::Expectations expectations;
  std::vector<const Property*> properties;
  std::vector<Promise> promises;
  history::ColumnMask columns = 0;  // of the properties that can be judged
};
// `only`: ids, empty for all.
Judging judging_of(const history::Expectations& expectations, const std::vector<std::string>& only);

// Sets of properties: bit i is the i-th of the Judging.
using PropertyBits = std::uint64_t;

class Readers {
 public:
  // Expects at most 64 properties.
  explicit Readers(const Judging& judging);
  PropertyBits judged() const { return judged_; }
  PropertyBits of(const history::Event& event) const { return by_kind_[event.index()]; }

 private:
  std::array<PropertyBits, std::variant_size_v<history::Event>> by_kind_{};
  PropertyBits judged_ = 0;
};

}  // namespace properties
