#pragma once
// Files in and out. What cannot be read or written is an error that says why and what to do.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "scenarios/error.hpp"

namespace report {

// At most `most` + 1 bytes, so that a reader with that bound sees that there are more. "-" is standard input.
std::variant<std::string, scenarios::Error> read_file(const std::string& path, std::size_t most, std::string_view what);
// Under a temporary name first, then renamed: whoever looks sees all of it or nothing.
std::optional<scenarios::Error> write_file(const std::filesystem::path& path, std::string_view text);
std::optional<scenarios::Error> make_folder(const std::filesystem::path& path);

// Folder of the shipped scenarios: beside the program that was called, or where it was built.
std::filesystem::path shipped_scenarios();
// As short as it can be said from the working directory.
std::string told(const std::filesystem::path& path);

}  // namespace report
