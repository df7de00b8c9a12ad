#pragma once
// When the first execution was told to end, and when it had ended: the last command or fault before its terminal
// status, and that status. A fault that strikes while a command that ends the job waits for its answer belongs to that
// command. SUSPENDED is taken back when the same execution runs on (a JobManager regains its leadership). Tested in
// tests/report/result_test.cpp.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "history/event.hpp"

namespace scenarios {

struct EndClock {
  std::optional<std::int64_t> from, to;         // microseconds
  std::optional<history::CommandKind> command;  // what `from` is the time of; nothing: a fault

  void hear(const history::Event& event, std::int64_t t) {
    if (const auto* status = std::get_if<history::JobStatusChanged>(&event)) {
      if (status->job != 0) return;
      const bool over = history::is_terminal(status->status);
      if (!over)
        to.reset();
      else if (!to)
        to = t;
    } else if (const auto* result = std::get_if<history::CommandResult>(&event)) {
      answered(*result);
    } else if (to) {
      return;
    } else if (const auto* given = std::get_if<history::Command>(&event)) {
      from = t, command = given->kind;
      const bool ends =
          given->kind != history::CommandKind::savepoint && given->kind != history::CommandKind::checkpoint;
      if (ends) open_.push_back({given->id, given->kind, t});
    } else if (std::holds_alternative<history::Fault>(event) && open_.empty()) {
      from = t, command.reset();
    }
  }
  std::optional<std::int64_t> microseconds() const { return from && to ? std::optional(*to - *from) : std::nullopt; }

 private:
  // Of two commands at once one may be refused: then it is the other that ends the job.
  void answered(const history::CommandResult& result) {
    const auto mine = std::find_if(open_.begin(), open_.end(), [&](const Given& g) { return g.id == result.id; });
    if (mine == open_.end()) return;
    open_.erase(mine);
    if (!result.ok && !open_.empty() && !to) from = open_.back().t, command = open_.back().kind;
  }

  struct Given {
    history::CommandId id;
    history::CommandKind kind;
    std::int64_t t;
  };
  std::vector<Given> open_;  // end the job, and have no answer yet
};

}  // namespace scenarios
