// A claim of the runbook: its evidence from the table of knobs, and how it is written.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/runbook.hpp"
#include "report/words.hpp"

namespace report {

using Json = nlohmann::ordered_json;

std::string_view to_string(Evidence e) {
  constexpr std::string_view words[] = {"measured", "code", "documented", "inferred", "computed", "unknown"};
  return words[static_cast<std::size_t>(e)];
}

Claim backed_by(const scenarios::Case& c, std::string_view name, std::string topic, std::string words) {
  const model::Knob* knob = model::find_knob(name);
  Claim claim{std::move(topic), std::move(words), Evidence::unknown, {}};
  if (!knob) return claim;
  const std::string_view value = knob->values[knob->get(c.spec.semantics)];
  const model::KnobRow& row = model::row_in_force(*knob, c.spec.profile);
  if (row.value != value) {
    claim.evidence = Evidence::computed;
    claim.source = fmt::format("{}: {}, changed by hand", name, value);
    return claim;
  }
  constexpr std::pair<std::string_view, Evidence> kinds[] = {{"measured", Evidence::measured},
                                                             {"code", Evidence::code},
                                                             {"document", Evidence::documented},
                                                             {"inferred", Evidence::inferred}};
  for (const auto& [word, evidence] : kinds)
    if (row.evidence.starts_with(word)) claim.evidence = evidence;
  claim.source = fmt::format("{}: {}, since {}: {}{}{}", name, value, row.since, row.evidence,
                             row.ticket.empty() ? "" : "; ", row.ticket);
  return claim;
}

std::string runbook_text(std::span<const Claim> claims, std::size_t indent, const Style& style) {
  std::string text;
  for (const Claim& c : claims) {
    const std::string label = c.topic + std::string(c.topic.size() < 11 ? 11 - c.topic.size() : 1, ' ');
    std::string body = wrapped(fmt::format("{} [{}]", c.words, to_string(c.evidence)), indent + 13, page_width);
    text += std::string(indent, ' ') + "- " + style(Tone::strong, label) + body.substr(indent + 13);
  }
  return text;
}

Json runbook_json(std::span<const Claim> claims) {
  Json list = Json::array();
  for (const Claim& c : claims)
    list.push_back({{"topic", c.topic}, {"words", c.words}, {"evidence", to_string(c.evidence)}, {"source", c.source}});
  return list;
}

}  // namespace report
