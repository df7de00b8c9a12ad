// What is written is read back to the byte, compressed or not; versions and the order of damaged lines against the
// plainest thing that does the same.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <zlib.h>

#include <fstream>
#include <set>

#include "history/engine_version.hpp"
#include "history/reader.hpp"
#include "history/seq_order.hpp"
#include "history/writer.hpp"
#include "random_history.hpp"
#include "tests/generators.hpp"

namespace {

using namespace history;
using namespace history_test;

std::string written_history(const std::vector<std::uint32_t>& choices) {
  const PlainNames names;
  std::string text;
  write_header(text, Header{});
  RandomHistory random([&](const Stamp& s, const Event& e) { write_event(text, names, s, e); });
  for (const std::uint32_t c : choices) random.act(c);
  return text;
}

TEST(history_text, writing_what_was_read_gives_the_same_bytes) {
  EXPECT_TRUE(rc::check("write(read(text)) = text", [](const std::vector<std::uint32_t>& choices) {
    const std::string text = written_history(choices);
    InternedNames names;
    std::string events, again;
    const auto read =
        read_history(text, names, [&](const Stamp& s, const Event& e) { write_event(events, names, s, e); });
    RC_ASSERT(!read.error);
    write_header(again, read.header);
    RC_ASSERT(again + events == text);
  }));
}

// A member of a gzip file for each piece, as `cat a.gz b.gz` makes them.
std::string compressed(const std::vector<std::string>& pieces) {
  std::string out;
  for (const std::string& piece : pieces) {
    z_stream z{};
    deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string room(deflateBound(&z, piece.size()) + 64, '\0');
    std::string input = piece;
    z.next_in = reinterpret_cast<Bytef*>(input.data()), z.avail_in = static_cast<uInt>(input.size());
    z.next_out = reinterpret_cast<Bytef*>(room.data()), z.avail_out = static_cast<uInt>(room.size());
    deflate(&z, Z_FINISH);
    out += room.substr(0, z.total_out);
    deflateEnd(&z);
  }
  return out;
}

std::string path_with(const std::string& bytes) {
  const std::string path = testing::TempDir() + "quiesce-history-text";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(history_text, a_file_is_its_text_however_it_was_compressed) {
  EXPECT_TRUE(rc::check("read(gzip(pieces)) = pieces", [] {
    std::vector<std::string> pieces{"{"};  // a gzip file begins with other bytes than a history
    for (const int piece : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3)))
      pieces.push_back(piece == 0 ? generators::any_text()
                                  : std::string(static_cast<std::size_t>(piece) * 40'000, 'x'));
    std::string text;
    for (const std::string& p : pieces) text += p;
    for (const std::string& bytes : {text, compressed(pieces), compressed({text})}) {
      const auto read = read_file(path_with(bytes));
      RC_ASSERT(std::holds_alternative<std::string>(read));
      RC_ASSERT(std::get<std::string>(read) == text);
    }
  }));
}

TEST(history_text, a_compressed_file_that_is_cut_is_refused) {
  EXPECT_TRUE(rc::check("cut", [] {
    const std::string bytes = compressed({"{" + generators::any_text()});
    const std::size_t left = *rc::gen::inRange<std::size_t>(2, bytes.size());  // two bytes say that it is compressed
    RC_ASSERT(std::holds_alternative<Error>(read_file(path_with(bytes.substr(0, left)))));
  }));
}

TEST(history_text, the_order_of_damaged_lines_is_that_of_a_set_of_numbers) {
  EXPECT_TRUE(rc::check("seq order", [] {
    SeqOrder order;
    std::set<std::uint64_t> seen;
    for (const auto seq : *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(1, 30))) {
      const std::uint64_t highest = seen.empty() ? 0 : *seen.rbegin();
      const auto place = order.take(seq);
      RC_ASSERT((place == SeqOrder::Place::repeated) == seen.contains(seq));
      if (place == SeqOrder::Place::after_gap) RC_ASSERT(seq > highest + 1);
      if (seq > highest + 1) RC_ASSERT(place == SeqOrder::Place::after_gap);
      if (place == SeqOrder::Place::late) RC_ASSERT(seq < highest);
      seen.insert(seq);
      RC_ASSERT(!seen.contains(order.expected()) || place == SeqOrder::Place::repeated);
    }
  }));
}

TEST(history_text, versions_are_ordered_by_their_numbers_however_they_are_spelled) {
  EXPECT_TRUE(
      rc::check("versions", [](std::uint16_t major, std::uint16_t minor, std::uint16_t patch, std::uint16_t other) {
        const auto text = [&](std::uint16_t p) { return fmt::format("{}.{}.{}", major, minor, p); };
        const auto a = engine_version(text(patch)), b = engine_version("flink-" + text(other));
        RC_ASSERT(a && b);
        RC_ASSERT((*a < *b) == (patch < other));
        RC_ASSERT(engine_version(text(patch) + "-adaptive") == a);
        RC_ASSERT(engine_version(fmt::format("flink-{}.{}", major, minor))->patch == last_patch);
      }));
  EXPECT_TRUE(rc::check("any bytes", [] { engine_version(generators::any_bytes()); }));
}

}  // namespace
