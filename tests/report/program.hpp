#pragma once
// The program as a user calls it: from the root of the checkout, as ./quiesce, with its two outputs and its exit code
// kept apart.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace report_test {

struct Called {
  int code = -1;  // negative: it did not exit by itself
  std::string out, err;
};

// Deleted with everything in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "quiesce-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Called call(std::vector<std::string> arguments, const std::string& input = {}) {
  const Folder folder;
  std::ofstream(folder / "in", std::ios::binary) << input;
  arguments.insert(arguments.begin(), "./quiesce");
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);  // else the child would print it again
  const pid_t child = fork();
  if (child == 0) {
    const bool ready = chdir(QUIESCE_ROOT) == 0 && std::freopen((folder / "in").c_str(), "rb", stdin) &&
                       std::freopen((folder / "out").c_str(), "wb", stdout) &&
                       std::freopen((folder / "err").c_str(), "wb", stderr);
    if (ready) execv(QUIESCE_BINARY, argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder / "out"), content(folder / "err")};
}

}  // namespace report_test
