#pragma once
// Histories of runs, each a file of its own that appears once it is whole.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "model/names.hpp"
#include "model/timed_run.hpp"
#include "scenarios/error.hpp"
#include "scenarios/scenario.hpp"

namespace report {

class HistoryFile {
 public:
  HistoryFile(std::filesystem::path path, const scenarios::Case& subject);
  ~HistoryFile();
  HistoryFile(const HistoryFile&) = delete;
  HistoryFile& operator=(const HistoryFile&) = delete;

  // Only while this object lives.
  model::EventSink sink();
  // Nothing is left of a file that is not finished.
  std::optional<scenarios::Error> finish();

 private:
  void flush();

  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;
  int failure_ = 0;
  std::string buffer_;
  std::unique_ptr<const model::Plan> plan_;
  std::unique_ptr<model::ModelNames> names_;
};

}  // namespace report
