// The page of a result: the bundled template with the document put in as JSON. Nothing of the page's inner workings is
// known here but three marks: where the data goes, the title, and the text for whoever runs no scripts.
//
// A page has at most 2 MB. What many cases say of a property is mostly the same, so each different one stands in
// `properties` once and the entries hold its number there; figures and explored graphs, which the page does not show,
// stay out. If it is
// still too large diagrams go, the last first, but for those of a broken promise as long as there are others.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/exports.hpp"
#include "sim/expect.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_bytes = 2'000'000;
constexpr std::string_view data_mark = "\"QUIESCE DATA\"", title_mark = "QUIESCE TITLE", text_mark = "QUIESCE TEXT";

std::string text_of(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json packed(Json document) {
  std::map<std::string, std::size_t> numbers;
  Json table = Json::array();
  for (Json& e : document["scenarios"]) {
    e.erase("figures");
    for (Json& p : e["properties"]) {
      const auto [known, fresh] = numbers.try_emplace(text_of(p), table.size());
      if (fresh) table.push_back(std::move(p));
      p = known->second;
    }
  }
  document["properties"] = std::move(table);
  document.erase("graphs");
  return document;
}

// Inside of a script element "</script" would end it and "<!--" would start a comment: no "<" is left in it.
std::string for_script(const Json& document) {
  std::string out;
  for (const char c : text_of(document)) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

// Without the diagrams that would make it larger than `most`.
std::string fitting(Json document, std::size_t most) {
  std::string text = for_script(document);
  Json& all = document["diagrams"];
  const auto last_without = [&](bool broken) {
    for (std::size_t i = all.size(); i-- > 0;)
      if (all[i].at("broken").is_null() == !broken) return i;
    return all.size();
  };
  while (text.size() > most && !all.empty()) {
    const std::size_t spare = last_without(false);
    const std::size_t at = spare < all.size() ? spare : last_without(true);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
    document["diagramsLeftOut"] = document.value("diagramsLeftOut", 0) + 1;
    text = for_script(document);
  }
  return text;
}

std::string for_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::string title_of(const Json& document) {
  std::string name;
  if (!document.at("scenarios").empty()) name = ": " + document["scenarios"][0].value("name", "");
  return fmt::format("quiesce {}{}", document.value("verb", ""), name);
}

}  // namespace

Exported html_of(const Json& document) {
  const std::string_view page = page_template();
  if (page.empty())
    return scenarios::Error{
        "--format html",
        0,
        0,
        std::string(page_missing()),
        "a build with Node.js 18 or later and npm (./setup installs both), or another format: text, "
        "markdown, json",
        ""};
  // Marks are looked for in the template alone, never in what is put in.
  std::vector<std::pair<std::size_t, std::pair<std::string_view, std::string>>> places;
  places.push_back({page.find(title_mark), {title_mark, for_markup(title_of(document))}});
  std::string text = for_markup(document.value("text", ""));
  const std::size_t taken = page.size() + text.size() + 1'000;
  places.push_back(
      {page.find(data_mark), {data_mark, fitting(packed(document), most_bytes > taken ? most_bytes - taken : 0)}});
  places.push_back({page.find(text_mark), {text_mark, std::move(text)}});
  std::sort(places.begin(), places.end());
  std::string out;
  std::size_t from = 0;
  for (const auto& [at, place] : places) {
    expects(at != page.npos);
    out += page.substr(from, at - from);
    out += place.second;
    from = at + place.first.size();
  }
  return out + std::string(page.substr(from));
}

}  // namespace report
