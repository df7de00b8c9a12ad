// `flink-config:` Flink's own keys, as they stand in flink-conf.yaml (dotted) or config.yaml (nested). Keys that Flink
// has and the model has not are named, never silently dropped.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/fields.hpp"
#include "scenarios/flink_keys.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

// Flink has them, they change what a stop or a failure does, and the model cannot follow: refused, since ignoring them
// would lie.
constexpr std::array<std::string_view, 4> not_modelled{
    "execution.checkpointing.min-pause", "execution.checkpointing.aligned-checkpoint-timeout", "scheduler-mode",
    "execution.checkpointing.during-recovery.enabled"};
// Flink has whole families of keys that change nothing here: where state is kept, how much memory there is, who may log
// in.
constexpr std::array<std::string_view, 22> ignored_families{"state.",
                                                            "execution.",
                                                            "restart-strategy.",
                                                            "jobmanager.",
                                                            "taskmanager.",
                                                            "parallelism.",
                                                            "rest.",
                                                            "high-availability",
                                                            "security.",
                                                            "metrics.",
                                                            "env.",
                                                            "kubernetes.",
                                                            "yarn.",
                                                            "pipeline.",
                                                            "table.",
                                                            "classloader.",
                                                            "io.",
                                                            "blob.",
                                                            "web.",
                                                            "fs.",
                                                            "s3.",
                                                            "akka."};

// Nested maps become dotted keys. The depth of a tree is bounded.
void flatten(Context& context, const Node& node, const std::string& prefix, std::vector<Setting>& out) {
  for_each_entry(context, node, [&](const std::string& key, Place place, const Node& value) {
    if (value.kind == Node::Kind::map)
      flatten(context, value, prefix + key + ".", out);
    else
      out.push_back({prefix + key, place, &value});
  });
}

bool switched_off(const Node& value) { return value.kind == Node::Kind::scalar && lower_words(value.text) == "false"; }

void apply(Context& context, const Setting& s, FlinkConfig& config) {
  if (const FlinkKey* known = find_flink_key(s.key)) return known->apply(context, s, config);
  std::vector<std::string_view> names;
  for (const FlinkKey& k : flink_keys()) names.push_back(k.name);
  if (std::find(not_modelled.begin(), not_modelled.end(), s.key) != not_modelled.end()) {
    if (switched_off(*s.value)) return;
    return context.complain(s.key_place, fmt::format("not modelled yet: {}; modelled: {}", s.key, listed(names)));
  }
  const bool family = std::any_of(ignored_families.begin(), ignored_families.end(),
                                  [&](std::string_view f) { return s.key.starts_with(f); });
  constexpr std::size_t slip = 2;  // of keys this long; more would take one key of Flink for another
  const bool looks_misspelt = !nearest_of(s.key, names, slip).empty();
  if (family && !looks_misspelt)
    return context.warn(s.key_place, fmt::format("{} is known to Flink but not modelled: ignored", s.key));
  context.unknown(s.key_place, fmt::format("unknown key {} in flink-config", in_quotes(s.key)), s.key, names);
}

}  // namespace

FlinkConfig read_flink_config(Context& context, const Node& node) {
  std::vector<Setting> settings;
  flatten(context, node, "", settings);
  FlinkConfig config;
  for (const Setting& s : settings) apply(context, s, config);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto of = [](const Setting& s) {
      const FlinkKey* k = find_flink_key(s.key);
      return k ? k->apply : nullptr;
    };
    for (std::size_t j = 0; j < i; ++j)
      if (of(settings[i]) && of(settings[i]) == of(settings[j]))
        context.complain(settings[i].key_place, fmt::format("{} and {} say the same", settings[j].key, settings[i].key),
                         "one of the two");
  }
  if (const auto& c = config.checkpoints; c && c->unaligned && c->mode == history::Mode::at_least_once)
    context.complain(node.place, std::string(unaligned_at_least_once), "mode: EXACTLY_ONCE");
  if (const auto& c = config.checkpoints; c && c->unaligned && c->max_concurrent > 1)
    context.complain(node.place, std::string(unaligned_concurrent), "max-concurrent-checkpoints: 1");
  return config;
}

}  // namespace scenarios
