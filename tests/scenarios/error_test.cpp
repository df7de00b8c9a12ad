#include <gtest/gtest.h>

#include "scenarios/error.hpp"

namespace scenarios {
namespace {

TEST(error, is_printed_as_file_line_column_what_expected_nearest) {
  EXPECT_EQ(to_text(Error{"f.yaml", 3, 7, "unknown key \"rat\"", "rate", "rate"}),
            "f.yaml:3:7: unknown key \"rat\"; expected rate; did you mean \"rate\"?");
  EXPECT_EQ(to_text(Error{"f.yaml", 3, 7, "no source", "", ""}), "f.yaml:3:7: no source");
  EXPECT_EQ(to_text(Error{"f.yaml", 0, 0, "no such file", "", ""}), "f.yaml: no such file");
}

TEST(error, at_most_fifty_are_printed_and_the_rest_are_counted) {
  const std::vector<Error> many(53, Error{"f.yaml", 1, 1, "wrong", "", ""});
  const std::string text = to_text(many);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 51);
  EXPECT_NE(text.find("... and 3 more\n"), std::string::npos);
  EXPECT_EQ(to_text(std::span(many).first(50)).find("more"), std::string::npos);
}

TEST(error, the_nearest_name_is_a_slip_away_or_none) {
  constexpr std::string_view names[]{"source", "keyed-count", "map", "sink"};
  EXPECT_EQ(nearest_of("suorce", names), "source");  // two letters swapped
  EXPECT_EQ(nearest_of("keyedcount", names), "keyed-count");
  EXPECT_EQ(nearest_of("Sink", names), "sink");
  EXPECT_EQ(nearest_of("mop", names), "map");
  EXPECT_EQ(nearest_of("transformation", names), "");
  EXPECT_EQ(nearest_of("", names), "");
  EXPECT_EQ(nearest_of("x", {}), "");
}

}  // namespace
}  // namespace scenarios
