// Names and their numbers.
#include "history/names.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

namespace {

using namespace history;

TEST(names, a_table_numbers_names_in_order_of_first_sight) {
  EXPECT_TRUE(rc::check("as a map does", [](const std::vector<std::string>& names) {
    NameTable table;
    std::map<std::string, std::uint32_t> known;
    for (const std::string& n : names) {
      RC_ASSERT(table.find(n).has_value() == (known.count(n) == 1));
      RC_ASSERT(table.add(n) == known.emplace(n, known.size()).first->second);
    }
    for (const auto& [name, id] : known) {
      RC_ASSERT(table.find(name) == id);
      RC_ASSERT(table.name(id) == name);
    }
  }));
}

TEST(names, a_table_grows) {
  NameTable table;
  EXPECT_FALSE(table.find("x"));
  for (std::uint32_t i = 0; i < 10'000; ++i) ASSERT_EQ(table.add("task/" + std::to_string(i)), i);
  for (std::uint32_t i = 0; i < 10'000; ++i) ASSERT_EQ(table.find("task/" + std::to_string(i)), i);
  EXPECT_EQ(table.name(10'000), "?10000");
}

TEST(names, stem_and_number_give_the_name_again) {
  NumberedNames names;
  std::map<std::uint64_t, std::string> given;
  for (const std::string name : {"", "0", "00", "t", "t0", "t00", "t7", "t07", "t17", "t4294967295", "t999999999",
                                 "t1000000000", "t0000000001", "-1", "k3@2000", "k3@1700000000000", "x\xff", "7t"}) {
    EXPECT_FALSE(names.find(name) && given.count(*names.find(name))) << name;
    const auto id = names.add(name);
    EXPECT_EQ(names.name(id), name);
    EXPECT_EQ(names.find(name), id);
    EXPECT_LT(id, std::uint64_t{1} << 62) << "the highest bits are free";
    given[id] = name;
  }
  EXPECT_EQ(given.size(), 18U);
  EXPECT_TRUE(rc::check("any name", [](const std::string& stem, std::uint32_t number) {
    NumberedNames some;
    const std::string name = stem + std::to_string(number);
    RC_ASSERT(some.name(some.add(name)) == name);
  }));
}

TEST(names, a_transaction_is_known_when_it_has_begun) {
  InternedNames names;
  EXPECT_FALSE(names.find_txn("t1"));
  const TxnId id = names.add_txn("t1");
  EXPECT_EQ(names.find_txn("t1"), id);
  EXPECT_EQ(names.add_txn("t1"), id);
  EXPECT_FALSE(names.find_txn("t2"));
  EXPECT_FALSE(names.find_txn("t01"));
  EXPECT_FALSE(names.find_txn("t"));
  EXPECT_EQ(names.txn(id), "t1");
  EXPECT_EQ(names.txn(no_txn - 1), "?18446744073709551614");
}

TEST(names, an_output_has_one_id_whenever_its_split_is_met) {
  InternedNames names;
  const OutId before = names.add_out("p5:1");
  const SplitId split = names.add_split("5");
  EXPECT_EQ(names.add_out("p5:1"), before);
  EXPECT_EQ(before, passed_through({split, 1}));
  EXPECT_EQ(names.out(before), "p5:1");
}

TEST(names, an_output_that_no_record_can_have_is_a_name) {
  InternedNames names;
  for (const std::string name : {"p0:4294967295", "p0:4294967296", "p0:01", "p0:", "p:1", "p", "", "q0:1", "p0:-1"}) {
    const OutId id = names.add_out(name);
    EXPECT_FALSE(is_passed_through(id)) << name;
    EXPECT_EQ(names.out(id), name);
  }
  EXPECT_TRUE(is_passed_through(names.add_out("p0:4294967294")));
  EXPECT_TRUE(is_passed_through(names.add_out("pa:b:1")));
  EXPECT_TRUE(is_flushed(names.add_out("flush:close:1")));
  EXPECT_EQ(names.out(names.add_out("flush:close:1")), "flush:close:1");
}

TEST(names, artifacts_with_one_meaning_stay_apart) {
  InternedNames names;
  const ArtifactId a = names.add_artifact("a", 0, 3, ArtifactKind::savepoint);
  const ArtifactId b = names.add_artifact("b", 0, 3, ArtifactKind::savepoint);
  EXPECT_EQ(a, model_artifact(0, 3, ArtifactKind::savepoint));
  EXPECT_NE(a, b);
  EXPECT_EQ(names.add_artifact("b", 1, 4, ArtifactKind::checkpoint), b);
  EXPECT_EQ(names.artifact(a) + names.artifact(b), "ab");
  EXPECT_EQ(names.find_artifact("b"), b);
  EXPECT_FALSE(names.find_artifact("c"));
}

}  // namespace
