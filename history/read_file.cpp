// Files, as they are or compressed: zlib tells by their first bytes.
#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "history/reader.hpp"

namespace history {
namespace {

struct Ending {
  std::optional<Error> error;
  bool is_cut = false;  // everything up to the cut was handed on
};

// Hands on the bytes in pieces until `take` says false.
template <class F>
Ending for_each_piece(const std::string& path, F&& take) {
  constexpr unsigned piece_size = 256 << 10;
  errno = 0;
  const gzFile in = gzopen(path.c_str(), "rb");
  if (!in)
    return {
        Error{0, 0, fmt::format("cannot be opened: {}", std::strerror(errno)), "check the path and its permissions"}};
  gzbuffer(in, piece_size / 2);
  std::vector<char> piece(piece_size);
  int n = 0;
  bool wanted = true;
  while (wanted && (n = gzread(in, piece.data(), piece_size)) > 0)
    wanted = take(std::string_view(piece.data(), static_cast<std::size_t>(n)));
  int code = Z_OK;
  const std::string why = gzerror(in, &code);
  const bool is_cut = n == 0 && code == Z_BUF_ERROR;
  gzclose_r(in);
  if (n >= 0 && !is_cut) return {};
  return {Error{0, 0, fmt::format("cannot be read: {}", why), "it has to be a regular file, or a whole one of gzip"},
          is_cut};
}

}  // namespace

ReadResult read_history_file(const std::string& path, InternedNames& names, Reader::OnEvent on_event,
                             ReadOptions options) {
  Reader reader(names, std::move(on_event), options);
  Ending ending = for_each_piece(path, [&](std::string_view piece) { return reader.feed(piece); });
  const bool go_on = !ending.error || (ending.is_cut && options.reading == Reading::lenient);
  if (go_on) reader.finish();
  ReadResult result = reader.result();
  if (!ending.error) return result;
  if (go_on && !result.error) {
    result.damage.of(Flaw::file_is_cut) = 1;
    result.warnings.push_back({result.lines, fmt::format("the file ends too early: it {}", ending.error->message)});
  } else {
    result.error = std::move(ending.error);
  }
  return result;
}

std::variant<std::string, Error> read_file(const std::string& path) {
  std::string text;
  Ending ending = for_each_piece(path, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  if (ending.error) return *std::move(ending.error);
  return text;
}

}  // namespace history
