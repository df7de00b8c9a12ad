// The page of a result: the bundled template with the document put in as JSON. Nothing of the page's inner workings is
// known here but two marks: where the data goes, and where the title does.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/exports.hpp"
#include "sim/expect.hpp"

namespace report {
namespace {

constexpr std::string_view data_mark = "\"QUIESCE DATA\"", title_mark = "QUIESCE TITLE", text_mark = "QUIESCE TEXT";

// Inside of a script element "</script" would end it and "<!--" would start a comment: no "<" is left in it.
std::string for_script(const nlohmann::ordered_json& document) {
  std::string out;
  for (const char c : document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
    c == '<' ? out += "\\u003c" : out += c;
  return out;
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

std::string title_of(const nlohmann::ordered_json& document) {
  std::string name;
  if (!document.at("scenarios").empty()) name = ": " + document["scenarios"][0].value("name", "");
  return fmt::format("quiesce {}{}", document.value("verb", ""), name);
}

}  // namespace

Exported html_of(const nlohmann::ordered_json& document) {
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
  places.push_back({page.find(text_mark), {text_mark, for_markup(document.value("text", ""))}});
  places.push_back({page.find(data_mark), {data_mark, for_script(document)}});
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
