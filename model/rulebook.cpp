#include "model/rulebook.hpp"

#include "model/rules/tables.hpp"

namespace model {

sim::Rulebook<World> make_rulebook() {
  Rules rules;
  add_timeline(rules);          // what the client does, when
  add_commands(rules);          // what the JobManager makes of it
  add_restore(rules);           // a job comes to life
  add_enumerator(rules);        // splits that are handed out
  add_dataflow(rules);          // records
  add_trigger(rules);           // a snapshot begins
  add_checkpoint(rules);        // a snapshot: coordinator and storage
  add_extra_checkpoint(rules);  // a checkpoint that follows a stop
  add_abort(rules);             // a snapshot that comes to nothing
  add_alignment(rules);         // a snapshot: tasks
  add_aborted_stop(rules);      // a barrier behind the notice that it is not wanted
  add_unaligned(rules);         // barriers that overtake records
  add_notices(rules);           // a snapshot: what tasks hear of it
  add_stop(rules);              // snapshots that a user asks for, and the stop around them
  add_ending(rules);            // how a task ends in good order
  add_windows(rules);           // watermarks and what they fire
  add_failure(rules);           // the end in bad order, cancel included
  add_faults(rules);            // what the environment does
  return {std::move(rules.channels), std::move(rules.actors)};
}

}  // namespace model
