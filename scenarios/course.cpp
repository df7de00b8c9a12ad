// What happens to the job of one way: the timeline with the way's own action in its place, and every name in it looked
// up.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/fault_kinds.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

class Resolver {
 public:
  Resolver(Context& context, const Job& job, const model::ClusterSpec& cluster)
      : context_(context), job_(job), cluster_(cluster) {}

  Course resolve(const RawTimeline& raw, const Action* of_way) {
    Course course;
    for (const RawEntry& entry : raw)
      if (const auto& command = action_of(entry, of_way).command; command && !command->id.empty())
        taken_.insert(command->id);
    for (const RawEntry& entry : raw) {
      const Action& action = action_of(entry, of_way);
      model::TimelineEntry& made = course.timeline.emplace_back();
      if (entry.here) course.here = course.timeline.size() - 1;
      made.at = entry.at;
      made.after_previous = entry.after_previous;
      check_time(entry);
      for (const RawCondition& c : entry.when) made.when.push_back(condition(c));
      if (action.command) made.command = command(*action.command, action.place);
      count_conditions(made, entry.place);
      if (action.fault) made.fault = fault(*action.fault, action.task);
    }
    return course;
  }

 private:
  static const Action& action_of(const RawEntry& entry, const Action* of_way) {
    return entry.here && of_way ? *of_way : entry.action;
  }

  // Entries are done in order, so a time before the earliest that the entry before can have is a mistake.
  void check_time(const RawEntry& entry) {
    if (entry.after_previous) earliest_ += *entry.after_previous;
    if (!entry.at) return;
    if (*entry.at < earliest_)
      context_.complain(entry.at_place, fmt::format("{} is before the previous entry", duration_text(*entry.at)),
                        fmt::format("{} or later", duration_text(earliest_)));
    earliest_ = std::max(earliest_, *entry.at);
  }

  // Vertex and subtask that a task's name stands for; {0, 0} after a complaint.
  std::uint32_t vertex(const Named& task) {
    const auto& vertices = job_.vertices;
    const auto found =
        std::find_if(vertices.begin(), vertices.end(), [&](const auto& v) { return v.name == task.name; });
    if (found == vertices.end()) {
      std::vector<std::string_view> names;
      for (const auto& v : vertices) names.push_back(v.name);
      context_.unknown(task.place, fmt::format("{} is no vertex", in_quotes(task.name)), task.name, names);
      return 0;
    }
    if (task.subtask >= found->parallelism)
      context_.complain(task.place, fmt::format("{} has no subtask {}", in_quotes(task.name), task.subtask),
                        fmt::format("a subtask from 0 to {}", found->parallelism - 1));
    return static_cast<std::uint32_t>(found - vertices.begin());
  }

  model::Condition condition(const RawCondition& raw) {
    using Kind = model::Condition::Kind;
    model::Condition c = raw.condition;
    if (c.kind == Kind::task_is) c.vertex = vertex(raw.of);
    if (c.kind == Kind::command_answered && !given_.contains(c.command)) {
      const std::vector<std::string_view> ids(given_.begin(), given_.end());
      if (ids.empty())
        context_.complain(raw.place, fmt::format("{} is the id of no command above", in_quotes(c.command)),
                          "an entry before this one with a command of that id");
      else
        context_.unknown(raw.place, fmt::format("{} is the id of no command above", in_quotes(c.command)), c.command,
                         ids);
    }
    if (c.kind == Kind::record_emitted || c.kind == Kind::record_visible) check_split(c.record, raw.place);
    return c;
  }
  void check_split(history::Record record, Place place) {
    std::uint64_t splits = 0;
    for (const auto& v : job_.vertices)
      if (v.kind == model::VertexKind::source) splits += v.splits;
    if (record.split >= splits)
      context_.complain(place, fmt::format("the job has no split {}", record.split),
                        fmt::format("a split from 0 to {}", splits - 1));
  }

  void count_conditions(const model::TimelineEntry& entry, Place place) {
    const auto ended = [](const model::Condition& c) { return c.kind == model::Condition::Kind::job_ended; };
    conditions_ += entry.when.size();
    if (entry.command && entry.command->resume && std::none_of(entry.when.begin(), entry.when.end(), ended))
      ++conditions_;
    if (conditions_ > max_conditions)
      context_.complain(
          place, fmt::format("{} conditions up to here", conditions_),
          fmt::format("at most {} in a timeline, with the `job ended` that each resume waits for", max_conditions));
  }
  model::CommandSpec command(model::CommandSpec c, Place place) {
    if (c.id.empty()) {
      do c.id = fmt::format("c{}", ++made_up_);
      while (taken_.contains(c.id));
    }
    if (!given_.insert(c.id).second)
      context_.complain(place, fmt::format("a second command with the id {}", in_quotes(c.id)), "an id of its own");
    return c;
  }
  // `victim` is the task, or only a place where the fault strikes something else.
  model::FaultSpec fault(model::FaultSpec f, const Named& victim) {
    const FaultRow& row = row_of(f.kind);
    if (names_a_task(row.strikes) && !victim.name.empty()) {
      const std::size_t before = context_.mistakes();
      f.vertex = vertex(victim);
      if (context_.mistakes() == before) check_victim(row, job_.vertices[f.vertex], victim.place);
    }
    if (row.strikes == Strikes::taskmanager && f.taskmanager >= cluster_.taskmanagers)
      context_.complain(victim.place, fmt::format("the cluster has no TaskManager {}", f.taskmanager),
                        fmt::format("a number from 0 to {}, or more of them: cluster: {{taskmanagers: {}}}",
                                    cluster_.taskmanagers - 1, f.taskmanager + 1));
    if (row.strikes == Strikes::jobmanager && !cluster_.high_availability)
      context_.complain(victim.place, fmt::format("kind: {} without high availability", row.word),
                        fmt::format("{}, or kind: cluster-shutdown", wants_high_availability));
    return f;
  }
  void check_victim(const FaultRow& row, const model::VertexSpec& v, Place place) {
    const bool commits = v.kind == model::VertexKind::sink && v.delivery == history::Delivery::transactional;
    if (row.strikes == Strikes::committing && !commits)
      context_.complain(place, fmt::format("kind: {} at {}, which commits nothing", row.word, in_quotes(v.name)),
                        "a sink with delivery: transactional");
    if (row.strikes == Strikes::readers && v.assignment == model::Assignment::fixed)
      context_.complain(place, fmt::format("kind: {} at {}, to which no splits are sent", row.word, in_quotes(v.name)),
                        "a source with assignment: dynamic");
    if (row.strikes == Strikes::operators && v.kind == model::VertexKind::source)
      context_.complain(place, fmt::format("kind: {} at {}, a source, which has no input", row.word, in_quotes(v.name)),
                        "an operator or a sink");
  }

  Context& context_;
  const Job& job_;
  const model::ClusterSpec& cluster_;
  std::set<std::string, std::less<>> taken_, given_;  // ids that stand in the file; ids of the entries so far
  sim::Time earliest_ = 0;
  int made_up_ = 0;
  std::size_t conditions_ = 0;
};

}  // namespace

Course resolve(Context& context, const RawTimeline& raw, const Action* of_way, const Job& job,
               const model::ClusterSpec& cluster) {
  return Resolver(context, job, cluster).resolve(raw, of_way);
}

}  // namespace scenarios
