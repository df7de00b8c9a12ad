#pragma once
// Chains of historic bugs in which the mending of one opened the next. Each link is a defect that can be planted, and
// the promise that it breaks is what would have refused the mending before it.
#include <span>
#include <string_view>
#include <vector>

namespace model {

struct Link {
  std::string_view mending;  // what was changed, and so led to
  std::string_view defect;   // id
};
struct Chain {
  std::string_view id;     // "savepoint-and-committed-output"
  std::string_view title;  // one sentence
  std::vector<Link> links;
};

std::span<const Chain> chains();
const Chain* find_chain(std::string_view id);  // null: no such chain

}  // namespace model
