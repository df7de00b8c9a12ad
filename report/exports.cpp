#include "report/exports.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/files.hpp"
#include "report/session.hpp"

namespace report {
namespace {

constexpr Export table[] = {
    {Format::html, ".html", "a page that opens from disk", html_of},
    {Format::csv, ".costs.csv", "costs, a line for each case and kind", csv_of},
    {Format::perfetto, ".perfetto.json", "for ui.perfetto.dev and chrome://tracing", perfetto_of},
    {Format::mermaid, ".mermaid.md", "sequence diagrams, as GitHub shows them", mermaid_of},
    {Format::shiviz, ".shiviz.log", "vector clocks, for ShiViz", shiviz_of},
    {Format::graphviz, ".dot", "the job, for Graphviz", graphviz_of},
};

}  // namespace

std::span<const Export> exports() { return table; }

std::optional<scenarios::Error> export_document(const Options& o, const nlohmann::ordered_json& document) {
  for (const Export& e : exports()) {
    const bool asked = o.format == e.format;
    if (!asked && o.out.empty()) continue;
    if (!asked && e.format == Format::html && page_template().empty()) continue;  // nobody asked for the page
    const Exported made = e.make(document);
    if (const auto* error = std::get_if<scenarios::Error>(&made)) return *error;
    if (asked) print(std::get<std::string>(made));
    if (o.out.empty()) continue;
    const auto path = std::filesystem::path(o.out) / (document.at("verb").get<std::string>() + std::string(e.ending));
    if (auto failed = write_file(path, std::get<std::string>(made))) return failed;
  }
  return std::nullopt;
}

}  // namespace report
