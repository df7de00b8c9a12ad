// An operator's watermark is the least of its sources'. That it rose to W between two records says three things of each
// source: what it had sent before was at least W; it had not come past the next record that the operator takes from it;
// and one of them had just sent, behind the last record that the operator took from it, the one that had held the
// watermark down. One source sent W itself. All operators have to agree. Places are tried from the earliest on,
// rise after rise; where one cannot be explained, those before it are tried elsewhere.
#include "scenarios/likely_watermarks.hpp"

#include <algorithm>
#include <utility>

namespace scenarios {

using history::TaskId;

// One attempt of a job. A source's places are counted in records that it has emitted before.
class OneAttempt {
 public:
  OneAttempt(const LikelyWatermarks::Attempt& attempt, std::uint32_t event_ms, std::uint32_t lag_ms)
      : event_ms_(event_ms), lag_ms_(lag_ms) {
    for (const auto& [task, source] : attempt.sources) {
      const auto number = static_cast<std::uint32_t>(sources_.size());
      sources_.push_back({&source, values_of(source.emitted)});
      for (std::uint32_t i = 0; i < source.emitted.size(); ++i) came_from_[source.emitted[i].rec] = {number, i};
    }
    for (const auto& [task, deeds] : attempt.operators) note_rises(deeds);
  }

  void tell(std::uint32_t attempt, std::vector<Seen>& all) {
    std::vector<const Rises*> rises;
    for (const Rises& r : rises_) rises.push_back(&r);
    explain(rises, 0);
    for (std::size_t s = 0; s < sources_.size(); ++s)
      for (const std::uint32_t place : best_.empty() ? std::vector<std::uint32_t>() : best_[s])
        all.push_back({{sources_[s].of->lane, text_of_watermark(sources_[s].values[place], attempt)},
                       sources_[s].of->emitted[place - 1].seq});
  }

 private:
  struct Source {
    const LikelyWatermarks::Source* of;
    std::vector<std::int64_t> values;      // of its watermark, by place
    std::uint32_t last = 0;                // place where it sent one
    std::vector<std::uint32_t> sent = {};  // all places
  };
  struct Rise;
  using Rises = std::pair<const std::int64_t, std::vector<Rise>>;
  struct Rise {  // of one operator's watermark, by source: records of it taken before; the next one, or their number
    std::vector<std::uint32_t> before, next;
  };

  // The split that is furthest behind decides.
  std::vector<std::int64_t> values_of(const std::vector<LikelyWatermarks::Emitted>& emitted) const {
    std::map<history::SplitId, std::int64_t> next;  // -1: nothing was read of it yet, so there is no watermark
    for (const auto& e : emitted) next.try_emplace(e.rec.split, -1);
    std::vector<std::int64_t> values;
    const auto note = [&] {
      std::int64_t least = INT64_MAX;
      for (const auto& [split, offset] : next) least = std::min(least, offset);
      values.push_back(least < 0 ? -1 : least * event_ms_ - lag_ms_ - 1);
    };
    note();
    for (const auto& e : emitted) {
      next[e.rec.split] = std::int64_t{e.rec.offset} + 1;
      note();
    }
    return values;
  }

  void note_rises(const std::vector<LikelyWatermarks::Deed>& deeds) {
    std::vector<std::uint32_t> before(sources_.size()), unknown(sources_.size());
    for (std::size_t s = 0; s < sources_.size(); ++s)
      unknown[s] = static_cast<std::uint32_t>(sources_[s].of->emitted.size());
    for (const auto& deed : deeds) {
      if (!deed.took) {
        rises_[deed.watermark].push_back({before, unknown});
        continue;
      }
      const auto from = came_from_.find(*deed.took);
      if (from == came_from_.end()) continue;
      before[from->second.first] = from->second.second + 1;
    }
    std::vector<std::uint32_t> next = unknown;  // from the back
    for (auto deed = deeds.rbegin(); deed != deeds.rend(); ++deed) {
      if (!deed->took) {
        rises_[deed->watermark].back().next = next;
        continue;
      }
      const auto from = came_from_.find(*deed->took);
      if (from != came_from_.end()) next[from->second.first] = from->second.second;
    }
  }

  // Places for the rises from number `n` on; false: there are none, or they were looked for too long.
  bool explain(const std::vector<const Rises*>& rises, std::size_t n) {
    if (n >= reached_) note_best(n);
    if (n == rises.size()) return true;
    std::vector<std::uint32_t> places;
    return place(rises, n, places);
  }

  bool place(const std::vector<const Rises*>& rises, std::size_t n, std::vector<std::uint32_t>& places) {
    const auto& [watermark, of_operators] = *rises[n];
    if (places.size() == sources_.size()) return agree(watermark, of_operators, places) && go_on(rises, n, places);
    constexpr std::uint32_t tries = 24;
    const std::size_t number = places.size();
    const Source& s = sources_[number];
    auto to = static_cast<std::uint32_t>(s.of->emitted.size());
    for (const Rise& r : of_operators) to = std::min(to, r.next[number]);
    auto from =
        static_cast<std::uint32_t>(std::lower_bound(s.values.begin(), s.values.end(), watermark) - s.values.begin());
    from = std::max(from, s.last);
    for (std::uint32_t at = from; at <= to && at < from + tries && tried_ < most_tries; ++at) {
      ++tried_;
      places.push_back(at);
      if (place(rises, n, places)) return true;
      places.pop_back();
    }
    return false;
  }

  bool go_on(const std::vector<const Rises*>& rises, std::size_t n, const std::vector<std::uint32_t>& places) {
    std::vector<std::uint32_t> before;
    for (std::size_t s = 0; s < places.size(); ++s) {
      before.push_back(sources_[s].last);
      if (places[s] > sources_[s].last) sources_[s].sent.push_back(places[s]);
      sources_[s].last = places[s];
    }
    const std::int64_t risen_to = std::exchange(risen_to_, rises[n]->first);
    if (explain(rises, n + 1)) return true;
    risen_to_ = risen_to;
    for (std::size_t s = 0; s < places.size(); ++s) {
      if (places[s] > before[s]) sources_[s].sent.pop_back();
      sources_[s].last = before[s];
    }
    return false;
  }

  void note_best(std::size_t n) {
    reached_ = n;
    best_.clear();
    for (const Source& s : sources_) best_.push_back(s.sent);
  }

  bool agree(std::int64_t watermark, const std::vector<Rise>& rises, const std::vector<std::uint32_t>& places) const {
    bool exact = false;
    for (std::size_t s = 0; s < places.size(); ++s) exact |= sources_[s].values[places[s]] == watermark;
    return exact && std::all_of(rises.begin(), rises.end(), [&](const Rise& r) {
             for (std::size_t s = 0; s < places.size(); ++s)
               if (places[s] >= r.before[s] && raises(s, places[s])) return true;
             return false;
           });
  }

  // Whether the operators' watermark could rise only with this one: what came before it did not raise it.
  bool raises(std::size_t s, std::uint32_t place) const {
    const Source& source = sources_[s];
    return place > source.last && (source.last == 0 || source.values[source.last] == risen_to_);
  }

  static constexpr std::uint32_t most_tries = 200'000;
  std::int64_t event_ms_, lag_ms_;
  std::int64_t risen_to_ = -1;
  std::uint32_t tried_ = 0;
  std::size_t reached_ = 0;  // rises explained, by the places in `best_` for each source
  std::vector<std::vector<std::uint32_t>> best_;
  std::vector<Source> sources_;
  std::map<history::Record, std::pair<std::uint32_t, std::uint32_t>> came_from_;  // source, and the how manieth of it
  std::map<std::int64_t, std::vector<Rise>> rises_;                               // by watermark, one for each operator
};

void LikelyWatermarks::hear(std::uint64_t seq, const history::Event& e, const history::Names& names,
                            Sightings& sightings) {
  if (const auto* emitted = std::get_if<history::SourceEmit>(&e)) {
    Source& source = attempts_[{emitted->at.job, emitted->at.attempt}].sources[emitted->at.task];
    if (source.emitted.empty()) source.lane = sightings.of(history::Watermark{emitted->at, 0})->lane;
    source.emitted.push_back({emitted->rec, seq});
  } else if (const auto* took = std::get_if<history::OpProcess>(&e)) {
    attempts_[{took->at.job, took->at.attempt}].operators[took->at.task].push_back({took->rec, 0});
  } else if (const auto* rose = std::get_if<history::Watermark>(&e)) {
    using Kind = history::Names::VertexKind;
    const Kind kind = names.vertex_kind(rose->at.task);
    if (rose->value == history::max_watermark || kind == Kind::source || kind == Kind::sink) return;
    attempts_[{rose->at.job, rose->at.attempt}].operators[rose->at.task].push_back({{}, rose->value});
  }
}

std::vector<Seen> LikelyWatermarks::all(std::uint32_t event_ms_per_offset, std::uint32_t lag_ms) const {
  std::vector<Seen> all;
  for (const auto& [id, attempt] : attempts_) OneAttempt(attempt, event_ms_per_offset, lag_ms).tell(id.second, all);
  return all;
}

}  // namespace scenarios
