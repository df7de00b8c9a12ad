// Writes a commented scenario to begin with.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/drafts.hpp"
#include "report/files.hpp"
#include "report/session.hpp"

namespace report {
namespace {

using scenarios::Error;

std::variant<const Draft*, Error> wanted(const Options& o) {
  std::vector<std::string_view> known;
  for (const Draft& d : drafts()) known.push_back(d.kind);
  const std::string expected = fmt::format("one of {}", fmt::join(known, ", "));
  if (o.files.empty()) return Error{"quiesce new", 0, 0, "no kind is named", expected, ""};
  if (o.files.size() > 2)
    return Error{"quiesce new", 0, 0, fmt::format("{} arguments", o.files.size()), "a kind and a file", ""};
  if (const Draft* draft = find_draft(o.files[0])) return draft;
  return Error{"quiesce new",
               0,
               0,
               fmt::format("unknown kind \"{}\"", o.files[0]),
               expected,
               scenarios::nearest_of(o.files[0], known)};
}

}  // namespace

int act_new(const Options& o) {
  const auto draft = wanted(o);
  if (const auto* e = std::get_if<Error>(&draft)) return refuse(*e, o.verb, o.format);
  const std::string text = std::get<const Draft*>(draft)->text();
  const std::string file = o.files.size() > 1 ? o.files[1] : "-";
  if (file != "-") {
    std::error_code failed;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, failed)))
      return refuse({file, 0, 0, "is there already", "a file that does not exist: nothing is overwritten", ""}, o.verb,
                    o.format);
    if (const auto e = write_file(file, text)) return refuse(*e, o.verb, o.format);
  }
  if (o.format == Format::json) {
    auto doc = document(o.verb);
    doc["kind"] = o.files[0], doc["file"] = file == "-" ? nlohmann::ordered_json() : nlohmann::ordered_json(file);
    if (file == "-") doc["text"] = text;
    doc["exit"] = ok;
    return print_document(doc), ok;
  }
  if (file == "-") return print(text), ok;
  print(fmt::format("{1}: a scenario to begin with. Next:\n  {0} check {1}\n  {0} {2} {1}\n", o.program, file,
                    o.files[0] == "comparison" ? "compare" : "run"));
  return ok;
}

}  // namespace report
