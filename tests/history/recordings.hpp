#pragma once
// Recordings to test on: those kept here, and where they are at hand, all that were ever made.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "history/reader.hpp"

namespace history_test {

// Plain or compressed.
inline bool is_recording(const std::filesystem::path& path) {
  return path.extension() == ".jsonl" || (path.extension() == ".gz" && path.stem().extension() == ".jsonl");
}

inline std::vector<std::string> files_below(const std::filesystem::path& root) {
  std::vector<std::string> out;
  if (!std::filesystem::is_directory(root)) return out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (is_recording(entry.path())) out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

inline std::vector<std::string> kept_recordings() { return files_below(QUIESCE_ROOT "/tests/recordings"); }
// Empty where the folder is not there.
inline std::filesystem::path all_recordings_root() { return QUIESCE_ROOT "/../shared/histories"; }
inline std::vector<std::string> all_recordings() { return files_below(all_recordings_root()); }

inline std::string content(const std::string& path) {
  auto text = history::read_file(path);
  if (const auto* error = std::get_if<history::Error>(&text)) {
    ADD_FAILURE() << to_string(*error, path);
    return {};
  }
  return std::get<std::string>(std::move(text));
}

}  // namespace history_test
