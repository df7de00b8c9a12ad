// Who received the records of a job whose operators hand them out in turn.
#include "scenarios/receivers.hpp"

#include <gtest/gtest.h>

namespace scenarios {
namespace {

struct Job {
  history::InternedNames names;
  Receivers receivers;

  history::At at(const char* task) { return {0, names.add_task(task), 0}; }
  void takes(const char* op, std::uint32_t offset) {
    receivers.hear(history::OpProcess{at(op), {0, offset}, false}, names);
  }
  void writes(const char* sink, std::uint32_t offset) {
    const history::Record r{0, offset};
    const history::RecordRange written{0, offset, offset};
    receivers.hear(history::SinkWrite{at(sink), history::no_txn, history::passed_through(r), {&written, 1}}, names);
  }
};

TEST(receivers, are_those_that_wrote_and_the_next_in_turn_where_nobody_did) {
  Job job;
  job.names.add_job("run-1"), job.names.add_split("0");
  for (const std::uint32_t offset : {3U, 5U, 8U, 9U}) job.takes("op/1", offset);
  job.writes("sink/0", 5), job.writes("sink/1", 8);
  const ReceiverOf expected{
      {"run-1 op/1 0:3 (0)", 1}, {"run-1 op/1 0:5 (0)", 0}, {"run-1 op/1 0:8 (0)", 1}, {"run-1 op/1 0:9 (0)", 0}};
  EXPECT_EQ(job.receivers.all(2), expected);
}

}  // namespace
}  // namespace scenarios
