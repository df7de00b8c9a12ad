// What happens to the job of one way: the timeline with the way's own action in its place, and every name in it looked
// up.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

class Resolver {
 public:
  Resolver(Context& context, const Job& job) : context_(context), job_(job) {}

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

  model::CommandSpec command(model::CommandSpec c, Place place) {
    if (c.id.empty()) {
      do c.id = fmt::format("c{}", ++made_up_);
      while (taken_.contains(c.id));
    }
    if (!given_.insert(c.id).second)
      context_.complain(place, fmt::format("a second command with the id {}", in_quotes(c.id)), "an id of its own");
    return c;
  }
  model::FaultSpec fault(model::FaultSpec f, const Named& task) {
    f.vertex = vertex(task);
    return f;
  }

  Context& context_;
  const Job& job_;
  std::set<std::string, std::less<>> taken_, given_;  // ids that stand in the file; ids of the entries so far
  sim::Time earliest_ = 0;
  int made_up_ = 0;
};

}  // namespace

Course resolve(Context& context, const RawTimeline& raw, const Action* of_way, const Job& job) {
  return Resolver(context, job).resolve(raw, of_way);
}

}  // namespace scenarios
