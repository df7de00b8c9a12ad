#include "sim/fingerprint.hpp"

#include <gtest/gtest.h>

namespace {

TEST(fingerprint, is_the_published_function_on_every_machine) {
  EXPECT_EQ(sim::fingerprint(std::string_view("")),
            0x2d06800538d394c2ULL);  // XXH3_64bits of nothing, from its specification
  EXPECT_EQ(sim::fingerprint(std::string_view("latency/source-0")),
            sim::fingerprint(std::string_view("latency/source-0")));
  EXPECT_NE(sim::fingerprint(std::string_view("a"), 1), sim::fingerprint(std::string_view("a"), 2));
}

TEST(fingerprint, a_digest_tells_where_pieces_end) {
  sim::Digest a, b, c;
  a.add(std::string_view("ab"));
  a.add(std::string_view("c"));
  b.add(std::string_view("a"));
  b.add(std::string_view("bc"));
  c.add(std::string_view("ab"));
  c.add(std::string_view("c"));
  EXPECT_NE(a, b);
  EXPECT_EQ(a, c);
}

TEST(fingerprint, a_number_counts_as_its_bytes_from_the_lowest) {
  sim::Digest a, b;
  a.add(std::uint64_t{0x0807060504030201});
  b.add(std::string_view("\1\2\3\4\5\6\7\10"));
  EXPECT_EQ(a, b);
}

}  // namespace
