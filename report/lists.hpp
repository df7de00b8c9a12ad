#pragma once
// The catalogues that `list` prints, as data first, so that text and JSON say the same.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "report/style.hpp"

namespace report {

struct List {
  std::string_view name, summary;
  nlohmann::ordered_json (*data)();  // an array of flat objects
  std::string (*text)(const nlohmann::ordered_json& data, const Style& style);
};
const std::vector<List>& lists();

// Each knob with its values by version.
nlohmann::ordered_json semantics_data();
std::string semantics_text(const nlohmann::ordered_json& data, const Style& style);
// Knobs in which two versions differ. Expects that both are known.
nlohmann::ordered_json differences(const std::string& a, const std::string& b);
std::string differences_text(const nlohmann::ordered_json& data, const std::string& a, const std::string& b,
                             const Style& style);

}  // namespace report
