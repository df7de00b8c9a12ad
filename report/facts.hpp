#pragma once
// What a story says in numbers: which step read, stored, showed or deleted what. The sentences of why.cpp are made from
// it.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/outcome.hpp"

namespace report {

using StepNumber = std::uint64_t;
using RecordName = std::pair<std::string, std::uint64_t>;  // split, offset

struct Facts {
  struct Place {
    std::uint64_t next;
    StepNumber step;
  };  // a position, and when it was reached or stored
  struct Artifact {
    std::string name;
    StepNumber written = 0, deleted = 0;
    std::string job;
    std::uint64_t checkpoint = 0;
    bool savepoint = false;
  };
  struct Submission {
    std::string job, from;
    StepNumber step;
  };
  struct Status {
    std::string job, status;
    StepNumber step;
  };
  struct Command {
    std::string id, kind;
    StepNumber given = 0, answered = 0;
    bool ok = false;
    unsigned answers = 0;
  };
  struct Restore {
    std::string job;
    std::string split;
    std::uint64_t next;
    StepNumber step;
  };
  struct Stored {
    std::uint64_t positions = 0, counted = 0;
  };  // sums over a snapshot

  std::map<std::pair<std::string, std::string>, Place>
      read;  // (job, split) -> behind the last record emitted by its last attempt
  std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, Place>>
      positions;  // (job, split) -> checkpoint -> stored
  std::vector<Artifact> artifacts;
  std::vector<Submission> submissions;
  std::vector<Status> statuses;
  std::vector<Command> commands;
  std::vector<Restore> restores;
  std::map<std::uint64_t, std::map<std::string, Stored>> stored;  // checkpoint -> operator vertex and "" for sources
  std::map<RecordName, std::vector<StepNumber>> visible;
  std::map<RecordName, std::string> pending;               // record -> transaction that holds it
  std::vector<std::pair<std::string, StepNumber>> faults;  // what fails, when
};
Facts facts_of(const scenarios::Story& story);

}  // namespace report
