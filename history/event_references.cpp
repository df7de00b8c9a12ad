// What an event names: it has to have been introduced, or may not have been.
#include "history/event_reader.hpp"

namespace history {

void EventReader::not_introduced(JsonKey key, std::string_view expected, std::string_view remedy) {
  fields_.refuse(key, std::string(expected), std::string(remedy), Flaw::unknown_reference);
}
JobId EventReader::job() {
  const auto name = fields_.text("job");
  const auto id = names_.find_job(name);
  if (!id) not_introduced("job", "an execution that was submitted before", "a job.submitted line has to introduce it");
  return id.value_or(0);
}
JobId EventReader::new_job() {
  const auto name = fields_.text("job");
  if (fields_.ok() && names_.find_job(name))
    fields_.refuse("job", "an execution that was not submitted before", "give each execution a name of its own");
  return fields_.ok() ? names_.add_job(name) : 0;
}
At EventReader::at() {
  const JobId j = job();
  const auto task = fields_.text("task");
  const auto attempt = fields_.small("attempt");
  return {j, fields_.ok() ? names_.add_task(task) : 0, attempt};
}
CommandId EventReader::command(bool introduces) {
  const auto name = fields_.text("id");
  const auto id = names_.find_command(name);
  if (fields_.ok() && introduces && id)
    fields_.refuse("id", "a command that was not given before", "give each command an id of its own");
  if (!introduces && !id) not_introduced("id", "a command that was given before", "a command line has to introduce it");
  if (id || !fields_.ok()) return id.value_or(0);
  return names_.add_command(name);
}
CheckpointId EventReader::checkpoint(JobId job) {
  const CheckpointId id = fields_.small("checkpoint");
  if (fields_.ok() && !checkpoints_.marked(std::uint64_t{job} << 32 | id))
    not_introduced("checkpoint", "a checkpoint that this execution has triggered",
                   "a checkpoint.triggered line has to introduce it");
  return id;
}
CheckpointId EventReader::some_checkpoint(JsonKey key) {
  const CheckpointId id = fields_.small(key);
  if (fields_.ok() && !any_checkpoints_.marked(id))
    not_introduced(key, "a checkpoint that some execution has triggered",
                   "a checkpoint.triggered line has to introduce it");
  return id;
}
TxnId EventReader::txn() {
  const auto id = names_.find_txn(fields_.text("txn"));
  if (!id) not_introduced("txn", "a transaction that was begun before", "a txn.begin line has to introduce it");
  return id.value_or(0);
}
ArtifactId EventReader::artifact(JsonKey key) {
  const auto id = names_.find_artifact(fields_.text(key));
  if (!id) not_introduced(key, "an artifact that was written before", "an artifact.written line has to introduce it");
  return id.value_or(0);
}

}  // namespace history
