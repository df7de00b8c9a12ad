#pragma once
// Writes a history in the format that the reader reads: the header, then one line for each event, keys in the order of
// the recordings, integers only. It appends to a buffer that the caller empties when it likes. Reading what was written
// gives the same events. Tested in tests/history/writer_test.cpp.
#include <string>

#include "history/event.hpp"
#include "history/header.hpp"
#include "history/names.hpp"

namespace history {

// A scenario object that was read is written again as it was, with what this program does not know of it.
void write_header(std::string& out, const Header& header);
void write_event(std::string& out, const Names& names, const Stamp& stamp, const Event& event);

}  // namespace history
