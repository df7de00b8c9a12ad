#pragma once
// What all verbs do in the same way: print, complain, and end with a code.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "report/options.hpp"
#include "report/style.hpp"
#include "scenarios/error.hpp"

namespace report {

std::string_view tool_version();

// Standard output, and standard error. A reader that went away ends the program quietly; a full disk ends it with
// bad_input and says so.
void print(std::string_view text);
void print_error(std::string_view text);

Style style_for(const Options&);

// All errors, as text on standard error or as a JSON document on standard output; returns bad_input.
int refuse(std::span<const scenarios::Error> errors, std::string_view verb, Format format);
inline int refuse(const scenarios::Error& error, std::string_view verb, Format format) {
  return refuse(std::span(&error, 1), verb, format);
}
// On standard error, in every format.
void warn(std::span<const scenarios::Error> warnings);

// The document under way: tool, version and verb are its first keys.
nlohmann::ordered_json document(std::string_view verb);
nlohmann::ordered_json to_json(std::span<const scenarios::Error> errors);
void print_document(const nlohmann::ordered_json& document);
// With --out: makes the folder before the work starts, so that nothing is computed in vain.
std::optional<scenarios::Error> prepare_out(const Options& options);
// With --out: stores the document there, named for its verb. True: that failed, and was said.
bool keep_document(const Options& options, const nlohmann::ordered_json& document);

}  // namespace report
