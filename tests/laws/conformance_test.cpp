// Every recording of real Flink at hand ends in a way in which the model's run of the same scenario may end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "tests/laws/conformance_table.hpp"

namespace laws {
namespace {

std::string folder_of_recordings() {
  const std::string all = QUIESCE_ROOT "/../shared/histories";
  return std::filesystem::is_directory(all) ? all : QUIESCE_ROOT "/tests/recordings";
}

struct Results {
  std::vector<Recording> recordings = load_recordings(folder_of_recordings());
  std::vector<Endings> endings = run_all(recordings, 72);
  Exceptions exceptions = read_exceptions(QUIESCE_ROOT "/tests/laws/conformance_exceptions.tsv");
};
const Results& results() {
  static const Results all;
  return all;
}

TEST(conformance, every_recording_is_read_and_becomes_a_scenario_that_runs) {
  ASSERT_FALSE(results().recordings.empty());
  for (std::size_t i = 0; i < results().recordings.size(); ++i) {
    EXPECT_EQ(results().recordings[i].error, "") << results().recordings[i].name;
    if (is_excused(results().recordings[i], results().endings[i], results().exceptions)) continue;
    EXPECT_EQ(results().endings[i].error, "") << results().recordings[i].name;
  }
}

TEST(conformance, at_least_98_percent_of_recordings_end_as_the_model_may_end) {
  const auto tallies = by_version(results().recordings, results().endings);
  std::fputs(table_of(tallies).c_str(), stdout);
  std::size_t whole = 0;
  for (const auto& [version, t] : tallies) whole += t.whole;
  EXPECT_GE(whole * 100, results().recordings.size() * 98) << whole << " of " << results().recordings.size();
}

TEST(conformance, each_mismatch_is_listed_with_its_reason) {
  for (std::size_t i = 0; i < results().recordings.size(); ++i) {
    const Recording& r = results().recordings[i];
    const Verdict v = judge(r, results().endings[i]);
    if (v.whole || is_excused(r, results().endings[i], results().exceptions)) continue;
    std::string told;
    for (const std::string& d : v.differences) told += "\n  " + d;
    ADD_FAILURE() << r.name << told;
  }
}

// A model that permits everything would match everything.
TEST(conformance, no_ending_is_reachable_that_neither_a_recording_shows_nor_a_text_documents) {
  const auto permitted = read_permitted(QUIESCE_ROOT "/tests/laws/conformance_permitted.tsv");
  for (const Permitted& row : permitted) EXPECT_FALSE(row.document.empty()) << row.recording;
  for (const NotSeen& n : not_seen(results().recordings, results().endings))
    EXPECT_TRUE(
        std::any_of(permitted.begin(), permitted.end(), [&](const Permitted& row) { return is_permitted(n, row); }))
        << n.recording << ": " << n.seeds << " of " << n.of << " seeds" << to_text(n);
}

TEST(conformance, no_exception_is_listed_without_need_or_reason) {
  for (const auto& [name, fields] : results().exceptions) {
    for (const auto& [field, reason] : fields) EXPECT_FALSE(field.empty() || reason.empty()) << name;
    for (std::size_t i = 0; i < results().recordings.size(); ++i) {
      const Recording& r = results().recordings[i];
      const Exceptions alone{{name, fields}};
      if (is_excused(r, results().endings[i], alone)) {
        EXPECT_TRUE(!results().endings[i].error.empty() || !judge(r, results().endings[i]).whole)
            << r.name << " matches; strike it off the list";
      }
    }
  }
}

}  // namespace
}  // namespace laws
