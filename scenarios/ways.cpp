// A scenario with its ways. A way's block replaces the scenario's block of that name; `expect` merges. Each block is
// read once, however many ways share it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

class Assembly {
 public:
  explicit Assembly(const Fields& scenario) : context_(scenario.context()), scenario_(scenario) {}

  // `way` is null for a scenario without ways.
  Way assemble(const std::string& scenario_name, const Fields* way) {
    way_ = way;
    Way made;
    made.spec.name = scenario_name;
    if (way) way->text("name", made.name);
    made.spec.way = made.name;
    read_semantics_of(made);
    const Job& job = read_job_of(made.spec);
    read_settings_of(made.spec);
    read_course_of(made, job);
    for (const Fields* level : {&scenario_, way})
      if (level && level->has("expect")) read_expect(context_, *level->find("expect"), made);
    return made;
  }

 private:
  Place place() const { return way_ ? way_->place() : scenario_.place(); }

  // The way's block of this name, else the scenario's, else null.
  const Node* pick(std::string_view key) const {
    const Node* own = way_ ? way_->find(key) : nullptr;
    return own ? own : scenario_.find(key);
  }

  void read_semantics_of(Way& made) {
    const Node* node = pick("semantics");
    if (!node)
      return context_.complain(scenario_.place(), "no semantics",
                               "semantics: flink-1.15, or another version, here or in each way");
    made.semantics = semantics_.get(node, [&] { return read_semantics_list(context_, *node); });
    if (made.semantics.empty()) return;
    const SemanticsChoice& first = made.semantics.front();
    made.spec.profile = first.profile, made.spec.semantics = first.semantics, made.spec.overrides = first.overrides;
  }

  const Job& read_job_of(model::Spec& spec) {
    static const Job none;
    const Node* node = pick("job");
    if (!node) return context_.complain(scenario_.place(), "no job", "the key \"job\", here or in each way"), none;
    const Job& job = jobs_.get(node, [&] { return read_job(context_, *node); });
    spec.vertices = job.vertices, spec.network = job.network, spec.storage = job.storage;
    return job;
  }

  // checkpoints, restart and savepoints may come from blocks of their own or from flink-config; the nearer level wins,
  // and on one level both at once are a mistake.
  template <class T, class Read>
  void read_group(std::string_view key, T& out, std::optional<T> FlinkConfig::*group, Read read) {
    for (const Fields* level : {way_, &scenario_}) {
      if (!level) continue;
      const Node *own = level->find(key), *flink = level->find("flink-config");
      const FlinkConfig* config =
          flink ? &flink_.get(flink, [&] { return read_flink_config(context_, *flink); }) : nullptr;
      const bool in_config = config && (config->*group).has_value();
      if (own && in_config)
        context_.complain(own->place, fmt::format("\"{}\" beside flink-config, which says it too", key),
                          "one of the two");
      if (own)
        out = read(context_, *own);
      else if (in_config)
        out = *(config->*group);
      if (own || in_config) return;
    }
  }

  void read_settings_of(model::Spec& spec) {
    read_group("checkpoints", spec.checkpoints, &FlinkConfig::checkpoints, read_checkpoints);
    read_group("restart", spec.restart, &FlinkConfig::restart, read_restart);
    read_group("savepoints", spec.savepoints, &FlinkConfig::savepoints, read_savepoints);
    if (const Node* node = pick("faults")) spec.faults = read_faults(context_, *node);
    if (const Node* node = pick("explore")) spec.explore = read_explore(context_, *node);
    if (const Node* node = pick("until")) spec.until = read_until(context_, *node);
  }

  void read_course_of(Way& made, const Job& job) {
    const std::size_t before = context_.mistakes();
    const Node* node = pick("timeline");
    static const RawTimeline nothing;
    const RawTimeline& raw = node ? timelines_.get(node, [&] { return read_timeline(context_, *node); }) : nothing;
    const Action action = way_ ? read_action(context_, *way_) : Action{};
    check_way_here(raw, action);
    if (!job.complete) return;  // its names mean nothing yet
    Course course = resolve(context_, raw, &action, job);
    made.spec.timeline = std::move(course.timeline);
    made.here = course.here;
    if (context_.mistakes() == before) check_end(made.spec);
  }

  void check_way_here(const RawTimeline& raw, const Action& action) {
    const auto entry = std::find_if(raw.begin(), raw.end(), [](const RawEntry& e) { return e.here; });
    const bool here = entry != raw.end();
    if (action.command && action.fault)
      context_.complain(place(), "a way with a command and a fault",
                        "one of them; the other belongs into the timeline");
    const bool acts = action.command || action.fault;
    if (acts && !here)
      context_.complain(action.place, "no place in the timeline for this way", "an entry with `way: here`");
    if (here && !way_)
      context_.complain(entry->place, "`way: here`, but the scenario has no ways", "a list of \"ways\"");
    if (here && way_ && !acts)
      context_.complain(place(), "a way that neither commands nor breaks anything",
                        "a command or a fault for `way: here`");
  }

  void check_end(const model::Spec& spec) {
    const auto resumes = [](const model::TimelineEntry& e) { return e.command && e.command->resume; };
    const Node* node = pick("until");
    const Place at = node ? node->place : place();
    if (!spec.until && std::none_of(spec.timeline.begin(), spec.timeline.end(), resumes))
      context_.complain(at, "`until: caught up` without a resume in the timeline", "a time, such as until: 60s");
    sim::Time latest = 0;
    for (const auto& entry : spec.timeline)
      latest = entry.at ? std::max(latest, *entry.at) : latest + entry.after_previous.value_or(0);
    if (spec.until && *spec.until < latest)
      context_.complain(
          at, fmt::format("the run ends at {}, before the last entry of the timeline", duration_text(*spec.until)),
          fmt::format("{} or later", duration_text(latest)));
  }

  Context& context_;
  const Fields& scenario_;
  const Fields* way_ = nullptr;
  Memo<Job> jobs_;
  Memo<std::vector<SemanticsChoice>> semantics_;
  Memo<FlinkConfig> flink_;
  Memo<RawTimeline> timelines_;
};

std::size_t weight_of(const Way& way) {
  std::size_t one =
      1 + way.spec.vertices.size() + way.spec.timeline.size() + way.expect.figures.size() + way.expect.promises.size();
  for (const auto& v : way.spec.vertices) one += v.inputs.size();
  for (const auto& entry : way.spec.timeline) one += entry.when.size();
  return one * std::max<std::size_t>(way.semantics.size(), 1);
}

void read_ways(const Fields& fields, Scenario& scenario) {
  Context& context = fields.context();
  Assembly assembly(fields);
  if (!fields.has("ways")) return scenario.ways.push_back(assembly.assemble(scenario.name, nullptr));
  const auto* list = fields.list("ways");
  if (!list) return;
  if (list->empty())
    context.complain(fields.place_of("ways"), "an empty list of ways", "at least one way, or no \"ways\"");
  if (list->size() > max_cases)
    return context.complain(fields.place_of("ways"), fmt::format("{} ways", list->size()),
                            fmt::format("at most {}", max_cases));
  std::set<std::string> names;
  std::size_t weight = 0;
  for (const Node& node : *list) {
    if (context.mistakes() > max_mistakes) return;
    const Fields way(context, node, block("way"));
    if (!way.is_map()) continue;
    scenario.ways.push_back(assembly.assemble(scenario.name, &way));
    const std::string& name = scenario.ways.back().name;
    if (!name.empty() && !names.insert(name).second)
      context.complain(way.place_of("name"), fmt::format("a second way named {}", in_quotes(name)),
                       "a name of its own");
    weight += weight_of(scenario.ways.back());
    if (weight > max_weight)
      return context.complain(node.place, "too much in the ways up to here",
                              fmt::format("at most {} vertices, edges and entries in all", max_weight));
  }
}

void read_sinks(const Fields& fields, Scenario& scenario) {
  const auto* list = fields.list("sinks");
  if (!list) return;
  Context& context = fields.context();
  if (list->empty()) context.complain(fields.place_of("sinks"), "an empty list of sinks", "plain or transactional");
  for (const Node& item : *list) {
    const auto place = choose(context, item, block("compare").find("sinks")->choices);
    if (!place) continue;
    const auto delivery = static_cast<history::Delivery>(*place);
    if (std::find(scenario.sinks.begin(), scenario.sinks.end(), delivery) != scenario.sinks.end())
      context.complain(item.place, fmt::format("{} a second time", item.text), "each delivery once");
    scenario.sinks.push_back(delivery);
  }
}

void read_compare(const Fields& scenario_fields, Scenario& scenario) {
  scenario.baseline = scenario.ways.empty() ? "" : scenario.ways.front().name;
  const Node* node = scenario_fields.find("compare");
  if (!node) return;
  Context& context = scenario_fields.context();
  const Fields fields(context, *node, block("compare"));
  read_sinks(fields, scenario);
  if (!fields.text("baseline", scenario.baseline)) return;
  std::vector<std::string_view> names;
  for (const Way& way : scenario.ways)
    if (!way.name.empty()) names.push_back(way.name);
  if (std::find(names.begin(), names.end(), scenario.baseline) == names.end())
    context.unknown(fields.place_of("baseline"), fmt::format("{} is the name of no way", in_quotes(scenario.baseline)),
                    scenario.baseline, names);
}

}  // namespace

std::optional<Scenario> read_scenario(Context& context, const Node& node) {
  const Fields fields(context, node, block("scenario"));
  if (!fields.is_map()) return std::nullopt;
  Scenario scenario;
  scenario.place = fmt::format("{}:{}", context.file(), node.place.line);
  fields.text("scenario", scenario.name);
  fields.story("story", scenario.story);
  read_ways(fields, scenario);
  read_compare(fields, scenario);
  return scenario;
}

}  // namespace scenarios
