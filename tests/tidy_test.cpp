// The rules of the tree that a reader relies on, checked over the sources: who may include whom, what is banned where,
// and that every file is built. Each failure says file, line, the rule and what to do instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> folders = {"sim", "history", "model", "properties", "scenarios", "report"};

// May a file of `from` include one of `to`? model and properties do not know each other.
bool may_include(const std::string& from, const std::string& to) {
  if (from == "tests") return true;
  const auto rank = [](const std::string& f) { return std::find(folders.begin(), folders.end(), f) - folders.begin(); };
  if ((from == "model" && to == "properties") || (from == "properties" && to == "model")) return false;
  return rank(to) <= rank(from);
}

struct Line {
  std::string file;  // "sim/rule.hpp"
  std::size_t number;
  std::string text;
  std::string folder() const { return file.substr(0, file.find('/')); }
  std::string place() const { return file + ":" + std::to_string(number); }
};

std::vector<std::string> source_files() {
  std::vector<std::string> files;
  auto all = folders;
  all.emplace_back("tests");
  for (const std::string& folder : all)
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(QUIESCE_ROOT) / folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
        files.push_back(fs::relative(entry.path(), QUIESCE_ROOT).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string read(const std::string& file) {
  std::ifstream in(fs::path(QUIESCE_ROOT) / file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Line> lines_of(const std::string& file) {
  std::vector<Line> lines;
  std::istringstream text(read(file));
  for (std::string line; std::getline(text, line);) lines.push_back({file, lines.size() + 1, line});
  return lines;
}

// Without comments and string literals: a rule about code is not broken by words.
std::string code_of(std::string line) {
  static const std::regex literal("\"(\\\\.|[^\"\\\\])*\"");
  if (line.find("#include") == std::string::npos) line = std::regex_replace(line, literal, "\"\"");
  return line.substr(0, line.find("//"));
}

TEST(tidy, includes_point_only_to_the_left) {
  static const std::regex include("#include \"([a-z_]+)/[^\"]+\"");
  for (const std::string& file : source_files())
    for (const Line& line : lines_of(file)) {
      std::smatch found;
      if (!std::regex_search(line.text, found, include)) continue;
      EXPECT_TRUE(may_include(line.folder(), found[1]))
          << line.place() << ": " << line.folder() << " may not include " << found[1]
          << "; the order is sim < history < {model, properties} < scenarios < report. Move the shared part to the "
             "left.";
    }
}

TEST(tidy, there_is_no_cycle_of_includes) {
  std::map<std::string, std::vector<std::string>> includes;
  static const std::regex include("#include \"([^\"]+)\"");
  for (const std::string& file : source_files())
    for (const Line& line : lines_of(file)) {
      std::smatch found;
      if (std::regex_search(line.text, found, include)) includes[file].push_back(found[1]);
    }
  std::set<std::string> done;
  std::vector<std::string> path;
  const auto visit = [&](const auto& self, const std::string& file) -> void {
    if (std::find(path.begin(), path.end(), file) != path.end()) {
      ADD_FAILURE() << file << " includes itself by way of " << path.back();
      return;
    }
    if (!done.insert(file).second) return;
    path.push_back(file);
    for (const std::string& next : includes[file]) self(self, next);
    path.pop_back();
  };
  for (const std::string& file : source_files()) visit(visit, file);
}

// A word that may stand only where `allowed` says.
struct Door {
  std::regex what;
  std::string name;
  bool (*allowed)(const Line&);
  std::string instead;
};

const auto in_report = [](const Line& l) { return l.folder() == "report" || l.folder() == "tests"; };

const std::vector<Door>& doors() {
  static const std::vector<Door> table = {
      {std::regex("<(random|chrono|ctime)>|std::(chrono|time|clock)\\b|\\bs?rand\\s*\\(|gettimeofday"),
       "clocks and chance of the machine", in_report,
       "take a sim::Random or the model's time; the wall clock is read in report/ only"},
      {std::regex("unordered_(map|set)|std::hash\\b"), "unordered containers", [](const Line&) { return false; },
       "std::map, std::set or a sorted vector: iteration must be the same everywhere"},
      {std::regex("<(thread|mutex|atomic|future)>"), "threads", in_report,
       "keep it sequential; parallel work belongs to report/"},
      {std::regex("\\b(float|double)\\b"), "floating point", in_report,
       "whole numbers: microseconds, parts per million"},
      {std::regex("<(iostream|fstream|filesystem)>"), "files and streams",
       [](const Line& l) {
         return in_report(l) || l.file == "history/reader.cpp" || l.file == "history/read_file.cpp";
       },
       "take text as string_view; report/ opens files"},
      {std::regex("boost/graph"), "boost.graph",
       [](const Line& l) { return l.file == "sim/state_graph.hpp" || l.file == "scenarios/graph.cpp" || in_report(l); },
       "ask sim/state_graph.hpp or scenarios/graph.cpp"},
      {std::regex("boost/program_options"), "boost.program_options", in_report, "parse flags in report/"},
      {std::regex("pugixml"), "pugixml",
       [](const Line& l) { return l.file == "report/junit.cpp" || l.folder() == "tests"; },
       "write XML in report/junit.cpp"},
      {std::regex("yaml-cpp"), "yaml-cpp",
       [](const Line& l) { return l.folder() == "scenarios" || l.folder() == "tests"; },
       "read scenarios with scenarios/reader.hpp"},
      {std::regex("<(gtest|rapidcheck|benchmark)"), "test libraries",
       [](const Line& l) { return l.folder() == "tests"; }, "tests live in tests/"},
  };
  return table;
}

TEST(tidy, each_door_is_used_only_where_it_stands) {
  for (const std::string& file : source_files())
    for (const Line& line : lines_of(file))
      for (const Door& door : doors())
        if (std::regex_search(code_of(line.text), door.what)) {
          EXPECT_TRUE(door.allowed(line)) << line.place() << ": no " << door.name << " here: " << door.instead;
        }
}

TEST(tidy, every_source_is_named_in_the_cmake_list_of_its_folder) {
  for (const std::string& file : source_files()) {
    if (!file.ends_with(".cpp")) continue;
    std::string listed;
    std::string name;
    for (fs::path dir = fs::path(file).parent_path(); !dir.empty(); dir = dir.parent_path()) {
      const std::string list = (dir / "CMakeLists.txt").generic_string();
      if (!fs::exists(fs::path(QUIESCE_ROOT) / list)) continue;
      listed = read(list);
      name = fs::relative(file, dir).generic_string();
      break;
    }
    EXPECT_NE(listed.find(name), std::string::npos)
        << file << ":1: is in no CMakeLists.txt, so it is never built; add it to the list of its folder";
  }
}

TEST(tidy, headers_begin_with_pragma_once_and_a_word_on_what_they_are) {
  for (const std::string& file : source_files()) {
    if (!file.ends_with(".hpp")) continue;
    const auto lines = lines_of(file);
    ASSERT_GE(lines.size(), 2U) << file;
    EXPECT_EQ(lines[0].text, "#pragma once") << file << ":1: a header begins with #pragma once";
    EXPECT_TRUE(lines[1].text.starts_with("//")) << file << ":2: say in one comment what the header is";
  }
}

TEST(tidy, nothing_is_left_unfinished_and_no_path_of_a_machine_is_named) {
  static const std::regex unfinished(
      "\\b(TO"
      "DO|FIX"
      "ME|XX"
      "X)\\b");
  static const std::regex machine("/(home|root|work|Users)/");
  for (const std::string& file : source_files()) {
    if (file == "tests/tidy_test.cpp") continue;
    for (const Line& line : lines_of(file)) {
      EXPECT_FALSE(std::regex_search(line.text, unfinished))
          << line.place() << ": finish it, or write it down as an issue";
      EXPECT_FALSE(std::regex_search(line.text, machine)) << line.place() << ": no path of a machine; use QUIESCE_ROOT";
    }
  }
}

// The aim is 250 lines; this is where a file has certainly stopped telling one story.
TEST(tidy, files_stay_readable_in_length) {
  for (const std::string& file : source_files()) {
    const auto lines = lines_of(file);
    EXPECT_LE(lines.size(), 450U) << file << ": split it by what it tells";
    for (const Line& line : lines) EXPECT_LE(line.text.size(), 160U) << line.place() << ": break the line";
  }
}

}  // namespace
