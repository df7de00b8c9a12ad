#include "report/session.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "report/catalogue.hpp"
#include "report/files.hpp"

namespace report {
namespace {

// Whoever reads what is left of it must not take it for a whole: no verdict's exit code. Nobody to complain to is no
// reason to stop.
void put(std::FILE* to, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0) return;
  if (to != stdout) return;
  std::fprintf(stderr, "quiesce: standard output cannot be written: %s\n", std::strerror(errno));
  std::_Exit(bad_input);
}

}  // namespace

using Json = nlohmann::ordered_json;

std::string_view tool_version() { return QUIESCE_VERSION; }

void print(std::string_view text) { put(stdout, text); }
void print_error(std::string_view text) { put(stderr, text); }

Style style_for(const Options& o) {
  if (o.format != Format::text) return {};
  const char* no_color = std::getenv("NO_COLOR");
  const bool terminal = isatty(STDOUT_FILENO) == 1 && !(no_color && *no_color);
  return {o.color == Switch::on || (o.color == Switch::automatic && terminal)};
}

Json to_json(std::span<const scenarios::Error> errors) {
  Json list = Json::array();
  for (const scenarios::Error& e : errors)
    list.push_back({{"file", e.file},
                    {"line", e.line},
                    {"column", e.column},
                    {"what", e.what},
                    {"expected", e.expected},
                    {"nearest", e.nearest}});
  return list;
}

Json document(std::string_view verb) { return {{"tool", "quiesce"}, {"version", tool_version()}, {"verb", verb}}; }

// What was not valid UTF-8 in a file is replaced, so that the document always is.
void print_document(const Json& document) {
  print(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<scenarios::Error> prepare_out(const Options& o) {
  if (o.out.empty()) return std::nullopt;
  if (auto failed = make_folder(o.out)) return failed;
  if (access(o.out.c_str(), W_OK | X_OK) == 0) return std::nullopt;
  return scenarios::Error{o.out, 0, 0, std::string("cannot be written: ") + std::strerror(errno), "", ""};
}

bool keep_document(const Options& o, const Json& doc) {
  if (o.out.empty()) return false;
  auto failed = make_folder(o.out);
  if (!failed)
    failed = write_file(std::filesystem::path(o.out) / (o.verb + ".json"),
                        doc.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (failed) refuse(*failed, o.verb, Format::text);
  return failed.has_value();
}

int refuse(std::span<const scenarios::Error> errors, std::string_view verb, Format format) {
  if (format == Format::json) {
    Json doc = document(verb);
    doc["errors"] = to_json(errors);
    doc["exit"] = bad_input;
    print_document(doc);
  } else {
    print_error(scenarios::to_text(errors));
  }
  return bad_input;
}

void warn(std::span<const scenarios::Error> warnings) {
  for (const scenarios::Error& w : warnings) print_error("warning: " + scenarios::to_text(w) + "\n");
}

}  // namespace report
