#pragma once
// A valid history of any length in the mix of a real one: the running part of a recording again and again, with the
// numbers of records, checkpoints and transactions going on.
#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "history/reader.hpp"
#include "history/writer.hpp"
#include "sim/expect.hpp"

namespace bench {

// How far the numbers of one round stand from those of the recording.
struct Shift {
  history::Offset offset = 0;
  history::CheckpointId checkpoint = 0;
  std::uint64_t txn = 0;
  std::int64_t t = 0;
};

// The names of the recording, with its numbers moved on.
class ShiftedNames final : public history::Names {
 public:
  ShiftedNames(const history::InternedNames& names, const Shift& shift) : names_(names), shift_(shift) {}
  std::string job(history::JobId id) const override { return names_.job(id); }
  std::string task(history::TaskId id) const override { return names_.task(id); }
  std::string split(history::SplitId id) const override { return names_.split(id); }
  std::string command(history::CommandId id) const override { return names_.command(id); }
  std::string artifact(history::ArtifactId id) const override {
    return "run-1/chk-" + std::to_string(history::checkpoint_of_model_artifact(id) + shift_.checkpoint);
  }
  std::string txn(history::TxnId id) const override {
    return "t" + std::to_string(std::stoull(names_.txn(id).substr(1)) + shift_.txn);
  }
  std::string out(history::OutId id) const override {
    const history::Record r = history::record_of(id);
    return "p" + split(r.split) + ":" + std::to_string(r.offset + shift_.offset);
  }
  VertexKind vertex_kind(history::TaskId id) const override { return names_.vertex_kind(id); }

 private:
  const history::InternedNames& names_;
  const Shift& shift_;
};

// What happens again and again while a job runs.
template <class E>
constexpr bool is_steady =
    std::is_same_v<E, history::SourceEmit> || std::is_same_v<E, history::OpProcess> ||
    std::is_same_v<E, history::SinkWrite> || std::is_same_v<E, history::Watermark> ||
    std::is_same_v<E, history::TxnBegin> || std::is_same_v<E, history::TxnPrecommit> ||
    std::is_same_v<E, history::TxnCommit> || std::is_same_v<E, history::CheckpointTriggered> ||
    std::is_same_v<E, history::CheckpointCompleted> || std::is_same_v<E, history::ArtifactWritten> ||
    std::is_same_v<E, history::ArtifactDeleted> || std::is_same_v<E, history::SourceSnapshot> ||
    std::is_same_v<E, history::OpSnapshot> || std::is_same_v<E, history::NotifyCompleted>;

// `recording`: of a job with a transactional sink and without windows. At least `lines` lines come out.
class BigHistory {
 public:
  BigHistory(const std::string& recording, std::uint64_t lines) : names_(scratch_, shift_) {
    auto read = history::read_file(recording);
    expects(std::holds_alternative<std::string>(read));
    recording_ = std::get<std::string>(std::move(read));
    Shift period;
    const history::Header header = for_each([&](const auto& stamp, const auto& e) { measure(period, stamp, e); });
    history::write_header(text_, header);
    for (bool first = true; seq_ + 1 < lines; first = false) {
      for_each([&](const history::Stamp& stamp, const auto& e) {
        if (first || is_steady<std::decay_t<decltype(e)>>) write(stamp, e);
      });
      shift_.offset += period.offset, shift_.checkpoint += period.checkpoint, shift_.txn += period.txn;
      shift_.t += period.t;
    }
  }

  const std::string& text() const { return text_; }
  std::uint64_t lines() const { return seq_ + 1; }

 private:
  // Of the recording, all before the first command.
  template <class F>
  history::Header for_each(F&& f) {
    scratch_ = history::InternedNames();
    bool running = true;
    const auto take = [&](const history::Stamp& stamp, const history::Event& event) {
      running = running && !std::holds_alternative<history::Command>(event);
      if (running) std::visit([&](const auto& e) { f(stamp, e); }, event);
    };
    const auto result = history::read_history(recording_, scratch_, take);
    expects(!result.error);
    return result.header;
  }
  template <class E>
  static void measure(Shift& period, const history::Stamp& stamp, const E& e) {
    period.t = stamp.t;
    if constexpr (requires { e.rec; }) period.offset = std::max(period.offset, e.rec.offset + 1);
    if constexpr (requires { e.checkpoint; }) period.checkpoint = std::max(period.checkpoint, e.checkpoint);
    if constexpr (std::is_same_v<E, history::TxnBegin>) ++period.txn;
  }
  template <class E>
  void write(const history::Stamp& stamp, E e) {
    if constexpr (requires { e.rec; }) e.rec.offset += shift_.offset;
    if constexpr (requires { e.checkpoint; }) e.checkpoint += shift_.checkpoint;
    if constexpr (requires { e.positions; }) {
      positions_.assign(e.positions.begin(), e.positions.end());
      for (auto& p : positions_) p.next += shift_.offset;
      e.positions = positions_;
    }
    if constexpr (requires { e.recs; }) {
      ranges_.assign(e.recs.begin(), e.recs.end());
      for (auto& r : ranges_) r.first += shift_.offset, r.last += shift_.offset;
      e.recs = ranges_;
    }
    history::write_event(text_, names_, {++seq_, stamp.t + shift_.t}, e);
  }

  std::string recording_;
  history::InternedNames scratch_;
  Shift shift_;
  ShiftedNames names_;
  std::vector<history::Position> positions_;
  std::vector<history::RecordRange> ranges_;
  std::uint64_t seq_ = 0;
  std::string text_;
};

}  // namespace bench
