// FLINK-37627 (FLINK-37416 is the same for DynamoDB): a shard's children wait for the report that it was read. A
// snapshot has the enumerator's part first, which knows of no report yet, and the reader's part behind it, in which the
// shard is gone. After a restore the enumerator waits for a report that nobody will make.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void finish_and_forget(World& w, ActorId a, std::uint32_t local) {
  static const ActorEffect clean = clean_actor_rule("finish_split").effect;
  clean(w, a, local);
  w.position[w.plan.place_of(Plan::task_of(a), local)] = all_read;
}

}  // namespace

const Defect flink_37627 = {
    .id = "FLINK-37627",
    .family = Family::sources,
    .mistake = "a reader forgets a parent shard before a snapshot holds that it was read",
    .versions = "Kinesis and DynamoDB connectors; mended in April 2025",
    .caught_by = "split-liveness",
    .scenario = "scenarios/defects/parent-and-child.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "finish_split", finish_and_forget); }};

}  // namespace model
