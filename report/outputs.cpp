#include "report/outputs.hpp"

#include <filesystem>

#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/json_entry.hpp"
#include "report/session.hpp"

namespace report {
namespace {

std::string_view ending(Format format) {
  return format == Format::junit ? ".junit.xml" : format == Format::sarif ? ".sarif" : ".md";
}

}  // namespace

Outputs::Outputs(const Options& options) : options_(options) {
  const auto wanted = [&](Format f) { return options.format == f || !options.out.empty(); };
  if (wanted(Format::markdown)) renderings_.emplace_back(Format::markdown, make_markdown(options.verb));
  if (wanted(Format::junit)) renderings_.emplace_back(Format::junit, make_junit(options.verb));
  if (wanted(Format::sarif)) renderings_.emplace_back(Format::sarif, make_sarif(options.verb));
}

void Outputs::add(const CaseView& view) {
  add(view, [&] { return entry(view.scenario, view.result); });
}

void Outputs::add_text(const std::string& title, const std::string& text) {
  for (auto& [format, rendering] : renderings_) rendering->add_text(title, text);
}

int Outputs::finish(const Conclusion& conclusion, int exit) {
  auto doc = document(options_.verb);
  close(doc, std::move(entries_), conclusion);
  doc["exit"] = exit;
  for (auto& [key, value] : more_.items()) doc[key] = std::move(value);
  if (options_.format == Format::json) print_document(doc);
  bool failed = keep_document(options_, doc);
  for (auto& [format, rendering] : renderings_) {
    const std::string text = rendering->text(conclusion, exit);
    if (options_.format == format) print(text);
    if (options_.out.empty()) continue;
    const auto path = std::filesystem::path(options_.out) / (options_.verb + std::string(ending(format)));
    if (const auto e = write_file(path, text)) failed = true, refuse(*e, options_.verb, Format::text);
  }
  return failed ? bad_input : exit;
}

}  // namespace report
