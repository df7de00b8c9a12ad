#pragma once
// The results of all recordings together: how many match by version, which mismatches are excused, and what the model
// permits that no recording shows.
#include <map>
#include <string>
#include <vector>

#include "tests/laws/conformance.hpp"

namespace laws {

struct Tally {
  std::size_t recordings = 0, whole = 0, protocol = 0, errors = 0;
};
std::map<std::string, Tally> by_version(const std::vector<Recording>&, const std::vector<Endings>&);
std::string table_of(const std::map<std::string, Tally>&);  // with a last row for all

// A protocol part that the model came to, where all recordings of that experiment on that version agree on another one.
struct NotSeen {
  std::string recording;  // one of the experiment
  std::size_t recordings = 0;
  Fields recorded, modelled;
  std::uint32_t seeds = 0, of = 0;
};
std::vector<NotSeen> not_seen(const std::vector<Recording>&, const std::vector<Endings>&);
// " | status run-1: FAILED, model FINISHED": each field that differs.
std::string to_text(const NotSeen&);

// What the model permits beyond the recordings because a text documents it: rows of a part of the recording's name, a
// part of the text above (all of it: *) and the document, separated by tabs.
struct Permitted {
  std::string recording, difference, document;
};
std::vector<Permitted> read_permitted(const std::string& path);
bool is_permitted(const NotSeen&, const Permitted&);

// Mismatches that are not the model's fault: recording, field, reason, separated by tabs; lines with # are comments.
using Exceptions = std::map<std::string, std::map<std::string, std::string>>;  // recording -> field -> reason
Exceptions read_exceptions(const std::string& path);
// Whether some ending is the recorded one but for excused fields.
bool is_excused(const Recording&, const Endings&, const Exceptions&);

}  // namespace laws
