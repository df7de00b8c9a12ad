#pragma once
// What a broken engine, or a broken recorder, would have left in a history: seven kinds of changes to the recording of
// a real run. Each is chosen so that the story becomes one that cannot be told of any correct engine of that version;
// where a kind has no such place in a recording, there is nothing to give back. Which places these are, and which look
// alike but are legal, is said at each kind in mutations.cpp. Tested in mutation_test.cpp.
#include <functional>
#include <optional>
#include <string>

#include "tests/laws/mutation_story.hpp"

namespace laws {

enum class Mutation {
  commit_dropped,
  emit_added,
  position_moved,
  output_doubled,
  artifact_deleted,
  answer_turned,
  timer_early
};
struct MutationRow {
  Mutation kind;
  const char* sentence;
};
inline constexpr MutationRow mutation_rows[] = {
    {Mutation::commit_dropped, "a commit dropped"},
    {Mutation::emit_added, "an emitted record added after the final snapshot"},
    {Mutation::position_moved, "a restored position moved by one"},
    {Mutation::output_doubled, "a visible output doubled"},
    {Mutation::artifact_deleted, "a kept artifact deleted"},
    {Mutation::answer_turned, "a command's answer turned"},
    {Mutation::timer_early, "a timer fired early"},
};

struct Mutated {
  std::string text;  // a whole history
  std::string what;  // the line that was changed, for whoever looks at one that went unnoticed
};
// A number below its argument, which is not 0.
using Choose = std::function<std::size_t(std::size_t)>;

std::optional<Mutated> mutate(const MutationStory& story, Mutation kind, const Choose& choose);

}  // namespace laws
