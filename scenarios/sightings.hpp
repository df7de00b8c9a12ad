#pragma once
// What an observer of an event can compare between a recording and the model: in which lane it stands and what it says.
//
// A lane holds events whose order is certain: those of one task's thread, or of one thing that the JobManager reports.
// Between lanes a recording's order is one of several. Numbers that two engines give out alike (checkpoints) are part
// of what is said; names that they choose freely (transactions, artifacts) are replaced by what they stand for. Tested
// in tests/laws/follow_test.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "history/names.hpp"

namespace scenarios {

// How the time at which an event is seen stands to the time at which it happened.
enum class Timing : std::uint8_t {
  of_thread,  // close: between threads a few events apart
  late,       // read in a log: it may have happened a little earlier
  polled,     // it may have happened any time before: what became of files
  punctual,   // not before others that were seen earlier
  ending,     // punctual, and it ends much that is under way: a change of the job's status
  shutdown    // and this ends all
};

struct Sighting {
  std::string lane;  // "run-1 op/0", "run-1 triggers", "client"
  std::string what;  // "op.process 0:17 (0)"
  Timing timing = Timing::of_thread;
  std::uint32_t attempt = 0;    // of a task
  std::string topic = {};       // not empty: where a recording has nothing of it, its recorder did not look there
  std::int64_t watermark = -1;  // that a task's rises to
};

std::string text_of_watermark(std::int64_t value, std::uint32_t attempt);
std::string text_of_status(history::TaskStatus status, std::uint32_t attempt);  // that a task came to
// "txn.commit sink/0#3 recovered" -> "txn.commit sink/0 recovered"; other words as they are.
std::string without_number_of_transaction(std::string what);
// "op.process 0:17 late (0)" -> "op.process 0:17 (0)"; other words as they are.
std::string without_lateness(std::string what);

struct Seen {
  Sighting sighting;
  std::uint64_t seq;
};

// One for each side; it remembers which transaction is a sink's n-th.
class Sightings {
 public:
  // The model's names say themselves which transaction of its sink one is; those of a recording are counted.
  enum class Side : std::uint8_t { recording, model };
  // `commands`: of the model, by id: the how manieth command it is; those of a recording are counted, too.
  Sightings(const history::Names& names, Side side, std::vector<std::uint32_t> commands = {})
      : names_(names), side_(side), commands_(std::move(commands)) {}
  // Nothing: it is not compared.
  std::optional<Sighting> of(const history::Event& event);
  std::string lane_of_thread(const history::At& at) const;

 private:
  struct Maker;
  std::string txn(history::TxnId id) const;

  const history::Names& names_;
  Side side_;
  std::vector<std::uint32_t> commands_;
  std::uint32_t given_ = 0;
  std::map<history::TxnId, std::string> txns_;               // "sink/0#3"
  std::map<std::string, std::uint32_t, std::less<>> begun_;  // by task
  std::map<history::TaskId, history::At> has_read_;          // of sources: who it was that emitted last
};

}  // namespace scenarios
