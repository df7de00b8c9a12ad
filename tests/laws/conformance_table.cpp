#include "tests/laws/conformance_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace laws {
namespace {

// "1.9.3" before "1.10.3".
std::vector<int> numbers_of(const std::string& version) {
  std::vector<int> numbers;
  std::istringstream text(version);
  for (std::string part; std::getline(text, part, '.');) numbers.push_back(std::atoi(part.c_str()));
  return numbers;
}

// Recordings kept in the project have a dash where the large collection has a folder.
std::string plain(std::string name) {
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

std::string row(const std::string& version, const Tally& t) {
  return fmt::format("TABLE {:<18} {:>5} {:>8} {:>9} {:>7}\n", version, t.recordings, t.whole, t.protocol, t.errors);
}

// Whether the second execution takes a checkpoint before it is cleaned up is chance.
Fields without_chance(Fields protocol) {
  if (protocol.count("status run-2")) protocol.erase("left at the end");
  return protocol;
}

}  // namespace

std::map<std::string, Tally> by_version(const std::vector<Recording>& recordings, const std::vector<Endings>& endings) {
  std::map<std::string, Tally> all;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    Tally& t = all[recordings[i].version];
    const Verdict v = judge(recordings[i], endings[i]);
    ++t.recordings, t.whole += v.whole, t.protocol += v.protocol;
    t.errors += !recordings[i].error.empty() || !endings[i].error.empty();
  }
  return all;
}

std::string table_of(const std::map<std::string, Tally>& tallies) {
  std::vector<std::string> versions;
  Tally sum;
  for (const auto& [version, t] : tallies) {
    versions.push_back(version);
    sum.recordings += t.recordings, sum.whole += t.whole, sum.protocol += t.protocol, sum.errors += t.errors;
  }
  std::sort(versions.begin(), versions.end(), [](const std::string& a, const std::string& b) {
    return std::pair(numbers_of(a), a) < std::pair(numbers_of(b), b);
  });
  std::string text = "TABLE version            total  matched  protocol  errors\n";
  for (const std::string& v : versions) text += row(v, tallies.at(v));
  return text + row("all", sum);
}

std::vector<NotSeen> not_seen(const std::vector<Recording>& recordings, const std::vector<Endings>& endings) {
  struct Group {
    std::set<Fields> recorded;
    std::vector<std::size_t> members;
    std::map<Fields, std::uint32_t> modelled;
    std::uint32_t seeds = 0;
  };
  std::map<std::string, Group> groups;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    Group& g = groups[recordings[i].scenario];
    g.members.push_back(i), g.recorded.insert(without_chance(recordings[i].ending.protocol));
    for (const auto& [ending, seeds] : endings[i].seen)
      g.modelled[without_chance(ending.protocol)] += seeds, g.seeds += seeds;
  }
  std::vector<NotSeen> out;
  for (const auto& [key, g] : groups) {
    if (g.recorded.size() != 1) continue;
    for (const auto& [protocol, seeds] : g.modelled)
      if (protocol != *g.recorded.begin())
        out.push_back(
            {recordings[g.members.front()].name, g.members.size(), *g.recorded.begin(), protocol, seeds, g.seeds});
  }
  return out;
}

Exceptions read_exceptions(const std::string& path) {
  Exceptions all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string recording, field, reason;
    if (line.empty() || line[0] == '#' || !std::getline(cells, recording, '\t')) continue;
    std::getline(cells, field, '\t'), std::getline(cells, reason);
    all[plain(recording)][field] = reason;
  }
  return all;
}

bool is_excused(const Recording& recording, const Endings& endings, const Exceptions& exceptions) {
  const auto at = exceptions.find(plain(recording.name));
  if (at == exceptions.end()) return false;
  if (!endings.error.empty())
    return std::any_of(at->second.begin(), at->second.end(), [](const auto& row) { return row.first == "error"; });
  const auto without = [&](Ending e) {
    for (const auto& [field, reason] : at->second) e.protocol.erase(field), e.figures.erase(field);
    return e;
  };
  const Ending wanted = without(recording.ending);
  return std::any_of(endings.seen.begin(), endings.seen.end(),
                     [&](const auto& seen) { return without(seen.first) == wanted; });
}

std::string to_text(const NotSeen& n) {
  std::string text;
  for (const auto& [key, value] : n.modelled) {
    const auto at = n.recorded.find(key);
    if (at == n.recorded.end() || at->second != value)
      text += " | " + key + ": " + (at == n.recorded.end() ? "absent" : at->second) + ", model " + value;
  }
  for (const auto& [key, value] : n.recorded)
    if (!n.modelled.count(key)) text += " | " + key + ": " + value + ", model absent";
  return text;
}

std::vector<Permitted> read_permitted(const std::string& path) {
  std::vector<Permitted> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    Permitted row;
    if (line.empty() || line[0] == '#' || !std::getline(cells, row.recording, '\t')) continue;
    std::getline(cells, row.difference, '\t'), std::getline(cells, row.document);
    all.push_back(row);
  }
  return all;
}

bool is_permitted(const NotSeen& n, const Permitted& row) {
  return n.recording.find(row.recording) != std::string::npos &&
         (row.difference == "*" || to_text(n).find(row.difference) != std::string::npos);
}

}  // namespace laws
