#pragma once
// Names and the numbers that stand for them, found without allocating. Tested in tests/history/names_test.cpp.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace history {

// Numbered in order of first sight, from 0. Grows with the number of different names: about 50 bytes each and what is
// longer than 15 bytes.
class NameTable {
 public:
  std::uint32_t add(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;
  // A word that says so where the id was never given out.
  std::string name(std::uint64_t id) const { return id < names_.size() ? names_[id] : "?" + std::to_string(id); }
  std::size_t size() const { return names_.size(); }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // more of the fingerprint, so that a wrong slot hardly ever costs a look at its name
    std::uint32_t id_plus_one = 0;
  };
  std::size_t slot_of(std::string_view name, std::uint64_t print) const;
  void grow();

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half of them taken; a name stands at or behind its fingerprint
};

// Names that are mostly a stem and a number that counts on ("t17", "sink-2-300", "k3@2000"): the id is made of both, so
// that memory grows with the number of stems only. A name without a number is a stem of its own.
class NumberedNames {
 public:
  std::uint64_t add(std::string_view name) {
    const Split s = split(name);
    return std::uint64_t{stems_.add(s.stem)} << 32 | s.number;
  }
  // Nothing where the stem is not known.
  std::optional<std::uint64_t> find(std::string_view name) const {
    const Split s = split(name);
    const auto stem = stems_.find(s.stem);
    if (!stem) return std::nullopt;
    return std::uint64_t{*stem} << 32 | s.number;
  }
  std::string name(std::uint64_t id) const;

 private:
  static constexpr std::uint32_t no_number = UINT32_MAX;
  struct Split {
    std::string_view stem;
    std::uint32_t number;
  };
  static Split split(std::string_view name);

  NameTable stems_;
};

}  // namespace history
