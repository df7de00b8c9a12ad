#pragma once
// The rows of tests/recordings/refused.tsv: which recording of real Flink which versions cannot have produced, and why.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "history/reader.hpp"

namespace laws {

struct RefusedRow {
  std::string recording, lowest, highest, because;
};

inline std::vector<RefusedRow> refused_rows(const std::string& file) {
  std::ifstream in(file);
  std::vector<RefusedRow> all;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    RefusedRow r;
    std::string versions;
    std::getline(fields, r.recording, '\t');
    std::getline(fields, versions, '\t');
    std::getline(fields, r.because, '\t');
    r.lowest = versions.substr(0, versions.find('-'));
    r.highest = versions.substr(versions.find('-') == std::string::npos ? 0 : versions.find('-') + 1);
    all.push_back(std::move(r));
  }
  return all;
}

// The version of these that is nearest to the recording's own.
inline std::string nearest_version(const RefusedRow& row) {
  const auto number = [](const std::string& version) {
    return std::pair(std::atoi(version.c_str()), std::atoi(version.c_str() + version.find('.') + 1));
  };
  return "flink-" + (number(row.recording) < number(row.lowest) ? row.lowest : row.highest);
}

// Its text; empty: it is not in the folder.
inline std::string text_of_recording(const std::string& folder, const std::string& name) {
  std::string flat = name;  // some lie beside the folders
  std::replace(flat.begin(), flat.end(), '/', '-');
  for (const std::string& path : {name + ".jsonl.gz", flat + ".jsonl.gz", name + ".jsonl"})
    if (auto text = history::read_file(folder + "/" + path); std::holds_alternative<std::string>(text))
      return std::get<std::string>(std::move(text));
  return {};
}

}  // namespace laws
