#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "scenarios/values.hpp"

namespace scenarios {
namespace {

std::int64_t value_of(const Parsed<std::int64_t>& parsed) {
  const auto* v = std::get_if<std::int64_t>(&parsed);
  return v ? *v : -1;
}
std::string proposal(const Parsed<std::int64_t>& parsed) {
  const auto* c = std::get_if<Complaint>(&parsed);
  return c ? c->nearest : "a value";
}

TEST(values, durations_are_whole_microseconds) {
  EXPECT_EQ(value_of(parse_duration("3us")), 3);
  EXPECT_EQ(value_of(parse_duration("50ms")), 50'000);
  EXPECT_EQ(value_of(parse_duration("10s")), 10'000'000);
  EXPECT_EQ(value_of(parse_duration("2min")), 120'000'000);
  EXPECT_EQ(value_of(parse_duration("1h")), 3'600'000'000);
  EXPECT_EQ(value_of(parse_duration("0ms")), 0);
  EXPECT_EQ(value_of(parse_duration("0.5s")), 500'000);
  EXPECT_EQ(value_of(parse_duration("1.50ms")), 1'500);
  EXPECT_EQ(value_of(parse_duration("0.000000005h")), 18);
  EXPECT_EQ(value_of(parse_duration("100000h")), longest_duration);
}

TEST(values, what_is_no_duration_is_refused) {
  for (std::string_view bad : {"",
                               "s",
                               "10",
                               "0",
                               "10 ",
                               "10S",
                               "1e3s",
                               "-1s",
                               "+1s",
                               "1.s",
                               ".5s",
                               "0.0005ms",
                               "0.00005ms",
                               "0.0000000000000000000001s",
                               "100001h",
                               "100000.1h",
                               "18446744073709551616us",
                               "NaN",
                               "inf",
                               "10s5ms"})
    EXPECT_TRUE(std::holds_alternative<Complaint>(parse_duration(bad))) << bad;
}

TEST(values, a_duration_is_written_as_it_is_read) {
  EXPECT_TRUE(rc::check("parse(write(t)) = t", [] {
    const auto t =
        *rc::gen::inRange<sim::Time>(0, longest_duration) / *rc::gen::element<sim::Time>(1, 1'000'000, 3'600'000'000);
    RC_ASSERT(value_of(parse_duration(duration_text(t))) == t);
  }));
  EXPECT_EQ(duration_text(90'000'000), "90s");
  EXPECT_EQ(duration_text(0), "0ms");
}

TEST(values, a_rate_is_the_time_between_two_records) {
  EXPECT_EQ(value_of(parse_rate("100/s")), 10'000);
  EXPECT_EQ(value_of(parse_rate("5/min")), 12'000'000);
  EXPECT_EQ(value_of(parse_rate("2/ms")), 500);
  EXPECT_EQ(value_of(parse_rate("1/20ms")), 20'000);
  EXPECT_EQ(value_of(parse_rate("1/us")), 1);
}

TEST(values, a_rate_that_does_not_divide_proposes_the_nearest_that_does) {
  EXPECT_EQ(proposal(parse_rate("3/s")), "2/s");
  EXPECT_EQ(proposal(parse_rate("99/s")), "100/s");
  EXPECT_EQ(proposal(parse_rate("101/s")), "100/s");
  EXPECT_EQ(proposal(parse_rate("7/min")), "6/min");
  EXPECT_EQ(proposal(parse_rate("100")), "100/s");
  EXPECT_EQ(proposal(parse_rate("170000000000000/100000h")), "");  // none is near; found out in time
  for (std::string_view bad : {"", "/s", "0/s", "100/", "100/day", "-1/s", "1000001/s", "1/0s",
                               "99999999999999999999/s", "1/999999999h", "1.5/s"})
    EXPECT_TRUE(std::holds_alternative<Complaint>(parse_rate(bad))) << bad;
}

TEST(values, a_rate_is_written_as_it_is_read) {
  EXPECT_TRUE(rc::check("parse(write(every)) = every", [] {
    const auto every = *rc::gen::inRange<sim::Time>(
        1, 1 + longest_duration / *rc::gen::element<sim::Time>(1, 1'000'000, 3'600'000'000));
    RC_ASSERT(value_of(parse_rate(rate_text(every))) == every);
  }));
  EXPECT_EQ(rate_text(10'000), "100/s");
}

TEST(values, whole_numbers_stay_in_their_range) {
  EXPECT_EQ(value_of(parse_whole("10M", 0, 100'000'000, true)), 10'000'000);
  EXPECT_EQ(value_of(parse_whole("7", 7, 7)), 7);
  EXPECT_EQ(std::get<std::int64_t>(parse_whole("-5", -10, 10)), -5);
  for (std::string_view bad :
       {"", "-", "8", "6", "7.0", "0x7", "7k", "999999999999999999999", "-999999999999999999999", "NaN"})
    EXPECT_TRUE(std::holds_alternative<Complaint>(parse_whole(bad, 7, 7))) << bad;
  EXPECT_TRUE(std::holds_alternative<Complaint>(parse_whole("999999999999999999G", 0, INT64_MAX, true)));
}

TEST(values, a_budget_starts_at_nothing) {
  EXPECT_EQ(value_of(parse_budget("0..3")), 3);
  EXPECT_EQ(value_of(parse_budget("2")), 2);
  for (std::string_view bad : {"", "..", "1..2", "0..", "0..-1", "0..1001", "x"})
    EXPECT_TRUE(std::holds_alternative<Complaint>(parse_budget(bad))) << bad;
}

}  // namespace
}  // namespace scenarios
