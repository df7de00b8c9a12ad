#pragma once
// `--sweep KEY=A,B,C`: the same comparison with one key of the scenario turned through several values. A key is a row
// of the table in sweep.cpp. Tested in tests/report/sweep_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "report/result.hpp"
#include "report/style.hpp"
#include "scenarios/error.hpp"

namespace report {

struct SweepKey {
  std::string_view name, meaning, example;
  // Puts a value in; a complaint where it is none.
  std::variant<std::monostate, scenarios::Error> (*set)(model::Spec& spec, const std::string& value);
};
const std::vector<SweepKey>& sweep_keys();

struct Sweep {
  const SweepKey* key = nullptr;
  std::vector<std::string> values;
};
std::variant<Sweep, scenarios::Error> parse_sweep(const std::string& text);

// The cases of a scenario with one value. Nothing is expected of them: the file does not speak of other values.
std::variant<std::vector<scenarios::Case>, scenarios::Error> swept(const std::vector<scenarios::Case>& cases,
                                                                   const SweepKey& key, const std::string& value);

struct SweptCosts {
  std::string way, semantics, sink;
  std::vector<Costs> by_value;  // in the order of Sweep::values
};
std::string sweep_text(const Sweep& sweep, const std::vector<SweptCosts>& all, const Style& style);
nlohmann::ordered_json sweep_json(const Sweep& sweep, const std::string& scenario, const std::vector<SweptCosts>& all);

}  // namespace report
