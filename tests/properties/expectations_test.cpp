#include <array>

#include "sequences.hpp"

namespace properties::test {
namespace {

using history::engine_version;

TEST(engine_version, reads_profiles_and_recorded_versions) {
  EXPECT_EQ(engine_version("flink-1.15"), (history::EngineVersion{1, 15, history::last_patch, false}));
  EXPECT_EQ(engine_version("flink-1.20.5"), (history::EngineVersion{1, 20, 5, false}));
  EXPECT_EQ(engine_version("2.3.0"), (history::EngineVersion{2, 3, 0, false}));
  EXPECT_EQ(engine_version("1.20.5-adaptive"), (history::EngineVersion{1, 20, 5, false}));
  EXPECT_TRUE(engine_version("flip-45")->flip_45);
}

TEST(engine_version, refuses_what_is_none) {
  for (const char* text : {"", "flink-", "flink-1", "flink-1.", "flink-1.x", "1.15.", "1.15.2.3", "flink 1.15",
                           "flip-46", "1.15.2x", "99999999.1"})
    EXPECT_FALSE(engine_version(text)) << text;
}

TEST(expectations, do_not_exist_for_an_unknown_engine) { EXPECT_FALSE(history::expectations_for("spark-3", header())); }

TEST(expectations, tell_the_versions_apart_where_they_were_measured_to_part) {
  using Stop = history::Expectations::Stop;
  EXPECT_EQ(expected("1.8.3").stop, Stop::drains_sources);
  EXPECT_EQ(expected("1.9.0").stop, Stop::refused);
  EXPECT_EQ(expected("flip-45").stop, Stop::takes_checkpoint);
  EXPECT_FALSE(expected("1.8.3").stop_leaks);
  EXPECT_TRUE(expected("1.14.6").stop_leaks);
  EXPECT_FALSE(expected("1.15.0").stop_leaks);
  EXPECT_TRUE(expected("1.14.6").plain_savepoint_recovers);
  EXPECT_FALSE(expected("1.15.0").plain_savepoint_recovers);
  EXPECT_TRUE(expected("1.11.3").suspend_fires);
  EXPECT_FALSE(expected("1.11.4").suspend_fires);
  EXPECT_TRUE(expected("1.12.1").suspend_fires);
  EXPECT_FALSE(expected("1.12.2").suspend_fires);
  EXPECT_FALSE(expected("1.9.3").checkpoints_after_failed_stop);
}

TEST(expectations, read_rare_keys_from_the_scenario_object) {
  history::Header h = header();
  h.unaligned = true, h.claim = "claim";
  const auto e = expected("1.20.5", h);
  EXPECT_TRUE(e.unaligned);
  EXPECT_FALSE(e.high_availability);
  EXPECT_TRUE(e.claims);
  EXPECT_FALSE(e.adaptive_scheduler);
}

TEST(expectations, keep_checkpoints_of_a_suspended_job_with_high_availability) {
  history::Header h = header();
  h.retention = history::Retention::none;
  EXPECT_EQ(expected("1.20.5", h).at_suspended, history::Keeping::erase);
  h.high_availability = true;
  EXPECT_EQ(expected("1.20.5", h).at_suspended, history::Keeping::keep);
}

TEST(expectations, take_a_job_with_sources_of_both_apis_for_both) {
  history::Expectations e = expected("flink-1.12.1");
  history::expectation::fill_version(e, true, true);
  EXPECT_TRUE(e.stop_hangs && e.failed_source_hangs);
  history::expectation::fill_version(e, true, false);
  EXPECT_TRUE(e.stop_hangs && !e.failed_source_hangs);
  history::expectation::fill_version(e, false, true);
  EXPECT_TRUE(!e.stop_hangs && e.failed_source_hangs);
}

// Without retained checkpoints the plain stop of FLIP-45 is the legacy one (1.5), which aborts the tail (R3 column 5).
TEST(expectations, know_that_a_plain_stop_may_abort_the_tail_of_a_bounded_job) {
  const Property& p = *find("ends-with-everything");
  history::Header h = header();
  h.bounds["0"] = 7;
  h.command = "stop";
  EXPECT_TRUE(p.promised(expected("flink-1.15", h)).made);
  EXPECT_TRUE(p.promised(expected("flip-45", h)).made);
  h.retention = history::Retention::delete_on_cancel;
  EXPECT_FALSE(p.promised(expected("flip-45", h)).made);
  EXPECT_TRUE(p.promised(expected("flink-1.15", h)).made);
  h.command = "none";
  EXPECT_TRUE(p.promised(expected("flip-45", h)).made);
}

TEST(expectations, say_which_failed_checkpoints_count) {
  const auto counted = [](std::string_view engine) {
    const auto e = expected(engine);
    return std::array{e.counts_asynchronous, e.counts_expired, e.counts_not_finalised};
  };
  EXPECT_EQ(counted("1.9.3"), (std::array{true, false, false}));
  EXPECT_EQ(counted("1.10.3"), (std::array{false, false, false}));
  EXPECT_EQ(counted("1.11.3"), (std::array{false, true, false}));
  EXPECT_EQ(counted("1.12.0"), (std::array{true, true, false}));
  EXPECT_EQ(counted("1.16.3"), (std::array{true, true, true}));
}

}  // namespace
}  // namespace properties::test
