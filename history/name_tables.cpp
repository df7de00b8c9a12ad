#include "history/name_tables.hpp"

#include "sim/expect.hpp"
#include "sim/fingerprint.hpp"

namespace history {
namespace {

std::uint32_t tag_of(std::uint64_t print) { return static_cast<std::uint32_t>(print >> 32); }

}  // namespace

// Where the name stands, or the free slot where it would.
std::size_t NameTable::slot_of(std::string_view name, std::uint64_t print) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = print & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id_plus_one == 0) return at;
    if (slot.tag == tag_of(print) && names_[slot.id_plus_one - 1] == name) return at;
  }
}

std::uint32_t NameTable::add(std::string_view name) {
  if (2 * (names_.size() + 1) > slots_.size()) grow();
  const std::uint64_t print = sim::fingerprint(name);
  Slot& slot = slots_[slot_of(name, print)];
  if (slot.id_plus_one == 0) {
    expects(names_.size() < UINT32_MAX);
    names_.emplace_back(name);
    slot = {tag_of(print), static_cast<std::uint32_t>(names_.size())};
  }
  return slot.id_plus_one - 1;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(name, sim::fingerprint(name))];
  return slot.id_plus_one == 0 ? std::nullopt : std::optional(slot.id_plus_one - 1);
}

void NameTable::grow() {
  slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), Slot{});
  for (std::size_t id = 0; id < names_.size(); ++id) {
    const std::uint64_t print = sim::fingerprint(names_[id]);
    slots_[slot_of(names_[id], print)] = {tag_of(print), static_cast<std::uint32_t>(id + 1)};
  }
}

// The number is as we would write it, without leading zeros, so that stem and number give the name again.
NumberedNames::Split NumberedNames::split(std::string_view name) {
  constexpr std::size_t most_digits = 9;
  std::size_t digits = 0;
  while (digits < most_digits && digits < name.size() && name[name.size() - 1 - digits] >= '0' &&
         name[name.size() - 1 - digits] <= '9')
    ++digits;
  while (digits > 1 && name[name.size() - digits] == '0') --digits;
  if (digits == 0) return {name, no_number};
  std::uint32_t number = 0;
  for (const char c : name.substr(name.size() - digits)) number = number * 10 + static_cast<std::uint32_t>(c - '0');
  return {name.substr(0, name.size() - digits), number};
}

std::string NumberedNames::name(std::uint64_t id) const {
  const std::uint64_t stem = id >> 32;
  const auto number = static_cast<std::uint32_t>(id);
  if (stem >= stems_.size()) return "?" + std::to_string(id);
  return number == no_number ? stems_.name(stem) : stems_.name(stem) + std::to_string(number);
}

}  // namespace history
