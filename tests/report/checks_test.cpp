#include "report/checks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "report/utf8.hpp"
#include "tests/generators.hpp"
#include "tests/report/results.hpp"

namespace report_test {
namespace {

using report::Check, report::checks;
using Outcome = Check::Outcome;

const Check& check_of(const std::vector<Check>& all, std::string_view name) {
  return *std::find_if(all.begin(), all.end(), [&](const Check& c) { return c.name == name; });
}

TEST(checks, only_a_promise_that_was_made_and_broken_fails) {
  const Mixed m;
  const auto all = checks(m.result);
  EXPECT_EQ(check_of(all, "no-loss").outcome, Outcome::passed);
  EXPECT_EQ(check_of(all, "no-replay-after-stop").outcome, Outcome::failed);
  EXPECT_EQ(check_of(all, "retention").outcome, Outcome::passed);
  EXPECT_EQ(check_of(all, "retention").reason, "broken, as the file expects");
  EXPECT_EQ(check_of(all, "exactly-once-visible").outcome, Outcome::skipped);
  EXPECT_EQ(check_of(all, "answered-once").reason, "vacuous: its situation never arose");
  EXPECT_EQ(check_of(all, "consistent-cut").reason, "undecided: 1 run");
  EXPECT_EQ(check_of(all, "restore-latest").outcome, Outcome::skipped);
  EXPECT_EQ(check_of(all, "as the file expects").outcome, Outcome::failed);
  EXPECT_EQ(check_of(all, "as the file expects").reason, "reread is 7, expected 0");
}

TEST(checks, a_case_that_could_not_be_run_is_an_error_and_nothing_else) {
  Mixed m;
  m.result.outcome.run.reset(), m.result.outcome.error = "no such version";
  const auto all = checks(m.result);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].outcome, Outcome::error);
  EXPECT_EQ(all[0].reason, "no such version");
}

TEST(checks, a_recording_is_at_the_line_of_its_event_and_a_scenario_at_that_of_its_way) {
  Mixed m;
  EXPECT_EQ(m.view().line(&m.result.outcome.properties[1]), 17);
  m.result.outcome.run.reset(), m.result.outcome.recorded.emplace();
  EXPECT_EQ(m.view().line(&m.result.outcome.properties[1]), 1);
  m.result.outcome.properties[1].violated_at = 40;
  EXPECT_EQ(m.view().line(&m.result.outcome.properties[1]), 41);
}

bool valid(std::string_view text) { return report::readable(text) == text; }

TEST(checks, readable_text_stays_as_it_is_and_any_bytes_become_readable) {
  EXPECT_TRUE(rc::check("idempotent", [] {
    const std::string once = report::readable(generators::any_bytes());
    RC_ASSERT(valid(once));
  }));
  EXPECT_TRUE(valid("tab\tline\n é 漢 😀"));
  for (const std::string bad :
       {"\x01", "\x1b[0m", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xef\xbf\xbf", "\xe6\xbc", "\x80"})
    EXPECT_FALSE(valid(bad));
  EXPECT_EQ(report::readable("a\x01z"), "a\xef\xbf\xbdz");
}

}  // namespace
}  // namespace report_test
