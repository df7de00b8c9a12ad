#pragma once
// A good scenario to be spoilt, and catalogues that know a few names.
#include <fstream>
#include <iterator>
#include <string>

#include "scenarios/reader.hpp"

namespace scenarios {

inline Catalogue some_names() {
  return {{"no-replay-after-stop", "cancel-rewinds-exactly", "exactly-once-visible"},
          {"reread", "duplicates", "missing", "visibleRun1"},
          {"acknowledge"}};
}

inline constexpr std::string_view good =
    "scenario: small\n"                                                          // 1
    "semantics: flink-1.15\n"                                                    // 2
    "job:\n"                                                                     // 3
    "  vertices:\n"                                                              // 4
    "    - {name: src, kind: source, rate: 100/s}\n"                             // 5
    "    - {name: count, kind: keyed-count, inputs: [src], keys: 4}\n"           // 6
    "    - {name: out, kind: sink, inputs: [count], delivery: transactional}\n"  // 7
    "  network: {data: 250ms}\n"                                                 // 8
    "checkpoints: {interval: 10s}\n"                                             // 9
    "until: caught up\n"                                                         // 10
    "timeline:\n"                                                                // 11
    "  - {at: 27s, way: here}\n"                                                 // 12
    "  - {when: job ended, command: {kind: resume, from: best}}\n"               // 13
    "ways:\n"                                                                    // 14
    "  - name: cancel\n"                                                         // 15
    "    command: {kind: cancel, id: end}\n"                                     // 16
    "    expect: {figures: {reread: 700}}\n"                                     // 17
    "  - name: stop\n"                                                           // 18
    "    command: {kind: stop-with-savepoint, id: end}\n"                        // 19
    "compare: {baseline: cancel, sinks: [plain, transactional]}\n";              // 20

// `good` with one piece of it replaced.
inline std::string spoilt(std::string_view piece, std::string_view by) {
  std::string text(good);
  const std::size_t at = text.find(piece);
  if (at == std::string::npos) return "no such piece in the good scenario";
  return text.replace(at, piece.size(), by);
}

inline std::string file_text(const std::string& path_below_root) {
  std::ifstream in(std::string(QUIESCE_ROOT "/") + path_below_root, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace scenarios
