#include "sequences.hpp"

namespace properties::test {
namespace {

const std::string running = "submit\n job RUNNING\n task o0 DEPLOYING\n task o0 RUNNING\n";

TEST(single_active_attempt, holds_when_the_older_one_has_ended) {
  const Answers a = run("single-active-attempt",
                        running + "task o0 FAILED\n task o0.1 SCHEDULED\n task o0.1 DEPLOYING\n task o1 RUNNING");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(single_active_attempt, is_violated_by_a_second_deployment) {
  EXPECT_TRUE(violated("single-active-attempt", running + "task o0.1 DEPLOYING"));
  EXPECT_TRUE(violated("single-active-attempt", running + "task o0 CANCELING\n task o0.1 DEPLOYING"));
  EXPECT_TRUE(
      violated("single-active-attempt", running + "task o0 CANCELING\n task o0.1 SCHEDULED\n task o0.1 DEPLOYING"));
  EXPECT_FALSE(violated("single-active-attempt",
                        running + "task o0 CANCELING\n task o0.1 SCHEDULED\n task o0 CANCELED\n task o0.1 DEPLOYING"));
}

TEST(single_active_attempt, starts_anew_with_an_execution) {
  EXPECT_FALSE(violated("single-active-attempt", running + "submit\n task o0 DEPLOYING"));
}

TEST(final_statuses, holds_for_a_plain_life) {
  const Answers a =
      run("final-statuses", running + "task o0 CANCELING\n task o0 CANCELED\n job CANCELLING\n job CANCELED");
  EXPECT_TRUE(a.arose);
  EXPECT_FALSE(a.violated);
}

TEST(final_statuses, is_violated_by_a_revived_task_and_a_revived_job) {
  EXPECT_TRUE(violated("final-statuses", running + "task o0 FAILED\n task o0 RUNNING"));
  EXPECT_TRUE(violated("final-statuses", running + "task o0 FINISHED\n task o0 CANCELED"));
  EXPECT_TRUE(
      violated("final-statuses", running + "task o0 FAILED\n task o0.1 RUNNING\n task o0.1 FAILED\n task o0 RUNNING"));
  EXPECT_TRUE(violated("final-statuses", running + "job FINISHED\n job RUNNING"));
  EXPECT_FALSE(violated("final-statuses", running + "job RESTARTING\n job RUNNING"));
}

TEST(final_statuses, lets_a_suspended_job_come_back_with_high_availability_only) {
  history::Header h = header();
  h.high_availability = true;
  EXPECT_TRUE(violated("final-statuses", running + "job SUSPENDED\n job RUNNING"));
  EXPECT_FALSE(violated("final-statuses", running + "job SUSPENDED\n job RUNNING", expected("1.20.5", h)));
}

}  // namespace
}  // namespace properties::test
