#pragma once
// The Store of exploration: a few bytes in fixed places, trivially copyable, equal meaning = equal bytes. See
// store.hpp.
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "history/event.hpp"
#include "history/names.hpp"
#include "sim/expect.hpp"

namespace history {

// Largest plan that can be explored. Scenarios beyond are refused by name, not cut.
inline constexpr std::uint32_t bounded_splits = 4;
inline constexpr std::uint32_t bounded_offsets = 8;  // records of a split

// A set of at most 4 x 8 records in 32 bits.
class RecordBits {
 public:
  static std::uint32_t bit(Record r) {
    return 1U << ((r.split % bounded_splits) * bounded_offsets + r.offset % bounded_offsets);
  }
  bool insert(Record r) {
    const bool fresh = !(bits_ & bit(r));
    bits_ |= bit(r);
    return fresh;
  }
  template <class F>
  void insert(RecordRange range, F&& repeated) {
    expects(range.last - range.first < bounded_offsets);
    for (Offset o = range.first; o <= range.last; ++o)
      if (!insert(Record{range.split, o})) repeated(RecordRange{range.split, o, o});
  }
  void insert(RecordRange range) {
    insert(range, [](RecordRange) {});
  }
  template <class F>
  void insert_all(const RecordBits& other, F&& repeated) {
    other.for_each_range([&](RecordRange r) { insert(r, repeated); });
  }
  void insert_all(const RecordBits& other) { bits_ |= other.bits_; }
  bool contains(Record r) const { return bits_ & bit(r); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(std::popcount(bits_)); }
  bool empty() const { return bits_ == 0; }
  void clear() { bits_ = 0; }
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t left = bits_; left; left &= left - 1) {
      const auto b = static_cast<std::uint32_t>(std::countr_zero(left));
      f(Record{b / bounded_offsets, b % bounded_offsets});
    }
  }
  // Ranges of one record each.
  template <class F>
  void for_each_range(F&& f) const {
    for_each([&](Record r) { f(RecordRange{r.split, r.offset, r.offset}); });
  }
  std::uint32_t bits() const { return bits_; }
  friend bool operator==(const RecordBits&, const RecordBits&) = default;

 private:
  std::uint32_t bits_ = 0;
};

// At most N entries, kept sorted by key, the unused tail zero. A key that does not fit is dropped and `overflow` stays
// set.
template <class Key, class Value, std::size_t N>
class BoundedMap {
 public:
  Value* find(const Key& k) {
    for (std::size_t i = 0; i < count_; ++i)
      if (keys_[i] == k) return &values_[i];
    return nullptr;
  }
  const Value* find(const Key& k) const { return const_cast<BoundedMap*>(this)->find(k); }
  Value& get(const Key& k) {
    if (Value* v = find(k)) return *v;
    if (count_ == N) return overflow_ = 1, values_[N - 1];
    std::size_t i = count_++;
    for (; i > 0 && k < keys_[i - 1]; --i) keys_[i] = keys_[i - 1], values_[i] = values_[i - 1];
    keys_[i] = k;
    return values_[i] = Value{};
  }
  void erase(const Key& k) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (keys_[i] != k) continue;
      for (; i + 1 < count_; ++i) keys_[i] = keys_[i + 1], values_[i] = values_[i + 1];
      --count_;
      keys_[count_] = Key{}, values_[count_] = Value{};
      return;
    }
  }
  void clear() { *this = BoundedMap{}; }
  std::size_t size() const { return count_; }
  bool overflow() const { return overflow_; }
  template <class F>
  void for_each(F&& f) {
    for (std::size_t i = 0; i < count_; ++i) f(keys_[i], values_[i]);
  }
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < count_; ++i) f(keys_[i], values_[i]);
  }

 private:
  std::array<Key, N> keys_{};
  std::array<Value, N> values_{};
  std::uint16_t count_ = 0, overflow_ = 0;
};

// The next offset of each split that has one, in a byte each.
class PositionBytes {
 public:
  bool empty() const { return plus_one_ == std::array<std::uint8_t, bounded_splits>{}; }
  bool has(SplitId s) const { return plus_one_[s % bounded_splits] != 0; }
  Offset at(SplitId s) const { return plus_one_[s % bounded_splits] - 1U; }
  void set(SplitId s, Offset next) { plus_one_[s % bounded_splits] = static_cast<std::uint8_t>(next + 1); }
  template <class F>
  void for_each(F&& f) const {
    for (SplitId s = 0; s < bounded_splits; ++s)
      if (has(s)) f(s, at(s));
  }
  friend bool operator==(const PositionBytes&, const PositionBytes&) = default;

 private:
  std::array<std::uint8_t, bounded_splits> plus_one_{};
};

// In exploration nothing is remembered of transactions that have ended: see the columns that ask.
struct ForgottenEndings {
  static void mark_committed(TxnId) {}
  static void mark_aborted(TxnId) {}
  static bool was_committed(TxnId) { return false; }
  static bool was_aborted(TxnId) { return false; }
};

// Ids are folded to what a plan that can be explored needs; a larger one never comes here.
struct Bounded {
  static constexpr bool bounded = true;
  using Records = RecordBits;
  template <class Key, class Value, std::size_t N>
  using Map = BoundedMap<Key, Value, N>;
  using Positions = PositionBytes;
  using Endings = ForgottenEndings;
  using Count = std::uint8_t;  // saturate with `up`
  using Total = std::uint32_t;
  using Next = std::uint8_t;
  using Job = std::uint8_t;
  using Task = std::uint8_t;
  using Attempt = std::uint8_t;
  using Checkpoint = std::uint8_t;  // 255: none
  using Command = std::uint8_t;
  using Artifact = std::uint16_t;  // of the model: execution (7 bits), checkpoint (8), kind (1); all ones: none
  using Txn = std::uint32_t;       // of the model: both halves of the id, 16 bits each

  static constexpr Job job(JobId j) { return narrow<Job>(j); }
  static constexpr Task task(TaskId t) { return narrow<Task>(t); }
  static constexpr Attempt attempt(std::uint32_t a) { return narrow<Attempt>(a); }
  static constexpr Checkpoint checkpoint(CheckpointId c) {
    return c == no_checkpoint ? Checkpoint{255} : narrow<Checkpoint>(c);
  }
  static constexpr Command command(CommandId c) { return narrow<Command>(c); }
  static constexpr Artifact artifact(ArtifactId a) {
    if (a == no_artifact) return 0xffff;
    expects(job_of_model_artifact(a) < 127 && checkpoint_of_model_artifact(a) < 256);
    return static_cast<Artifact>(job_of_model_artifact(a) << 9 | (a & 0x1ff));
  }
  static constexpr ArtifactId artifact_id(Artifact a) {
    return a == 0xffff ? no_artifact : ArtifactId{a} >> 9 << 33 | (a & 0x1ff);
  }
  static constexpr Txn txn(TxnId t) {
    expects(t >> 32 < 65536 && (t & 0xffffffff) < 65536);
    return static_cast<Txn>(t >> 32 << 16 | (t & 0xffff));
  }
  static constexpr TxnId txn_id(Txn t) { return TxnId{t} >> 16 << 32 | (t & 0xffff); }

 private:
  template <class To, class From>
  static constexpr To narrow(From from) {
    expects(from <= std::numeric_limits<To>::max());
    return static_cast<To>(from);
  }
};

}  // namespace history
