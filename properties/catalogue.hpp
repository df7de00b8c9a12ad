#pragma once
// All properties, one row each, in reading order. A new one is a struct in a file of its own (or beside its kin) and a
// row in catalogue.cpp.
#include <span>
#include <string_view>

#include "properties/property.hpp"

namespace properties {

std::span<const Property> catalogue();
const Property* find(std::string_view id);  // null: no such property

// Columns of all properties that can be judged under `e`; what a run carries by default.
history::ColumnMask columns_for(const history::Expectations& e);

}  // namespace properties
