#include "scenarios/scenario.hpp"

#include <algorithm>

#include "scenarios/keys.hpp"

namespace scenarios {
namespace {

using model::VertexKind;

std::string delivery_word(history::Delivery delivery) {
  return std::string(block("sink").find("delivery")->choices[static_cast<std::size_t>(delivery)].word);
}

// "plain", or "plain+transactional" for a job with both.
std::string sinks_of(const model::Spec& spec) {
  std::vector<std::string> words;
  for (const auto& v : spec.vertices) {
    if (v.kind != VertexKind::sink) continue;
    const std::string word = delivery_word(v.delivery);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : "+") + word;
  return text;
}

Case make_case(const Way& way, const SemanticsChoice& semantics, const history::Delivery* sink) {
  Case made{way.name, semantics.text, "", way.spec, way.here, way.expect, way.line};
  made.spec.profile = semantics.profile, made.spec.semantics = semantics.semantics,
  made.spec.overrides = semantics.overrides;
  if (sink)
    for (auto& v : made.spec.vertices)
      if (v.kind == VertexKind::sink) v.delivery = *sink;
  made.sink = sinks_of(made.spec);
  if (const auto own = way.figures_of_sink.find(made.sink); own != way.figures_of_sink.end())
    for (const auto& [name, figure] : own->second) made.expect.figures[name] = figure;
  return made;
}

}  // namespace

std::vector<Case> multiply(const Scenario& scenario) {
  std::vector<Case> cases;
  for (const Way& way : scenario.ways)
    for (const SemanticsChoice& semantics : way.semantics) {
      if (scenario.sinks.empty()) cases.push_back(make_case(way, semantics, nullptr));
      for (const history::Delivery& sink : scenario.sinks) cases.push_back(make_case(way, semantics, &sink));
    }
  return cases;
}

}  // namespace scenarios
