#pragma once
// What fuzz does with what it finds: broken promises are kept, made small, kept again and told; failures that were kept
// earlier are tried first. Tested in tests/report/fuzz_test.cpp.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/failures.hpp"
#include "report/options.hpp"
#include "report/result.hpp"
#include "report/style.hpp"

namespace report {

std::filesystem::path failures_folder(const Options& options);

// Each broken promise of the result: shrinks it, stores it, puts the shrunk story into the outcome, adds to `text`.
// `origin`: where the case comes from.
std::optional<scenarios::Error> tell_found(const Options& options, const scenarios::Scenario& scenario,
                                           const std::string& origin, const model::World::Rules& rules,
                                           CaseResult& result, std::string& text, const Style& style);

// One failure that was kept, tried again.
struct Retried {
  CaseResult result;
  bool fits = false, broken = false;
  std::string text;  // a few lines
};
Retried retry(const Options& options, const KeptFailure& failure, const model::World::Rules& rules, const Style& style);

}  // namespace report
