#include "scenarios/kept.hpp"

#include <fmt/format.h>

#include "scenarios/writer.hpp"
#include "sim/fingerprint.hpp"
#include "sim/trace.hpp"

namespace scenarios {
namespace {

constexpr std::string_view of_property = "# property: ", of_defect = "# defect: ", of_origin = "# found: ";

std::string heading(const Kept& kept) {
  std::string text = fmt::format("{}{}\n", of_property, kept.property);
  if (!kept.defect.empty()) text += fmt::format("{}{}\n", of_defect, kept.defect);
  if (!kept.origin.empty()) text += fmt::format("{}{}\n", of_origin, kept.origin);
  return text;
}

}  // namespace

std::string kept_scenario(const Case& subject, const Kept& kept) {
  Case c = subject;
  c.expect = {};
  c.expect.promises[kept.property] = true;
  return "# A failure that fuzzing found and made small.\n" + heading(kept) + write(c);
}

std::string kept_trace(const Kept& kept) {
  return "# The steps that break the promise, for quiesce replay.\n" + heading(kept) + kept.trace;
}

Kept read_kept(std::string_view text) {
  Kept kept;
  kept.trace = text;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with('#')) break;
    for (const auto& [start, field] :
         {std::pair{of_property, &kept.property}, {of_defect, &kept.defect}, {of_origin, &kept.origin}})
      if (line.starts_with(start)) *field = line.substr(start.size());
  }
  return kept;
}

std::string digest_of(std::string_view trace) {
  sim::Trace steps;
  sim::parse_trace(trace, steps);
  return fmt::format("{:08x}", sim::fingerprint(sim::to_text(steps)) >> 32);
}

}  // namespace scenarios
