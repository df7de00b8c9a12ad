#pragma once
// The words of the format for each enumerator, both ways.
#include <optional>
#include <string_view>

#include "history/event.hpp"
#include "history/header.hpp"

namespace history {

std::string_view word(JobStatus);  // "RUNNING", the engine's own words
std::string_view word(TaskStatus);
std::string_view word(CommandKind);  // "stop-with-savepoint"
std::string_view word(SnapshotKind);
std::string_view word(ArtifactKind);
std::string_view word(TimerDomain);
std::string_view word(Retention);
std::string_view word(Delivery);
std::string_view word(Mode);

// Nothing where the word is not known. E is one of the enumerations above.
template <class E>
std::optional<E> from_word(std::string_view text);
// All words of E, for messages: "checkpoint, savepoint, suspend or terminate".
template <class E>
std::string_view all_words();

}  // namespace history
