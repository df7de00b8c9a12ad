// Histories of real Flink: nothing that its version promises is broken in any of them, whatever was made to fail.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "history/reader.hpp"
#include "sequences.hpp"

namespace properties::test {
namespace {

struct Judged {
  history::Header header;
  std::optional<history::Expectations> expectations;
  std::map<std::string_view, Answers> answers;  // at the end; of can_always `at_rest` is "not reached"
  std::string error;
};

Judged judge_recording(const std::string& path) {
  Judged judged;
  history::InternedNames names;
  JudgedLedger<Growing> ledger(JudgedLedger<Growing>::all());
  const auto result = history::read_history_file(
      path, names, [&](const history::Stamp& stamp, const history::Event& event) { ledger.fold(event, stamp); });
  if (result.error) judged.error = result.error->message;
  judged.header = result.header;
  judged.expectations = history::expectations_for(result.header.engine_version, result.header);
  if (!judged.expectations) return judged.error = "engine " + result.header.engine_version, judged;
  for (const Property& p : catalogue()) judged.answers[p.id] = ask(p, ledger, *judged.expectations);
  return judged;
}

// Every recording of the project, and of the larger collection beside it, where there is one, every eighth: all of them
// take half a minute in a sanitized build and are asked for with QUIESCE_ALL_RECORDINGS=1.
std::vector<std::string> recordings() {
  namespace fs = std::filesystem;
  std::vector<std::string> own, beside;
  const auto collect = [](const char* folder, std::vector<std::string>& into) {
    if (!fs::is_directory(folder)) return;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".jsonl" || entry.path().extension() == ".gz")
        into.push_back(entry.path().string());
    std::sort(into.begin(), into.end());
  };
  collect(QUIESCE_ROOT "/tests/recordings", own);
  collect(QUIESCE_ROOT "/../shared/histories", beside);
  const std::size_t step = std::getenv("QUIESCE_ALL_RECORDINGS") ? 1 : 8;
  for (std::size_t i = 0; i < beside.size(); i += step) own.push_back(beside[i]);
  return own;
}

TEST(recordings, keep_what_their_version_promises) {
  const auto paths = recordings();
  ASSERT_FALSE(paths.empty());
  std::map<std::string_view, int> kept;
  for (const std::string& path : paths) {
    const Judged j = judge_recording(path);
    ASSERT_EQ(j.error, "") << path;
    for (const Property& p : catalogue()) {
      const Answers& a = j.answers.at(p.id);
      const Promise promise = p.promised(*j.expectations);
      if (p.kind == Kind::sometimes || !promise.made) continue;
      EXPECT_FALSE(a.violated || a.at_rest) << p.id << " in " << path;
      kept[p.id] += a.arose;
    }
  }
  for (const char* id :
       {"no-replay-after-stop", "cancel-rewinds-exactly", "no-loss", "exactly-once-visible", "consistent-cut",
        "retention", "answered-once", "restore-latest", "no-early-firing-on-suspend"})
    EXPECT_GT(kept[id], 0) << id << " was never put to the test";
}

// The same text says of old versions what they do not keep: records leak behind the barrier of a suspend until 1.14.
TEST(recordings, show_the_leak_of_versions_that_stop_sources_late) {
  int leaking = 0, asked = 0;
  for (const std::string& path : recordings()) {
    const Judged j = judge_recording(path);
    ASSERT_EQ(j.error, "") << path;
    if (!j.expectations->stop_leaks || !j.answers.at("no-replay-after-stop").arose) continue;
    ++asked;
    leaking += j.answers.at("no-replay-after-stop").violated;
  }
  EXPECT_GT(asked, 0);
  EXPECT_GT(leaking, 0);
}

}  // namespace
}  // namespace properties::test
