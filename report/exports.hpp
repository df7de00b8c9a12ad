#pragma once
// What is made from the document of a result alone: the page, the costs as CSV, and files for other viewers. One row
// each; `report` makes them again from a stored document. Tested in tests/report/exports_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "report/options.hpp"
#include "scenarios/error.hpp"

namespace report {

using Exported = std::variant<std::string, scenarios::Error>;
struct Export {
  Format format;
  std::string_view ending;   // of its file: ".html"
  std::string_view meaning;  // for whoever looks into the folder
  Exported (*make)(const nlohmann::ordered_json& document);
};
std::span<const Export> exports();

// Prints what --format asks for, leaves all of them in the folder of --out.
std::optional<scenarios::Error> export_document(const Options& options, const nlohmann::ordered_json& document);

// One file each: html.cpp, csv.cpp, perfetto.cpp, mermaid.cpp, shiviz.cpp, graphviz.cpp.
Exported html_of(const nlohmann::ordered_json& document);
Exported csv_of(const nlohmann::ordered_json& document);
Exported perfetto_of(const nlohmann::ordered_json& document);
Exported mermaid_of(const nlohmann::ordered_json& document);
Exported shiviz_of(const nlohmann::ordered_json& document);
Exported graphviz_of(const nlohmann::ordered_json& document);

// The page's template as it was bundled, with a place for the data; empty: this program was built without one.
std::string_view page_template();
// Why it was, and what to do.
std::string_view page_missing();

}  // namespace report
