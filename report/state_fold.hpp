#pragma once
// What can be seen of a job's state, folded from the events of a story: statuses, positions, snapshots, transactions,
// what is shown. Asked after each step for what has changed. Tested in tests/report/diagram_test.cpp.
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace report {

struct Change {
  std::string what, from, to;  // "count/0", "RUNNING", "CANCELED"; from is empty for what is new
};

// Number of records of "0:3" or "0:3-7".
std::uint64_t records_of(const std::string& range);

class StateFold {
 public:
  void hear(const nlohmann::json& event);
  // Since the last time it was asked, in order of `what`.
  std::vector<Change> changes();

 private:
  void put(const std::string& what, std::string value);
  void add(const std::string& what, std::uint64_t n);
  void of_sink(const nlohmann::json& event, const std::string& ev);
  void of_snapshot(const nlohmann::json& event, const std::string& ev);

  std::map<std::string, std::string> now_;
  std::map<std::string, std::string> before_;  // of what has changed
  std::map<std::string, std::uint64_t> numbers_;
  std::map<std::string, std::uint64_t> held_;  // records by open transaction
};

}  // namespace report
