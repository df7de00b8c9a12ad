// The catalogues.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/semantics.hpp"
#include "report/catalogue.hpp"
#include "report/lists.hpp"
#include "report/session.hpp"
#include "report/versions.hpp"

namespace report {
namespace {

using scenarios::Error;

int show(const Options& o, std::string_view key, nlohmann::ordered_json data, const std::string& text) {
  if (o.format == Format::text) return print(text), ok;
  auto doc = document(o.verb);
  doc[std::string(key)] = std::move(data);
  doc["exit"] = ok;
  return print_document(doc), ok;
}

int between(const Options& o) {
  std::vector<std::string> versions;
  std::vector<Error> errors;
  for (const std::string& text : o.between) {
    versions.push_back(full_version(text));
    if (!model::profile(versions.back())) errors.push_back(unknown_version("--between", text));
  }
  if (!errors.empty()) return refuse(errors, o.verb, o.format);
  auto data = differences(versions[0], versions[1]);
  const std::string text = differences_text(data, versions[0], versions[1], style_for(o));
  return show(o, "differences", std::move(data), text);
}

}  // namespace

int act_list(const Options& o) {
  if (o.files.size() > 1)
    return refuse({"quiesce list", 0, 0, "more than one catalogue is named", "one of them", ""}, o.verb, o.format);
  if (!o.between.empty() && (o.files.empty() || o.files.front() == "semantics")) return between(o);
  if (o.files.empty()) {
    auto all = nlohmann::ordered_json::array();
    Table table({{{}}, {{}}});
    for (const List& l : lists()) {
      all.push_back({{"list", l.name}, {"holds", l.summary}});
      table.row({{std::string(l.name), Tone::strong}, {std::string(l.summary)}});
    }
    return show(o, "lists", std::move(all),
                table.text(style_for(o), 2) + fmt::format("\n{} list NAME prints one of them.\n", o.program));
  }
  std::vector<std::string_view> known;
  for (const List& l : lists()) {
    known.push_back(l.name);
    if (l.name != o.files.front()) continue;
    auto data = l.data();
    const std::string text = l.text(data, style_for(o));
    return show(o, l.name, std::move(data), text);
  }
  return refuse({"quiesce list", 0, 0, fmt::format("unknown catalogue \"{}\"", o.files.front()),
                 fmt::format("one of {}", fmt::join(known, ", ")), scenarios::nearest_of(o.files.front(), known)},
                o.verb, o.format);
}

}  // namespace report
