#pragma once
// The Ledger: what the world outside can know, as a set of columns. Each column is one fold over events, written once
// over a Store (store.hpp). A run carries only the columns that its properties and figures ask for: an absent column
// costs one null test.
//
// A column is a template over the Store with `void on(const SomeEvent&, const Stamp&)` for each kind of event it reads,
// and `static constexpr std::string_view name`. Bounded columns are trivially copyable without padding, and zero when
// fresh.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "history/event.hpp"
#include "history/store.hpp"
#include "sim/expect.hpp"

namespace history {

using ColumnMask = std::uint64_t;

template <class Store, template <class> class... Columns>
class Ledger {
 public:
  static constexpr std::size_t column_count = sizeof...(Columns);
  static_assert(column_count <= 64);

  // The bit of a column in a mask: its place in the list.
  template <template <class> class Column>
  static constexpr ColumnMask bit() {
    ColumnMask found = 0, next = 1;
    ((found |= std::is_same_v<Column<Store>, Columns<Store>> ? next : 0, next <<= 1), ...);
    return found;
  }
  static constexpr ColumnMask all() {
    return column_count == 64 ? ~ColumnMask{0} : (ColumnMask{1} << column_count) - 1;
  }

  // Bytes that the columns of `mask` take in a block of state; a multiple of 8.
  static std::size_t bytes(ColumnMask mask) {
    std::size_t sum = 0;
    for_each_type([&]<class Column>(std::size_t i) {
      if (mask >> i & 1) sum += padded<Column>();
    });
    return sum;
  }

  // The kinds of events that the columns of `mask` read.
  static constexpr EventKinds kinds_read(ColumnMask mask) {
    EventKinds all = 0;
    for_each_type([&]<class Column>(std::size_t i) {
      if (mask >> i & 1) all |= kinds_read_by<Column>(std::make_index_sequence<std::variant_size_v<Event>>());
    });
    return all;
  }

  Ledger() = default;

  // Growing: makes fresh columns of its own.
  explicit Ledger(ColumnMask mask) requires(!Store::bounded) {
    for_each_type([&]<class Column>(std::size_t i) {
      if (!(mask >> i & 1)) return;
      auto owned = std::make_shared<Column>();
      std::get<Column*>(columns_) = owned.get();
      owned_.push_back(std::move(owned));
    });
  }

  // Bounded: a view of `bytes(mask)` bytes, 8-aligned, which hold fresh (zero) or earlier columns.
  Ledger(ColumnMask mask, std::byte* block) requires(Store::bounded) {
    for_each_type([&]<class Column>(std::size_t i) {
      static_assert(std::is_trivially_copyable_v<Column> && std::has_unique_object_representations_v<Column>);
      if (!(mask >> i & 1)) return;
      std::get<Column*>(columns_) = std::launder(reinterpret_cast<Column*>(block));
      block += padded<Column>();
    });
  }

  // Null where the mask left it out.
  template <template <class> class Column>
  const Column<Store>* find() const {
    return std::get<Column<Store>*>(columns_);
  }
  // Expects the column to be carried.
  template <template <class> class Column>
  const Column<Store>& get() const {
    expects(find<Column>());
    return *find<Column>();
  }

  // For what a column is told once, before the first event. Null where the mask left it out.
  template <template <class> class Column>
  Column<Store>* edit() {
    return std::get<Column<Store>*>(columns_);
  }

  template <class E>
  void fold_one(const E& event, const Stamp& stamp) {
    (fold_into(std::get<Columns<Store>*>(columns_), event, stamp), ...);
  }
  void fold(const Event& event, const Stamp& stamp) {
    std::visit([&](const auto& e) { fold_one(e, stamp); }, event);
  }

 private:
  template <class Column>
  static constexpr std::size_t padded() {
    return (sizeof(Column) + 7) / 8 * 8;
  }

  template <class Column, std::size_t... I>
  static constexpr EventKinds kinds_read_by(std::index_sequence<I...>) {
    return ((requires(Column & c, const std::variant_alternative_t<I, Event>& e, const Stamp& s) { c.on(e, s); }
                 ? EventKinds{1} << I
                 : EventKinds{0}) |
            ...);
  }

  template <class F>
  static constexpr void for_each_type(F&& f) {
    std::size_t i = 0;
    (f.template operator()<Columns<Store>>(i++), ...);
  }
  template <class Column, class E>
  static void fold_into(Column* column, const E& event, const Stamp& stamp) {
    if constexpr (requires { column->on(event, stamp); })
      if (column) column->on(event, stamp);
  }

  std::tuple<Columns<Store>*...> columns_{};
  std::vector<std::shared_ptr<void>> owned_;
};

}  // namespace history
