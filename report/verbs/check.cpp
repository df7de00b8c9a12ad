// Are these files valid?
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/words.hpp"

namespace report {

int act_check(const Options& given) {
  Options o = given;  // the whole of each file, whatever is chosen
  o.semantics.clear(), o.ways.clear(), o.sinks.clear(), o.properties.clear();
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  std::size_t cases = 0;
  for (const scenarios::Scenario& scenario : s.scenarios) cases += scenario.cases.size();
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["scenarios"] = nlohmann::ordered_json::array();
    for (const scenarios::Scenario& scenario : s.scenarios)
      doc["scenarios"].push_back(
          {{"name", scenario.name}, {"place", scenario.place}, {"cases", scenario.cases.size()}});
    doc["warnings"] = to_json(s.warnings);
    doc["exit"] = ok;
    print_document(doc);
    return ok;
  }
  warn(s.warnings);
  const Style style = style_for(o);
  print(style(Tone::good, fmt::format("{}, {}: ok", counted(s.scenarios.size(), "scenario"), counted(cases, "case"))) +
        "\n");
  return ok;
}

}  // namespace report
