#pragma once
// The runbook of a way of ending: what to type, from what to resume, what not to do, what is left and who deletes it,
// what if it fails half-way. Each line is a claim with its evidence: what the model computed for this very job, and the
// row of the table of knobs, or the document, that this rests on. Tested in tests/report/runbook_test.cpp.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "report/advice.hpp"
#include "report/style.hpp"

namespace report {

// How we know, the surest first. `computed`: by running the model on this job; the source says what that rests on.
enum class Evidence : std::uint8_t { measured, code, documented, inferred, computed, unknown };
std::string_view to_string(Evidence evidence);

struct Claim {
  std::string topic;  // "type", "resume", "do not", "left", "if it fails"
  std::string words;
  Evidence evidence = Evidence::unknown;
  std::string source;  // "checkpoints_on_finished: delete, measured (M20); FLINK-17487"
};
std::vector<Claim> runbook(const Group& group);

// What to type for the command that ends the job; nothing typed for a fault. (flink_commands.cpp)
Claim what_to_type(const scenarios::Case& c);
Claim how_to_resume(const CaseResult& result);

// Evidence of a knob's value in a case's profile: "measured (…)" becomes Evidence::measured.
Claim backed_by(const scenarios::Case& c, std::string_view knob, std::string topic, std::string words);

std::string runbook_text(std::span<const Claim> claims, std::size_t indent, const Style& style);
nlohmann::ordered_json runbook_json(std::span<const Claim> claims);

}  // namespace report
