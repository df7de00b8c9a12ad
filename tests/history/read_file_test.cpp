// Files read piece by piece give what the whole text gives; damaged ones are values.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "history/writer.hpp"
#include "recordings.hpp"

namespace {

using namespace history;
using namespace history_test;

struct Read {
  ReadResult result;
  std::string events;
};

Read read_as_file(const std::string& path, Reading reading = Reading::strict) {
  Read out;
  InternedNames names;
  out.result = read_history_file(
      path, names, [&](const Stamp& s, const Event& e) { write_event(out.events, names, s, e); }, {.reading = reading});
  return out;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}
std::string file_with(std::string_view name, std::string_view bytes) {
  const std::string path = testing::TempDir() + "quiesce-" + std::string(name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}
std::string a_recording() { return QUIESCE_ROOT "/tests/recordings/1.20.5-stop-drain-plain-window.jsonl.gz"; }

TEST(read_file, a_file_in_pieces_gives_what_its_text_gives) {
  for (const auto& path : kept_recordings()) {
    InternedNames names;
    std::string events;
    const auto whole =
        read_history(content(path), names, [&](const Stamp& s, const Event& e) { write_event(events, names, s, e); });
    const Read pieces = read_as_file(path);
    ASSERT_FALSE(pieces.result.error) << to_string(*pieces.result.error, path);
    ASSERT_EQ(pieces.events, events) << path;
    ASSERT_EQ(pieces.result.lines, whole.lines) << path;
    ASSERT_EQ(pieces.result.header.scenario_json, whole.header.scenario_json) << path;
    const Read lenient = read_as_file(path, Reading::lenient);
    ASSERT_EQ(lenient.events, events) << path;
    ASSERT_FALSE(lenient.result.damage.any()) << path;
  }
}

TEST(read_file, a_file_that_is_not_compressed_is_read_as_it_stands) {
  const std::string path = file_with("plain.jsonl", content(a_recording()));
  EXPECT_EQ(read_as_file(path).events, read_as_file(a_recording()).events);
}

TEST(read_file, a_compressed_file_cut_off_is_an_error_and_leniently_a_flaw) {
  const std::string bytes = bytes_of(a_recording());
  const std::string path = file_with("cut.jsonl.gz", bytes.substr(0, bytes.size() / 2));
  EXPECT_TRUE(std::holds_alternative<Error>(read_file(path)));
  const Read strict = read_as_file(path);
  ASSERT_TRUE(strict.result.error);
  EXPECT_EQ(strict.result.error->line, 0U);
  EXPECT_NE(strict.result.error->message.find("cannot be read"), std::string::npos);
  EXPECT_GT(strict.result.events, 10U);

  const Read lenient = read_as_file(path, Reading::lenient);
  EXPECT_FALSE(lenient.result.error);
  EXPECT_EQ(lenient.result.damage.of(Flaw::file_is_cut), 1U);
  EXPECT_EQ(lenient.events, strict.events);
  const std::string whole = read_as_file(a_recording()).events;
  EXPECT_EQ(lenient.events, whole.substr(0, lenient.events.size()));
}

TEST(read_file, spoiled_compression_is_an_error_for_both) {
  std::string bytes = bytes_of(a_recording());
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 20; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  const std::string path = file_with("spoiled.jsonl.gz", bytes);
  for (const Reading reading : {Reading::strict, Reading::lenient})
    EXPECT_TRUE(read_as_file(path, reading).result.error);
}

TEST(read_file, the_error_of_a_line_comes_before_that_of_the_file) {
  const std::string path = file_with("bad.jsonl", "x\n" + std::string(1 << 20, 'y'));
  const Read read = read_as_file(path);
  ASSERT_TRUE(read.result.error);
  EXPECT_EQ(read.result.error->line, 1U);
}

TEST(read_file, a_file_that_cannot_be_opened_is_an_error_for_both) {
  for (const Reading reading : {Reading::strict, Reading::lenient}) {
    EXPECT_NE(read_as_file(QUIESCE_ROOT "/tests/recordings/none.jsonl", reading)
                  .result.error->message.find("cannot be opened"),
              std::string::npos);
    EXPECT_TRUE(read_as_file(QUIESCE_ROOT "/tests", reading).result.error);
    EXPECT_TRUE(read_as_file(file_with("empty.jsonl", ""), reading).result.error);
  }
}

}  // namespace
