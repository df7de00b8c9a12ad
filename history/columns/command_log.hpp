#pragma once
// Each command with its times and the words of its last answer, in the order given. Figures only. Written by command
// and command.result.
#include <string>

#include "history/store.hpp"

namespace history {

template <class Store>
struct CommandLog {
  static_assert(!Store::bounded);
  static constexpr std::string_view name = "command log";

  struct Entry {
    CommandId id;
    JobId job;
    CommandKind kind;
    bool drain, cleanup;
    std::int64_t t;
    bool answered = false, ok = false;
    std::int64_t answered_t = 0;
    ArtifactId artifact = no_artifact;
    std::string error;  // empty: none was said
  };
  std::vector<Entry> all;

  const Entry* find(CommandId id) const { return const_cast<CommandLog*>(this)->find_entry(id); }

  void on(const Command& e, const Stamp& stamp) {
    if (!find(e.id))
      all.push_back({e.id, e.job, e.kind, e.drain, e.cleanup, stamp.t, false, false, 0, no_artifact, {}});
  }
  void on(const CommandResult& e, const Stamp& stamp) {
    Entry* entry = find_entry(e.id);
    if (!entry) return;
    entry->answered = true;
    entry->ok = e.ok;
    entry->answered_t = stamp.t;
    entry->artifact = e.artifact;
    entry->error = e.error;
  }

 private:
  Entry* find_entry(CommandId id) {
    for (auto e = all.rbegin(); e != all.rend(); ++e)
      if (e->id == id) return &*e;
    return nullptr;
  }
};

}  // namespace history
