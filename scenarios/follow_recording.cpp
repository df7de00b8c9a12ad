#include "scenarios/follow_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "scenarios/from_recording.hpp"

namespace scenarios {
namespace {

// What was seen, and which subtask of the operator took which key.
struct Watched {
  std::vector<Seen> seen;
  std::vector<std::uint32_t> routes;
  std::uint64_t clean_up = UINT64_MAX;  // of the last execution

  void hear(const history::Event& e, const history::Stamp& stamp, const history::InternedNames& names) {
    if (const auto* c = std::get_if<history::Command>(&e)) clean_up = c->cleanup ? stamp.seq : UINT64_MAX;
    if (std::holds_alternative<history::JobSubmitted>(e)) clean_up = UINT64_MAX;
    const auto* took = std::get_if<history::OpProcess>(&e);
    const std::string task = took ? names.task(took->at.task) : "";
    if (!task.starts_with("op/")) return;
    std::uint32_t& subtask = routes[took->rec.offset % routes.size()];
    std::from_chars(task.data() + 3, task.data() + task.size(), subtask);
  }
};

}  // namespace

std::variant<Followed, history::Error> follow_recording(std::string_view text, const std::string& version,
                                                        const FollowLimits& limits) {
  const auto read = read_course(text);
  if (const auto* error = std::get_if<history::Error>(&read)) return *error;
  const RecordedCourse& course = std::get<RecordedCourse>(read);
  model::Spec spec = spec_of_recording(course);
  const std::string profile = version.empty() ? spec.profile : version;
  const auto semantics = model::profile(profile);
  if (!semantics)
    return history::Error{1, 1, fmt::format("nothing is known of engine version \"{}\"", course.header.engine_version),
                          "name the version that it is to be followed with"};
  const model::Scheduler scheduler = spec.semantics.scheduler;
  spec.profile = profile, spec.semantics = *semantics;
  spec.semantics.scheduler = scheduler;
  spec.vertices[recorded_op].keys = std::max(course.header.keys, 1U);

  Watched watched;
  watched.routes.assign(spec.vertices[recorded_op].keys, 0);
  history::InternedNames names;
  Sightings sightings(names, Sightings::Side::recording);
  history::read_history(text, names, [&](const history::Stamp& stamp, const history::Event& e) {
    watched.hear(e, stamp, names);
    if (auto s = sightings.of(e)) watched.seen.push_back({std::move(*s), stamp.seq, stamp.t});
  });
  const bool windows = course.header.window_ms > 0;  // elsewhere the model has no watermarks
  std::erase_if(watched.seen, [&](const Seen& s) {
    return s.seq >= watched.clean_up || (!windows && s.sighting.lane.ends_with(" watermarks"));
  });
  return follow(spec, watched.routes, watched.seen, limits);
}

}  // namespace scenarios
