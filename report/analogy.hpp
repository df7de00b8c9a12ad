#pragma once
// The analogy of FLIP-45, computed: how a way of ending this very job would be told of a database. A snapshot is a
// checkpoint, sharp if nothing was read behind it and else fuzzy; the input is the redo log, reading again is redo; a
// transaction that is given up is undone; a savepoint is a backup. And where that breaks: what must not be concluded
// from it. Tested in tests/report/analogy_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "report/advice.hpp"
#include "report/shutdowns.hpp"
#include "report/style.hpp"

namespace report {

// What the run did at its end; nothing where the first execution never ended.
std::vector<Primitive> primitives_of(const CaseResult& run);

struct Likeness {
  std::string topic;  // "like", "checkpoint", "redo", "undo", "backup", "but"
  std::string words;
};
std::vector<Likeness> analogy(const Group& group);

std::string analogies_text(const std::vector<Group>& groups, const Style& style);
nlohmann::ordered_json analogy_json(const Group& group);

}  // namespace report
