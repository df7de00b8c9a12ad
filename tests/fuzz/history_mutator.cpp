// Changes of a history that mostly leave it one: whole lines are doubled, dropped, moved, values are taken from other
// lines. Most results are numbered anew, since a strict reading would end at the first seq that is not the next.
// Bytes are changed, too, by the fuzzer's own means.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using Lines = std::vector<std::string>;

class Mutation {
 public:
  Mutation(std::string_view text, unsigned seed) : random_(seed) {
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
      lines_.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  std::string made() {
    for (std::size_t n = 1 + pick(4); n > 0 && !lines_.empty(); --n) change();
    if (pick(4)) number_anew();
    std::string out;
    for (const std::string& line : lines_) out += line;
    return out;
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }
  std::string& some_line() { return lines_[pick(lines_.size())]; }
  Lines::iterator some_place() { return lines_.begin() + static_cast<std::ptrdiff_t>(pick(lines_.size())); }

  void change() {
    switch (pick(6)) {
      case 0: lines_.insert(some_place(), std::string(some_line())); return;
      case 1: lines_.erase(some_place()); return;
      case 2: std::iter_swap(some_place(), some_place()); return;
      default: exchange_value();
    }
  }

  // Where the value behind some key ends, as far as commas and brackets tell.
  struct Member {
    std::string_view key, value;
  };
  static std::vector<Member> members(std::string_view line) {
    std::vector<Member> out;
    for (std::size_t colon = line.find("\":"); colon != line.npos; colon = line.find("\":", colon + 1)) {
      const std::size_t quote = colon == 0 ? line.npos : line.rfind('"', colon - 1);
      if (quote == line.npos) continue;
      std::size_t end = colon + 2, depth = 0;
      for (bool quoted = false; end < line.size(); ++end) {
        const char c = line[end];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '[' || c == '{') ++depth;
        if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
        if (c == ']' || c == '}') --depth;
      }
      out.push_back({line.substr(quote + 1, colon - quote - 1), line.substr(colon + 2, end - colon - 2)});
    }
    return out;
  }
  // A value is replaced by one of the same key in another line, or by one that is made up.
  void exchange_value() {
    std::string& line = some_line();
    const auto here = members(line);
    if (here.empty()) return;
    const Member old = here[pick(here.size())];
    std::string value = made_up(old.value);
    if (pick(3)) {
      const std::string& other = some_line();
      for (const Member& m : members(other))
        if (m.key == old.key) value = m.value;
    }
    line.replace(static_cast<std::size_t>(old.value.data() - line.data()), old.value.size(), value);
  }
  std::string made_up(std::string_view old) {
    static const char* const values[] = {"0",
                                         "1",
                                         "-1",
                                         "4294967294",
                                         "4294967295",
                                         "9223372036854775807",
                                         "null",
                                         "true",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         "\"0:0\"",
                                         "\"0:4294967294\"",
                                         "\"0:0-4294967294\"",
                                         "[\"1:3-9\",\"1:5\"]",
                                         "{\"0\":4294967294}",
                                         "\"t1\"",
                                         "\"p7:1\"",
                                         "[\"7:1\"]",
                                         "\"flush:close:1\"",
                                         "1e3"};
    if (pick(2) == 0) return values[pick(std::size(values))];
    std::string value(old);
    for (char& c : value)
      if (c >= '0' && c <= '9' && pick(2)) c = static_cast<char>('0' + pick(10));
    return value;
  }

  void number_anew() {
    constexpr std::string_view start = "{\"seq\":";
    std::uint64_t seq = 0, last_t = 0;
    for (std::string& line : lines_) {
      if (line.compare(0, start.size(), start) != 0) continue;
      const std::size_t end = line.find_first_not_of("-0123456789", start.size());
      if (end == line.npos) continue;
      line.replace(start.size(), end - start.size(), std::to_string(++seq));
      const std::size_t t = line.find("\"t\":");
      if (t == line.npos) continue;
      std::uint64_t value = 0;
      const auto [stop, error] = std::from_chars(line.data() + t + 4, line.data() + line.size(), value);
      if (error != std::errc()) continue;
      last_t = std::max(last_t, value);
      line.replace(t + 4, static_cast<std::size_t>(stop - line.data()) - t - 4, std::to_string(last_t));
    }
  }

  std::minstd_rand random_;
  Lines lines_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (seed % 3 == 0 || size == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string made = Mutation({reinterpret_cast<const char*>(data), size}, seed).made();
  const std::size_t n = std::min(made.size(), most);
  std::memcpy(data, made.data(), n);
  return n;
}
