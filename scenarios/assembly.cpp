#include "scenarios/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/availability.hpp"

namespace scenarios {

Way Assembly::assemble(const std::string& scenario_name, const Fields* way) {
  way_ = way;
  Way made;
  made.spec.name = scenario_name;
  if (way) way->text("name", made.name);
  made.spec.way = made.name;
  made.line = place().line;
  read_semantics_of(made);
  const Job& job = read_job_of(made.spec);
  read_settings_of(made.spec);
  read_cluster_of(made);
  read_faults_of(made.spec);
  read_course_of(made, job);
  for (const Fields* level : {&scenario_, way})
    if (level && level->has("expect")) read_expect(context_, *level->find("expect"), made);
  return made;
}

const Node* Assembly::pick(std::string_view key) const {
  const Node* own = way_ ? way_->find(key) : nullptr;
  return own ? own : scenario_.find(key);
}

void Assembly::read_semantics_of(Way& made) {
  const Node* node = pick("semantics");
  if (!node)
    return context_.complain(scenario_.place(), "no semantics",
                             "semantics: flink-1.15, or another version, here or in each way");
  made.semantics = semantics_.get(node, [&] { return read_semantics_list(context_, *node); });
  for (const Fields* level : {way_, &scenario_})
    if (const FlinkConfig* config = config_of(level); config && config->scheduler) {
      const bool semantics_win = level == &scenario_ && way_ && way_->has("semantics");
      for (SemanticsChoice& choice : made.semantics)
        if (!choice.profile.empty() && !(semantics_win && says_scheduler(choice)))
          set_scheduler(context_, config->scheduler_place, *config->scheduler, choice);
      break;
    }
  if (made.semantics.empty()) return;
  const SemanticsChoice& first = made.semantics.front();
  made.spec.profile = first.profile, made.spec.semantics = first.semantics, made.spec.overrides = first.overrides;
}

const Job& Assembly::read_job_of(model::Spec& spec) {
  static const Job none;
  const Node* node = pick("job");
  if (!node) return context_.complain(scenario_.place(), "no job", "the key \"job\", here or in each way"), none;
  const Job& job = jobs_.get(node, [&] { return read_job(context_, *node); });
  spec.vertices = job.vertices, spec.network = job.network, spec.storage = job.storage;
  return job;
}

const FlinkConfig* Assembly::config_of(const Fields* level) {
  const Node* node = level ? level->find("flink-config") : nullptr;
  return node ? &flink_.get(node, [&] { return read_flink_config(context_, *node); }) : nullptr;
}

// checkpoints, restart and savepoints may come from blocks of their own or from flink-config; the nearer level wins,
// and on one level both at once are a mistake.
template <class T, class Read>
void Assembly::read_group(std::string_view key, T& out, std::optional<T> FlinkConfig::*group, Read read) {
  for (const Fields* level : {way_, &scenario_}) {
    if (!level) continue;
    const Node* own = level->find(key);
    const FlinkConfig* config = config_of(level);
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

void Assembly::read_settings_of(model::Spec& spec) {
  read_group("checkpoints", spec.checkpoints, &FlinkConfig::checkpoints, read_checkpoints);
  read_group("restart", spec.restart, &FlinkConfig::restart, read_restart);
  read_group("savepoints", spec.savepoints, &FlinkConfig::savepoints, read_savepoints);
  if (const Node* node = pick("explore")) spec.explore = read_explore(context_, *node);
  if (const Node* node = pick("until")) spec.until = read_until(context_, *node);
}

// Of a cluster Flink's configuration says only whether it is highly available.
void Assembly::read_cluster_of(Way& made) {
  model::Spec& spec = made.spec;
  if (const Node* node = pick("cluster")) spec.cluster = read_cluster(context_, *node);
  for (const Fields* level : {way_, &scenario_}) {
    const FlinkConfig* config = config_of(level);
    const Node* own = level ? level->find("cluster") : nullptr;
    const bool said = own && std::any_of(own->entries.begin(), own->entries.end(),
                                         [](const Entry& e) { return e.key == "high-availability"; });
    const bool in_config = config && config->high_availability;
    if (said && in_config)
      context_.complain(own->place, "\"high-availability\" beside flink-config, which says it too", "one of the two");
    if (in_config && !said) spec.cluster.high_availability = *config->high_availability;
    if (in_config || said) break;
  }
  check_adaptive_cluster(made);
}

void Assembly::read_faults_of(model::Spec& spec) {
  const Node* node = pick("faults");
  if (!node) return;
  const Budget budget = read_faults(context_, *node);
  spec.faults = budget.faults;
  if (budget.jobmanager_loss && !spec.cluster.high_availability)
    context_.complain(*budget.jobmanager_loss, "a budget of jobmanager-loss without high availability",
                      std::string(wants_high_availability));
}

void Assembly::check_adaptive_cluster(const Way& made) {
  const auto adaptive = [](const SemanticsChoice& s) { return s.semantics.scheduler == model::Scheduler::adaptive; };
  if (made.spec.cluster.replacement || std::none_of(made.semantics.begin(), made.semantics.end(), adaptive)) return;
  context_.complain(pick("cluster")->place,
                    "replacement: false under the adaptive scheduler, which changes the parallelism: not modelled",
                    "replacement: true, or the default scheduler");
}

// Of what ends the job: the way's own action, or the first of the timeline that is no resume.
static std::optional<int> line_of(const RawTimeline& raw, const Action& of_way) {
  const auto ends = [](const Action& a) { return a.fault || (a.command && !a.command->resume); };
  if (ends(of_way)) return of_way.place.line;
  const auto entry = std::find_if(raw.begin(), raw.end(), [&](const RawEntry& e) { return ends(e.action); });
  return entry == raw.end() ? std::nullopt : std::optional(entry->action.place.line);
}

void Assembly::read_course_of(Way& made, const Job& job) {
  const std::size_t before = context_.mistakes();
  const Node* node = pick("timeline");
  static const RawTimeline nothing;
  const RawTimeline& raw = node ? timelines_.get(node, [&] { return read_timeline(context_, *node); }) : nothing;
  const Action action = way_ ? read_action(context_, *way_) : Action{};
  check_way_here(raw, action);
  made.line = line_of(raw, action).value_or(made.line);
  if (!job.complete) return;  // its names mean nothing yet
  Course course = resolve(context_, raw, &action, job, made.spec.cluster);
  made.spec.timeline = std::move(course.timeline);
  made.here = course.here;
  if (context_.mistakes() == before) check_end(made.spec), check_versions(made);
}

void Assembly::check_way_here(const RawTimeline& raw, const Action& action) {
  const auto entry = std::find_if(raw.begin(), raw.end(), [](const RawEntry& e) { return e.here; });
  const bool here = entry != raw.end();
  if (action.command && action.fault)
    context_.complain(place(), "a way with a command and a fault", "one of them; the other belongs into the timeline");
  const bool acts = action.command || action.fault;
  if (acts && !here)
    context_.complain(action.place, "no place in the timeline for this way", "an entry with `way: here`");
  if (here && !way_) context_.complain(entry->place, "`way: here`, but the scenario has no ways", "a list of \"ways\"");
  if (here && way_ && !acts)
    context_.complain(place(), "a way that neither commands nor breaks anything",
                      "a command or a fault for `way: here`");
}

void Assembly::check_versions(const Way& made) {
  model::Spec spec = made.spec;
  for (const SemanticsChoice& s : made.semantics) {
    spec.profile = s.profile, spec.semantics = s.semantics;
    if (const auto why = model::not_in_version(spec))
      return context_.complain(place(), *why, "a version that has it, or a way of its own for the older ones");
  }
}

void Assembly::check_end(const model::Spec& spec) {
  const auto resumes = [](const model::TimelineEntry& e) { return e.command && e.command->resume; };
  const Node* node = pick("until");
  const Place at = node ? node->place : place();
  const bool caught_up = !node || node->text == "caught up";  // a time that cannot be read has been complained of
  if (!spec.until && caught_up && std::none_of(spec.timeline.begin(), spec.timeline.end(), resumes))
    context_.complain(at, "`until: caught up` without a resume in the timeline", "a time, such as until: 60s");
  sim::Time latest = 0;
  for (const auto& entry : spec.timeline)
    latest = entry.at ? std::max(latest, *entry.at) : latest + entry.after_previous.value_or(0);
  if (spec.until && *spec.until < latest)
    context_.complain(
        at, fmt::format("the run ends at {}, before the last entry of the timeline", duration_text(*spec.until)),
        fmt::format("{} or later", duration_text(latest)));
}

}  // namespace scenarios
