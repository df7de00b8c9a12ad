#pragma once
// How numbers, times and lists are said, and how text is laid into lines. Widths are in characters of UTF-8, not bytes.
// Tested in tests/report/words_test.cpp.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace report {

// "0.8 s", "1.3 s", "250 us"; whole numbers in, so that nothing is rounded that need not be.
std::string seconds(std::int64_t microseconds);
// Rounded to whole milliseconds where there are any, for tables.
std::int64_t to_milliseconds(std::int64_t microseconds);
// "1,234,567"; up to four digits stand as they are.
std::string grouped(std::uint64_t n);
// "1 record", "700 records", "12,000 records".
std::string counted(std::uint64_t n, std::string_view what);
// "24 B", "3.5 MB", "1.2 GB".
std::string bytes(std::uint64_t n);
// "a, b and c".
std::string listed(std::span<const std::string> words);
// "stop-with-savepoint-flink-1.15": lower case, everything that is no letter, digit, dot or dash becomes a dash.
std::string slug(std::string_view text);

std::size_t width(std::string_view text);
// Cut to `most` characters, the last of them "…".
std::string shortened(std::string_view text, std::size_t most);
// Lines of at most `most` characters, each behind `indent` blanks; words are never cut.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t most);

// A way of ending by its name; a scenario without ways is ended by its timeline.
std::string way_of(const std::string& name);

}  // namespace report
