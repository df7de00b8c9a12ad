#include "history/read_result.hpp"

#include <fmt/format.h>

namespace history {

std::string_view word(Flaw flaw) {
  switch (flaw) {
    case Flaw::not_json: return "not JSON";
    case Flaw::cut_off: return "cut off";
    case Flaw::too_long: return "too long";
    case Flaw::missing_field: return "missing field";
    case Flaw::wrong_value: return "wrong value";
    case Flaw::unknown_reference: return "unknown reference";
    case Flaw::seq_repeated: return "seq repeated";
    case Flaw::seq_gap: return "gap in seq";
    case Flaw::seq_late: return "seq out of order";
    case Flaw::t_falls: return "t falls";
    case Flaw::file_is_cut: return "file cut off";
  }
  return "?";
}

std::string to_string(const Error& error, std::string_view file) {
  std::string out(file);
  if (error.line) out += fmt::format(":{}:{}", error.line, error.column);
  out += ": " + error.message;
  return error.remedy.empty() ? out : out + "\n  " + error.remedy;
}
std::string to_string(const Warning& warning, std::string_view file) {
  std::string out = fmt::format("{}:{}", file, warning.line);
  if (warning.column) out += fmt::format(":{}", warning.column);
  return out + ": warning: " + warning.message;
}

}  // namespace history
