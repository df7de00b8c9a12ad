// Replays what fuzzing starts from and what it has found: see run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/fuzz/history_laws.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpus(const std::string& name) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(QUIESCE_ROOT "/tests/fuzz/corpus/" + name))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}
std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

TEST(fuzz_corpus, every_history_keeps_the_laws) {
  const auto files = corpus("history");
  EXPECT_GE(files.size(), 50U);
  for (const fs::path& file : files) {
    const std::string broken = fuzz::broken_history_law(bytes_of(file));
    EXPECT_EQ(broken, "") << file;
  }
}

TEST(fuzz_corpus, stays_small) {
  std::uintmax_t sum = 0;
  for (const fs::path& file : corpus("history")) sum += fs::file_size(file);
  EXPECT_LE(sum, 400U << 10) << "tests/fuzz/run leaves out what does not fit";
}

}  // namespace
