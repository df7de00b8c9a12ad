#include "sim/trace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace {

TEST(trace, what_is_written_is_read_back) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const auto word =
        rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyz_/-09"))));
    const auto steps =
        *rc::gen::container<std::vector<std::tuple<std::string, std::string, std::string, std::uint16_t>>>(
            rc::gen::tuple(word, word, word, rc::gen::arbitrary<std::uint16_t>()));
    sim::Trace trace, back;
    for (const auto& [rule, from, to, binding] : steps) trace.push_back({rule, from + " to " + to, binding});
    const auto error = sim::parse_trace(to_text(trace), back);
    RC_ASSERT(error.line == 0U);
    RC_ASSERT(back == trace);
  }));
}

TEST(trace, comments_and_empty_lines_say_nothing) {
  sim::Trace trace;
  EXPECT_EQ(sim::parse_trace("# found by fuzz\n\nemit producer\r\ncrash faults #2", trace).line, 0U);
  EXPECT_EQ(trace, (sim::Trace{{"emit", "producer", 0}, {"crash", "faults", 2}}));
}

TEST(trace, errors_name_their_line) {
  const auto error_of = [](std::string_view text) {
    sim::Trace trace;
    return sim::parse_trace(text, trace);
  };
  EXPECT_EQ(error_of("emit producer\nemit\n").line, 2U);
  EXPECT_EQ(error_of("emit producer\nemit\n").message, "expected a rule, a space and its subject");
  EXPECT_EQ(error_of("emit producer #x").message, "expected a number from 0 to 65535 after '#', found 'x'");
  EXPECT_EQ(error_of("emit producer #65536").line, 1U);
  EXPECT_EQ(error_of("emit producer #").line, 1U);
  EXPECT_EQ(error_of(" producer").line, 1U);
  EXPECT_EQ(error_of("\n\nemit  producer").line, 3U);
  EXPECT_EQ(error_of(std::string_view("\0\1\2", 3)).line, 1U);
}

}  // namespace
