#include "report/lanes.hpp"

#include <fmt/format.h>

#include <set>

namespace report {
namespace {

constexpr std::size_t most_task_lanes = 24;  // beyond: one lane for each vertex

}  // namespace

std::string sender_of(const scenarios::StoryStep& s) {
  const std::size_t arrow = s.subject.find('>');
  return arrow == std::string::npos ? "" : s.subject.substr(0, arrow);
}

Lanes::Lanes(const model::Spec& spec, const scenarios::Story& story) {
  std::set<std::string> met;
  for (const scenarios::StoryStep& s : story) met.insert(s.actor), met.insert(sender_of(s));
  met.erase("");
  std::size_t tasks = 0;
  for (const model::VertexSpec& v : spec.vertices) tasks += v.parallelism;
  by_vertex_ = tasks > most_task_lanes;
  if (met.count("client")) lane("client", "client");
  lane("jobmanager", "jobmanager");
  for (const model::VertexSpec& v : spec.vertices) of_vertex(v);
  if (met.count("storage")) lane("storage", "storage");
  if (met.count("faults")) lane("faults", "faults");
  for (const std::string& name : met) (*this)(name);
}

std::size_t Lanes::operator()(const std::string& actor) {
  const std::size_t slash = actor.rfind('/');
  const std::string key = by_vertex_ && slash != actor.npos ? actor.substr(0, slash) + "/*" : actor;
  const auto [at, fresh] = index_.try_emplace(key, names_.size());
  if (fresh) names_.push_back({{"name", key}, {"kind", "operator"}});
  return at->second;
}

void Lanes::lane(const std::string& name, std::string_view kind) {
  if (index_.try_emplace(name, names_.size()).second) names_.push_back({{"name", name}, {"kind", kind}});
}

void Lanes::of_vertex(const model::VertexSpec& v) {
  const std::string_view kind = v.kind == model::VertexKind::source ? "source"
                                : v.kind == model::VertexKind::sink ? "sink"
                                                                    : "operator";
  if (by_vertex_) return lane(v.name + "/*", kind);
  for (std::uint32_t i = 0; i < v.parallelism; ++i) lane(fmt::format("{}/{}", v.name, i), kind);
}

}  // namespace report
