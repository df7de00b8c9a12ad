#pragma once
// What was asked, how often it was answered, and the last answer. Written by command and command.result. Times and
// texts are in command_log.hpp, which only figures read.
#include "history/store.hpp"

namespace history {

template <class Store>
struct Commands {
  static constexpr std::string_view name = "commands";

  struct Entry {
    typename Store::Artifact artifact;  // of the last answer; meaningless before one. Read with `artifact_of`
    typename Store::Job job;
    typename Store::Count answers;
    CommandKind kind;
    std::uint8_t options;       // 1: drain, 2: cleanup
    std::uint8_t ok;            // of the last answer
    std::uint8_t contradicted;  // 1: two answers did not agree
    bool drain() const { return options & 1; }
    bool cleanup() const { return options & 2; }
    ArtifactId artifact_of() const { return answers ? Store::artifact_id(artifact) : no_artifact; }
  };
  typename Store::template Map<typename Store::Command, Entry, 4> all;  // in the order given

  const Entry* find(CommandId id) const { return all.find(Store::command(id)); }

  void on(const Command& e, const Stamp&) {
    Entry& entry = all.get(Store::command(e.id));
    entry.job = Store::job(e.job);
    entry.kind = e.kind;
    entry.options = static_cast<std::uint8_t>((e.drain ? 1 : 0) | (e.cleanup ? 2 : 0));
  }
  void on(const CommandResult& e, const Stamp&) {
    Entry& entry = all.get(Store::command(e.id));
    if (entry.answers && (entry.ok != e.ok || entry.artifact != Store::artifact(e.artifact))) entry.contradicted = 1;
    up(entry.answers);
    entry.ok = e.ok;
    entry.artifact = Store::artifact(e.artifact);
  }
};

}  // namespace history
