// What audit says of recordings of real Flink, and of our own runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "history/writer.hpp"
#include "scenarios/audit.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

using properties::Verdict;

// All recordings where they are at hand, else those of the project.
std::vector<std::string> recordings() {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  for (const char* folder : {QUIESCE_ROOT "/../shared/histories", QUIESCE_ROOT "/tests/recordings"}) {
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none))
      if (entry.path().extension() == ".jsonl" || entry.path().extension() == ".gz")
        all.push_back(entry.path().string());
    if (!all.empty()) break;
  }
  std::sort(all.begin(), all.end());
  return all;
}

const std::vector<scenarios::Audit>& audits() {
  static const std::vector<scenarios::Audit> all = [] {
    std::vector<scenarios::Audit> made;
    for (const std::string& path : recordings()) made.push_back(scenarios::audit_history(path, {}));
    return made;
  }();
  return all;
}

TEST(audit, every_recording_is_read_and_leaves_nothing_undecided) {
  ASSERT_GE(audits().size(), 500U);
  for (const scenarios::Audit& a : audits()) {
    ASSERT_FALSE(a.error) << a.error->message;
    EXPECT_TRUE(a.outcome.recorded->gaps.empty())
        << a.outcome.header.name << ": " << a.outcome.recorded->gaps.front().reason;
    EXPECT_TRUE(a.outcome.recorded->still_running.empty()) << a.outcome.header.name;
    EXPECT_FALSE(a.outcome.undecided()) << a.outcome.header.name;
  }
}

TEST(audit, no_version_breaks_in_a_recording_what_it_promises) {
  for (const scenarios::Audit& a : audits())
    for (const scenarios::PropertyOutcome& p : a.outcome.properties)
      EXPECT_FALSE(p.alarm) << p.property->id << " in " << a.outcome.header.name << " of "
                            << a.outcome.header.engine_version;
}

struct Finding {
  std::string property, versions, section;
};
std::vector<Finding> listed_findings() {
  std::vector<Finding> all;
  std::ifstream file(QUIESCE_ROOT "/tests/laws/audit_findings.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::stringstream parts(line);
    Finding f;
    std::getline(parts, f.property, '\t'), std::getline(parts, f.versions, '\t'), std::getline(parts, f.section);
    all.push_back(f);
  }
  return all;
}

std::string minor_of(const std::string& version) { return version.substr(0, version.find('.', version.find('.') + 1)); }

// What a version does not promise, and its recordings do not keep: one line each, with where that is measured.
TEST(audit, what_recordings_do_not_keep_is_listed_with_where_it_is_measured) {
  std::map<std::string, std::set<std::string>> found;
  for (const scenarios::Audit& a : audits())
    for (const scenarios::PropertyOutcome& p : a.outcome.properties)
      if (p.verdict == Verdict::violated)
        found[std::string(p.property->id)].insert(minor_of(a.outcome.header.engine_version));
  std::map<std::string, std::set<std::string>> listed;
  for (const Finding& f : listed_findings()) {
    EXPECT_FALSE(f.section.empty()) << f.property;
    std::stringstream versions(f.versions);
    for (std::string v; versions >> v;) listed[f.property].insert(v);
  }
  EXPECT_EQ(found, listed);
}

// ---- our own runs

std::string history_of_run(const scenarios::Case& c, scenarios::CaseOutcome& outcome) {
  std::string text;
  const auto made = model::Plan::make(c.spec, model::Loop::run);
  const model::Plan& plan = std::get<model::Plan>(made);
  const model::ModelNames names(plan);
  history::write_header(text, model::header_of(plan));
  scenarios::RunOptions options;
  options.history = [&](const history::Event& event, const history::Stamp& stamp) {
    history::write_event(text, names, stamp, event);
  };
  outcome = scenarios::run_case(c, options);
  return text;
}

// A run asks after each step, an audit after each event; a run knows that nothing is left to happen, an audit only that
// every execution has ended. So where a job still runs an audit may leave undecided what the run has decided, and takes
// for under way what the run knows to be stuck.
void expect_the_same(const scenarios::CaseOutcome& run, const scenarios::Audit& audit) {
  ASSERT_FALSE(audit.error) << audit.error->message;
  EXPECT_TRUE(audit.outcome.recorded->gaps.empty()) << audit.outcome.recorded->gaps.front().reason;
  EXPECT_EQ(history::to_json(*audit.outcome.figures, audit.outcome.header, history::Unknown::word).dump(),
            history::to_json(*run.figures, run.header, history::Unknown::word).dump());
  EXPECT_EQ(audit.outcome.ended_after_us, run.ended_after_us);
  ASSERT_EQ(audit.outcome.properties.size(), run.properties.size());
  for (std::size_t i = 0; i < run.properties.size(); ++i) {
    const scenarios::PropertyOutcome &mine = run.properties[i], &its = audit.outcome.properties[i];
    const bool open = its.verdict == Verdict::undecided || mine.property->under_way;
    if (!open || audit.outcome.recorded->still_running.empty())
      EXPECT_EQ(properties::to_string(its.verdict), properties::to_string(mine.verdict)) << mine.property->id;
    EXPECT_EQ(its.promise.made, mine.promise.made) << mine.property->id;
  }
}

class OwnRuns : public ::testing::TestWithParam<const char*> {};

TEST_P(OwnRuns, are_audited_as_they_were_judged) {
  for (const scenarios::Scenario& s : shipped(GetParam()))
    for (const scenarios::Case& c : s.cases) {
      SCOPED_TRACE(s.name + " | " + c.way + " | " + c.semantics + " | " + c.sink);
      scenarios::CaseOutcome run;
      const std::string text = history_of_run(c, run);
      expect_the_same(run, scenarios::audit_text(text, {}));
    }
}
INSTANTIATE_TEST_SUITE_P(
    shipped, OwnRuns,
    ::testing::Values("scenarios/flip-45.yaml", "scenarios/golden/g1.yaml", "scenarios/recordings.yaml",
                      "scenarios/savepoint-then-failure.yaml", "scenarios/stop-unusable-directory.yaml",
                      "scenarios/defects/flink-10354.yaml", "scenarios/defects/flink-15152.yaml",
                      "scenarios/defects/flink-23532.yaml", "scenarios/truth-table/natural-end.yaml",
                      "scenarios/truth-table/r1-cancel.yaml", "scenarios/truth-table/r2-cancel-with-savepoint.yaml",
                      "scenarios/truth-table/r3-legacy-stop.yaml", "scenarios/truth-table/r4-suspend.yaml",
                      "scenarios/truth-table/r5-drain.yaml", "scenarios/truth-table/r6-stop-with-checkpoint.yaml",
                      "scenarios/truth-table/r7-failure.yaml", "scenarios/truth-table/r8-leadership.yaml"),
    [](const auto& file) {
      std::string name(file.param);
      name = name.substr(name.find('/') + 1);
      for (char& ch : name)
        if (!std::isalnum(static_cast<unsigned char>(ch))) ch = '_';
      return name;
    });

}  // namespace
}  // namespace laws
