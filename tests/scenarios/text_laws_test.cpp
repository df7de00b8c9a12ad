// Every text that stands for a value is read back as that value, and what is no text of the kind is refused.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>

#include "model/semantics.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/text_check.hpp"
#include "scenarios/tree.hpp"
#include "scenarios/values.hpp"
#include "tests/generators.hpp"
#include "tests/scenarios/arbitrary_values.hpp"

namespace scenarios {
namespace {

template <class T>
const T* good(const Parsed<T>& parsed) {
  return std::get_if<T>(&parsed);
}

TEST(text_laws, whole_numbers_are_read_back_within_their_range_and_refused_outside) {
  EXPECT_TRUE(rc::check("whole", [] {
    const auto n = *rc::gen::arbitrary<std::int64_t>();
    auto least = *rc::gen::arbitrary<std::int64_t>(), most = *rc::gen::arbitrary<std::int64_t>();
    if (least > most) std::swap(least, most);
    const auto parsed = parse_whole(std::to_string(n), least, most);
    constexpr std::int64_t too_long = 1'000'000'000'000'000'000;  // 19 digits are never read; no key takes as many
    const bool short_enough = n > -too_long && n < too_long;
    RC_ASSERT((good(parsed) != nullptr) == (short_enough && n >= least && n <= most));
    if (good(parsed)) RC_ASSERT(*good(parsed) == n);
  }));
}

TEST(text_laws, a_suffix_multiplies) {
  EXPECT_TRUE(rc::check("suffixes", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
    constexpr std::pair<const char*, std::int64_t> all[] = {{"k", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}};
    for (const auto& [suffix, factor] : all) {
      const auto parsed = parse_whole(std::to_string(n) + suffix, 0, std::numeric_limits<std::int64_t>::max(), true);
      RC_ASSERT(good(parsed) && *good(parsed) == n * factor);
      RC_ASSERT(!good(parse_whole(std::to_string(n) + suffix, 0, std::numeric_limits<std::int64_t>::max())));
    }
  }));
}

TEST(text_laws, a_budget_is_the_most_that_may_happen) {
  EXPECT_TRUE(rc::check("budget", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(0, 2 * most_faults);
    for (const std::string& text : {std::to_string(n), "0.." + std::to_string(n)}) {
      const auto parsed = parse_budget(text);
      RC_ASSERT((good(parsed) != nullptr) == (n <= most_faults));
      if (good(parsed)) RC_ASSERT(*good(parsed) == n);
    }
  }));
}

TEST(text_laws, no_bytes_harm_the_readers_of_values) {
  EXPECT_TRUE(rc::check("any bytes", [] {
    const std::string text = generators::any_bytes();
    if (const auto t = parse_duration(text); good(t)) RC_ASSERT(*good(t) >= 0 && *good(t) <= longest_duration);
    if (const auto t = parse_rate(text); good(t)) RC_ASSERT(*good(t) > 0);
    if (const auto n = parse_whole(text, -5, 5, true); good(n)) RC_ASSERT(*good(n) >= -5 && *good(n) <= 5);
    if (const auto n = parse_budget(text); good(n)) RC_ASSERT(*good(n) >= 0 && *good(n) <= most_faults);
  }));
}

TEST(text_laws, a_choice_of_semantics_is_read_back_from_its_own_text) {
  EXPECT_TRUE(rc::check("semantics", [] {
    static constexpr std::string_view bases[] = {"flink-1.8", "flink-1.11.2", "flink-1.15", "flink-2.0", "flip-45"};
    std::string text(bases[*rc::gen::inRange<std::size_t>(0, std::size(bases))]);
    const auto knobs = model::knobs();
    std::vector<std::string> overrides;
    for (const model::Knob& knob : knobs)
      if (*rc::gen::inRange(0, 8) == 0)
        overrides.push_back(std::string(knob.name) + ": " +
                            std::string(knob.values[*rc::gen::inRange<std::size_t>(0, knob.values.size())]));
    for (std::size_t i = 0; i < overrides.size(); ++i) text += (i == 0 ? " + " : ", ") + overrides[i];
    const auto first = read_semantics(text);
    const auto* choice = std::get_if<SemanticsChoice>(&first);
    RC_PRE(choice != nullptr);  // some values are not for every version
    const auto second = read_semantics(choice->text);
    const auto* again = std::get_if<SemanticsChoice>(&second);
    RC_ASSERT(again && *again == *choice);
  }));
}

TEST(text_laws, no_bytes_harm_the_reader_of_semantics) {
  EXPECT_TRUE(rc::check("any bytes", [] {
    const std::string text = "flink-1.15" + generators::any_bytes();
    if (const auto read = read_semantics(text); const auto* error = std::get_if<Error>(&read))
      RC_ASSERT(!error->what.empty());
  }));
}

// Places of a tree lie inside of the text, and never go back.
void check_places(const Node& node, int lines, Place& last) {
  RC_ASSERT(node.place.line >= 1 && node.place.line <= lines + 1 && node.place.column >= 1);
  RC_ASSERT(last <= node.place);
  last = node.place;
  for (const Node& item : node.items) check_places(item, lines, last);
  for (const Entry& entry : node.entries) {
    RC_ASSERT(last <= entry.place);
    last = entry.place;
    check_places(entry.value, lines, last);
  }
}

TEST(text_laws, every_key_and_value_of_a_tree_knows_its_place) {
  EXPECT_TRUE(rc::check("places", [] {
    std::string text;
    int lines = 0;
    const auto keys = *rc::gen::container<std::vector<std::string>>(rc::gen::exec(arbitrary_name));
    for (const std::string& key : keys) {
      const std::string value = *rc::gen::element<std::string>("1", "[a, b]", "{c: d, e: [f]}", "\n  - x\n  - y: z");
      text += "k" + key + ": " + value + "\n";
      lines += 1 + static_cast<int>(std::count(value.begin(), value.end(), '\n'));
    }
    const Forest forest = plant("f.yaml", text);
    RC_ASSERT(forest.errors.empty());
    Place last{1, 1};
    for (const Node& document : forest.documents) check_places(document, lines, last);
  }));
}

}  // namespace
}  // namespace scenarios
