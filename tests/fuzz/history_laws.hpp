#pragma once
// What holds of any bytes that are read as a history, strictly and leniently: nothing crashes, the columns and figures
// take whatever the reader lets through, pieces give what the whole gives, and what was taken can be written and read
// again. The fuzzer looks for bytes that break it; corpus_test.cpp replays what it found.
#include <string>
#include <string_view>

namespace fuzz {

// Empty: all hold. Otherwise the law that is broken, and by what.
std::string broken_history_law(std::string_view bytes);

}  // namespace fuzz
