#include "scenarios/flink_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "scenarios/fields.hpp"

namespace scenarios {
namespace {

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

std::optional<bool> flink_switch(Context& context, const Setting& s) {
  constexpr std::array<Choice, 2> words{{{"false"}, {"true"}}};
  const auto word = flink_choice(context, s, words);
  return word ? std::optional(*word == 1) : std::nullopt;
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
void set_tolerable(Context& context, const Setting& s, FlinkConfig& config) {
  flink_whole(context, s, 0, 1'000'000, checkpoints(config).tolerable);
}
void set_unaligned(Context& context, const Setting& s, FlinkConfig& config) {
  if (const auto on = flink_switch(context, s)) checkpoints(config).unaligned = *on;
}
void set_after_tasks_finish(Context& context, const Setting& s, FlinkConfig& config) {
  if (const auto on = flink_switch(context, s)) checkpoints(config).after_tasks_finish = *on;
}
void set_scheduler_of_job(Context& context, const Setting& s, FlinkConfig& config) {
  constexpr std::array<Choice, 4> words{{{"default"}, {"adaptive"}, {"ng"}, {"adaptivebatch", false}}};
  const auto word = flink_choice(context, s, words);  // ng: what became the default in 1.10
  if (!word) return;
  config.scheduler = *word == 1 ? model::Scheduler::adaptive : model::Scheduler::default_scheduler;
  config.scheduler_place = s.value->place;
}
// A service, or the name of a class that makes one.
void set_high_availability(Context& context, const Setting& s, FlinkConfig& config) {
  const auto* text = scalar(context, *s.value, "none, zookeeper or kubernetes");
  if (text) config.high_availability = lower_words(*text) != "none" && !text->empty();
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

constexpr std::array keys{
    FlinkKey{"execution.checkpointing.interval", set_interval},
    FlinkKey{"execution.checkpointing.mode", set_mode},
    FlinkKey{"execution.checkpointing.timeout", set_timeout},
    FlinkKey{"execution.checkpointing.externalized-checkpoint-retention", set_retention},
    FlinkKey{"execution.checkpointing.num-retained", set_retained},
    FlinkKey{"state.checkpoints.num-retained", set_retained},
    FlinkKey{"execution.checkpointing.max-concurrent-checkpoints", set_max_concurrent},
    FlinkKey{"execution.checkpointing.tolerable-failed-checkpoints", set_tolerable},
    FlinkKey{"execution.checkpointing.unaligned", set_unaligned},
    FlinkKey{"execution.checkpointing.unaligned.enabled", set_unaligned},
    FlinkKey{"execution.checkpointing.checkpoints-after-tasks-finish", set_after_tasks_finish},
    FlinkKey{"execution.checkpointing.checkpoints-after-tasks-finish.enabled", set_after_tasks_finish},
    FlinkKey{"jobmanager.scheduler", set_scheduler_of_job},
    FlinkKey{"high-availability", set_high_availability},
    FlinkKey{"high-availability.type", set_high_availability},
    FlinkKey{"state.savepoints.dir", set_savepoint_directory},
    FlinkKey{"execution.checkpointing.savepoint-dir", set_savepoint_directory},
    FlinkKey{"restart-strategy", set_strategy},
    FlinkKey{"restart-strategy.type", set_strategy},
    FlinkKey{"restart-strategy.fixed-delay.attempts", set_attempts},
    FlinkKey{"restart-strategy.fixed-delay.delay", set_delay}};

}  // namespace

std::span<const FlinkKey> flink_keys() { return keys; }

const FlinkKey* find_flink_key(std::string_view name) {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const FlinkKey& k) { return k.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::string lower_words(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace scenarios
