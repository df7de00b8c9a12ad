#pragma once
// Typed access to the fields of one line. The first field that is missing or wrong is kept as the error of the line,
// with its column; what is read after that is of no use and harmless.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/event.hpp"
#include "history/json_line.hpp"
#include "history/names.hpp"
#include "history/read_result.hpp"
#include "history/words.hpp"

namespace history {

class Fields {
 public:
  struct Problem {
    std::size_t column;
    std::string message, remedy;
    Flaw flaw;
  };

  Fields(const JsonLine& line, InternedNames& names) : line_(line), names_(names) {}
  // Starts over with the line as it is now. `what` names it in messages: "source.emit".
  void restart(std::string_view what);
  // Further fields are looked up inside this member of the line, until `leave`.
  void enter(JsonKey key);
  void leave();

  bool ok() const { return !problem_; }
  const Problem& problem() const { return *problem_; }
  // `expected` completes "expected …". Nothing happens if there is a problem already.
  void refuse(JsonKey key, std::string expected, std::string remedy = {}, Flaw flaw = Flaw::wrong_value);

  bool has(JsonKey key) const;  // and is not null
  bool is_null(JsonKey key) const;
  std::string_view text(JsonKey key);
  std::string_view optional_text(JsonKey key);
  bool boolean(JsonKey key);
  bool optional_boolean(JsonKey key);
  std::int64_t integer(JsonKey key, std::int64_t least, std::int64_t most);
  std::uint32_t small(JsonKey key, std::uint32_t most = UINT32_MAX - 1);
  std::string_view text_or_integer(JsonKey key);
  template <class E>
  E one_of(JsonKey key) {
    const auto e = from_word<E>(text(key));
    if (!e) refuse(key, std::string(all_words<E>()));
    return e.value_or(E{});
  }

  Record record(JsonKey key);
  std::span<const RecordRange> ranges(JsonKey key);
  std::span<const Position> positions(JsonKey key);
  OperatorState state(JsonKey key);
  std::span<const std::string_view> texts(JsonKey key);
  // The members of an object of counts: name and value.
  std::vector<std::pair<std::string, std::uint64_t>> counts(JsonKey key);
  std::string_view raw(JsonKey key) const;

 private:
  const JsonNode* find(JsonKey key) const;
  const JsonNode* required(JsonKey key, JsonNode::Kind kind, std::string_view kind_name);
  void refuse_at(JsonPath path, std::string message, std::string remedy = {}, Flaw flaw = Flaw::wrong_value);
  JsonPath path(std::string_view key) const;
  bool parse_range(std::string_view text, bool single, RecordRange& range);

  const JsonLine& line_;
  InternedNames& names_;
  std::string_view what_;
  const JsonNode* object_ = nullptr;
  std::string_view inside_;
  std::optional<Problem> problem_;
  std::vector<RecordRange> ranges_;
  std::vector<Position> positions_;
  std::vector<std::string_view> texts_;
  std::string number_;
};

}  // namespace history
