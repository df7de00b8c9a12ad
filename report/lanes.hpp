#pragma once
// The lanes of a diagram: the client, the JobManager, tasks in the order of the job, storage, faults. A wide job has
// one lane for each vertex. Tested in tests/report/diagram_test.cpp.
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "model/spec.hpp"
#include "scenarios/outcome.hpp"

namespace report {

// "count/0" of "count/0>jobmanager", "storage" of "storage>jobmanager/count/0"; nothing: the step takes no message.
std::string sender_of(const scenarios::StoryStep& step);

class Lanes {
 public:
  Lanes(const model::Spec& spec, const scenarios::Story& story);
  // Of an actor; one that nobody announced gets a lane behind the others.
  std::size_t operator()(const std::string& actor);
  const nlohmann::ordered_json& json() const { return names_; }

 private:
  void lane(const std::string& name, std::string_view kind);
  void of_vertex(const model::VertexSpec& vertex);

  nlohmann::ordered_json names_ = nlohmann::ordered_json::array();
  std::map<std::string, std::size_t> index_;
  bool by_vertex_ = false;
};

}  // namespace report
