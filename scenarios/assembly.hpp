#pragma once
// Puts ways together. A way's block replaces the scenario's block of that name; `expect` merges. Each block is read
// once, however many ways share it. Tested in tests/scenarios/ways_test.cpp.
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {

class Assembly {
 public:
  explicit Assembly(const Fields& scenario) : context_(scenario.context()), scenario_(scenario) {}

  // `way` is null for a scenario without ways.
  Way assemble(const std::string& scenario_name, const Fields* way);

 private:
  Place place() const { return way_ ? way_->place() : scenario_.place(); }
  // The way's block of this name, else the scenario's, else null.
  const Node* pick(std::string_view key) const;
  // Null where the level has none.
  const FlinkConfig* config_of(const Fields* level);

  void read_semantics_of(Way&);
  const Job& read_job_of(model::Spec&);
  void read_settings_of(model::Spec&);
  template <class T, class Read>
  void read_group(std::string_view key, T& out, std::optional<T> FlinkConfig::*group, Read read);
  void read_cluster_of(Way&);
  void check_adaptive_cluster(const Way&);
  void read_faults_of(model::Spec&);
  void read_course_of(Way&, const Job&);
  void check_way_here(const RawTimeline&, const Action&);
  void check_end(const model::Spec&);
  void check_versions(const Way&);

  Context& context_;
  const Fields& scenario_;
  const Fields* way_ = nullptr;
  Memo<Job> jobs_;
  Memo<std::vector<SemanticsChoice>> semantics_;
  Memo<FlinkConfig> flink_;
  Memo<RawTimeline> timelines_;
};

}  // namespace scenarios
