// Commands, faults, budgets and clusters that cannot be: what is said of each, and where.
#include "bad.hpp"

namespace scenarios {
namespace {

std::vector<Bad> bad_courses() {
  return {
      spoil("drain_of_a_cancel", "{kind: cancel, id: end}", "{kind: cancel, drain: true}", 16, 36,
            "\"drain\" has no meaning here; expected kind: stop-with-savepoint, or another stop"),
      spoil("drain_of_a_savepoint", "{kind: stop-with-savepoint, id: end}", "{kind: savepoint, drain: false}", 19, 39,
            "\"drain\" has no meaning here"),
      spoil("drain_of_a_cancel_with_savepoint", "{kind: cancel, id: end}", "{kind: cancel-with-savepoint, drain: true}",
            16, 51, "\"drain\" has no meaning here"),
      spoil("claim_without_resume", "{kind: cancel, id: end}", "{kind: cancel, claim: claim}", 16, 36,
            "\"claim\" has no meaning here; expected kind: resume"),
      spoil("unknown_claim", "from: best}}", "from: best, claim: noclaim}}", 13, 66, "did you mean \"no-claim\"?"),
      spoil("unknown_command", "{kind: cancel, id: end}", "{kind: cancel-with-savepiont}", 16, 21,
            "did you mean \"cancel-with-savepoint\"?"),
      spoil("unknown_fault", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: comit-failure, task: out/0}", 19, 19,
            "unknown value \"comit-failure\"; expected one of task-failure, process-failure"),
      spoil("fault_without_task", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: async-snapshot-failure}", 19, 12,
            "kind: async-snapshot-failure without task; expected the key \"task\", such as task: count/0"),
      spoil("fault_with_a_task_too_many", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: storage-failure, task: count/0}", 19, 42,
            "\"task\" has no meaning with kind: storage-failure; expected only \"kind\""),
      spoil("fault_of_a_taskmanager_with_a_task", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: taskmanager-loss, task: count/0}", 19, 43,
            "\"task\" has no meaning with kind: taskmanager-loss; expected \"taskmanager\""),
      spoil("loss_of_no_taskmanager_at_all", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: taskmanager-loss}", 19, 12,
            "kind: taskmanager-loss without taskmanager; expected the key \"taskmanager\", a number from 0"),
      spoil("loss_of_an_unknown_taskmanager", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: taskmanager-loss, taskmanager: 1}", 19, 50,
            "the cluster has no TaskManager 1; expected a number from 0 to 0, or more of them: cluster: {taskmanagers: "
            "2}"),
      spoil("taskmanager_of_a_task_failure", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: task-failure, task: count/0, taskmanager: 0}", 19, 61,
            "\"taskmanager\" has no meaning with kind: task-failure; expected \"task\""),
      spoil("jobmanager_loss_without_high_availability", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: jobmanager-loss}", 19, 12,
            "kind: jobmanager-loss without high availability; expected cluster: {high-availability: true}, or kind: "
            "cluster-shutdown"),
      spoil("commit_failure_of_an_operator", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: commit-failure, task: count/0}", 19, 41,
            "kind: commit-failure at \"count\", which commits nothing; expected a sink with delivery: transactional"),
      spoil("commit_failure_in_a_comparison_with_plain_sinks", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: commit-failure, task: out/0}", 20, 37,
            "plain sinks, which commit nothing, beside a commit-failure; expected transactional only"),
      spoil("end_of_the_input_of_a_source", "command: {kind: stop-with-savepoint, id: end}",
            "fault: {kind: end-input-failure, task: src/0}", 19, 44,
            "kind: end-input-failure at \"src\", a source, which has no input"),
      spoil("budget_for_no_kind", "until: caught up", "until: caught up\nfaults: {any: 0..1}", 11, 15,
            "a budget for no kind of fault; expected a kind beside \"any\", such as task-failure: 0..1"),
      spoil("budget_of_an_unknown_kind", "until: caught up", "until: caught up\nfaults: {comit-failure: 0..1}", 11, 10,
            "did you mean \"commit-failure\"?"),
      spoil("budget_of_jobmanager_loss", "until: caught up", "until: caught up\nfaults: {jobmanager-loss: 0..1}", 11,
            27, "a budget of jobmanager-loss without high availability; expected cluster: {high-availability: true}"),
      spoil("no_taskmanagers", "until: caught up", "until: caught up\ncluster: {taskmanagers: 0}", 11, 25,
            "\"0\" is out of range; expected a whole number from 1 to 1000"),
      spoil("unknown_key_of_a_cluster", "until: caught up", "until: caught up\ncluster: {taskmangers: 2}", 11, 11,
            "did you mean \"taskmanagers\"?"),
      spoil("adaptive_without_replacement", "flink-1.15\n",
            "{base: flink-1.15, scheduler: adaptive}\ncluster: {replacement: false}\n", 3, 10,
            "replacement: false under the adaptive scheduler, which changes the parallelism: not modelled; expected "
            "replacement: true"),
      spoil("too_many_conditions", "job ended, command",
            "checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 completed "
            "and checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 "
            "completed and checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 completed and checkpoint "
            "1 completed and checkpoint 1 completed and checkpoint 1 completed and checkpoint 1 completed and "
            "checkpoint 1 completed, command",
            13, 5, "17 conditions up to here; expected at most 16 in a timeline"),
  };
}

class BadCourse : public testing::TestWithParam<Bad> {};

TEST_P(BadCourse, is_refused_where_it_is_wrong) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(all, BadCourse, testing::ValuesIn(bad_courses()),
                         [](const auto& bad) { return bad.param.name; });

}  // namespace
}  // namespace scenarios
