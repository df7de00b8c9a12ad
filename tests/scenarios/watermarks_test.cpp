// Where sources sent the watermarks that only operators show.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios/watermark_holders.hpp"

namespace scenarios {
namespace {

using history::Record;
constexpr WatermarkTerms terms{10, 0, false, true, false};

// One source for each split. Operators act when all has been sent.
struct Made {
  AttemptSeen attempt;
  std::uint64_t seq = 0;

  void sends(std::uint32_t source, std::uint32_t records) {
    auto& s = attempt.sources[source];
    s.lane = "source/" + std::to_string(source);
    for (std::uint32_t i = 0; i < records; ++i)
      s.sent.push_back({Record{source, static_cast<std::uint32_t>(s.sent.size())}, ++seq});
  }
  void takes(std::uint32_t op, AttemptSeen::Thing what) {
    attempt.operators[op].deeds.push_back({what, false, 0, ++seq});
  }
  void rises(std::uint32_t op, std::int64_t to) { attempt.operators[op].deeds.push_back({Record{}, true, to, ++seq}); }

  std::string text(const std::set<history::CheckpointId>& savepoints = {}) const {
    std::string all;
    for (const Seen& s : sent_watermarks(attempt, savepoints, terms))
      all += s.sighting.lane + ": " + s.sighting.what + " behind " + std::to_string(s.seq) + "\n";
    return all;
  }
};

TEST(watermarks, of_two_sources_are_found_where_every_operator_rises_as_it_did) {
  Made made;
  made.sends(0, 4), made.sends(1, 4);
  // Operator 7 rises before it takes 1:2, so source 1 had sent 19 before that; operator 8 takes 1:3 and rises only
  // behind 0:1, so it was source 0 that held it down, with 19 before 0:2.
  for (const Record r : {Record{0, 0}, {1, 0}, {1, 1}}) made.takes(7, r);
  made.rises(7, 19);
  made.takes(7, Record{1, 2});
  for (const Record r : {Record{1, 3}, {0, 1}}) made.takes(8, r);
  made.rises(8, 19);
  for (const Record r : {Record{0, 2}, {0, 3}}) made.takes(8, r);
  EXPECT_EQ(made.text(), "source/0: watermark 19 (0) behind 2\nsource/1: watermark 19 (0) behind 6\n");
}

TEST(watermarks, behind_a_barrier_are_taken_behind_the_snapshot) {
  Made made;
  made.sends(0, 2);
  made.attempt.sources[0].sent.push_back({history::CheckpointId{5}, ++made.seq});
  made.sends(0, 1);
  made.takes(7, Record{0, 0}), made.takes(7, Record{0, 1});
  made.rises(7, 19);
  made.takes(7, history::CheckpointId{5});
  EXPECT_EQ(made.text(), "source/0: watermark 19 (0) behind 2\n");
}

}  // namespace
}  // namespace scenarios
