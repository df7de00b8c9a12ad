// The JSON Schema of what is read and what is written.
#include "scenarios/schema.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/result_schema.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"

namespace report {

int act_schema(const Options& o) {
  constexpr std::string_view known[] = {"scenarios", "results"};
  const std::string what = o.files.empty() ? std::string(known[0]) : o.files[0];
  if (o.files.size() > 1)
    return refuse({"quiesce schema", 0, 0, "more than one schema is named", "one of scenarios, results", ""}, o.verb,
                  o.format);
  if (what == known[0]) {
    std::string text = scenarios::schema(known_names());
    if (text.empty() || text.back() != '\n') text += '\n';
    return print(text), ok;
  }
  if (what == known[1]) return print_document(result_schema()), ok;
  return refuse({"quiesce schema", 0, 0, fmt::format("unknown schema \"{}\"", what), "one of scenarios, results",
                 scenarios::nearest_of(what, known)},
                o.verb, o.format);
}

}  // namespace report
