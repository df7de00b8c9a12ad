// ICEBERG-10892: so as not to commit twice, the committer reads from the table the greatest number of a checkpoint
// that was committed, and passes over what is not above it. A job that is put back to an older savepoint counts from
// there again: its new checkpoints look done, and their files are in no commit.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void commit_what_is_above(World& w, ChannelId c, const Message& m) {
  static const ChannelEffect clean = clean_channel_rule("notify_completed").effect;
  const TaskId t = receiver_of(w, c);
  const std::uint32_t s = w.plan.tasks[t].sink;
  if (s == sim::nobody || !is_running(w, t) || m.medium != w.task[t].epoch) return clean(w, c, m);
  if (m.large > w.planted[0]) {
    w.planted[0] = m.large;
    return clean(w, c, m);
  }
  with_hidden_transactions(w, t, clean, c, m);
}

}  // namespace

const Defect iceberg_10892 = {
    .id = "ICEBERG-10892",
    .family = Family::sinks,
    .mistake = "after a rewind to an older savepoint new commits are taken for old ones",
    .versions = "Iceberg sink, open in 2024",
    .caught_by = "commits-when-due",
    .scenario = "scenarios/defects/rewind-to-savepoint.yaml",
    .plant = [](World::Rules& rules) { replace_effect(rules, "notify_completed", commit_what_is_above); },
    .words = 1};

}  // namespace model
