#include "properties/property.hpp"

namespace properties {

std::string_view to_string(Kind k) {
  switch (k) {
    case Kind::always: return "always";
    case Kind::across: return "across";
    case Kind::sometimes: return "sometimes";
    case Kind::can_always: return "can always";
  }
  return "";
}

std::string_view to_string(Verdict v) {
  switch (v) {
    case Verdict::holds: return "holds";
    case Verdict::violated: return "violated";
    case Verdict::undecided: return "undecided";
    case Verdict::not_violated: return "not violated";
    case Verdict::seen: return "seen";
    case Verdict::never: return "never";
    case Verdict::not_seen: return "not seen";
    case Verdict::vacuous: return "vacuous";
  }
  return "";
}

Verdict verdict(Kind kind, const Explored& found) {
  if (kind == Kind::sometimes)
    return found.reached ? Verdict::seen : found.complete ? Verdict::never : Verdict::undecided;
  // A goal that looks out of reach may be reached through states that were not visited.
  if (kind == Kind::can_always && !found.complete) return Verdict::undecided;
  if (found.violated) return Verdict::violated;
  if (!found.complete) return Verdict::undecided;
  return found.arose ? Verdict::holds : Verdict::vacuous;
}

Verdict verdict(Kind kind, const Ran& found) {
  if (kind == Kind::sometimes) return found.reached ? Verdict::seen : Verdict::not_seen;
  if (found.violated) return Verdict::violated;
  return found.arose ? Verdict::not_violated : Verdict::vacuous;
}

}  // namespace properties
