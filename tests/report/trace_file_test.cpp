#include "report/trace_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/trace.hpp"
#include "tests/generators.hpp"

namespace report_test {
namespace {

using report::TraceHeader;

TraceHeader any_header() {
  TraceHeader h;
  h.version = "1.2.3";
  for (std::string TraceHeader::*member :
       {&TraceHeader::scenario, &TraceHeader::way, &TraceHeader::semantics, &TraceHeader::sink, &TraceHeader::defect,
        &TraceHeader::content, &TraceHeader::property})
    h.*member = generators::any_line();
  return h;
}

TEST(trace_file, a_header_is_read_back_as_it_was_written) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const TraceHeader h = any_header();
    const std::string text = report::to_text(h) + "emit_record source/0\n";
    RC_ASSERT(report::parse_trace_header(text) == h);
    RC_ASSERT(report::differences(report::parse_trace_header(text), h).empty());
    sim::Trace steps;
    RC_ASSERT(sim::parse_trace(text, steps).line == 0U);  // to a follower it is a comment
    RC_ASSERT(steps.size() == 1U);
  }));
}

TEST(trace_file, whatever_differs_is_named) {
  const TraceHeader then{"0.0.9", "s", "cancel", "flink-1.14", "plain", "", "aa", "no-loss"};
  TraceHeader now = then;
  EXPECT_TRUE(report::differences(then, now).empty());
  now.version = "0.1.0", now.semantics = "flink-1.15", now.defect = "FLINK-1";
  EXPECT_EQ(report::differences(then, now),
            (std::vector<std::string>{"the trace was made by quiesce 0.0.9; this is 0.1.0",
                                      "the trace was made with the semantics \"flink-1.14\"; this is \"flink-1.15\"",
                                      "the trace was made with the defect none; this is \"FLINK-1\""}));
  now = then, now.content = "bb";
  ASSERT_EQ(report::differences(then, now).size(), 1U);
  EXPECT_NE(report::differences(then, now)[0].find("the file says something else"), std::string::npos);
}

TEST(trace_file, a_trace_without_a_header_says_nothing) {
  EXPECT_EQ(report::parse_trace_header("# version: 7\nemit_record source/0\n"), TraceHeader{});
  EXPECT_TRUE(rc::check("nothing to compare", [] { RC_ASSERT(report::differences({}, any_header()).empty()); }));
  EXPECT_TRUE(
      rc::check("any bytes", [] { report::parse_trace_header("# quiesce trace\n" + generators::any_bytes()); }));
}

}  // namespace
}  // namespace report_test
