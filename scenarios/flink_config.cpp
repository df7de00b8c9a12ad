// `flink-config:` Flink's own keys, as they stand in flink-conf.yaml (dotted) or config.yaml (nested), under their old
// names and new ones. Values are read as Flink reads them: a number without a unit is milliseconds. Keys that Flink has
// and the model has not are named, never silently dropped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

struct Setting {
  std::string key;
  Place key_place;
  const Node* value;
};

using Apply = void (*)(Context&, const Setting&, FlinkConfig&);
struct FlinkKey {
  std::string_view name;
  Apply apply;
};

std::string lower_words(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

model::CheckpointSpec& checkpoints(FlinkConfig& config) {
  if (!config.checkpoints) config.checkpoints.emplace();
  return *config.checkpoints;
}
model::RestartSpec& restart(FlinkConfig& config) {
  if (!config.restart) config.restart.emplace();
  return *config.restart;
}

// "10 s", "10min", "600000".
bool flink_duration(Context& context, const Setting& s, sim::Time& out) {
  const auto* text = scalar(context, *s.value, "a duration, such as 10 s");
  if (!text) return false;
  const std::size_t n = std::min(text->find_first_not_of("0123456789"), text->size());
  std::string unit = lower_words(std::string_view(*text).substr(n));
  unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
  constexpr std::pair<std::string_view, std::string_view> spellings[]{
      {"", "ms"},        {"milli", "ms"},       {"millis", "ms"},       {"millisecond", "ms"}, {"milliseconds", "ms"},
      {"sec", "s"},      {"secs", "s"},         {"second", "s"},        {"seconds", "s"},      {"m", "min"},
      {"minute", "min"}, {"minutes", "min"},    {"hour", "h"},          {"hours", "h"},        {"micro", "us"},
      {"micros", "us"},  {"microsecond", "us"}, {"microseconds", "us"}, {"µs", "us"}};
  for (const auto& [flink, ours] : spellings)
    if (unit == flink) {
      unit = ours;
      break;
    }
  return take(context, s.value->place, parse_duration(text->substr(0, n) + unit), out);
}

template <class Whole>
void flink_whole(Context& context, const Setting& s, std::int64_t least, std::int64_t most, Whole& out) {
  const auto* text = scalar(context, *s.value, "a whole number");
  std::int64_t value = 0;
  if (text && take(context, s.value->place, parse_whole(*text, least, most), value)) out = static_cast<Whole>(value);
}

std::optional<std::size_t> flink_choice(Context& context, const Setting& s, std::span<const Choice> choices) {
  const auto* text = scalar(context, *s.value, "a word");
  if (!text) return std::nullopt;
  Node word = *s.value;
  word.text = lower_words(*text);
  return choose(context, word, choices);
}

void set_interval(Context& context, const Setting& s, FlinkConfig& config) {
  auto& c = checkpoints(config);
  if (flink_duration(context, s, c.interval)) c.first = c.interval;
}
void set_mode(Context& context, const Setting& s, FlinkConfig& config) {
  if (const auto mode = flink_choice(context, s, block("checkpoints").find("mode")->choices))
    checkpoints(config).mode = static_cast<history::Mode>(*mode);
}
void set_timeout(Context& context, const Setting& s, FlinkConfig& config) {
  auto& c = checkpoints(config);
  flink_duration(context, s, c.timeout);
  if (c.timeout == 0) context.complain(s.value->place, "a timeout of 0", "at least 1us");
}
void set_retention(Context& context, const Setting& s, FlinkConfig& config) {
  constexpr std::array<Choice, 3> words{
      {{"no-externalized-checkpoints"}, {"retain-on-cancellation"}, {"delete-on-cancellation"}}};
  if (const auto retention = flink_choice(context, s, words))
    checkpoints(config).retention = static_cast<history::Retention>(*retention);
}
void set_retained(Context& context, const Setting& s, FlinkConfig& config) {
  flink_whole(context, s, 1, 1'000, checkpoints(config).retained);
}
void set_max_concurrent(Context& context, const Setting& s, FlinkConfig& config) {
  flink_whole(context, s, 1, 100, checkpoints(config).max_concurrent);
}
void set_savepoint_directory(Context& context, const Setting& s, FlinkConfig& config) {
  const bool nothing =
      s.value->kind == Node::Kind::nothing || (s.value->kind == Node::Kind::scalar && s.value->text.empty());
  if (nothing)
    config.savepoints = model::SavepointDirectory::none;
  else if (scalar(context, *s.value, "a directory"))
    config.savepoints = model::SavepointDirectory::usable;
}
void set_strategy(Context& context, const Setting& s, FlinkConfig& config) {
  using model::RestartStrategy;
  constexpr std::array<Choice, 9> words{{{"none"},
                                         {"off"},
                                         {"disable"},
                                         {"fixed-delay"},
                                         {"fixeddelay"},
                                         {"failure-rate", false},
                                         {"failurerate", false},
                                         {"exponential-delay", false},
                                         {"exponentialdelay", false}}};
  if (const auto word = flink_choice(context, s, words))
    restart(config).strategy = *word < 3 ? RestartStrategy::none : RestartStrategy::fixed_delay;
}
void set_attempts(Context& context, const Setting& s, FlinkConfig& config) {
  flink_whole(context, s, 0, 2'147'483'647, restart(config).attempts);
}
void set_delay(Context& context, const Setting& s, FlinkConfig& config) {
  flink_duration(context, s, restart(config).delay);
}

constexpr std::array modelled{FlinkKey{"execution.checkpointing.interval", set_interval},
                              FlinkKey{"execution.checkpointing.mode", set_mode},
                              FlinkKey{"execution.checkpointing.timeout", set_timeout},
                              FlinkKey{"execution.checkpointing.externalized-checkpoint-retention", set_retention},
                              FlinkKey{"execution.checkpointing.num-retained", set_retained},
                              FlinkKey{"state.checkpoints.num-retained", set_retained},
                              FlinkKey{"execution.checkpointing.max-concurrent-checkpoints", set_max_concurrent},
                              FlinkKey{"state.savepoints.dir", set_savepoint_directory},
                              FlinkKey{"execution.checkpointing.savepoint-dir", set_savepoint_directory},
                              FlinkKey{"restart-strategy", set_strategy},
                              FlinkKey{"restart-strategy.type", set_strategy},
                              FlinkKey{"restart-strategy.fixed-delay.attempts", set_attempts},
                              FlinkKey{"restart-strategy.fixed-delay.delay", set_delay}};

// Flink has them, they change what a stop or a failure does, and the model cannot follow: refused, since ignoring them
// would lie.
constexpr std::array<std::string_view, 10> not_modelled{
    "execution.checkpointing.unaligned",
    "execution.checkpointing.unaligned.enabled",
    "execution.checkpointing.min-pause",
    "execution.checkpointing.tolerable-failed-checkpoints",
    "execution.checkpointing.aligned-checkpoint-timeout",
    "execution.checkpointing.checkpoints-after-tasks-finish",
    "execution.checkpointing.checkpoints-after-tasks-finish.enabled",
    "jobmanager.scheduler",
    "scheduler-mode",
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
  const auto known = std::find_if(modelled.begin(), modelled.end(), [&](const FlinkKey& k) { return k.name == s.key; });
  if (known != modelled.end()) return known->apply(context, s, config);
  std::vector<std::string_view> names;
  for (const FlinkKey& k : modelled) names.push_back(k.name);
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
      const auto k = std::find_if(modelled.begin(), modelled.end(), [&](const FlinkKey& m) { return m.name == s.key; });
      return k == modelled.end() ? nullptr : k->apply;
    };
    for (std::size_t j = 0; j < i; ++j)
      if (of(settings[i]) && of(settings[i]) == of(settings[j]))
        context.complain(settings[i].key_place, fmt::format("{} and {} say the same", settings[j].key, settings[i].key),
                         "one of the two");
  }
  return config;
}

}  // namespace scenarios
