#pragma once
// Flink's own configuration keys that the model follows, under their old names and new ones, and what each sets. Values
// are read as Flink reads them: a number without a unit is milliseconds, words in any case with '_' or '-'. Tested in
// tests/scenarios/flink_config_test.cpp.
#include <span>
#include <string>

#include "scenarios/parts.hpp"

namespace scenarios {

struct Setting {
  std::string key;
  Place key_place;
  const Node* value;
};

struct FlinkKey {
  std::string_view name;
  void (*apply)(Context&, const Setting&, FlinkConfig&);
};

std::span<const FlinkKey> flink_keys();
// Null where the model does not follow this key.
const FlinkKey* find_flink_key(std::string_view name);
// In small letters, '-' for '_'.
std::string lower_words(std::string_view);

}  // namespace scenarios
