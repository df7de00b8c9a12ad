#pragma once
// What random runs have met: command x phase of the job's life x fault x outcome, a count for each cell. It steers what
// is drawn next and says in the end what was never reached.
//
// A run gives a cell for each pair of a command and a fault in it: the phase is the one in which the fault struck. A
// command in a run without faults gives one with the phase in which it was given; a fault without a command likewise.
// Tested in tests/laws/fuzz_test.cpp.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "history/event.hpp"
#include "model/spec.hpp"

namespace model {
class World;
}

namespace scenarios {

enum class LifePhase : std::uint8_t {
  deploying,   // not all tasks run yet
  running,     // and no snapshot is in progress
  snapshot,    // a periodic checkpoint or a plain savepoint is in progress
  stopping,    // a command's snapshot is in progress, and the job is to end with it
  ending,      // that snapshot is complete, or the last tasks finish
  cancelling,  // or suspending
  failing,     // or restarting
  over         // ended, or not begun
};
inline constexpr std::size_t life_phases = 8;
std::string_view to_string(LifePhase);
LifePhase phase_of(const model::World& world);

enum class CommandFate : std::uint8_t { none, ok, failed, unanswered };
std::string_view to_string(CommandFate);

struct Coverage {
  static constexpr std::size_t commands = 8, faults = model::fault_kinds + 1, fates = 4;  // with "none" each
  struct Cell {
    std::uint8_t command;  // history::CommandKind + 1; 0: none
    LifePhase phase;
    std::uint8_t fault;  // model::FaultKind + 1; 0: none
    CommandFate fate;
  };
  static std::size_t index(const Cell& c) {
    return ((c.command * life_phases + static_cast<std::size_t>(c.phase)) * faults + c.fault) * fates +
           static_cast<std::size_t>(c.fate);
  }
  static Cell cell(std::size_t index);

  std::array<std::uint32_t, commands * life_phases * faults * fates> met{};  // runs, saturating
  void note(const Cell& c) { met[index(c)] += met[index(c)] != UINT32_MAX; }
  void add(const Coverage& other);
  std::uint64_t cells() const;  // met at least once
};

// Roughly how many different runs there were: the largest number of leading zeros of a run's fingerprint in each of
// 4,096 classes (HyperLogLog; Flajolet, Fusy, Gandouet, Meunier 2007). Whole numbers only; report/ makes an estimate.
struct DistinctRuns {
  std::array<std::uint8_t, 4096> most{};
  void note(std::uint64_t fingerprint);
  void add(const DistinctRuns& other);
};

}  // namespace scenarios
