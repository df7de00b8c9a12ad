#pragma once
// How expectations are spelled, for the reader, the writer and those who say what was not met.
#include <array>
#include <string>

#include "scenarios/scenario.hpp"

namespace scenarios {

inline constexpr std::array<std::string_view, 3> answer_words{"failed", "ok", "unanswered"};
inline std::string_view spelled(Answer a) { return answer_words[static_cast<std::size_t>(a)]; }

inline std::string text_of(const Figure& f) {
  switch (f.kind) {
    case Figure::Kind::unknown: return "unknown";
    case Figure::Kind::some: return "some";
    case Figure::Kind::number: break;
  }
  return std::to_string(f.number);
}

}  // namespace scenarios
