#pragma once
// When the first execution was told to end, and when it had ended: the last command or fault before its terminal status,
// and that status. SUSPENDED is taken back when the same execution runs on (a JobManager regains its leadership).
// Tested in tests/report/result_test.cpp.
#include <cstdint>
#include <optional>

#include "history/event.hpp"

namespace scenarios {

struct EndClock {
  std::optional<std::int64_t> from, to;  // microseconds

  void hear(const history::Event& event, std::int64_t t) {
    if (const auto* status = std::get_if<history::JobStatusChanged>(&event)) {
      if (status->job != 0) return;
      const bool over = history::is_terminal(status->status);
      if (!over)
        to.reset();
      else if (!to)
        to = t;
    } else if (!to && (std::holds_alternative<history::Command>(event) || std::holds_alternative<history::Fault>(event))) {
      from = t;
    }
  }
  std::optional<std::int64_t> microseconds() const { return from && to ? std::optional(*to - *from) : std::nullopt; }
};

}  // namespace scenarios
