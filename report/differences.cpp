// Where two versions of the engine part, knob by knob.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/semantics.hpp"
#include "report/lists.hpp"

namespace report {

using Json = nlohmann::ordered_json;

namespace {

std::string of(const Json& row, const char* key) { return row.at(key).get<std::string>(); }

}  // namespace

Json differences(const std::string& a, const std::string& b) {
  const model::Semantics of_a = *model::profile(a), of_b = *model::profile(b);
  Json list = Json::array();
  for (const model::Knob& k : model::knobs()) {
    const std::string_view value_a = k.values[k.get(of_a)], value_b = k.values[k.get(of_b)];
    if (value_a == value_b) continue;
    Json row{{"knob", k.name}, {"meaning", k.meaning}, {"from", value_a}, {"to", value_b},
             {"since", ""},    {"evidence", ""},       {"ticket", ""}};
    for (const model::KnobRow& r : model::knob_rows())
      if (r.knob == k.name && r.value == value_b)
        row["since"] = r.since, row["evidence"] = r.evidence, row["ticket"] = r.ticket;
    list.push_back(std::move(row));
  }
  return list;
}

std::string differences_text(const Json& data, const std::string& a, const std::string& b, const Style& style) {
  if (data.empty()) return fmt::format("{} and {} do not differ in what is modelled.\n", a, b);
  Table t({{{"knob"}}, {{a}}, {{b}}, {{"since"}}, {{"evidence"}}});
  for (const Json& r : data) {
    const std::string ticket = of(r, "ticket");
    t.row({{of(r, "knob"), Tone::strong},
           {of(r, "from")},
           {of(r, "to")},
           {of(r, "since")},
           {of(r, "evidence") + (ticket.empty() ? "" : "; " + ticket)}});
  }
  return t.text(style, 2);
}

}  // namespace report
