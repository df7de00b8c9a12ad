#include "tests/laws/mutation_story.hpp"

#include <algorithm>
#include <cstdlib>

namespace laws {

// Names in recordings hold no quotes, and no value but an error's text holds something like a key.
std::string_view StoryLine::field(std::string_view key) const {
  const std::string_view line = rest;
  std::size_t at = 0;
  for (;; ++at) {
    at = line.find(key, at);
    if (at == line.npos) return {};
    const std::size_t end = at + key.size();
    if (at > 0 && line[at - 1] == '"' && line.substr(end, 2) == "\":") break;
  }
  const std::size_t from = at + key.size() + 2;
  switch (line[from]) {
    case '"': return line.substr(from + 1, line.find('"', from + 1) - from - 1);
    case '{': return line.substr(from, line.find('}', from) + 1 - from);
    case '[': return line.substr(from, line.find(']', from) + 1 - from);
    default: return line.substr(from, line.find_first_of(",}", from) - from);
  }
}

std::int64_t StoryLine::number(std::string_view key) const {
  return std::strtoll(std::string(field(key)).c_str(), nullptr, 10);
}

bool same_attempt(const StoryLine& a, const StoryLine& b) {
  return a.field("task") == b.field("task") && a.field("job") == b.field("job") &&
         a.field("attempt") == b.field("attempt");
}

MutationStory::MutationStory(std::string_view text) {
  header_.rest = text.substr(0, text.find('\n'));
  for (std::size_t at = header_.rest.size() + 1; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    StoryLine line{0, std::string(text.substr(at, end - at))};
    line.t = line.number("t");
    line.rest.erase(0, line.rest.find("\"ev\":"));
    if (!line.rest.empty()) lines_.push_back(std::move(line));
    at = end + 1;
  }
}

std::size_t MutationStory::end_of(std::string_view job) const {
  const std::size_t own = find(0, [&](const StoryLine& l) { return l.is("job.submitted") && l.field("job") == job; });
  return find(own + 1, [](const StoryLine& l) { return l.is("job.submitted"); });
}

std::string_view MutationStory::final_status(std::string_view job) const {
  std::string_view last;
  for (const StoryLine& l : lines_)
    if (l.is("job.status") && l.field("job") == job) last = l.field("status");
  return last;
}

std::string MutationStory::without(std::size_t at) const {
  auto lines = lines_;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
  return text_of(header_.rest, lines);
}

std::string MutationStory::with(std::size_t at, std::string rest) const {
  auto lines = lines_;
  lines[at].rest = std::move(rest);
  return text_of(header_.rest, lines);
}

std::string MutationStory::inserted(std::size_t before, std::string rest) const {
  auto lines = lines_;
  const std::int64_t t = before > 0 ? lines[before - 1].t : 0;
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(before), StoryLine{t, std::move(rest)});
  return text_of(header_.rest, lines);
}

std::string MutationStory::moved(std::size_t from, std::size_t before) const {
  auto lines = lines_;
  lines[from].t = lines[before].t;
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(before);
  const auto last = lines.begin() + static_cast<std::ptrdiff_t>(from);
  std::rotate(first, last, last + 1);
  return text_of(header_.rest, lines);
}

std::string MutationStory::text_of(const std::string& header, const std::vector<StoryLine>& lines) {
  std::string text = header + '\n';
  std::uint64_t seq = 0;
  for (const StoryLine& l : lines)
    text.append("{\"seq\":")
        .append(std::to_string(++seq))
        .append(",\"t\":")
        .append(std::to_string(l.t))
        .append(",")
        .append(l.rest)
        .append("\n");
  return text;
}

}  // namespace laws
