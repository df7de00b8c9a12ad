#pragma once
// Line 1 of a history into a Header. A problem is left in the fields.
#include "history/fields.hpp"
#include "history/header.hpp"

namespace history {

Header read_header(Fields& fields);

}  // namespace history
