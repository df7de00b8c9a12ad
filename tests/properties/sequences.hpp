#pragma once
// Histories written by hand, one event a line, told to both ledgers at once. `run(text)` asks every property after
// every event and fails the test where the two stores differ.
//
//   submit [from 0/1]           task s0.1: attempt 1 of task s0; s sources, o operators, k sinks; no dot is attempt 0
//   job RUNNING                 an artifact is execution/number for a checkpoint, execution/sN for a savepoint
//   task o0.1 RUNNING           records are split:offset or split:first-last, positions split:next
//   restored s0.1 0:3 [chk 1]   emit s0 0:3   snapshot s0 1 0:3   state o0 1 3 0:0-2
//   trigger 1 suspend           written 1 checkpoint   completed 1   failed 1 [expired]   deleted 0/1
//   write k0 0:0-2 [t1]         begin k0 t1   precommit k0 t1 1   commit k0 t1 [recovered|repeat]   abort k0 t1 expire
//   k0 t1 ask 0 stop-with-savepoint [drain] [cleanup]        answer 0 ok [0/s1]   answer 0 error watermark o0 90|max
//   end s0   timer o0 event 100   endinput o0   finish o0   process o0 0:3 [late] notify k0 1                 fault
//   snapshot-failure [asynchronous]
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "properties/catalogue.hpp"

namespace properties::test {

using history::Bounded;
using history::Growing;

struct Answers {
  bool violated = false, at_rest = false, reached = false, goal = false, arose = false;
  friend bool operator==(const Answers&, const Answers&) = default;
};

template <class Store>
Answers ask(const Property& p, const JudgedLedger<Store>& ledger, const history::Expectations& e) {
  const Judge<Store>& j = p.judge<Store>();
  const auto yes = [&](auto question) { return question && question(ledger, e); };
  return {yes(j.violated), yes(j.violated_at_rest), yes(j.reached), yes(j.goal), yes(j.arose)};
}

// Both ledgers with all monitors.
class Judges {
 public:
  Judges()
      : block_(JudgedLedger<Bounded>::bytes(JudgedLedger<Bounded>::all()) / 8), growing_(JudgedLedger<Growing>::all()) {
    bounded_ = JudgedLedger<Bounded>(JudgedLedger<Bounded>::all(), reinterpret_cast<std::byte*>(block_.data()));
  }
  void configure(const history::Expectations& e) {
    properties::configure(growing_, e);
    properties::configure(bounded_, e);
  }
  void fold(const history::Event& e) {
    ++stamp_.seq;
    growing_.fold(e, stamp_);
    bounded_.fold(e, stamp_);
  }
  bool overflow() const { return overflowed(bounded_); }
  const JudgedLedger<Growing>& growing() const { return growing_; }
  const JudgedLedger<Bounded>& bounded() const { return bounded_; }

 private:
  std::vector<std::uint64_t> block_;
  JudgedLedger<Growing> growing_;
  JudgedLedger<Bounded> bounded_;
  history::Stamp stamp_{0, 0};
};

// Reads the lines of a text into events. A word that is not known fails the test.
class Teller {
 public:
  // Spans of the event live until the next call.
  history::Event read(const std::string& line) {
    std::istringstream in(line);
    words_.clear();
    for (std::string w; in >> w;) words_.push_back(w);
    const std::string& verb = words_.at(0);
    if (verb == "submit") {
      job_ = next_job_++;
      return history::JobSubmitted{job_, words_.size() > 2 ? artifact(words_[2]) : history::no_artifact};
    }
    if (verb == "job") return history::JobStatusChanged{job_, job_status(word(1)), {}};
    if (verb == "task") return history::TaskStatusChanged{at(1), task_status(word(2)), {}};
    if (verb == "ask" || verb == "answer") return command(verb);
    if (verb == "trigger") return history::CheckpointTriggered{job_, number(1), snapshot_kind(word(2))};
    if (verb == "completed") return history::CheckpointCompleted{job_, number(1)};
    if (verb == "failed")
      return history::CheckpointFailed{job_, number(1), words_.size() > 2 ? std::string_view(word(2)) : "declined"};
    if (verb == "deleted") return history::ArtifactDeleted{artifact(word(1))};
    if (verb == "written") return written();
    if (verb == "emit" || verb == "restored" || verb == "snapshot" || verb == "state") return state(verb);
    if (verb == "reload") return history::OpRestored{at(1), {number(2), records(3, words_.size())}};
    if (verb == "write")
      return history::SinkWrite{at(1), words_.size() > 3 ? txn(3) : history::no_txn, 0, records(2, 3)};
    if (verb == "begin") return history::TxnBegin{at(1), txn(2)};
    if (verb == "precommit") return history::TxnPrecommit{at(1), txn(2), number(3)};
    if (verb == "commit") return history::TxnCommit{at(1), txn(2), has("recovered"), has("repeat")};
    if (verb == "abort") return history::TxnAbort{at(1), txn(2), has("recovered"), has("repeat")};
    if (verb == "expire") return history::TxnExpire{txn(2)};
    if (verb == "watermark")
      return history::Watermark{at(1), word(2) == "max" ? history::max_watermark : std::stoll(word(2))};
    if (verb == "timer")
      return history::TimerFired{
          at(1), word(2) == "event" ? history::TimerDomain::event : history::TimerDomain::processing,
          std::stoll(word(3)), words_.size() > 4 ? std::string_view(word(4)) : std::string_view()};
    if (verb == "end") return history::SourceEnd{at(1), "return", {}};
    if (verb == "endinput") return history::OpEndInput{at(1)};
    if (verb == "finish") return history::OpFinish{at(1)};
    if (verb == "notify") return history::NotifyCompleted{at(1), number(2)};
    if (verb == "process") {
      const history::RecordRange r = records(2, 3)[0];
      return history::OpProcess{at(1), {r.split, r.first}, has("late")};
    }
    if (verb == "fault")
      return history::Fault{word(1), {}, words_.size() > 2 ? std::string_view(word(2)) : std::string_view()};
    ADD_FAILURE() << "what is \"" << line << "\"?";
    return history::Fault{};
  }

 private:
  const std::string& word(std::size_t i) const { return words_.at(i); }
  bool has(std::string_view w) const { return std::find(words_.begin(), words_.end(), w) != words_.end(); }
  std::uint32_t number(std::size_t i) const { return static_cast<std::uint32_t>(std::stoul(word(i))); }

  history::At at(std::size_t i) const {
    const std::string& w = word(i);
    const std::size_t dot = w.find('.');
    const std::uint32_t base = w[0] == 's' ? 0 : w[0] == 'o' ? 4 : 8;
    return {job_, base + static_cast<std::uint32_t>(w[1] - '0'),
            dot == std::string::npos ? 0 : static_cast<std::uint32_t>(std::stoul(w.substr(dot + 1)))};
  }
  history::TxnId txn(std::size_t i) const { return history::TxnId{at(1).task} << 32 | std::stoul(word(i).substr(1)); }
  static history::ArtifactId artifact(const std::string& w) {
    const std::size_t slash = w.find('/');
    const bool savepoint = w[slash + 1] == 's';
    return history::model_artifact(
        static_cast<history::JobId>(std::stoul(w)),
        static_cast<history::CheckpointId>(std::stoul(w.substr(slash + (savepoint ? 2 : 1)))),
        savepoint ? history::ArtifactKind::savepoint : history::ArtifactKind::checkpoint);
  }
  std::span<const history::RecordRange> records(std::size_t from, std::size_t to) {
    ranges_.clear();
    for (std::size_t i = from; i < std::min(to, words_.size()); ++i) {
      const std::string& w = word(i);
      const std::size_t colon = w.find(':'), dash = w.find('-');
      const auto first = static_cast<history::Offset>(std::stoul(w.substr(colon + 1)));
      const auto last =
          dash == std::string::npos ? first : static_cast<history::Offset>(std::stoul(w.substr(dash + 1)));
      ranges_.push_back({static_cast<history::SplitId>(std::stoul(w)), first, last});
    }
    return ranges_;
  }
  std::span<const history::Position> positions(std::size_t from) {
    positions_.clear();
    for (std::size_t i = from; i < words_.size() && word(i) != "chk"; ++i)
      positions_.push_back({static_cast<history::SplitId>(std::stoul(word(i))),
                            static_cast<history::Offset>(std::stoul(word(i).substr(word(i).find(':') + 1)))});
    return positions_;
  }
  history::Event state(const std::string& verb) {
    if (verb == "emit") {
      const history::RecordRange r = records(2, 3)[0];
      return history::SourceEmit{at(1), {r.split, r.first}};
    }
    if (verb == "snapshot") return history::SourceSnapshot{at(1), number(2), positions(3)};
    if (verb == "state") return history::OpSnapshot{at(1), number(2), {number(3), records(4, words_.size())}};
    const bool says = has("chk");
    return history::SourceRestored{at(1), positions(2), says ? number(words_.size() - 1) : history::no_checkpoint};
  }
  history::Event written() {
    const bool savepoint = word(2) == "savepoint";
    const auto kind = savepoint ? history::ArtifactKind::savepoint : history::ArtifactKind::checkpoint;
    return history::ArtifactWritten{history::model_artifact(job_, number(1), kind), kind, job_, number(1),
                                    words_.size() > 3 ? static_cast<std::int32_t>(number(3)) : 0};
  }
  history::Event command(const std::string& verb) {
    if (verb == "ask") return history::Command{number(1), job_, command_kind(word(2)), has("drain"), has("cleanup")};
    return history::CommandResult{
        number(1), word(2) == "ok", words_.size() > 3 ? artifact(word(3)) : history::no_artifact, {}, {}};
  }

  template <class Enum>
  static Enum of(const std::map<std::string, Enum>& words, const std::string& w) {
    EXPECT_TRUE(words.contains(w)) << w;
    return words.at(w);
  }
  static history::JobStatus job_status(const std::string& w) {
    using S = history::JobStatus;
    return of<S>({{"RUNNING", S::running},
                  {"FAILING", S::failing},
                  {"FAILED", S::failed},
                  {"CANCELLING", S::cancelling},
                  {"CANCELED", S::canceled},
                  {"FINISHED", S::finished},
                  {"RESTARTING", S::restarting},
                  {"SUSPENDED", S::suspended}},
                 w);
  }
  static history::TaskStatus task_status(const std::string& w) {
    using S = history::TaskStatus;
    return of<S>({{"SCHEDULED", S::scheduled},
                  {"DEPLOYING", S::deploying},
                  {"RUNNING", S::running},
                  {"FINISHED", S::finished},
                  {"CANCELING", S::canceling},
                  {"CANCELED", S::canceled},
                  {"FAILED", S::failed}},
                 w);
  }
  static history::SnapshotKind snapshot_kind(const std::string& w) {
    using S = history::SnapshotKind;
    return of<S>({{"checkpoint", S::checkpoint},
                  {"savepoint", S::savepoint},
                  {"suspend", S::suspend},
                  {"terminate", S::terminate}},
                 w);
  }
  static history::CommandKind command_kind(const std::string& w) {
    using K = history::CommandKind;
    return of<K>({{"cancel", K::cancel},
                  {"cancel-with-savepoint", K::cancel_with_savepoint},
                  {"stop", K::stop},
                  {"stop-with-savepoint", K::stop_with_savepoint},
                  {"stop-with-checkpoint", K::stop_with_checkpoint},
                  {"savepoint", K::savepoint},
                  {"checkpoint", K::checkpoint}},
                 w);
  }

  std::vector<std::string> words_;
  std::vector<history::RecordRange> ranges_;
  std::vector<history::Position> positions_;
  history::JobId job_ = 0, next_job_ = 0;
};

inline history::Header header() {
  history::Header h;
  h.retention = history::Retention::retain_on_cancel;
  h.checkpoint_interval_ms = 1000;
  h.resume = "best";
  h.fault = "task-failure";
  h.sink = history::Delivery::transactional;
  return h;
}
inline history::Expectations expected(std::string_view engine = "flink-1.15", const history::Header& h = header()) {
  const auto e = history::expectations_for(engine, h);
  EXPECT_TRUE(e) << engine;
  return e.value_or(history::Expectations{});
}

// What each property says as events come. `arose` and `reached` of the bounded ledger are gathered over all states, as
// exploration does.
class Comparison {
 public:
  // False: the stores differ.
  bool compare(const Property& p, const Judges& judges, const history::Expectations& e) {
    growing = ask(p, judges.growing(), e);
    Answers bounded = ask(p, judges.bounded(), e);
    Answers& met = met_[{p.id, &e}];
    bounded.arose = met.arose = met.arose || bounded.arose;
    bounded.reached = met.reached = met.reached || bounded.reached;
    return growing == bounded;
  }
  Answers growing;

 private:
  std::map<std::pair<std::string_view, const history::Expectations*>, Answers> met_;
};

// What one property says after the last line.
inline Answers run(std::string_view id, const std::string& text, const history::Expectations& e = expected()) {
  const Property* property = find(id);
  if (!property) {
    ADD_FAILURE() << "no property " << id;
    return {};
  }
  Judges judges;
  judges.configure(e);
  Teller teller;
  Comparison comparison;
  Answers last;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(' ') == std::string::npos) continue;
    judges.fold(teller.read(line));
    EXPECT_FALSE(judges.overflow()) << line;
    for (const Property& p : catalogue()) {
      EXPECT_TRUE(comparison.compare(p, judges, e)) << p.id << " differs between the stores after: " << line;
      if (&p == property) last = comparison.growing;
    }
  }
  return last;
}
inline bool violated(std::string_view id, const std::string& text, const history::Expectations& e = expected()) {
  return run(id, text, e).violated;
}

}  // namespace properties::test
