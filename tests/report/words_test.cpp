#include "report/words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>

namespace report {
namespace {

TEST(words, times_are_seconds_without_idle_digits) {
  EXPECT_EQ(seconds(0), "0 s");
  EXPECT_EQ(seconds(800'000), "0.8 s");
  EXPECT_EQ(seconds(1'300'000), "1.3 s");
  EXPECT_EQ(seconds(27'000'000), "27 s");
  EXPECT_EQ(seconds(250), "250 us");
  EXPECT_EQ(seconds(1'000'001), "1.000001 s");
  EXPECT_EQ(seconds(-500'000), "-0.5 s");
}

TEST(words, numbers_of_more_than_four_digits_are_grouped) {
  EXPECT_EQ(grouped(2700), "2700");
  EXPECT_EQ(grouped(12'345), "12,345");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "record"), "1 record");
  EXPECT_EQ(counted(0, "record"), "0 records");
  EXPECT_TRUE(rc::check("taking the commas out gives the number", [](std::uint64_t n) {
    std::string text = grouped(n);
    std::erase(text, ',');
    RC_ASSERT(text == std::to_string(n));
  }));
}

TEST(words, memory_has_a_unit) {
  EXPECT_EQ(bytes(24), "24 B");
  EXPECT_EQ(bytes(3'500'000), "3.5 MB");
  EXPECT_EQ(bytes(1'200'000'000), "1.2 GB");
}

TEST(words, lists_end_with_and) {
  const std::vector<std::string> three{"a", "b", "c"};
  EXPECT_EQ(listed(three), "a, b and c");
  EXPECT_EQ(listed(std::span(three).first(2)), "a and b");
  EXPECT_EQ(listed(std::span(three).first(0)), "");
}

TEST(words, wrapping_keeps_every_word_and_its_order) {
  EXPECT_TRUE(rc::check("words survive, lines are short", [] {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(rc::gen::string<std::string>()));
    std::string text;
    std::vector<std::string> kept;
    for (std::string w : words) {
      std::erase_if(
          w, [](char c) { return c == ' ' || c == '\n' || c == '\0' || std::isspace(static_cast<unsigned char>(c)); });
      if (w.empty()) continue;
      kept.push_back(w);
      text += w + " ";
    }
    const std::size_t most = *rc::gen::inRange<std::size_t>(10, 60);
    const std::string lines = wrapped(text, 2, most);
    std::istringstream stream(lines);
    std::vector<std::string> found;
    for (std::string line; std::getline(stream, line);) {
      RC_ASSERT(width(line) <= most || line.find(' ', 2) == std::string::npos);
      std::istringstream of_line(line);
      for (std::string w; of_line >> w;) found.push_back(w);
    }
    RC_ASSERT(found == kept);
  }));
}

TEST(words, what_is_shortened_fits) {
  EXPECT_EQ(shortened("flink", 5), "flink");
  EXPECT_EQ(shortened("flinks", 5), "flin…");
  EXPECT_EQ(width(shortened("größer als erlaubt", 6)), 6U);
}

TEST(words, names_of_files_have_no_odd_characters) {
  EXPECT_EQ(slug("legacy stop, checkpoints kept · flink-1.8"), "legacy-stop-checkpoints-kept-flink-1.8");
  EXPECT_TRUE(rc::check("a slug is a plain name", [](const std::string& text) {
    const std::string name = slug(text);
    RC_ASSERT(!name.empty() && name.front() != '.');
    RC_ASSERT(std::all_of(name.begin(), name.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_';
    }));
  }));
}

}  // namespace
}  // namespace report
