// read(write(x)) = x, for random scenarios and for the shipped ones.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "arbitrary.hpp"
#include "scenarios/writer.hpp"
#include "support.hpp"

namespace scenarios {
namespace {

TEST(round_trip, a_scenario_is_read_back_as_it_was) {
  EXPECT_TRUE(rc::check("read(write(scenario)) = scenario", [] {
    const Scenario scenario = arbitrary_scenario();
    const std::string text = write(scenario);
    const Read back = read("f.yaml", text, {});
    if (!back.ok() || back.scenarios.size() != 1 || !same(back.scenarios[0], scenario))
      RC_LOG() << text << to_text(back.errors);
    RC_ASSERT(back.ok());
    RC_ASSERT(back.scenarios.size() == 1U);
    RC_ASSERT(same(back.scenarios[0], scenario));
  }));
}

TEST(round_trip, a_case_is_read_back_as_the_only_case_of_its_file) {
  EXPECT_TRUE(rc::check("read(write(case)).cases = [case]", [] {
    const Scenario scenario = arbitrary_scenario();
    const Case& wanted = *rc::gen::elementOf(scenario.cases);
    const std::string text = write(wanted);
    const Read back = read("f.yaml", text, {});
    if (!back.ok()) RC_LOG() << text << to_text(back.errors);
    RC_ASSERT(back.ok());
    RC_ASSERT(back.scenarios[0].cases.size() == 1U);
    RC_ASSERT(same(back.scenarios[0].cases[0], wanted));
  }));
}

TEST(round_trip, writing_is_canonical) {
  EXPECT_TRUE(rc::check("write(read(write(x))) = write(x)", [] {
    const std::string text = write(arbitrary_scenario());
    const Read back = read("f.yaml", text, {});
    RC_ASSERT(back.ok());
    RC_ASSERT(write(back.scenarios[0]) == text);
  }));
}

TEST(round_trip, equality_sees_a_change_of_any_block) {
  const Read result = read("f.yaml", good, some_names());
  ASSERT_TRUE(result.ok()) << to_text(result.errors);
  const model::Spec spec = result.scenarios[0].ways[0].spec;
  const std::vector<void (*)(model::Spec&)> changes{
      [](model::Spec& s) { s.name += "x"; },
      [](model::Spec& s) { s.vertices[1].keys++; },
      [](model::Spec& s) { s.vertices[1].inputs[0].exchange = model::Exchange::forward; },
      [](model::Spec& s) { s.vertices[2].inputs[0].chained = true; },
      [](model::Spec& s) { s.vertices[1].holds.push_back({}); },
      [](model::Spec& s) { s.vertices[1].window_ms++; },
      [](model::Spec& s) { s.vertices[0].pacing = model::Pacing::pauses; },
      [](model::Spec& s) { s.vertices[0].pace_changes.push_back({}); },
      [](model::Spec& s) { s.vertices[0].bounds.push_back(0); },
      [](model::Spec& s) { s.vertices[0].event_ms++; },
      [](model::Spec& s) { s.vertices[0].watermark_every++; },
      [](model::Spec& s) { s.vertices[0].ignores_end++; },
      [](model::Spec& s) { s.vertices[0].stoppable = false; },
      [](model::Spec& s) { s.vertices[2].delivery = history::Delivery::idempotent; },
      [](model::Spec& s) { s.vertices[2].sink_api = model::SinkApi::sink_v2; },
      [](model::Spec& s) { s.checkpoints.mode = history::Mode::at_least_once; },
      [](model::Spec& s) { s.checkpoints.tolerable++; },
      [](model::Spec& s) { s.checkpoints.unaligned = true; },
      [](model::Spec& s) { s.checkpoints.after_tasks_finish = false; },
      [](model::Spec& s) { s.cluster.taskmanagers++; },
      [](model::Spec& s) { s.cluster.replacement = false; },
      [](model::Spec& s) { s.cluster.high_availability = true; },
      [](model::Spec& s) { s.timeline[0].command->drain = true; },
      [](model::Spec& s) { s.timeline[1].command->claim = model::Claim::claim; },
      [](model::Spec& s) { s.timeline[0].fault.emplace(); },
      [](model::Spec& s) { s.faults[model::FaultKind::cluster_shutdown]++; },
      [](model::Spec& s) { s.network.capacity++; },
      [](model::Spec& s) { s.storage.write.max++; },
      [](model::Spec& s) { s.checkpoints.retained++; },
      [](model::Spec& s) { s.restart.attempts++; },
      [](model::Spec& s) { s.savepoints = model::SavepointDirectory::none; },
      [](model::Spec& s) { s.until = 1; },
      [](model::Spec& s) { s.timeline[1].when.clear(); },
      [](model::Spec& s) { s.timeline[0].command->id = "other"; },
      [](model::Spec& s) { s.faults.any++; },
      [](model::Spec& s) { s.explore.expiry = true; },
  };
  EXPECT_TRUE(same(spec, spec));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    model::Spec changed = spec;
    changes[i](changed);
    EXPECT_FALSE(same(spec, changed)) << "change " << i;
  }
}

}  // namespace
}  // namespace scenarios
