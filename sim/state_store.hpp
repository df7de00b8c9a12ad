#pragma once
// The memory of an exploration, in about 20 bytes a state. Tested in tests/sim/state_store_test.cpp.
//
// A state that has been expanded is never looked at again, so its bytes are not kept. What is kept of each state:
//
// - FingerprintSet: 8 bytes in an open-addressing table, at most three quarters full, growing by doubling. The slot is
// the top bits of
//   the fingerprint, the next slots follow. States are numbered in the order of their discovery.
// - Ancestry: two bytes. Breadth first, the children that a parent discovers have consecutive numbers, and parents are
// expanded in order
//   of number. So how many each parent discovered tells every state's parent, and the position of the step in the
//   parent's list of enabled steps tells the step. A trace is read in one backward pass over the counts.
// - Frontier: the bytes of states not yet expanded, in the order in which they will be. Most bytes are zero and
// neighbours in that order
//   are alike, so each state is stored as what differs from the one before it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "sim/expect.hpp"

namespace sim {

// Zeroed memory that is asked to lie in huge pages where the system has them: a probe is then one cache miss, not two.
template <class T>
class ZeroedArray {
 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size) : data_(static_cast<T*>(std::calloc(size, sizeof(T)))), size_(size) {
    expects(data_);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t huge = 2U << 20;
    const auto first = (reinterpret_cast<std::uintptr_t>(data_.get()) + huge - 1) / huge * huge;
    const auto end = reinterpret_cast<std::uintptr_t>(data_.get() + size);
    if (end > first + huge) madvise(reinterpret_cast<void*>(first), (end - first) / huge * huge, MADV_HUGEPAGE);
#endif
  }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

class FingerprintSet {
 public:
  // `numbered`: four more bytes a slot, to find the number of a state that is met again.
  explicit FingerprintSet(bool numbered, unsigned log2_slots = 12)
      : numbered_(numbered),
        shift_(64 - log2_slots),
        slots_(std::size_t{1} << log2_slots),
        numbers_(numbered ? slots_.size() : 0) {}

  struct Found {
    bool fresh;
    std::uint32_t number;  // only if `numbered`
  };

  std::uint64_t size() const { return size_; }
  bool full() const { return (size_ + 1) * 4 > slots_.size() * 3; }  // the next insertion will double the table
  std::size_t bytes() const {
    return slots_.size() * (sizeof(std::uint64_t) + (numbered_ ? sizeof(std::uint32_t) : 0));
  }

  void prefetch(std::uint64_t fingerprint) const { __builtin_prefetch(&slots_[home(fingerprint)]); }

  Found insert(std::uint64_t fingerprint) {
    if (full()) grow();
    const std::uint64_t f = fingerprint ? fingerprint : 1;  // 0 is an empty slot
    const std::size_t i = find(f);
    if (slots_[i] == f) return {false, numbered_ ? numbers_[i] : 0};
    slots_[i] = f;
    const auto number = static_cast<std::uint32_t>(size_++);
    if (numbered_) {
      expects(size_ < UINT32_MAX);
      numbers_[i] = number;
    }
    return {true, number};
  }

  bool contains(std::uint64_t fingerprint) const {
    const std::uint64_t f = fingerprint ? fingerprint : 1;
    return slots_[find(f)] == f;
  }

 private:
  std::size_t home(std::uint64_t f) const { return f >> shift_; }
  std::size_t find(std::uint64_t f) const {
    std::size_t i = home(f);
    while (slots_[i] != 0 && slots_[i] != f) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    ZeroedArray<std::uint64_t> old(slots_.size() * 2);
    ZeroedArray<std::uint32_t> old_numbers(numbered_ ? old.size() : 0);
    std::swap(old, slots_);
    std::swap(old_numbers, numbers_);
    --shift_;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i] == 0) continue;
      const std::size_t to = find(old[i]);
      slots_[to] = old[i];
      if (numbered_) numbers_[to] = old_numbers[i];
    }
  }

  bool numbered_;
  unsigned shift_;
  std::uint64_t size_ = 0;
  ZeroedArray<std::uint64_t> slots_;
  ZeroedArray<std::uint32_t> numbers_;
};

// Numbers that nearly always fit a byte; the others stand in a list beside it.
class SmallNumbers {
 public:
  void push(std::uint32_t n) {
    if (n >= escape) large_.push_back({bytes_.size(), n});
    bytes_.push_back(static_cast<std::uint8_t>(n < escape ? n : escape));
  }
  std::uint64_t size() const { return bytes_.size(); }
  std::uint32_t operator[](std::uint64_t i) const {
    if (bytes_[i] < escape) return bytes_[i];
    std::size_t low = 0, high = large_.size();
    while (high - low > 1) (large_[(low + high) / 2].at <= i ? low : high) = (low + high) / 2;
    return large_[low].value;
  }
  std::size_t bytes() const { return bytes_.capacity() + large_.capacity() * sizeof(Large); }

 private:
  static constexpr std::uint32_t escape = 255;
  struct Large {
    std::uint64_t at;
    std::uint32_t value;
  };
  std::vector<std::uint8_t> bytes_;
  std::vector<Large> large_;
};

class Ancestry {
 public:
  // State 0 has no parent. The others are added parent by parent.
  void add_child(std::uint32_t step_position) { positions_.push(step_position); }
  void end_parent(std::uint32_t children) { children_.push(children); }

  // Positions of the steps that lead from state 0 to `state`, each in the list of enabled steps of the state before it.
  std::vector<std::uint32_t> path(std::uint64_t state) const {
    std::vector<std::uint32_t> path;
    std::uint64_t parent = children_.size(), first_child = positions_.size() + 1;  // children of `parent` begin there
    while (state > 0) {
      path.push_back(positions_[state - 1]);
      while (first_child > state) first_child -= children_[--parent];
      state = parent;
    }
    return {path.rbegin(), path.rend()};
  }
  std::size_t bytes() const { return positions_.bytes() + children_.bytes(); }

 private:
  SmallNumbers positions_, children_;
};

// A queue of states of one size.
class Frontier {
 public:
  explicit Frontier(std::size_t state_bytes)
      : state_bytes_(state_bytes),
        words_((state_bytes + 63) / 64 * 8),
        pushed_(words_),
        popped_(words_),
        next_(words_) {}

  bool empty() const { return size_ == 0; }
  std::uint64_t size() const { return size_; }
  std::size_t bytes() const { return chunks_.size() * chunk_bytes(); }

  void push(const std::byte* state) {
    if (chunks_.empty() || write_ + worst() > chunk_bytes()) {
      if (!chunks_.empty()) ends_.push_back(write_);
      chunks_.push_back(spare_ ? std::move(spare_) : std::make_unique_for_overwrite<std::uint8_t[]>(chunk_bytes()));
      write_ = 0;
    }
    std::memcpy(next_.data(), state, state_bytes_);
    write_ = pack(chunks_.back().get(), write_);
    std::swap(next_, pushed_);
    ++size_;
  }

  void pop(std::byte* state) {
    expects(size_ > 0);
    if (!ends_.empty() && read_ == ends_.front()) {
      spare_ = std::move(chunks_.front());
      chunks_.pop_front();
      ends_.pop_front();
      read_ = 0;
    }
    read_ = unpack(chunks_.front().get(), read_);
    std::memcpy(state, popped_.data(), state_bytes_);
    --size_;
  }

 private:
  std::size_t worst() const { return words_ * 9 + words_ / 8; }
  std::size_t chunk_bytes() const { return worst() < (16U << 10) ? std::size_t{256} << 10 : worst() * 16; }

  // For each group of eight words a byte that says which of them differ; for each of those a byte that says which of
  // its bytes differ; then the differences.
  std::size_t pack(std::uint8_t* out, std::size_t at) const {
    for (std::size_t group = 0; group < words_; group += 8) {
      const std::size_t mask_at = at++;
      unsigned mask = 0;
      std::uint64_t any = 0;
      for (std::size_t w = group; w < group + 8; ++w) any |= next_[w] ^ pushed_[w];
      for (std::size_t w = group; any && w < group + 8; ++w) {
        std::uint64_t x = next_[w] ^ pushed_[w];
        if (x == 0) continue;
        mask |= 1U << (w - group);
        const std::size_t bytes_at = at++;
        unsigned bytes = 0;
        for (unsigned b; x != 0; x &= ~(std::uint64_t{0xff} << 8 * b)) {
          b = static_cast<unsigned>(__builtin_ctzll(x)) / 8;
          bytes |= 1U << b;
          out[at++] = static_cast<std::uint8_t>(x >> 8 * b);
        }
        out[bytes_at] = static_cast<std::uint8_t>(bytes);
      }
      out[mask_at] = static_cast<std::uint8_t>(mask);
    }
    return at;
  }
  std::size_t unpack(const std::uint8_t* in, std::size_t at) {
    for (std::size_t group = 0; group < words_; group += 8)
      for (unsigned mask = in [at++]; mask != 0; mask &= mask - 1) {
        std::uint64_t x = 0;
        for (unsigned bytes = in [at++]; bytes != 0; bytes &= bytes - 1)
          x |= std::uint64_t{in[at++]} << 8 * static_cast<unsigned>(__builtin_ctz(bytes));
        popped_[group + static_cast<unsigned>(__builtin_ctz(mask))] ^= x;
      }
    return at;
  }

  std::size_t state_bytes_, words_;
  std::uint64_t size_ = 0;
  std::size_t read_ = 0, write_ = 0;
  std::vector<std::uint64_t> pushed_, popped_,
      next_;  // the last one pushed, the last one popped; words beyond the state are zero
  std::deque<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::deque<std::size_t> ends_;  // where the writing of each full chunk ended
  std::unique_ptr<std::uint8_t[]> spare_;
};

}  // namespace sim
