// The fast parser of a line against the library, which decides.
#include "history/json_line.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>

#include "json_print.hpp"
#include "recordings.hpp"

namespace {

using namespace history;
using history_test::printed;

// True: the scan took the text, and then so does the library, with the same result.
bool scanned_as_exactly(std::string_view text) {
  JsonLine fast, exact;
  if (!fast.scan(text)) return false;
  const auto failure = exact.parse_exactly(text);
  EXPECT_FALSE(failure) << text << "\n" << failure->column << ": " << failure->message;
  EXPECT_EQ(printed(fast), failure ? "" : printed(exact)) << text;
  return true;
}

const std::string_view event =
    R"({"seq":203,"t":1475828,"ev":"sink.write","job":"run-1","txn":null,"late":true,"recs":["1:25","1:27-30",[]],"x":{"a b":-7,"":{}}})";

TEST(json_line, the_scan_takes_plain_lines_as_the_library_does) {
  for (const std::string_view text :
       {event, std::string_view("{}"), std::string_view(" { \"a\" :\t[ ] , \"b\": [ 1 , -0 , 0 ] }\r"),
        std::string_view(R"({"a":9223372036854775807,"b":-9223372036854775807,"c":"~)"
                         "\x7f\"}"),
        std::string_view(R"({"key of eight":1,"key of eighu":2,"key of ":3,"":4,"a":true,"b":false,"c":null})")})
    EXPECT_TRUE(scanned_as_exactly(text)) << text;
}

TEST(json_line, what_the_scan_leaves_to_the_library_is_read) {
  for (const std::string_view text :
       {R"({"a":"\n\u00e9\ud83d\ude00","\"":1})", "{\"a\":\"\xc3\xa9\"}", R"({"a":1.5,"b":1e3,"c":-0.0})",
        R"({"a":-9223372036854775808})", R"({"a":9223372036854775808})", R"({"a":99999999999999999999999})",
        "\xef\xbb\xbf{\"a\":1}"}) {
    JsonLine line;
    EXPECT_FALSE(line.scan(text)) << text;
    EXPECT_FALSE(line.parse(text)) << text;
  }
  JsonLine line;
  ASSERT_FALSE(line.parse(R"({"\u0061":"\n\u00e9","b":-9223372036854775808,"c":9223372036854775808})"));
  EXPECT_EQ(line.member(line.root(), "a")->text, "\n\xc3\xa9");
  EXPECT_EQ(line.member(line.root(), "b")->integer, INT64_MIN);
  EXPECT_EQ(line.member(line.root(), "c")->kind, JsonNode::Kind::other_number);
}

TEST(json_line, the_scan_takes_nothing_that_is_not_json) {
  for (const std::string_view text : {"",
                                      "{",
                                      "}",
                                      "[]",
                                      "1",
                                      "{}{}",
                                      "{} x",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{,}",
                                      "{\"a\":[1,]}",
                                      "{\"a\":[,1]}",
                                      "{\"a\":[1 2]}",
                                      "{\"a\":01}",
                                      "{\"a\":-}",
                                      "{\"a\":+1}",
                                      "{\"a\":1x}",
                                      "{\"a\":truex}",
                                      "{\"a\":tru}",
                                      "{\"a\":nul",
                                      "{\"a\":\"",
                                      "{\"a\":\"\t\"}",
                                      "{\"a\":\"\xff\"}",
                                      "{\"a\":1]",
                                      "{\"a\":[1}",
                                      "{a:1}",
                                      "{\"a\" 1}",
                                      "{\"a\":1 \"b\":2}"}) {
    JsonLine line;
    EXPECT_FALSE(line.scan(text)) << text;
    EXPECT_TRUE(line.parse(text)) << text;
  }
}

TEST(json_line, values_nest_as_deep_for_the_scan_as_for_the_library) {
  const auto nested = [](std::size_t depth) {
    return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_TRUE(scanned_as_exactly(nested(JsonLine::deepest)));
  JsonLine line;
  EXPECT_FALSE(line.scan(nested(JsonLine::deepest + 1)));
  EXPECT_TRUE(line.parse(nested(JsonLine::deepest + 1)));
}

TEST(json_line, the_last_of_members_with_one_name_counts) {
  JsonLine line;
  ASSERT_TRUE(line.scan(R"({"a":1,"b":2,"a":{"a":3},"c":4})"));
  EXPECT_EQ(line.member(line.root(), "a")->kind, JsonNode::Kind::object);
  EXPECT_EQ(line.member(*line.member(line.root(), "a"), "a")->integer, 3);
  EXPECT_EQ(line.member(line.root(), "d"), nullptr);
}

TEST(json_line, a_byte_order_mark_moves_columns_only) {
  JsonLine line;
  const std::string text = "\xef\xbb\xbf{\"a\":1,\"b\":{\"c\":2}}";
  ASSERT_FALSE(line.parse(text));
  EXPECT_EQ(line.raw({{"b"}}), "{\"c\":2}");
  EXPECT_EQ(line.column({{"a"}}), 9U);
}

TEST(json_line, damage_never_makes_the_scan_differ_from_the_library) {
  // Bytes that mean something to JSON, more often than others.
  static const std::string likely = "{}[]\",:\\ \t\r0123456789-+.eEtfnu\x7f\x80\xc3\x1f";
  EXPECT_TRUE(rc::check("some bytes changed, put in or taken out", [](const std::vector<std::uint32_t>& changes) {
    std::string text(event);
    for (const std::uint32_t c : changes) {
      const std::size_t at = c / 1024 % (text.size() + 1);
      const char byte = c % 4 ? likely[c / 4 % likely.size()] : static_cast<char>(c / 4 % 256);
      switch (c / 1024 / (text.size() + 1) % 3) {
        case 0: text.insert(at, 1, byte); break;
        case 1: text.erase(at, 1); break;
        default:
          if (at < text.size()) text[at] = byte;
      }
    }
    scanned_as_exactly(text);
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

// What the speed of reading rests on.
TEST(json_line, the_scan_takes_nearly_every_recorded_line) {
  std::size_t lines = 0, left = 0;
  for (const auto& path : history_test::kept_recordings()) {
    std::istringstream in(history_test::content(path));
    JsonLine line;
    for (std::string text; std::getline(in, text); ++lines) left += !line.scan(text);
  }
  EXPECT_LT(left * 50, lines);
}

}  // namespace
