#pragma once
// What the laws share: shipped scenarios as cases, recordings, golden lines.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "scenarios/outcome.hpp"
#include "scenarios/reader.hpp"

namespace laws {

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// `name`: relative to the root of the project. The scenarios of a file that is read without error.
inline std::vector<scenarios::Scenario> shipped(const std::string& name) {
  const scenarios::Read r = scenarios::read(name, read_file(std::string(QUIESCE_ROOT) + "/" + name), {});
  for (const scenarios::Error& e : r.errors) ADD_FAILURE() << scenarios::to_text(e);
  return r.scenarios;
}

inline const scenarios::Case* find_case(const scenarios::Scenario& s, const std::string& way, const std::string& sink) {
  for (const scenarios::Case& c : s.cases)
    if (c.way == way && (sink.empty() || c.sink == sink)) return &c;
  return nullptr;
}

inline const scenarios::PropertyOutcome* find_property(const scenarios::CaseOutcome& o, std::string_view id) {
  for (const scenarios::PropertyOutcome& p : o.properties)
    if (p.property->id == id) return &p;
  return nullptr;
}

}  // namespace laws
