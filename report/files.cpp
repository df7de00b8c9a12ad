#include "report/files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

// Names in the folder where the file was looked for.
std::string nearest_file(const fs::path& path) {
  std::error_code failed;
  std::vector<std::string> names;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.is_regular_file(failed) && names.size() < 1000) names.push_back(entry.path().filename());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string name = scenarios::nearest_of(path.filename().string(), known);
  if (name.empty()) return name;
  return path.has_parent_path() ? (path.parent_path() / name).string() : name;
}

std::variant<std::string, Error> read_all(std::FILE* file, const std::string& name, std::size_t most) {
  std::string text;
  char buffer[1 << 16];
  while (text.size() <= most) {
    const std::size_t n = std::fread(buffer, 1, std::min(sizeof buffer, most + 1 - text.size()), file);
    text.append(buffer, n);
    if (n > 0) continue;
    if (std::ferror(file)) return Error{name, 0, 0, fmt::format("cannot be read: {}", std::strerror(errno)), "", ""};
    break;
  }
  return text;
}

}  // namespace

std::variant<std::string, Error> read_file(const std::string& path, std::size_t most, std::string_view what) {
  if (path == "-") return read_all(stdin, "standard input", most);
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    return Error{path,
                 0,
                 0,
                 missing ? "no such file" : fmt::format("cannot be read: {}", std::strerror(errno)),
                 missing ? std::string(what) : "",
                 missing ? nearest_file(path) : ""};
  }
  if (S_ISDIR(about.st_mode)) return Error{path, 0, 0, "is a folder", std::string(what), ""};
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{path, 0, 0, fmt::format("cannot be read: {}", std::strerror(errno)), "", ""};
  return read_all(file.get(), path, most);
}

std::optional<Error> write_file(const fs::path& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.part", path.string(), getpid());
  const auto failed = [&] {
    const Error e{path.string(), 0, 0, fmt::format("cannot be written: {}", std::strerror(errno)), "", ""};
    std::remove(temporary.c_str());
    return e;
  };
  std::FILE* const file = std::fopen(temporary.c_str(), "wb");
  if (!file) return failed();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written || std::rename(temporary.c_str(), path.c_str()) != 0) return failed();
  return std::nullopt;
}

std::optional<Error> make_folder(const fs::path& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  if (!failed && fs::is_directory(path, failed)) return std::nullopt;
  return Error{
      path.string(),
      0,
      0,
      fmt::format("is no folder and cannot become one{}{}", failed ? ": " : "", failed ? failed.message() : ""),
      "",
      ""};
}

fs::path shipped_scenarios() {
  const char* home = std::getenv("QUIESCE_HOME");
  return fs::path(home && *home ? home : QUIESCE_ROOT) / "scenarios";
}

std::string told(const fs::path& path) {
  std::error_code failed;
  const fs::path near = fs::proximate(path, fs::current_path(failed), failed);
  return failed || near.string().starts_with("..") ? path.string() : near.string();
}

}  // namespace report
