// Bounded against Growing, piece by piece, within the limits of Bounded. Whole columns are compared in ledger_test.cpp.
#include "history/store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>
#include <set>

namespace {

using namespace history;

template <class Map>
std::vector<std::pair<unsigned, unsigned>> entries(const Map& map) {
  std::vector<std::pair<unsigned, unsigned>> out;
  map.for_each([&](auto k, auto v) { out.emplace_back(k, v); });
  return out;
}

template <class T>
bool same_bytes(const T& a, const T& b) {
  static_assert(std::has_unique_object_representations_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

TEST(store, a_bounded_map_does_what_a_growing_one_does) {
  EXPECT_TRUE(rc::check("maps", [](const std::vector<std::uint32_t>& choices) {
    BoundedMap<std::uint8_t, std::uint8_t, 6> bounded;
    GrowingMap<std::uint8_t, std::uint8_t> growing;
    for (std::uint32_t c : choices) {
      const auto key = static_cast<std::uint8_t>(c / 4 % 6), value = static_cast<std::uint8_t>(c / 24);
      if (c % 4 == 0)
        bounded.erase(key), growing.erase(key);
      else
        bounded.get(key) = value, growing.get(key) = value;
      RC_ASSERT(entries(bounded) == entries(growing));
      RC_ASSERT(bounded.size() == growing.size());
      RC_ASSERT((bounded.find(key) != nullptr) == (growing.find(key) != nullptr));
      RC_ASSERT(!bounded.overflow());
    }
  }));
}

TEST(store, a_bounded_map_of_equal_meaning_has_equal_bytes) {
  EXPECT_TRUE(rc::check("canonical", [](const std::vector<std::uint32_t>& choices) {
    BoundedMap<std::uint16_t, std::uint16_t, 8> map, rebuilt;
    for (std::uint32_t c : choices) {
      const auto key = static_cast<std::uint16_t>(c / 3 % 8);
      if (c % 3 == 0)
        map.erase(key);
      else
        map.get(key) = static_cast<std::uint16_t>(c);
    }
    auto all = entries(map);
    std::reverse(all.begin(), all.end());
    for (auto [k, v] : all) rebuilt.get(static_cast<std::uint16_t>(k)) = static_cast<std::uint16_t>(v);
    RC_ASSERT(same_bytes(map, rebuilt));
    map.clear();
    RC_ASSERT(same_bytes(map, {}));
  }));
}

TEST(store, a_bounded_map_that_overflows_says_so_for_ever) {
  BoundedMap<std::uint8_t, std::uint8_t, 2> map;
  map.get(1) = 1, map.get(2) = 2;
  EXPECT_FALSE(map.overflow());
  map.get(3) = 3;
  EXPECT_TRUE(map.overflow());
  map.erase(1);
  EXPECT_TRUE(map.overflow());
}

template <class Records>
std::vector<Record> records(const Records& set) {
  std::vector<Record> out;
  set.for_each([&](Record r) { out.push_back(r); });
  return out;
}

TEST(store, record_bits_do_what_interval_sets_do) {
  EXPECT_TRUE(rc::check("records", [](const std::vector<std::uint32_t>& choices) {
    RecordBits bits, other_bits;
    IntervalSet set, other_set;
    for (std::uint32_t c : choices) {
      const Offset first = c / 8 % bounded_offsets, last = std::min(bounded_offsets - 1, first + c / 64 % 4);
      const RecordRange range{c / 2 % bounded_splits, first, last};
      IntervalSet again_bits, again_set;
      (c % 2 ? bits : other_bits).insert(range, [&](RecordRange r) { again_bits.insert(r); });
      (c % 2 ? set : other_set).insert(range, [&](RecordRange r) { again_set.insert(r); });
      RC_ASSERT(again_bits == again_set);
      RC_ASSERT(bits.contains({range.split, last}) == set.contains({range.split, last}));
    }
    RC_ASSERT(records(bits) == records(set));
    bits.insert_all(other_bits), set.insert_all(other_set);
    RC_ASSERT(records(bits) == records(set));
    RC_ASSERT(bits.size() == set.size());
  }));
}

TEST(store, positions_do_the_same_in_both) {
  EXPECT_TRUE(rc::check("positions", [](const std::vector<std::uint32_t>& choices) {
    PositionBytes bytes;
    PositionList list;
    const auto all = [](const auto& p) {
      std::vector<std::pair<SplitId, Offset>> out;
      p.for_each([&](SplitId s, Offset o) { out.emplace_back(s, o); });
      return out;
    };
    RC_ASSERT(bytes.empty() && list.empty());
    for (std::uint32_t c : choices) {
      const SplitId split = c % bounded_splits;
      bytes.set(split, c / 4 % 9), list.set(split, c / 4 % 9);
      RC_ASSERT(all(bytes) == all(list));
      for (SplitId s = 0; s < bounded_splits; ++s) RC_ASSERT(bytes.has(s) == list.has(s));
      RC_ASSERT(bytes.at(split) == list.at(split));
    }
  }));
}

TEST(store, marked_ids_are_a_set) {
  EXPECT_TRUE(rc::check("marks", [](const std::vector<std::uint8_t>& ids) {
    MarkedIds marks;
    std::set<std::uint64_t> oracle;
    for (std::uint8_t id : ids) {
      marks.mark(id);
      oracle.insert(id);
    }
    for (std::uint64_t id = 0; id < 260; ++id) RC_ASSERT(marks.marked(id) == (oracle.count(id) == 1));
  }));
}

TEST(store, narrow_ids_come_back_as_they_were) {
  for (const JobId job : {0U, 1U, 126U})
    for (const CheckpointId checkpoint : {0U, 1U, 255U})
      for (const ArtifactKind kind : {ArtifactKind::checkpoint, ArtifactKind::savepoint}) {
        const ArtifactId id = model_artifact(job, checkpoint, kind);
        EXPECT_EQ(Bounded::artifact_id(Bounded::artifact(id)), id);
      }
  EXPECT_EQ(Bounded::artifact_id(Bounded::artifact(no_artifact)), no_artifact);
  for (const TxnId id : {TxnId{0}, TxnId{7}, TxnId{3} << 32 | 9}) EXPECT_EQ(Bounded::txn_id(Bounded::txn(id)), id);
}

TEST(store, counters_stay_at_their_greatest_value) {
  Bounded::Count count = 254;
  up(count);
  up(count);
  EXPECT_EQ(count, 255);
}

}  // namespace
