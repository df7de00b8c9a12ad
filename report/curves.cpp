#include "report/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "report/state_fold.hpp"
#include "report/step_words.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using Event = nlohmann::json;

constexpr sim::Time most_bins = 120;

struct Split {
  sim::Time pace;                     // between records that become readable
  std::uint64_t bound;                // UINT64_MAX: endless
  std::optional<std::uint64_t> next;  // nothing: not known yet

  std::uint64_t readable(sim::Time t) const { return std::min(bound, static_cast<std::uint64_t>(t / pace + 1)); }
};

// Called as model::ModelNames calls them.
std::map<std::string, Split> splits_of(const model::Spec& spec, std::optional<std::uint64_t> start) {
  std::map<std::string, Split> all;
  const auto sources = std::count_if(spec.vertices.begin(), spec.vertices.end(),
                                     [](const model::VertexSpec& v) { return v.kind == model::VertexKind::source; });
  for (const model::VertexSpec& v : spec.vertices) {
    if (v.kind != model::VertexKind::source) continue;
    for (std::uint32_t s = 0; s < v.splits; ++s) {
      const std::uint64_t bound = s < v.bounds.size() && v.bounds[s] != UINT32_MAX ? v.bounds[s] : UINT64_MAX;
      all[sources == 1 ? fmt::format("{}", s) : fmt::format("{}.{}", v.name, s)] = {v.record_every, bound, start};
    }
  }
  return all;
}

// The least width of 1, 2 or 5 times a power of ten milliseconds that makes few enough bins, each with some records:
// else their number would jump from bin to bin.
sim::Time width_for(sim::Time span, const std::map<std::string, Split>& splits) {
  constexpr sim::Time few = 5;
  sim::Time least = 0;
  for (const auto& [name, s] : splits) least = std::max(least, few * s.pace / static_cast<sim::Time>(splits.size()));
  for (sim::Time unit = sim::millisecond;; unit *= 10)
    for (const sim::Time width : {unit, 2 * unit, 5 * unit})
      if (width >= least && span / width < most_bins) return width;
}

bool counts(std::string_view ev) {
  return ev == "source.emit" || ev == "source.restored" || ev == "sink.write" || ev.starts_with("txn.");
}

// So that steady state takes more than half of the picture.
sim::Time start_of(const scenarios::Story& story) {
  const auto news = std::find_if(story.begin(), story.end(),
                                 [](const scenarios::StoryStep& s) { return s.role != sim::Role::engine && s.time; });
  const sim::Time first = *story.front().time, last = *story.back().time;
  return news == story.end() ? first : std::max(first, *news->time - 3 * (last - *news->time) / 2);
}

class Curves {
 public:
  Curves(const model::Spec& spec, const scenarios::Story& story)
      : from_(start_of(story)),
        last_(*story.back().time),
        splits_(splits_of(spec, story.front().number == 1 ? std::optional<std::uint64_t>(0) : std::nullopt)),
        width_(width_for(last_ - from_, splits_)),
        read_(static_cast<std::size_t>((last_ - from_) / width_ + 1)),
        shown_(read_.size()),
        lag_(read_.size()) {}

  void hear(const Event& e, sim::Time t) {
    const std::string ev = e.at("ev");
    end_bins(t);
    if (ev == "source.emit")
      emit(e.at("rec"), t);
    else if (ev == "source.restored")
      restore(e, t);
    else if (ev == "sink.write")
      write(e, t);
    else if (ev == "txn.commit" || ev == "txn.abort" || ev == "txn.expire")
      end(e.at("txn"), ev == "txn.commit", t);
  }

  Json json() {
    end_bins(last_);
    note_lag(last_);
    return {{"from", from_}, {"width", width_}, {"read", read_}, {"shown", shown_}, {"lag", lag_}};
  }

 private:
  std::size_t bin(sim::Time t) const { return static_cast<std::size_t>((t - from_) / width_); }
  void add(std::vector<std::uint64_t>& bins, sim::Time t, std::uint64_t n) {
    if (t >= from_) bins[bin(t)] += n;
  }
  void emit(const std::string& rec, sim::Time t) {
    const std::size_t colon = rec.rfind(':');
    std::uint64_t offset = 0;
    std::from_chars(rec.data() + colon + 1, rec.data() + rec.size(), offset);
    splits_[rec.substr(0, colon)].next = offset + 1;
    add(read_, t, 1);
  }
  void restore(const Event& e, sim::Time t) {
    for (const auto& [split, next] : e.at("positions").items()) splits_[split].next = next.get<std::uint64_t>();
    note_lag(t);
  }
  void write(const Event& e, sim::Time t) {
    std::uint64_t n = 0;
    for (const Event& r : e.at("recs")) n += records_of(r.get<std::string>());
    const auto txn = e.find("txn");
    if (txn == e.end() || txn->is_null())
      add(shown_, t, n);
    else
      held_[txn->get<std::string>()] += n;
  }
  void end(const std::string& txn, bool commit, sim::Time t) {
    const auto held = held_.extract(txn);
    if (commit && !held.empty()) add(shown_, t, held.mapped());
  }

  // The lag just before each moment at which a bin ended.
  void end_bins(sim::Time now) {
    for (; ended_ + 1 < lag_.size() && from_ + static_cast<sim::Time>(ended_ + 1) * width_ <= now; ++ended_)
      note_lag(from_ + static_cast<sim::Time>(ended_ + 1) * width_ - 1);
  }
  // It stays null while the place of a split is not known.
  void note_lag(sim::Time t) {
    if (t < from_) return;
    std::uint64_t lag = 0;
    for (const auto& [name, s] : splits_) {
      if (!s.next) return;
      const std::uint64_t readable = s.readable(t);
      lag += readable > *s.next ? readable - *s.next : 0;
    }
    Json& most = lag_[bin(t)];
    if (most.is_null() || most < lag) most = lag;
  }

  sim::Time from_, last_;
  std::map<std::string, Split> splits_;
  sim::Time width_;
  std::vector<std::uint64_t> read_, shown_;
  std::vector<Json> lag_;
  std::size_t ended_ = 0;  // bins
  std::map<std::string, std::uint64_t> held_;
};

}  // namespace

Json curves_of(const model::Spec& spec, const scenarios::Story& story) {
  if (story.empty() || !story.front().time || *story.back().time == *story.front().time) return nullptr;
  Curves curves(spec, story);
  for (const scenarios::StoryStep& s : story)
    for (const Event& e : events_of(s, counts)) curves.hear(e, *s.time);
  return curves.json();
}

}  // namespace report
