// quiesce fuzz as a user calls it: what it finds is kept and found again, whatever the number of threads, and whoever
// is killed loses nothing.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "report/fuzz_pool.hpp"
#include "report/fuzz_text.hpp"
#include "report/generated.hpp"
#include "scenarios/reader.hpp"
#include "sim/random.hpp"
#include "tests/report/program.hpp"

namespace report_test {
namespace {

namespace fs = std::filesystem;
constexpr const char* small = "scenarios/small.yaml";

std::set<std::string> names(const fs::path& folder) {
  std::set<std::string> all;
  for (const auto& entry : fs::directory_iterator(folder)) all.insert(entry.path().filename().string());
  return all;
}

// Found, made small and kept; the file of the trace.
std::string kept_in(const Folder& folder) {
  const Called c = call({"fuzz", small, "--way", "stop", "--defect", "FLINK-23532", "--property",
                         "no-replay-after-stop", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 1) << c.err;
  EXPECT_NE(c.out.find("no shorter way exists"), std::string::npos) << c.out;
  for (const char* again : {"./quiesce replay ", "./quiesce explain "})
    EXPECT_NE(c.out.find(again + folder.path().string()), std::string::npos) << c.out;
  for (const std::string& name : names(folder.path()))
    if (name.ends_with(".trace")) return folder / name;
  ADD_FAILURE() << "no trace was kept";
  return {};
}

TEST(fuzz, is_the_same_with_one_and_with_two_threads) {
  const Folder a, b;
  const auto with = [](const char* jobs, const Folder& f) {
    return call({"fuzz", small, "--defect", "FLINK-10354", "--format", "json", "--jobs", jobs, "--failures",
                 f.path().string(), "--out", f / "out"});
  };
  const Called one = with("1", a), two = with("2", b);
  EXPECT_EQ(one.code, 1) << one.err;
  auto first = nlohmann::json::parse(one.out), second = nlohmann::json::parse(two.out);
  for (auto* doc : {&first, &second})
    for (auto& entry : (*doc)["scenarios"])
      for (auto& p : entry["properties"]) p["traceFile"] = nullptr;  // in another folder
  EXPECT_EQ(first, second);
  fs::remove_all(a / "out"), fs::remove_all(b / "out");
  EXPECT_EQ(names(a.path()), names(b.path()));
  for (const std::string& name : names(a.path())) EXPECT_EQ(content(a / name), content(b / name));
}

TEST(fuzz, a_budget_of_runs_is_exact_and_a_pass_says_what_it_is_worth) {
  const Folder folder;
  const Called c = call({"fuzz", small, "--runs", "1000", "--jobs", "2", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 0) << c.out << c.err;
  for (const char* said : {"1000 runs", "95 % confidence fewer than 1 in 333", "never met:", "never arose"})
    EXPECT_NE(c.out.find(said), std::string::npos) << said << "\n" << c.out;
  EXPECT_TRUE(names(folder.path()).empty());
}

TEST(fuzz, runs_of_several_calls_are_those_of_one) {
  const auto read = scenarios::read(small, content(std::string(QUIESCE_ROOT) + "/" + small), {});
  ASSERT_FALSE(read.scenarios.empty());
  const auto made = scenarios::make_fuzz_plan(read.scenarios.front().cases.front(), {});
  ASSERT_EQ(made.error, "");
  report::FuzzPool parts(made.plan, {.runs = 2'000}), whole(made.plan, {.runs = 2'000, .jobs = 2});
  std::uint64_t heard = 0;
  const auto hear = [&](std::uint64_t n) { heard = n; };
  parts.run(1e-9, hear);  // the first block is always done
  EXPECT_EQ(heard, scenarios::fuzz_block_runs);
  parts.run(1e-9, hear);
  EXPECT_EQ(parts.all().runs, scenarios::fuzz_block_runs);
  parts.run(0, hear), whole.run(0, hear);
  EXPECT_FALSE(parts.broken());
  EXPECT_EQ(parts.all().runs, 2'000U);
  EXPECT_EQ(parts.all().steps, whole.all().steps);
  EXPECT_EQ(parts.all().arose, whole.all().arose);
  EXPECT_EQ(parts.all().coverage.met, whole.all().coverage.met);
  EXPECT_EQ(parts.all().distinct.most, whole.all().distinct.most);
}

TEST(fuzz, ends_by_itself_whatever_the_budget_is_of) {
  const auto limits = [](std::uint64_t runs, std::uint64_t microseconds, std::uint64_t bytes) {
    report::Options o;
    o.budget.runs = runs, o.budget.microseconds = microseconds, o.budget.bytes = bytes;
    return report::fuzz_limits(o, 2);
  };
  EXPECT_EQ(limits(0, 0, 0).runs, 20'000U);
  EXPECT_EQ(limits(0, 0, 2'000'000'000).runs, 20'000U);
  EXPECT_EQ(limits(0, 0, 2'000'000'000).bytes, 2'000'000'000U);
  EXPECT_EQ(limits(7, 0, 0).runs, 7U);
  EXPECT_EQ(limits(0, 4'000'000, 0).runs, UINT64_MAX);
  EXPECT_DOUBLE_EQ(limits(0, 4'000'000, 0).seconds, 2);  // for each of two cases
}

// The smallest budget of time is one block of runs for each, in rounds over all.
TEST(fuzz, a_budget_of_time_reaches_every_case_and_machines_read_them_in_the_order_of_the_file) {
  const Folder folder;
  const auto with = [&](const char* flag, const char* value) {
    const Called c = call({"fuzz", small, "--defect", "FLINK-3011", flag, value, "--jobs", "1", "--format", "json",
                           "--failures", folder.path().string()});
    EXPECT_LE(c.code, 1) << c.err;
    std::vector<std::string> all;
    for (const auto& entry : nlohmann::json::parse(c.out)["scenarios"])
      all.push_back(
          fmt::format("{} {} {}", entry["way"].dump(), entry["semantics"].dump(), entry["fuzz"]["runs"].dump()));
    return all;
  };
  EXPECT_EQ(with("--budget", "1ms"), with("--runs", "512"));
}

TEST(fuzz, a_kept_failure_replays_and_is_tried_first) {
  const Folder folder;
  const std::string trace = kept_in(folder);
  const std::string scenario = fs::path(trace).replace_extension(".yaml").string();
  EXPECT_EQ(names(folder.path()).size(), 2U);  // nothing but the two
  const Called replay = call({"replay", scenario, "--trace", trace, "--defect", "FLINK-23532"});
  EXPECT_EQ(replay.code, 1) << replay.out << replay.err;
  EXPECT_NE(replay.out.find("BROKEN: no-replay-after-stop"), std::string::npos) << replay.out;
  const Called clean_rules = call({"replay", scenario, "--trace", trace});
  EXPECT_EQ(clean_rules.code, 2);
  EXPECT_NE(clean_rules.out.find("the trace was made with the defect"), std::string::npos) << clean_rules.out;
  const Called regress = call({"fuzz", "--regress", "--defect", "FLINK-23532", "--failures", folder.path().string()});
  EXPECT_EQ(regress.code, 1);
  EXPECT_NE(regress.out.find("still broken: no-replay-after-stop"), std::string::npos) << regress.out;
  const Called clean = call({"fuzz", "--regress", "--failures", folder.path().string()});
  EXPECT_EQ(clean.code, 0);
  EXPECT_NE(clean.out.find("1 kept failure of another --defect left out"), std::string::npos) << clean.out;
  const std::string before = content(trace);
  kept_in(folder);
  EXPECT_EQ(names(folder.path()).size(), 2U);  // the same failure, the same names
  EXPECT_EQ(content(trace), before);
}

TEST(fuzz, a_kept_trace_that_no_longer_fits_says_at_which_step_and_why) {
  const Folder folder;
  const std::string trace = kept_in(folder);
  std::string text = content(trace);
  const std::size_t at = text.find("# defect: FLINK-23532\n");
  ASSERT_NE(at, std::string::npos);
  std::ofstream(trace, std::ios::binary) << text.erase(at, 22);  // as if it had been found without
  const Called c = call({"fuzz", "--regress", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 0) << c.out << c.err;
  EXPECT_NE(c.out.find("the trace stops fitting at step"), std::string::npos) << c.out;
  EXPECT_NE(c.out.find("break nothing"), std::string::npos) << c.out;
}

// Killed between the two files, or while one was being written.
TEST(fuzz, what_a_killed_run_leaves_behind_does_no_harm) {
  const Folder folder;
  const std::string trace = kept_in(folder);
  std::ofstream(folder / "half.yaml.123.part") << "scenario: ha";
  std::ofstream(folder / "other.yaml") << content(fs::path(trace).replace_extension(".yaml").string());
  const Called c = call({"fuzz", "--regress", "--defect", "FLINK-23532", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 1);
  EXPECT_EQ(c.err, "");
  EXPECT_NE(c.out.find("still broken"), std::string::npos) << c.out;
  EXPECT_EQ(c.out.find("half"), std::string::npos) << c.out;
}

TEST(fuzz, one_kept_failure_that_cannot_be_read_hides_no_broken_promise) {
  const Folder folder;
  kept_in(folder);
  std::ofstream(folder / "x.trace") << "no comments\n";
  const Called c = call({"fuzz", "--regress", "--defect", "FLINK-23532", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 1) << c.out << c.err;
  EXPECT_NE(c.err.find("x.trace:1:1"), std::string::npos) << c.err;
}

TEST(fuzz, trying_again_says_when_there_is_nothing_to_try_and_takes_no_choice_of_cases) {
  const Folder folder;
  const Called none = call({"fuzz", "--regress", "--failures", folder.path().string()});
  EXPECT_EQ(none.code, 0);
  EXPECT_NE(none.out.find("nothing was tried: no failure is kept in"), std::string::npos) << none.out;
  std::ofstream(folder / "x.trace") << "no comments\n";
  const Called unreadable = call({"fuzz", "--regress", "--failures", folder.path().string()});
  EXPECT_EQ(unreadable.code, 2);
  EXPECT_EQ(unreadable.out.find("nothing was tried"), std::string::npos) << unreadable.out;
  for (const char* flag : {"--way", "--semantics"}) {
    const Called c = call({"fuzz", "--regress", flag, "1.14", "--failures", folder.path().string()});
    EXPECT_EQ(c.code, 3) << flag;
    EXPECT_NE(c.err.find("--regress alone"), std::string::npos) << c.err;
  }
}

TEST(fuzz, says_before_it_begins_that_failures_cannot_be_kept) {
  const Folder folder;
  std::ofstream(folder / "file") << "no folder";
  const Called c = call({"fuzz", small, "--budget", "100s", "--failures", folder / "file"});
  EXPECT_EQ(c.code, 3);
  EXPECT_NE(c.err.find("is no folder in which failures can be kept"), std::string::npos) << c.err;
  EXPECT_EQ(c.out, "");
}

TEST(fuzz, a_bound_on_failures_is_given_where_none_was_found_and_is_the_same_in_every_format) {
  const Folder folder;
  const auto with = [&](const char* format, const char* defect) {
    std::vector<std::string> line{"fuzz",   small, "--way",    "stop", "--semantics", "1.20",
                                  "--runs", "600", "--format", format, "--failures",  folder.path().string()};
    if (*defect) line.insert(line.end(), {"--defect", defect});
    return call(line).out;
  };
  const auto bound = [&](const char* defect) {
    return nlohmann::json::parse(with("json", defect))["scenarios"][0]["fuzz"]["failureProbabilityBelow"];
  };
  EXPECT_DOUBLE_EQ(bound("").get<double>(), 0.005);
  EXPECT_TRUE(bound("FLINK-23532").is_null());
  EXPECT_NE(with("text", "").find("fewer than 1 in 200 such runs"), std::string::npos);
  EXPECT_NE(with("markdown", "").find("probability of at most 0.005"), std::string::npos);
  EXPECT_EQ(with("markdown", "FLINK-23532").find("probability of at most"), std::string::npos);
}

TEST(fuzz, a_damaged_trace_is_told_with_its_file) {
  const Folder folder;
  std::ofstream(folder / "x.trace") << "no comments\n";
  const Called c = call({"fuzz", "--regress", "--failures", folder.path().string()});
  EXPECT_EQ(c.code, 2);
  EXPECT_NE(c.err.find("x.trace:1:1"), std::string::npos) << c.err;
  EXPECT_NE(c.err.find("does not say which promise it breaks"), std::string::npos) << c.err;
}

TEST(fuzz, made_up_scenarios_are_the_same_with_one_and_with_two_threads) {
  const auto with = [](const char* jobs) {
    const Folder f;
    return call({"fuzz", "--generated", "--runs", "20000", "--property", "no-loss", "--format", "json", "--jobs", jobs,
                 "--failures", f.path().string()});
  };
  const Called one = with("1");
  EXPECT_EQ(one.code, 0) << one.out << one.err;
  EXPECT_EQ(one.out, with("2").out);
}

TEST(fuzz, the_number_of_different_runs_is_estimated_within_a_few_percent) {
  for (const std::uint64_t n : {10U, 1'000U, 20'000U, 500'000U}) {
    scenarios::DistinctRuns sketch;
    sim::Random random(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t print = random.next();
      sketch.note(print), sketch.note(print);
    }
    EXPECT_NEAR(static_cast<double>(report::distinct_runs(sketch)), static_cast<double>(n),
                static_cast<double>(n) * 0.06 + 1);
  }
}

TEST(fuzz, the_bound_is_the_rule_of_three) {
  EXPECT_DOUBLE_EQ(report::failure_bound(3'000), 0.001);
  EXPECT_NEAR(std::pow(1 - report::failure_bound(3'000), 3'000), 0.05, 0.001);
  EXPECT_DOUBLE_EQ(report::failure_bound(1), 1.0);
}

}  // namespace
}  // namespace report_test
