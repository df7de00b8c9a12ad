// Files made to hurt: whatever they hold, the answer is an error with a place, soon, and never a crash.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support.hpp"

namespace scenarios {
namespace {

std::string repeated(std::string_view piece, std::size_t n) {
  std::string text;
  text.reserve(piece.size() * n);
  for (std::size_t i = 0; i < n; ++i) text += piece;
  return text;
}

std::string first_error(std::string_view text) {
  const Read result = read("f.yaml", text, some_names());
  return result.ok() ? "no error" : to_text(result.errors.front());
}

TEST(hostile, a_file_of_ten_megabytes_is_refused_before_it_is_parsed) {
  const std::string text = repeated("- {a: b}\n", 10'000'000 / 9);
  EXPECT_NE(first_error(text).find("expected at most 1000000"), std::string::npos) << first_error(text);
}

TEST(hostile, deep_nesting_is_refused_in_each_of_its_forms) {
  for (std::string_view piece : {"[", "{a: ", "- ", "? ", "[{"}) {
    const std::string error = first_error(repeated(piece, 100'000) + "x");
    EXPECT_NE(error.find("nested too deeply; expected at most 64 levels"), std::string::npos) << piece << error;
  }
}

TEST(hostile, an_alias_bomb_is_refused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1), name = "a" + std::to_string(i);
    text += name + ": &" + name + " [" + repeated(before + ", ", 9) + before + "]\n";
  }
  EXPECT_NE(first_error(text).find("too much in one file once its aliases are followed"), std::string::npos)
      << first_error(text);
}

TEST(hostile, an_alias_of_a_long_text_counts_as_its_length) {
  const std::string text = "a: &a \"" + repeated("x", 500'000) + "\"\nb: [" + repeated("*a, ", 50'000) + "]\n";
  EXPECT_NE(first_error(text).find("too much in one file"), std::string::npos);
}

TEST(hostile, an_alias_inside_of_itself_is_refused) {
  EXPECT_NE(first_error("scenario: &a [x, *a]\n").find("an alias inside of what it stands for"), std::string::npos);
}

TEST(hostile, a_map_of_very_many_keys_is_refused) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  EXPECT_NE(first_error(text).find("too many keys in one map; expected at most 1000"), std::string::npos)
      << first_error(text);
}

TEST(hostile, very_many_scenarios_and_ways_are_refused) {
  EXPECT_NE(to_text(read("f.yaml", repeated("- {x: 1}\n", 100'000), {}).errors).find("and "), std::string::npos);
  std::string text(good.substr(0, good.find("  - name: cancel")));
  for (int i = 0; i < 1'001; ++i) text += "  - {name: w" + std::to_string(i) + ", command: {kind: cancel}}\n";
  EXPECT_NE(first_error(text).find("1001 ways; expected at most 1000"), std::string::npos) << first_error(text);
}

TEST(hostile, cases_are_counted_after_multiplying) {
  std::string text(good.substr(0, good.find("  - name: cancel")));
  for (int i = 0; i < 600; ++i) text += "  - {name: w" + std::to_string(i) + ", command: {kind: cancel}}\n";
  text += "compare: {sinks: [plain, transactional]}\n";
  EXPECT_NE(first_error(text).find("1200 cases"), std::string::npos) << first_error(text);
}

TEST(hostile, splits_with_an_end_are_counted_for_each_semantics) {
  std::string text = spoilt("rate: 100/s", "rate: 100/s, splits: 100000, records: [" + repeated("1, ", 99'999) + "1]");
  text.replace(text.find("flink-1.15"), 10,
               "[flink-1.8, flink-1.9, flink-1.10, flink-1.11, flink-1.12, flink-1.13, flink-1.14, flink-1.15, "
               "flink-1.16, flink-1.17, flink-1.18]");
  EXPECT_NE(first_error(text).find("too much in the ways up to here"), std::string::npos) << first_error(text);
  text.replace(text.find("way: here"), 9, "command: {kind: cancel}");
  const std::string single = text.substr(0, text.find("ways:"));
  EXPECT_NE(first_error(single).find("too much in the ways up to here"), std::string::npos) << first_error(single);
}

TEST(hostile, a_very_long_word_is_neither_compared_nor_printed_in_full) {
  const std::string error = first_error(spoilt("kind: source", "kind: " + repeated("s", 100'000)));
  EXPECT_LT(error.size(), 1'000U);
}

TEST(hostile, single_marks_of_yaml_do_no_harm) {
  for (std::string_view text : {"!2",       "!",
                                "&",        "*",
                                "%",        "%YAML 9.9\n---\n",
                                "---",      "...",
                                "?",        "? ",
                                ":",        "- -",
                                "|",        ">",
                                "|9",       "\"",
                                "'",        "\"\\x\"",
                                "@",        "`",
                                "{",        "}",
                                "[",        "]",
                                ",",        "a: b: c",
                                "<<: *a",   "\xEF\xBB\xBF",
                                "\r",       "%TAG ! tag:x,1:\n--- !a b",
                                "&a !b *c", "{? a}",
                                "[? a]",    "? - a\n: - b",
                                "!<a> b",   "--- --- ---"}) {
    const Read result = read("f.yaml", text, {});
    EXPECT_FALSE(result.ok()) << text;
    EXPECT_TRUE(result.scenarios.empty());
  }
}

// Pieces that YAML and the reader care about, thrown into a good file at random places.
TEST(hostile, a_shipped_file_with_random_damage_is_read_or_refused) {
  const std::string whole = file_text("scenarios/flip-45.yaml");
  ASSERT_FALSE(whole.empty());
  EXPECT_TRUE(rc::check("damage does no harm", [&] {
    std::string text = whole;
    const auto wounds = *rc::gen::inRange(1, 6);
    for (int w = 0; w < wounds; ++w) {
      const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
      const auto length = *rc::gen::inRange<std::size_t>(0, 40);
      const auto piece =
          *rc::gen::element<std::string>("", "", "{", "}", "[", "]", ":", "- ", "\n", "\"", "'", "*", "&a ", "!2", "? ",
                                         "|", "#", "0", "-", "null", "~", "\t", "é", "\xff", "<<: ");
      text.replace(at, length, piece);
    }
    const Read result = read("f.yaml", text, some_names());
    RC_ASSERT(result.ok() == !result.scenarios.empty());
    for (const Error& e : result.errors) RC_ASSERT(e.line > 0 && e.column > 0 && !e.what.empty());
  }));
}

TEST(hostile, a_shipped_file_cut_anywhere_is_read_or_refused) {
  const std::string whole = file_text("scenarios/golden/g1.yaml");
  ASSERT_FALSE(whole.empty());
  for (std::size_t cut = 0; cut < whole.size(); cut += 7) {
    const Read result = read("f.yaml", std::string_view(whole).substr(0, cut), {});
    EXPECT_EQ(result.ok(), !result.scenarios.empty());
  }
}

TEST(hostile, random_bytes_are_refused) {
  EXPECT_TRUE(
      rc::check("bytes are no scenario", [](const std::string& bytes) { RC_ASSERT(!read("f.yaml", bytes, {}).ok()); }));
}

}  // namespace
}  // namespace scenarios
