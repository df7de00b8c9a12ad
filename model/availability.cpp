#include "model/availability.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "history/engine_version.hpp"

namespace model {
namespace {

struct Feature {
  std::string_view what, since, source;
  bool (*used)(const Spec&);
};

constexpr Feature features[] = {
    {"restore mode claim", "1.15", "semantics.md 2(f)",
     [](const Spec& s) {
       return std::any_of(s.timeline.begin(), s.timeline.end(),
                          [](const TimelineEntry& e) { return e.command && e.command->claim == Claim::claim; });
     }},
    {"splits that an enumerator hands out safely", "1.12.3", "FLIP-27, FLINK-21996",
     [](const Spec& s) {
       return std::any_of(s.vertices.begin(), s.vertices.end(),
                          [](const VertexSpec& v) { return v.assignment != Assignment::fixed; });
     }},
    {"unaligned checkpoints", "1.11", "semantics.md 2(d).2", [](const Spec& s) { return s.checkpoints.unaligned; }},
    {"checkpoints after tasks have finished", "1.14", "FLIP-147",
     [](const Spec& s) { return s.checkpoints.after_tasks_finish.value_or(false); }},
    {"adaptive scheduler", "1.13", "FLIP-160",
     [](const Spec& s) { return s.semantics.scheduler == Scheduler::adaptive; }},
    {"sink of the unified API", "1.12", "FLIP-143",
     [](const Spec& s) {
       return std::any_of(s.vertices.begin(), s.vertices.end(), [](const VertexSpec& v) {
         return v.kind == VertexKind::sink && v.sink_api == SinkApi::sink_v2;
       });
     }},
};

}  // namespace

std::optional<std::string> not_in_version(const Spec& spec) {
  const auto version = history::engine_version(spec.profile);
  if (!version || version->flip_45) return std::nullopt;
  for (const Feature& f : features)
    if (f.used(spec) && *version < history::first_patch(*history::engine_version(f.since)))
      return fmt::format("{} in {}: there is none before {} ({})", f.what, spec.profile, f.since, f.source);
  return std::nullopt;
}

}  // namespace model
