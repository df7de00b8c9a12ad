#pragma once
// The parts of the reader, one block of a file each. All complain to the Context and return the best value they could
// make of the block; what they return is used only if nobody complained.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/context.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

class Fields;

// job.cpp
struct Job {
  std::vector<model::VertexSpec> vertices;
  std::vector<Place> places;  // of the vertices
  std::vector<std::vector<Place>> input_places;
  std::vector<Place> window_places;
  model::NetworkSpec network;
  model::StorageSpec storage;
  bool complete = false;  // no complaint so far: checks across vertices make sense
};
Job read_job(Context&, const Node&);

// vertex.cpp: adds to the job.
void read_vertex(Context&, const Node&, Job&);
// source.cpp: what only a source has.
void read_source(const Fields&, model::VertexSpec&);

// graph.cpp: what can only be seen in the graph as a whole.
void check_graph(Context&, const Job&, Place of_vertices);
// reach.cpp: which sources' records reach which vertex, in a graph without circles.
void check_reach(Context&, const Job&);

// settings.cpp
inline constexpr std::string_view unaligned_at_least_once =
    "unaligned checkpoints of a job that is at-least-once, which Flink switches off";
inline constexpr std::string_view unaligned_concurrent = "several unaligned checkpoints at once, which Flink refuses";
model::CheckpointSpec read_checkpoints(Context&, const Node&);
model::RestartSpec read_restart(Context&, const Node&);
model::SavepointDirectory read_savepoints(Context&, const Node&);
model::ClusterSpec read_cluster(Context&, const Node&);
model::ExploreSpec read_explore(Context&, const Node&);
// Nothing: until caught up.
std::optional<sim::Time> read_until(Context&, const Node&);

// flink_config.cpp: a group is set where one of its keys was there.
struct FlinkConfig {
  std::optional<model::CheckpointSpec> checkpoints;
  std::optional<model::RestartSpec> restart;
  std::optional<model::SavepointDirectory> savepoints;
  std::optional<bool> high_availability;
  std::optional<model::Scheduler> scheduler;
  Place scheduler_place;
};
FlinkConfig read_flink_config(Context&, const Node&);

// semantics.cpp
std::vector<SemanticsChoice> read_semantics_list(Context&, const Node&);
// The scheduler is a knob like others, but Flink has it in its configuration; `place` is where that stands.
bool says_scheduler(const SemanticsChoice&);
void set_scheduler(Context&, Place, model::Scheduler, SemanticsChoice&);

// timeline.cpp: a timeline before it is known which job it is for.
struct Named {  // a subtask, or the command that a condition waits for
  std::string name;
  std::uint32_t subtask = 0;
  Place place;
};
struct RawCondition {
  model::Condition condition;
  Named of;  // task_is: the task; command_answered: the command
  Place place;
};
struct Action {  // of an entry, or of a way
  std::optional<model::CommandSpec> command;
  std::optional<model::FaultSpec> fault;
  Named task;  // of the fault; its place is that of what the fault strikes
  Place place;
};
struct RawEntry {
  std::optional<sim::Time> at, after_previous;
  std::vector<RawCondition> when;
  Action action;
  bool here = false;  // the way's action stands here
  Place place, at_place;
};
using RawTimeline = std::vector<RawEntry>;
RawTimeline read_timeline(Context&, const Node&);
Action read_action(Context&, const Fields&);
// The task that "count/0" names.
std::optional<Named> read_task_name(Context&, Place, std::string_view text);

// faults.cpp: `task` is the subtask that it strikes, if it strikes one.
model::FaultSpec read_fault(Context&, const Node&, Named& task);
struct Budget {
  model::FaultBudget faults;
  std::optional<Place> jobmanager_loss;  // where one is allowed
};
Budget read_faults(Context&, const Node&);

// conditions.cpp
std::vector<RawCondition> read_conditions(Context&, const Node&);

// course.cpp: timeline and action of a way put together, names resolved against its job.
struct Course {
  std::vector<model::TimelineEntry> timeline;
  std::optional<std::size_t> here;
};
Course resolve(Context&, const RawTimeline&, const Action* of_way, const Job&, const model::ClusterSpec&);
inline constexpr std::string_view wants_high_availability = "cluster: {high-availability: true}";

// expect.cpp: adds to, and wins over, what stood in `into`.
void read_expect(Context&, const Node&, Way& into);

// ways.cpp, assembly.cpp
std::optional<Scenario> read_scenario(Context&, const Node&);

}  // namespace scenarios
