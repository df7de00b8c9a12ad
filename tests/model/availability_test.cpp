// What a version does not have is refused by name, and had from its first version on.
#include "model/availability.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/model/experiment.hpp"

namespace {

using namespace experiment;

struct Feature {
  const char *before, *since, *what;
  std::function<void(model::Spec&)> use;
};

const std::vector<Feature> features = {
    {"flink-1.14.6", "flink-1.15.0", "restore mode claim",
     [](model::Spec& s) {
       give(s, sim::second, CommandKind::cancel, "end");
       resume(s);
       s.timeline.back().command->claim = model::Claim::claim;
     }},
    {"flink-1.10.3", "flink-1.11.0", "unaligned checkpoints",
     [](model::Spec& s) {
       s.checkpoints.unaligned = true;
       s.vertices[2].inputs[0].exchange = model::Exchange::hash;
     }},
    {"flink-1.13.6", "flink-1.14.0", "checkpoints after tasks have finished",
     [](model::Spec& s) { s.checkpoints.after_tasks_finish = true; }},
    {"flink-1.12.7", "flink-1.13.0", "adaptive scheduler",
     [](model::Spec& s) { s.semantics.scheduler = model::Scheduler::adaptive; }},
    {"flink-1.12.2", "flink-1.12.3", "splits that an enumerator hands out safely",
     [](model::Spec& s) { s.vertices[0].assignment = model::Assignment::on_request; }},
    {"flink-1.11.6", "flink-1.12.0", "sink of the unified API",
     [](model::Spec& s) { s.vertices[2].sink_api = model::SinkApi::sink_v2; }},
};

TEST(availability, a_feature_is_refused_before_its_first_version_and_had_from_then_on) {
  for (const Feature& f : features) {
    SCOPED_TRACE(f.what);
    model::Spec old = job(f.before), now = job(f.since);
    EXPECT_FALSE(model::not_in_version(old));
    f.use(old), f.use(now);
    const auto refused = model::Plan::make(old, model::Loop::run);
    ASSERT_TRUE(std::holds_alternative<std::string>(refused));
    const std::string& why = std::get<std::string>(refused);
    EXPECT_TRUE(why.starts_with(std::string(f.what) + " in " + f.before + ": there is none before ")) << why;
    const auto made = model::Plan::make(now, model::Loop::run);
    EXPECT_TRUE(std::holds_alternative<model::Plan>(made)) << std::get<std::string>(made);
  }
}

TEST(availability, a_line_that_has_ended_has_no_patch_level_beyond_its_last_release) {
  for (const char* there : {"flink-1.8.3", "flink-1.12.7", "flink-1.19.3", "flink-1.20.99", "flink-2.3.1"})
    EXPECT_TRUE(model::profile(there)) << there;
  for (const char* none : {"flink-1.8.4", "flink-1.12.8", "flink-1.19.4"}) EXPECT_FALSE(model::profile(none)) << none;
}

}  // namespace
