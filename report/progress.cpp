#include "report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "report/session.hpp"
#include "report/words.hpp"

namespace report {
using namespace std::chrono_literals;

std::uint64_t memory_used() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Progress::Progress(ProgressKind kind, std::string what, std::uint64_t bound) : what_(std::move(what)), bound_(bound) {
  if (kind == ProgressKind::plain) manner_ = Manner::lines;
  if (kind == ProgressKind::automatic && isatty(STDERR_FILENO) == 1) manner_ = Manner::redrawn;
}

Progress::~Progress() {
  if (drawn_) print_error("\r\x1b[K");
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

bool Progress::due() {
  if (manner_ == Manner::none) return false;
  const Clock::time_point now = Clock::now();
  const auto pause = manner_ == Manner::redrawn ? std::chrono::milliseconds(200ms) : std::chrono::milliseconds(10s);
  if (now - shown_ < pause) return false;
  shown_ = now;
  return true;
}

void Progress::show(const std::string& line) {
  drawn_ = manner_ == Manner::redrawn;
  print_error(drawn_ ? "\r" + shortened(line, 118) + "\x1b[K" : line + "\n");
}

void Progress::states(std::uint64_t n) {
  if (!due()) return;
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(n) / std::max(seconds(), 0.001));
  show(fmt::format("{}: {} of at most {}, {} states/s, {} of memory, {:.0f} s", what_, counted(n, "state"),
                   grouped(bound_), grouped(rate), bytes(memory_used()), seconds()));
}

void Progress::runs(std::uint64_t n) {
  if (!due()) return;
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(n) / std::max(seconds(), 0.001));
  show(fmt::format("{}: {}{}, {} runs/s, {} of memory, {:.0f} s", what_, counted(n, "run"),
                   bound_ ? " of " + grouped(bound_) : "", grouped(rate), bytes(memory_used()), seconds()));
}

void Progress::one_more_run() {
  ++asked_;
  if (due()) show(fmt::format("{}: {}, {:.0f} s", what_, counted(asked_, "run"), seconds()));
}

// Asked at each event; the clock of the machine is looked at now and then only.
void Progress::model_time(std::int64_t microseconds) {
  constexpr std::uint64_t now_and_then = 4096;
  if (manner_ == Manner::none || ++asked_ % now_and_then != 0 || !due()) return;
  const auto whole = [](std::uint64_t us) { return grouped(us / 1'000'000) + " s"; };
  show(fmt::format("{}: {}{} of the job, {} events, {:.0f} s", what_, whole(static_cast<std::uint64_t>(microseconds)),
                   bound_ ? " of " + whole(bound_) : "", grouped(asked_), seconds()));
}

std::uint64_t memory_to_spare() {
  constexpr std::uint64_t most = std::uint64_t{12} << 30;
  std::ifstream file("/proc/meminfo");
  std::string key;
  std::uint64_t kilobytes = 0;
  while (file >> key >> kilobytes) {
    if (key == "MemAvailable:") return std::min(most, kilobytes * 1024 / 10 * 7);
    file.ignore(80, '\n');
  }
  return most;
}

}  // namespace report
