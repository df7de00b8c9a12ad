#pragma once
// The steps between the states of an exploration, kept only when they are asked for, and for each state which goals it
// meets. Steps of faults and commands are left out: can_always searches without them. Tested in
// tests/sim/state_graph_test.cpp.
#include <algorithm>
#include <cstdint>
#include <vector>

namespace sim {

class StoredEdges {
 public:
  void add(std::uint32_t target) { targets_.push_back(target); }
  // Sources come in order of their number.
  void end_source() {
    const auto first = targets_.begin() + static_cast<std::ptrdiff_t>(ends_.empty() ? 0 : ends_.back());
    std::sort(first, targets_.end());
    targets_.erase(std::unique(first, targets_.end()), targets_.end());
    ends_.push_back(targets_.size());
  }
  void add_goals(std::uint64_t bits) { goals_.push_back(bits); }

  std::uint64_t sources() const { return ends_.size(); }
  std::uint64_t size() const { return targets_.size(); }
  std::uint64_t first(std::uint64_t source) const { return source == 0 ? 0 : ends_[source - 1]; }
  std::uint64_t end(std::uint64_t source) const { return ends_[source]; }
  std::uint32_t target(std::uint64_t edge) const { return targets_[edge]; }
  std::uint64_t goals(std::uint64_t state) const { return goals_[state]; }
  std::size_t bytes() const { return targets_.capacity() * 4 + ends_.capacity() * 8 + goals_.bytes(); }

 private:
  // Few states differ from the one before: runs of equal values.
  class Runs {
   public:
    void push_back(std::uint64_t value) {
      if (runs_.empty() || runs_.back().value != value) runs_.push_back({size_, value});
      ++size_;
    }
    std::uint64_t operator[](std::uint64_t i) const {
      const auto after =
          std::upper_bound(runs_.begin(), runs_.end(), i, [](std::uint64_t n, const Run& r) { return n < r.first; });
      return (after - 1)->value;
    }
    std::size_t bytes() const { return runs_.capacity() * sizeof(Run); }

   private:
    struct Run {
      std::uint64_t first, value;
    };
    std::uint64_t size_ = 0;
    std::vector<Run> runs_;
  };

  std::vector<std::uint32_t> targets_;
  std::vector<std::uint64_t> ends_;
  Runs goals_;
};

}  // namespace sim
