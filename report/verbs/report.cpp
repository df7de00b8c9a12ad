// A stored result, rendered again.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/exports.hpp"
#include "report/files.hpp"
#include "report/session.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using scenarios::Error;

constexpr std::size_t most_bytes = std::size_t{64} << 20;

// What the exports read, and the page: a document that --out has left, and not what --format json prints.
std::string lacking(const Json& doc) {
  if (!doc.is_object() || doc.value("tool", Json()) != "quiesce") return "it is no document of quiesce";
  for (const char* key : {"verb", "verdict", "text"})
    if (!doc.contains(key) || !doc[key].is_string()) return fmt::format("it has no \"{}\"", key);
  for (const char* key : {"scenarios", "jobs", "diagrams"})
    if (!doc.contains(key) || !doc[key].is_array()) return fmt::format("it has no list \"{}\"", key);
  return "";
}

std::variant<Json, Error> read_document(const std::string& path) {
  auto text = read_file(path, most_bytes, "a document that --out has left, such as compare.json");
  if (auto* e = std::get_if<Error>(&text)) return std::move(*e);
  const auto& bytes = std::get<std::string>(text);
  const auto refuse_it = [&](std::string what) {
    return Error{path, 0, 0, std::move(what), "VERB.json from the folder of --out, as compare FILE --out DIR leaves it",
                 ""};
  };
  if (bytes.size() > most_bytes) return refuse_it("it has more than 64 MiB");
  Json doc = Json::parse(bytes, nullptr, false);
  if (doc.is_discarded()) return refuse_it("it is not JSON");
  if (const std::string what = lacking(doc); !what.empty()) return refuse_it(what);
  return doc;
}

}  // namespace

int act_report(const Options& o) {
  if (o.files.size() != 1)
    return refuse(Error{"quiesce report", 0, 0, fmt::format("{} files are named", o.files.size()),
                        "one document, such as results/compare.json", ""},
                  o.verb, o.format);
  const auto read = read_document(o.files.front());
  if (const auto* e = std::get_if<Error>(&read)) return refuse(*e, o.verb, o.format);
  const Json& doc = std::get<Json>(read);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  try {
    if (const auto e = export_document(o, doc)) return refuse(*e, o.verb, o.format);
  } catch (const Json::exception& e) {  // a key of another type than documents have
    return refuse(Error{o.files.front(), 0, 0, fmt::format("it is no document of this version: {}", e.what()),
                        "one that this version has left with --out", ""},
                  o.verb, o.format);
  }
  if (o.format == Format::json) print_document(doc);
  if (o.format == Format::text)
    print(fmt::format("{}\nverdict: {}\n", doc["text"].get<std::string>(), doc["verdict"].get<std::string>()));
  return ok;
}

}  // namespace report
