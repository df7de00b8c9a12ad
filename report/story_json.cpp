#include "report/story_json.hpp"

#include <nlohmann/json.hpp>

namespace report {

nlohmann::ordered_json to_json(const scenarios::Story& story) {
  auto list = nlohmann::ordered_json::array();
  for (const scenarios::StoryStep& s : story) {
    constexpr std::string_view roles[] = {"engine", "command", "fault"};
    nlohmann::ordered_json events = nlohmann::ordered_json::array();
    for (const std::string& e : s.events)
      events.push_back(nlohmann::ordered_json::parse("{" + e + "}", nullptr, false));
    list.push_back({{"number", s.number},
                    {"cause", s.cause},
                    {"role", roles[static_cast<std::size_t>(s.role)]},
                    {"actor", s.actor},
                    {"rule", s.rule},
                    {"subject", s.subject},
                    {"binding", s.binding},
                    {"events", std::move(events)}});
  }
  return list;
}

}  // namespace report
