#include "report/outputs.hpp"

#include <algorithm>
#include <filesystem>

#include "report/catalogue.hpp"
#include "report/diagram.hpp"
#include "report/exports.hpp"
#include "report/files.hpp"
#include "report/graphs.hpp"
#include "report/json_entry.hpp"
#include "report/session.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

// So that a page stays below 2 MB with all the rest that is in it.
constexpr std::size_t most_diagram_bytes = 1'200'000;

std::string_view ending(Format format) {
  return format == Format::junit ? ".junit.xml" : format == Format::sarif ? ".sarif" : ".md";
}

}  // namespace

Outputs::Outputs(const Options& options, const model::World::Rules* rules)
    : options_(options), rules_(rules), whole_(from_document(options.format) || !options.out.empty()) {
  const auto wanted = [&](Format f) { return options.format == f || !options.out.empty(); };
  if (wanted(Format::markdown)) renderings_.emplace_back(Format::markdown, make_markdown(options.verb));
  if (wanted(Format::junit)) renderings_.emplace_back(Format::junit, make_junit(options.verb));
  if (wanted(Format::sarif)) renderings_.emplace_back(Format::sarif, make_sarif(options.verb));
}

void Outputs::add(const CaseView& view) {
  add(view, [&] { return entry(view.scenario, view.result); });
}

void Outputs::add_whole(const CaseView& view) {
  const auto known = [&](const Json& j) { return j.at("name") == view.scenario.name; };
  if (view.result.outcome.subject && std::none_of(jobs_.begin(), jobs_.end(), known))
    jobs_.push_back(job_json(view.scenario, view.result.outcome.subject->spec));
  if (view.result.outcome.recorded) return;
  if (view.result.outcome.scope && rules_) {
    Json graph = graph_of(view, entries_.size() - 1, *rules_, options_.properties);
    graph.is_null() ? void(++graphs_left_out_) : graphs_.push_back(std::move(graph));
  }
  if (diagram_bytes_ > most_diagram_bytes) return void(++diagrams_left_out_);
  for (Json& d : diagrams_of(view, entries_.size() - 1, rules_)) {
    const std::size_t size = d.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (diagram_bytes_ += size; diagram_bytes_ > most_diagram_bytes)
      ++diagrams_left_out_;
    else
      diagrams_.push_back(std::move(d));
  }
}

void Outputs::add_text(const std::string& title, const std::string& text) {
  if (whole_) text_ += (text_.empty() ? "" : "\n") + text;
  for (auto& [format, rendering] : renderings_) rendering->add_text(title, text);
}

void Outputs::add_markdown(const std::string& text) {
  for (auto& [format, rendering] : renderings_) rendering->add_markdown(text);
}

Json Outputs::whole(Json doc) {
  doc["sentences"] = sentences_of(doc.at("scenarios"));
  doc["jobs"] = std::move(jobs_);
  doc["diagrams"] = std::move(diagrams_);
  doc["diagramsLeftOut"] = diagrams_left_out_;
  if (!graphs_.empty() || graphs_left_out_) {
    doc["graphs"] = std::move(graphs_);
    doc["graphsLeftOut"] = graphs_left_out_;
  }
  doc["text"] = text_;
  return doc;
}

int Outputs::finish(const Conclusion& conclusion, int exit) {
  auto doc = document(options_.verb);
  close(doc, std::move(entries_), conclusion);
  doc["exit"] = exit;
  for (auto& [key, value] : more_.items()) doc[key] = std::move(value);
  if (options_.format == Format::json) print_document(doc);
  bool failed = false;
  if (whole_) {
    doc = whole(std::move(doc));
    failed = keep_document(options_, doc);
    if (const auto e = export_document(options_, doc)) failed = true, refuse(*e, options_.verb, Format::text);
  }
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
