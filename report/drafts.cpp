// Put together from three parts: what the scenario is about, the job, and how it ends. The job is the same in all, so
// that a reader who knows one knows all.
#include "report/drafts.hpp"

namespace report {
namespace {

constexpr std::string_view job = R"yaml(
# The engine: flink-1.8 to flink-2.3 (with or without a patch level, such as flink-1.15.4), or the proposal flip-45.
# A list tries several. `quiesce list semantics --between 1.14 1.15` says where two versions differ.
semantics: flink-1.20
job:
  vertices:
    # A source with two partitions of 100 records a second, in a log that can be read again from any position.
    - {name: source, kind: source, api: flip-27, parallelism: 1, splits: 2, rate: 100/s, records: endless}
    # What snapshots are about: a count for each key.
    - {name: count, kind: keyed-count, inputs: [{from: source, exchange: hash}], parallelism: 1, keys: 16, service: 0ms}
    # delivery: plain shows a record at once; transactional when a checkpoint that covers it is complete; idempotent
    # overwrites what it wrote before.
    - {name: sink, kind: sink, inputs: [count], delivery: transactional, api: two-phase-function}
  network: {data: 50ms, control: 1ms}     # or {p50: 1ms, p90: 3ms, p99: 20ms, max: 200ms}
  storage: {write: 300ms}                 # until a task's part of a snapshot is safe
# Flink's own keys may be pasted instead: flink-config: {execution.checkpointing.interval: 10s}
checkpoints: {interval: 10s, mode: exactly-once, timeout: 10min, retention: retain-on-cancel}
restart: {strategy: fixed-delay, attempts: 3, delay: 1s}
savepoints: {directory: default}          # or none, or unusable
until: caught up                          # until the resumed job has read what piled up meanwhile; or a time
)yaml";

constexpr std::string_view small = R"yaml(
# `quiesce explore` tries every order of steps instead of one, in a job this small.
faults: {any: 0..1, task-failure: 0..1}
explore: {records: 2, checkpoints: 1}
)yaml";

std::string put_together(std::string_view head, std::string_view course) {
  return std::string(head) + std::string(job) + std::string(course) + std::string(small);
}

std::string stop() {
  return put_together(R"yaml(# A job is stopped with a savepoint and resumed from it.
#   quiesce check FILE      is it valid?
#   quiesce run FILE        one run, with the clock: figures and promises
#   quiesce explore FILE    every order of steps, in the small
scenario: stop with a savepoint, then resume
story: >
  The job is stopped with a savepoint at 27 s and resumed from it. Nothing should be read or shown a second time.
)yaml",
                      R"yaml(timeline:
  # kind: stop-with-savepoint (drain: true also sends the end of all input), cancel, savepoint, checkpoint, …
  - {at: 27s, command: {kind: stop-with-savepoint, id: end}}
  # from: best is the newest snapshot that is left; or savepoint, checkpoint, scratch.
  - {when: job ended, command: {kind: resume, from: best}}
expect:
  final status: FINISHED
  figures: {reread: 0, duplicates: 0}
  promises: {no-replay-after-stop: kept}
)yaml");
}

std::string cancel() {
  return put_together(R"yaml(# A job is cancelled and resumed from its last checkpoint.
#   quiesce check FILE      is it valid?
#   quiesce run FILE        one run, with the clock: figures and promises
#   quiesce explore FILE    every order of steps, in the small
scenario: cancel, then resume
story: >
  The job is cancelled at 27 s and resumed from the last checkpoint, which is 7 s old: what came since is read a second
  time. With retention: delete-on-cancel nothing would be left to resume from.
)yaml",
                      R"yaml(timeline:
  - {at: 27s, command: {kind: cancel, id: end}}
  # from: best is the newest snapshot that is left; or savepoint, checkpoint, scratch.
  - {when: job ended, command: {kind: resume, from: best}}
expect:
  final status: CANCELED
  figures: {reread: some, duplicates: 0}
  promises: {cancel-rewinds-exactly: kept}
)yaml");
}

std::string failure() {
  return put_together(R"yaml(# A task fails, and the job restarts by itself.
#   quiesce check FILE      is it valid?
#   quiesce run FILE        one run, with the clock: figures and promises
#   quiesce explore FILE    every order of steps, in the small
scenario: a task fails, the job restarts
story: >
  A task fails at 27 s. The job restarts from its last checkpoint and reads again what came since; the execution is the
  same, so nobody has to resume anything.
)yaml",
                      R"yaml(timeline:
  # kind: task-failure, snapshot-failure, commit-failure, taskmanager-loss, …; `quiesce schema` lists them.
  - {at: 27s, fault: {kind: task-failure, task: count/0}}
  - {at: 45s, command: {kind: stop-with-savepoint, id: end}}
  - {when: job ended, command: {kind: resume, from: best}}
expect:
  final status: FINISHED
  figures: {rereadInRun: some, restarts: 1, duplicates: 0}
  promises: {no-loss: kept}
)yaml");
}

std::string comparison() {
  return put_together(R"yaml(# Several ways of ending the same job, side by side.
#   quiesce check FILE      is it valid?
#   quiesce compare FILE    one column for each way: what it costs, and what to resume from
#   quiesce explore FILE    every order of steps, in the small
scenario: which way of ending
story: >
  The job has run for 27 s and has to be ended. What does each way cost, and what is left to resume from?
)yaml",
                      R"yaml(timeline:
  - {at: 27s, way: here}                  # each way below takes this place
  - {when: job ended, command: {kind: resume, from: best}}
ways:
  - name: cancel
    command: {kind: cancel, id: end}
    expect: {final status: CANCELED, promises: {cancel-rewinds-exactly: kept}}
  - name: stop-with-savepoint
    command: {kind: stop-with-savepoint, id: end}
    expect: {final status: FINISHED, figures: {reread: 0}, promises: {no-replay-after-stop: kept}}
  - name: failure
    fault: {kind: task-failure, task: count/0}
    restart: {strategy: none}             # a way's block replaces the scenario's block of that name
    expect: {final status: FAILED}
compare: {baseline: cancel, sinks: [plain, transactional]}
)yaml");
}

constexpr Draft all[] = {
    {"stop", "stopped with a savepoint, and resumed from it", stop},
    {"cancel", "cancelled, and resumed from the last checkpoint", cancel},
    {"failure", "a task fails, the job restarts by itself", failure},
    {"comparison", "several ways of ending, side by side", comparison},
};

}  // namespace

std::span<const Draft> drafts() { return all; }

const Draft* find_draft(std::string_view kind) {
  for (const Draft& d : all)
    if (d.kind == kind) return &d;
  return nullptr;
}

}  // namespace report
