#pragma once
// Where the parts of the reader put what they find wrong. The same mistake at the same place counts once, since a block
// of the scenario is read for each way that does not replace it.
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "scenarios/error.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/tree.hpp"
#include "scenarios/values.hpp"

namespace scenarios {

class Context {
 public:
  Context(std::string_view file, const Catalogue& catalogue) : known(catalogue), file_(file) {}
  const Catalogue& known;

  void complain(Place, std::string what, std::string expected = {});
  void complain(Place, Complaint);
  // `word` is none of `candidates`: they are listed as what was expected, the nearest is proposed.
  void unknown(Place, std::string what, std::string_view word, std::span<const std::string_view> candidates);
  void warn(Place, std::string what, std::string expected = {});

  const std::string& file() const { return file_; }
  // Grows with each new mistake: tells a part whether what it called went well.
  std::size_t mistakes() const { return errors_.size(); }
  std::vector<Error> errors() const { return in_order(errors_); }
  std::vector<Error> warnings() const { return in_order(warnings_); }

 private:
  using Seen = std::set<std::tuple<Place, std::string>>;
  static std::vector<Error> in_order(std::vector<Error>);
  bool fresh(Seen& seen, Place place, const std::string& what) { return seen.emplace(place, what).second; }

  std::string file_;
  std::vector<Error> errors_, warnings_;
  Seen seen_errors_, seen_warnings_;
};

// "a, b or c", cut off where it gets long.
std::string listed(std::span<const std::string_view>);
// In quotes, cut off where it gets long.
std::string in_quotes(std::string_view);

// What a part of the reader made of a node, kept so that each node is read once.
template <class T>
class Memo {
 public:
  template <class F>
  const T& get(const Node* node, F&& read) {
    if (auto found = seen_.find(node); found != seen_.end()) return found->second;
    T value = read();
    return seen_.emplace(node, std::move(value)).first->second;
  }

 private:
  std::map<const Node*, T> seen_;  // only looked up, never walked: the order of addresses does not matter
};

}  // namespace scenarios
