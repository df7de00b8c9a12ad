#pragma once
// All verbs, one row each. A new one is a file in verbs/ and a row in catalogue.cpp.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/options.hpp"

namespace report {

// What every verb returns to the shell.
inline constexpr int ok = 0, violated = 1, undecided = 2, bad_input = 3, internal_error = 4;

struct Verb {
  std::string_view name, arguments;
  std::string_view summary;             // in the list of verbs
  std::string_view story;               // in its own help
  std::vector<std::string_view> flags;  // those that change what it does
  std::vector<std::string_view> examples;
  int (*act)(const Options&);
  bool judges = false;  // cases, one by one: its results can be had in every format
  bool draws = false;   // no cases, but a document: in the formats that are made from one alone
};
std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);  // null: no such verb

// Every verb takes these, whether they change what it does or not, so that one set of flags serves a whole script.
inline constexpr std::array<std::string_view, 14> shared_flags = {"semantics", "way",    "sink", "property", "seed",
                                                                  "runs",      "budget", "out",  "format",   "color",
                                                                  "progress",  "quiet",  "help", "version"};

// The pages of --help; a line has at most 100 characters.
std::string help(const std::string& program);
std::string help(const std::string& program, const Verb& verb);

// verbs/
int act_run(const Options&);
int act_explore(const Options&);
int act_fuzz(const Options&);
int act_compare(const Options&);
int act_audit(const Options&);
int act_replay(const Options&);
int act_explain(const Options&);
int act_check(const Options&);
int act_new(const Options&);
int act_schema(const Options&);
int act_list(const Options&);
int act_demo(const Options&);
int act_gallery(const Options&);
int act_report(const Options&);

}  // namespace report
