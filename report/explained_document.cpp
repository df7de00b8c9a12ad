#include "report/explained_document.hpp"

#include <nlohmann/json.hpp>

#include "report/diagram.hpp"
#include "report/json_entry.hpp"
#include "report/session.hpp"

namespace report {

using Json = nlohmann::ordered_json;

Json explained_document(const Options& o, const scenarios::Scenario& scenario, const scenarios::Explanation& e,
                        const std::string& text, int exit) {
  const scenarios::Case& c = scenario.cases.front();
  CaseResult result;
  result.outcome.subject = &c;
  result.outcome.properties.push_back(*e.outcome);
  Conclusion conclusion;
  conclude(conclusion, result);
  Json doc = document(o.verb), entries = Json::array({entry(scenario, result)});
  close(doc, std::move(entries), conclusion);
  doc["verdict"] = "violated", doc["exit"] = exit;
  doc["sentences"] = sentences_of(doc["scenarios"]);
  doc["jobs"] = Json::array({job_json(scenario, c.spec)});
  const std::string id(e.outcome->property->id);
  DiagramOf way{.title = title(c) + ": how " + id + " is broken",
                .spec = &c.spec,
                .story = &e.outcome->trace,
                .steps = e.outcome->trace.size(),
                .broken = id};
  if (!e.outcome->trace.empty()) way.violated = e.outcome->trace.back().number;
  if (e.no_return && e.no_return->step) way.no_return = e.no_return->step;
  if (e.decided && e.decided->step) way.decided = e.decided->step;
  doc["diagrams"] = Json::array({diagram(way)});
  if (e.sibling)
    doc["diagrams"].push_back(diagram({.title = title(c) + ": the nearest way that ends well",
                                       .spec = &c.spec,
                                       .story = &e.sibling->story,
                                       .steps = e.sibling->story.size()}));
  for (Json& d : doc["diagrams"]) d["entry"] = 0;
  doc["diagramsLeftOut"] = 0;
  doc["text"] = text;
  return doc;
}

}  // namespace report
