// Kinds of events that a recorder left out are found by those that cannot be without them.
#include "history/gaps.hpp"

#include <gtest/gtest.h>

#include "history/names.hpp"
#include "history/reader.hpp"
#include "tests/history/recordings.hpp"

namespace history {
namespace {

// A recording without the lines that contain one of these words, renumbered.
std::vector<Gap> gaps_without(const std::string& name, const std::vector<std::string>& left_out) {
  const auto text = read_file(std::string(QUIESCE_ROOT) + "/tests/recordings/" + name + ".jsonl.gz");
  std::string rest;
  std::size_t seq = 0, from = 0;
  const std::string& all = std::get<std::string>(text);
  while (from < all.size()) {
    const std::size_t end = all.find('\n', from);
    std::string line = all.substr(from, end - from);
    from = end + 1;
    const bool out = std::any_of(left_out.begin(), left_out.end(),
                                 [&](const std::string& w) { return line.find("\"ev\":\"" + w) != line.npos; });
    if (out) continue;
    if (const auto at = line.find("\"seq\":"); at != line.npos) {
      const std::size_t comma = line.find(',', at);
      line.replace(at, comma - at, "\"seq\":" + std::to_string(++seq));
    }
    rest += line + "\n";
  }
  InternedNames names;
  GapFinder finder;
  const ReadResult read = read_history(rest, names, [&](const Stamp&, const Event& e) { finder.hear(e); });
  EXPECT_FALSE(read.error) << read.error->message;
  return finder.gaps(read.header);
}

TEST(gaps, a_whole_recording_has_none) {
  EXPECT_TRUE(gaps_without("1.20.5-cancel-transactional-retain-on-cancel", {}).empty());
}

TEST(gaps, what_others_cannot_be_without_is_missed) {
  struct Row {
    std::vector<std::string> left_out;
    EventKinds missed;
  };
  const Row rows[] = {
      {{"source.emit"}, kind_of<SourceEmit>()},         {{"source.snapshot"}, kind_of<SourceSnapshot>()},
      {{"op.snapshot"}, kind_of<OpSnapshot>()},         {{"task.status"}, kind_of<TaskStatusChanged>()},
      {{"source.restored"}, kind_of<SourceRestored>()}, {{"notify.completed"}, kind_of<NotifyCompleted>()},
      {{"sink.write"}, kind_of<SinkWrite>()},           {{"command.result"}, kind_of<CommandResult>()}};
  for (const Row& row : rows) {
    const auto gaps = gaps_without("1.20.5-cancel-transactional-retain-on-cancel", row.left_out);
    ASSERT_EQ(gaps.size(), 1U) << row.left_out[0];
    EXPECT_EQ(gaps[0].kinds, row.missed) << row.left_out[0] << ": " << gaps[0].reason;
  }
}

}  // namespace
}  // namespace history
