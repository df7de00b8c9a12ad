#include "history/words.hpp"

#include <array>
#include <string>

#include "sim/expect.hpp"

namespace history {
namespace {

// In the order of the enumerators.
template <class E>
struct Words;
template <>
struct Words<JobStatus> {
  static constexpr std::array<std::string_view, 11> list{"INITIALIZING", "CREATED",    "RUNNING",    "FAILING",
                                                         "FAILED",       "CANCELLING", "CANCELED",   "FINISHED",
                                                         "RESTARTING",   "SUSPENDED",  "RECONCILING"};
};
template <>
struct Words<TaskStatus> {
  static constexpr std::array<std::string_view, 10> list{"CREATED", "SCHEDULED",  "DEPLOYING", "INITIALIZING",
                                                         "RUNNING", "FINISHED",   "CANCELING", "CANCELED",
                                                         "FAILED",  "RECONCILING"};
};
template <>
struct Words<CommandKind> {
  static constexpr std::array<std::string_view, 7> list{
      "cancel",    "cancel-with-savepoint", "stop", "stop-with-savepoint", "stop-with-checkpoint", "savepoint",
      "checkpoint"};
};
template <>
struct Words<SnapshotKind> {
  static constexpr std::array<std::string_view, 4> list{"checkpoint", "savepoint", "suspend", "terminate"};
};
template <>
struct Words<ArtifactKind> {
  static constexpr std::array<std::string_view, 2> list{"checkpoint", "savepoint"};
};
template <>
struct Words<TimerDomain> {
  static constexpr std::array<std::string_view, 2> list{"event", "processing"};
};
template <>
struct Words<Retention> {
  static constexpr std::array<std::string_view, 3> list{"none", "retain-on-cancel", "delete-on-cancel"};
};
template <>
struct Words<Delivery> {
  static constexpr std::array<std::string_view, 3> list{"plain", "idempotent", "transactional"};
};
template <>
struct Words<Mode> {
  static constexpr std::array<std::string_view, 2> list{"exactly-once", "at-least-once"};
};

template <class E>
std::string_view spell(E e) {
  const auto i = static_cast<std::size_t>(e);
  expects(i < Words<E>::list.size());
  return Words<E>::list[i];
}

template <class E>
std::string joined() {
  std::string out;
  const auto& list = Words<E>::list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i) out += i + 1 == list.size() ? " or " : ", ";
    out += list[i];
  }
  return out;
}

}  // namespace

std::string_view word(JobStatus e) { return spell(e); }
std::string_view word(TaskStatus e) { return spell(e); }
std::string_view word(CommandKind e) { return spell(e); }
std::string_view word(SnapshotKind e) { return spell(e); }
std::string_view word(ArtifactKind e) { return spell(e); }
std::string_view word(TimerDomain e) { return spell(e); }
std::string_view word(Retention e) { return spell(e); }
std::string_view word(Delivery e) { return spell(e); }
std::string_view word(Mode e) { return spell(e); }

template <class E>
std::optional<E> from_word(std::string_view text) {
  const auto& list = Words<E>::list;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i] == text) return static_cast<E>(i);
  return std::nullopt;
}
template <class E>
std::string_view all_words() {
  static const std::string text = joined<E>();
  return text;
}

template std::optional<JobStatus> from_word<JobStatus>(std::string_view);
template std::optional<TaskStatus> from_word<TaskStatus>(std::string_view);
template std::optional<CommandKind> from_word<CommandKind>(std::string_view);
template std::optional<SnapshotKind> from_word<SnapshotKind>(std::string_view);
template std::optional<ArtifactKind> from_word<ArtifactKind>(std::string_view);
template std::optional<TimerDomain> from_word<TimerDomain>(std::string_view);
template std::optional<Retention> from_word<Retention>(std::string_view);
template std::optional<Delivery> from_word<Delivery>(std::string_view);
template std::optional<Mode> from_word<Mode>(std::string_view);
template std::string_view all_words<JobStatus>();
template std::string_view all_words<TaskStatus>();
template std::string_view all_words<CommandKind>();
template std::string_view all_words<SnapshotKind>();
template std::string_view all_words<ArtifactKind>();
template std::string_view all_words<TimerDomain>();
template std::string_view all_words<Retention>();
template std::string_view all_words<Delivery>();
template std::string_view all_words<Mode>();

}  // namespace history
