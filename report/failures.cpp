#include "report/failures.hpp"

#include <unistd.h>

#include <algorithm>

#include "report/files.hpp"
#include "report/selection.hpp"
#include "scenarios/reader.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;
constexpr std::size_t most_trace_bytes = 64'000'000;

std::optional<Error> read_one(KeptFailure& f) {
  auto trace = read_file(f.files.trace.string(), most_trace_bytes, "a trace that fuzz kept");
  if (auto* e = std::get_if<Error>(&trace)) return std::move(*e);
  f.kept = scenarios::read_kept(std::get<std::string>(trace));
  if (f.kept.property.empty())
    return Error{f.files.trace.string(),
                 1,
                 1,
                 "does not say which promise it breaks",
                 "a line such as \"# property: no-loss\", as fuzz writes it",
                 ""};
  auto text = read_file(f.files.scenario.string(), scenarios::max_bytes, "the scenario beside the trace");
  if (auto* e = std::get_if<Error>(&text)) return std::move(*e);
  scenarios::Read read = scenarios::read(f.files.scenario.string(), std::get<std::string>(text), known_names());
  if (!read.ok()) return read.errors.front();
  if (read.scenarios.size() != 1 || read.scenarios.front().cases.size() != 1)
    return Error{f.files.scenario.string(), 0, 0, "is not one scenario of one case", "as fuzz writes it", ""};
  f.scenario = std::move(read.scenarios.front());
  plant_defect(f.kept.defect, f.scenario);
  return std::nullopt;
}

}  // namespace

std::optional<Error> cannot_keep_in(const fs::path& folder) {
  std::error_code failed;
  fs::path there = fs::absolute(folder, failed);
  while (!fs::exists(there, failed) && there.has_relative_path()) there = there.parent_path();
  if (fs::is_directory(there, failed) && access(there.c_str(), W_OK | X_OK) == 0) return std::nullopt;
  return Error{folder.string(),
               0,
               0,
               "is no folder in which failures can be kept",
               "--failures with one that can be written to",
               ""};
}

std::optional<Error> keep_failure(const fs::path& folder, const std::string& name, const scenarios::Case& subject,
                                  const scenarios::Kept& kept, StoredFailure& out) {
  if (auto e = make_folder(folder)) return e;
  out = {folder / (name + ".yaml"), folder / (name + ".trace")};
  if (auto e = write_file(out.scenario, scenarios::kept_scenario(subject, kept))) return e;
  return write_file(out.trace, scenarios::kept_trace(kept));
}

void forget_failure(const StoredFailure& failure) {
  std::error_code ignored;
  fs::remove(failure.trace, ignored);
  fs::remove(failure.scenario, ignored);
}

KeptFailures kept_failures(const fs::path& folder) {
  KeptFailures found;
  std::error_code failed;
  std::vector<fs::path> traces;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".trace") traces.push_back(entry.path());
  std::sort(traces.begin(), traces.end());
  for (const fs::path& trace : traces) {
    KeptFailure f;
    f.files = {fs::path(trace).replace_extension(".yaml"), trace};
    if (auto e = read_one(f))
      found.errors.push_back(std::move(*e));
    else
      found.all.push_back(std::move(f));
  }
  return found;
}

}  // namespace report
