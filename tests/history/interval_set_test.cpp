#include "history/interval_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

namespace {

using history::IntervalSet;
using history::Offset;
using history::Record;
using history::RecordRange;
using Oracle = std::set<Record>;

RecordRange range_of(std::uint32_t choice) {
  const Offset first = choice / 3 % 40;
  return {choice % 3, first, first + choice / 120 % 6};
}

Oracle as_oracle(const IntervalSet& set) {
  Oracle out;
  set.for_each([&](Record r) { out.insert(r); });
  return out;
}

struct Both {
  IntervalSet set;
  Oracle oracle;
  void insert(RecordRange range) {
    set.insert(range);
    for (Offset o = range.first; o <= range.last; ++o) oracle.insert({range.split, o});
  }
};

Both both_of(const std::vector<std::uint32_t>& choices) {
  Both b;
  for (std::uint32_t c : choices) b.insert(range_of(c));
  return b;
}

TEST(interval_set, inserting_tells_exactly_what_was_there_before) {
  EXPECT_TRUE(rc::check("insert agrees with a plain set", [](const std::vector<std::uint32_t>& choices) {
    Both b;
    for (std::uint32_t c : choices) {
      const RecordRange range = range_of(c);
      Oracle repeated, expected;
      b.set.insert(range, [&](RecordRange r) {
        for (Offset o = r.first; o <= r.last; ++o) RC_ASSERT(repeated.insert({r.split, o}).second);
      });
      for (Offset o = range.first; o <= range.last; ++o)
        if (!b.oracle.insert({range.split, o}).second) expected.insert({range.split, o});
      RC_ASSERT(repeated == expected);
      RC_ASSERT(b.set.size() == b.oracle.size());
    }
    RC_ASSERT(as_oracle(b.set) == b.oracle);
  }));
}

TEST(interval_set, single_records_are_ranges_of_one) {
  EXPECT_TRUE(rc::check("insert(Record) agrees with a plain set", [](const std::vector<std::uint32_t>& choices) {
    Both b;
    for (std::uint32_t c : choices) {
      const Record r{c % 2, c / 2 % 30};
      RC_ASSERT(b.set.contains(r) == (b.oracle.count(r) == 1));
      RC_ASSERT(b.set.insert(r) == b.oracle.insert(r).second);
    }
    RC_ASSERT(as_oracle(b.set) == b.oracle);
  }));
}

TEST(interval_set, intervals_never_touch) {
  EXPECT_TRUE(rc::check("maximal runs", [](const std::vector<std::uint32_t>& choices) {
    const Both b = both_of(choices);
    b.set.for_each_range([&](RecordRange r) {
      RC_ASSERT(!b.set.contains({r.split, r.last + 1}));
      if (r.first > 0) RC_ASSERT(!b.set.contains({r.split, r.first - 1}));
    });
  }));
}

TEST(interval_set, minus_and_common_agree_with_plain_sets) {
  EXPECT_TRUE(
      rc::check("minus, common", [](const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right) {
        const Both a = both_of(left), b = both_of(right);
        Oracle only, both;
        for (const Record& r : a.oracle) (b.oracle.count(r) ? both : only).insert(r);
        RC_ASSERT(as_oracle(minus(a.set, b.set)) == only);
        RC_ASSERT(as_oracle(common(a.set, b.set)) == both);
      }));
}

TEST(interval_set, equality_does_not_depend_on_the_order_of_insertion) {
  EXPECT_TRUE(rc::check("order", [](std::vector<std::uint32_t> choices) {
    const Both a = both_of(choices);
    std::reverse(choices.begin(), choices.end());
    RC_ASSERT(a.set == both_of(choices).set);
  }));
}

TEST(interval_set, a_long_run_stays_one_interval) {
  IntervalSet set;
  for (Offset o = 0; o < 1'000'000; ++o) set.insert(Record{0, o});
  EXPECT_EQ(set.spans(0).size(), 1U);
  EXPECT_EQ(set.size(), 1'000'000U);
  set.insert({0, 0, 4'000'000'000U});
  EXPECT_EQ(set.size(), 4'000'000'001U);
}

}  // namespace
