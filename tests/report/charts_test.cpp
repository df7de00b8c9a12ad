// What plots over time are made of: throughput, lag and the checkpoint timeline of a told run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "model/rulebook.hpp"
#include "report/curves.hpp"
#include "report/snapshot_times.hpp"
#include "report/told_run.hpp"
#include "scenarios/reader.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

using Json = nlohmann::ordered_json;

struct Charts {
  Charts(const std::string& file, const std::string& way, std::uint64_t most = 1'000'000)
      : scenario(scenarios::read(file, content(std::string(QUIESCE_ROOT) + "/scenarios/" + file), {}).scenarios.at(0)) {
    for (const scenarios::Case& c : scenario.cases)
      if (c.way == way && !subject) subject = &c;
    told = report::told_run(*subject, 1, model::make_rulebook(), most);
    curves = report::curves_of(subject->spec, told.story);
    times = report::snapshot_times(told.story);
  }
  std::uint64_t most_lag() const {
    std::uint64_t most = 0;
    for (const Json& n : curves.at("lag"))
      if (!n.is_null()) most = std::max(most, n.get<std::uint64_t>());
    return most;
  }
  // From the moment at which a snapshot was triggered.
  static std::int64_t since(const Json& snapshot, const Json& t) {
    return t.get<std::int64_t>() - snapshot.at("triggered").get<std::int64_t>();
  }

  scenarios::Scenario scenario;
  const scenarios::Case* subject = nullptr;
  report::ToldRun told;
  Json curves, times;
};

// flip-45.yaml by hand: cancel at 27 s goes back to the checkpoint of 20 s, at 100 records a second; the record of 27 s
// itself is readable, too. A stop goes back by nothing: the savepoint takes 800 ms and the end of the input another 500
// ms to the sink, so 1.3 s later what came in between can be read.
TEST(curves, the_lag_of_a_cancelled_job_is_what_it_has_to_read_again) {
  EXPECT_EQ(Charts("flip-45.yaml", "cancel").most_lag(), 701U);
  EXPECT_EQ(Charts("flip-45.yaml", "stop-with-savepoint").most_lag(), 131U);
}

TEST(curves, every_record_of_their_time_is_in_one_bin) {
  for (const char* way : {"cancel", "stop-with-savepoint", "failure"}) {
    const Charts run("flip-45.yaml", way);
    const auto from = run.curves.at("from").get<std::int64_t>();
    std::uint64_t read = 0, written = 0;
    for (const scenarios::StoryStep& s : run.told.story)
      for (const std::string& line : s.events) {
        read += *s.time >= from && line.find("\"ev\":\"source.emit\"") != line.npos;
        written += *s.time >= from && line.find("\"ev\":\"sink.write\"") != line.npos;
      }
    const auto sum = [](const Json& bins) {
      return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0},
                             [](std::uint64_t n, const Json& bin) { return n + bin.get<std::uint64_t>(); });
    };
    EXPECT_EQ(sum(run.curves.at("read")), read) << way;
    EXPECT_EQ(sum(run.curves.at("shown")), written) << way;  // a plain sink shows a record with each write
    EXPECT_EQ(run.curves.at("read").size(), run.curves.at("lag").size());
    const auto bins = static_cast<std::int64_t>(run.curves.at("read").size());
    EXPECT_LE(bins, 120);
    EXPECT_GT(from + bins * run.curves.at("width").get<std::int64_t>(), *run.told.story.back().time);
  }
}

TEST(curves, begin_somewhat_before_the_command) {
  const Charts run("flip-45.yaml", "cancel");
  EXPECT_LT(run.curves.at("from").get<std::int64_t>(), 27'000'000);
  EXPECT_GT(run.curves.at("from").get<std::int64_t>(), 20'000'000);
}

TEST(curves, of_a_window_of_a_run_know_the_place_of_splits_that_are_read_in_it) {
  const Charts window("flip-45.yaml", "cancel", 1'000);
  EXPECT_EQ(window.most_lag(), 701U);  // its sources are met in it before the command
}

// flip-45.yaml by hand: 250 ms from task to task, 300 ms for a write.
TEST(snapshot_times, follow_the_barrier_from_task_to_task) {
  const Charts run("flip-45.yaml", "stop-with-savepoint");
  const Json& all = run.times.at("snapshots");
  ASSERT_GE(all.size(), 3U);
  EXPECT_EQ(all[0].at("triggered"), 10'000'000);
  EXPECT_EQ(all[0].at("kind"), "checkpoint");
  EXPECT_EQ(all[2].at("kind"), "suspend");
  EXPECT_EQ(all[2].at("triggered"), 27'000'000);
  for (const Json* s : {&all[0], &all[1], &all[2]}) {
    EXPECT_EQ(s->at("outcome"), "complete");
    EXPECT_EQ(Charts::since(*s, s->at("ended")), 800'000);
    ASSERT_EQ(s->at("parts").size(), 3U);
    std::int64_t arrival = 0;
    for (const Json& part : s->at("parts")) {
      EXPECT_EQ(Charts::since(*s, part.at("from")), arrival) << part;
      EXPECT_EQ(part.at("taken"), part.at("from")) << part;  // one input: nothing to align
      EXPECT_EQ(Charts::since(*s, part.at("stored")), arrival + 300'000) << part;
      arrival += 250'000;
    }
  }
}

TEST(snapshot_times, of_several_inputs_end_their_alignment_with_the_last_barrier) {
  const Charts run("wide-job.yaml", "cancel");
  bool waited = false;
  for (const Json& s : run.times.at("snapshots")) {
    if (s.at("outcome") != "complete") continue;
    for (const Json& part : s.at("parts")) {
      EXPECT_LE(part.at("from"), part.at("taken")) << part;
      EXPECT_LT(part.at("taken"), part.at("stored")) << part;
      EXPECT_LE(part.at("stored"), s.at("ended")) << part;
      waited |= part.at("from") < part.at("taken");
    }
  }
  EXPECT_TRUE(waited);
}

TEST(snapshot_times, a_story_without_clocks_has_none) {
  scenarios::Story story = Charts("flip-45.yaml", "cancel").told.story;
  for (scenarios::StoryStep& s : story) s.time = std::nullopt;
  EXPECT_TRUE(report::snapshot_times(story).at("snapshots").empty());
  EXPECT_TRUE(report::curves_of(Charts("flip-45.yaml", "cancel").subject->spec, story).is_null());
}

}  // namespace
}  // namespace report_test
