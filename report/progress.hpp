#pragma once
// One line on standard error while something takes long: what is done, how fast, how much memory. No estimate of the
// end: none is known.
#include <chrono>
#include <cstdint>
#include <string>

#include "report/options.hpp"

namespace report {

class Progress {
 public:
  // `what` is done: "exploring cancel · flink-1.15". Bound: of states, or of model time in microseconds; 0: none known.
  Progress(ProgressKind kind, std::string what, std::uint64_t bound);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void states(std::uint64_t n);
  void one_more_run();
  void runs(std::uint64_t n);
  void model_time(std::int64_t microseconds);
  double seconds() const;

 private:
  bool due();
  void show(const std::string& line);

  using Clock = std::chrono::steady_clock;
  enum class Manner : std::uint8_t { redrawn, lines, none };

  Manner manner_ = Manner::none;
  std::string what_;
  std::uint64_t bound_, asked_ = 0;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  bool drawn_ = false;
};

// Of this program, now.
std::uint64_t memory_used();
// Memory that an exploration may take on this machine, if nobody says.
std::uint64_t memory_to_spare();

}  // namespace report
