// The keys around it all: a scenario, its ways, what is compared and what is expected.
#include "scenarios/key_tables.hpp"

namespace scenarios {
namespace {

std::vector<Choice> job_statuses() {
  return {{"INITIALIZING"}, {"CREATED"},  {"RUNNING"},    {"FAILING"},   {"FAILED"},     {"CANCELLING"},
          {"CANCELED"},     {"FINISHED"}, {"RESTARTING"}, {"SUSPENDED"}, {"RECONCILING"}};
}
// What a way may say for itself, in place of the scenario's block of that name.
std::vector<Key> replaceable_keys() {
  return {
      {"semantics", Shape::semantics, "A version of Flink, with or without changed knobs; or a list of them."},
      {"job", Shape::block, "The job graph and what is slow in it.", false, {}, 0, 0, "job"},
      {"checkpoints",
       Shape::block,
       "Periodic checkpoints; none where the block is missing.",
       false,
       {},
       0,
       0,
       "checkpoints"},
      {"flink-config", Shape::flink,
       "Flink's own configuration keys, in place of checkpoints, restart, savepoints and cluster."},
      {"restart", Shape::block, "What happens after a failure.", false, {}, 0, 0, "restart"},
      {"savepoints", Shape::block, "Where savepoints go.", false, {}, 0, 0, "savepoints"},
      {"cluster", Shape::block, "What the job runs on.", false, {}, 0, 0, "cluster"},
      {"until", Shape::until, "When a timed run ends; `caught up` where it is missing."},
      {"timeline", Shape::blocks, "What is done to the job and when, in order.", false, {}, 0, 0, "entry"},
      {"faults", Shape::block, "How many faults an exploration may inject.", false, {}, 0, 0, "faults"},
      {"explore", Shape::block, "The size of an exploration.", false, {}, 0, 0, "explore"},
      {"expect",
       Shape::block,
       "What should come out; a way's keys win over the scenario's.",
       false,
       {},
       0,
       0,
       "expect"},
  };
}
Block scenario_block() {
  std::vector<Key> keys{
      {"scenario", Shape::text, "Its name.", true},
      {"story", Shape::story, "What is done to which job and why that is worth knowing."},
  };
  const auto shared = replaceable_keys();
  keys.insert(keys.end(), shared.begin(), shared.end());
  keys.push_back(
      {"ways", Shape::blocks, "Ways of ending: one run, or one column of a comparison, each.", false, {}, 0, 0, "way"});
  keys.push_back({"compare", Shape::block, "What a comparison compares.", false, {}, 0, 0, "compare"});
  return {"scenario", "One experiment.", std::move(keys)};
}
Block way_block() {
  std::vector<Key> keys{
      {"name", Shape::text, "Its column in a comparison.", true},
      {"command", Shape::block, "The command that takes the place of `way: here`.", false, {}, 0, 0, "command"},
      {"fault", Shape::block, "The fault that takes the place of `way: here`.", false, {}, 0, 0, "fault"},
  };
  const auto shared = replaceable_keys();
  keys.insert(keys.end(), shared.begin(), shared.end());
  return {"way", "One way of ending the job.", std::move(keys)};
}

}  // namespace

std::vector<Block> outer_blocks() {
  return {
      scenario_block(),
      way_block(),
      {"compare",
       "What a comparison compares.",
       {
           {"baseline", Shape::text, "The way that the others are measured against."},
           {"sinks", Shape::choices, "Each case once with each delivery.", false, deliveries()},
       }},
      {"expect",
       "What should come out.",
       {
           {"figures", Shape::figures,
            "A whole number, `some` (above 0), `none`, `unknown`, or one for each delivery: {plain: 650, "
            "transactional: 0}."},
           {"final status", Shape::choice, "Last status of the first execution.", false, job_statuses()},
           {"promises", Shape::promises, "By id of the property."},
           {"command", Shape::choice, "The answer to the way's command.", false, {{"failed"}, {"ok"}}},
           {"commands", Shape::answers, "The answers by id, when the run is over."},
           {"artifacts", Shape::block, "How many snapshots are left at the end.", false, {}, 0, 0, "artifacts"},
           {"left by run-1",
            Shape::block,
            "How many snapshots are left when the second execution begins; at the end where there is none.",
            false,
            {},
            0,
            0,
            "artifacts"},
       }},
      {"artifacts",
       "How many snapshots are left.",
       {
           {"checkpoint", Shape::whole, "", false, {}, 0, 1'000'000},
           {"savepoint", Shape::whole, "", false, {}, 0, 1'000'000},
       }},
  };
}

}  // namespace scenarios
