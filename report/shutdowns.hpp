#pragma once
// How databases are shut down, as sequences of the same few primitives of which ways of ending a job are made, and
// which of them a way is nearest to. Tested in tests/report/analogy_test.cpp.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace report {

enum class Primitive : std::uint8_t {
  fence,              // nothing new is let in: the sources read no more
  wait_sessions,      // until whoever is there leaves: until bounded sources end
  wait_transactions,  // until what has begun is through: until what is in flight is
  abort_work,         // what has begun is rolled back: what is in flight is dropped
  deferred_work,      // all that was put off is done now: purge and merge; timers and windows
  write_log,          // what is in the log's buffer becomes durable; the input of a job is so already
  sharp_checkpoint,   // a checkpoint behind the end of the log: a snapshot behind the last record read
  backup,             // taken while work goes on, owned by whoever asked: a savepoint
  mark_clean,         // the next start knows that it need not recover
  kill,               // nothing of the kind
};
struct PrimitiveWords {
  std::string_view of_database, of_job;
};
PrimitiveWords words(Primitive p);

// One way to shut down a database. Facts as documented by its makers; Oracle stands here for its TRANSACTIONAL.
struct Shutdown {
  std::string_view database, mode;
  std::vector<Primitive> steps;
  std::string_view next_start;
  std::string_view source;
};
std::span<const Shutdown> shutdowns();

struct Nearest {
  const Shutdown* shutdown;
  std::vector<Primitive> only_there, only_here;  // writing the log and marking apart
};
// Of each database the nearest: a checkpoint at the end counts most, then deferred work, then a kill, then how long
// running work is waited for. The first of the table where two are as near.
std::vector<Nearest> nearest(std::span<const Primitive> ending);

}  // namespace report
