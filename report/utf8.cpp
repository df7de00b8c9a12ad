#include "report/utf8.hpp"

#include <cstdint>

namespace report {
namespace {

// Length of the character that begins there, 0 where none does: no overlong form, no half of a surrogate pair.
std::size_t length_at(std::string_view text, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t n = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (n == 0 || n > text.size()) return 0;
  code = n == 1 ? first : first & (0x7fU >> n);
  for (std::size_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : n;
}

bool in_xml(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xfffe && code != 0xffff;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t n = length_at(text, code);
    if (n > 0 && in_xml(code))
      out += text.substr(0, n);
    else
      out += "\xef\xbf\xbd";
    text.remove_prefix(n > 0 ? n : 1);
  }
  return out;
}

}  // namespace report
