// An operator's watermark is the least of its sources'. So between two of its rises one source holds it down: that one
// had sent just this watermark and nothing since that must have come before the next rise; every other source had sent
// at least as much. What a source sends comes to all operators in its place among the records and barriers, of which
// the operators show when they took them. So who held which watermark down says where a source has sent something, and
// where it has not, and all that operators show has to fit together.
//
// Holders are tried rise after rise, in the order of the watermarks; where a source would have to send and not to send
// in the same places, those before are tried anew.
#include "scenarios/watermark_holders.hpp"

#include <algorithm>
#include <utility>

namespace scenarios {

namespace {

// One attempt of a job. A source's places are counted in records and barriers that it has sent before.
class OneAttempt {
 public:
  OneAttempt(const AttemptSeen& attempt, const std::set<history::CheckpointId>& savepoints, const WatermarkTerms& terms)
      : terms_(terms), savepoints_(savepoints), number_(attempt.number) {
    for (const auto& [task, source] : attempt.sources) {
      const auto number = static_cast<std::uint32_t>(sources_.size());
      sources_.push_back({&source, values_of(source.sent), {}, {}, {}, 0});
      sources_.back().quiet.assign(source.sent.size() + 1, 0);
      for (std::uint32_t i = 0; i < source.sent.size(); ++i)
        if (counts(source.sent[i].what)) came_from_[source.sent[i].what].emplace_back(number, i);
    }
    for (const auto& [task, deeds] : attempt.operators) note_spans(deeds);
    for (Source& s : sources_) s.all_taken = all_taken(s, attempt);
    std::stable_sort(spans_.begin(), spans_.end(),
                     [](const Span& a, const Span& b) { return a.watermark < b.watermark; });
  }

  std::vector<Seen> tell() {
    explain(0);
    std::vector<Seen> all;
    for (Source& s : sources_)
      for (const std::uint32_t place : s.best)
        all.push_back({{s.of->lane, text_of_watermark(s.values[place], number_)}, s.of->sent[place - 1].seq});
    return all;
  }

 private:
  struct Places {
    std::uint32_t from, to;  // both included
  };
  struct Source {
    const AttemptSeen::Source* of;
    std::vector<std::int64_t> values;  // of its watermark, by place
    std::vector<std::uint32_t> quiet;  // by place: for how many reasons it sent none there
    std::vector<Places> sends;         // in each of these, somewhere
    std::vector<std::uint32_t> best;   // places, as far as has been explained
    std::uint32_t all_taken = 0;       // of the first records, by some operator
  };
  // Of an operator, by source: records and barriers taken of it; the next one, or their number; and how many it has
  // sent.
  struct Progress {
    std::vector<std::uint32_t> taken, next, sent;
  };
  // While an operator's watermark stands, from its rise to the next one.
  struct Span {
    std::int64_t watermark;
    Progress rise, end;
    std::vector<std::uint32_t> inputs;  // sources
  };

  // Behind which barriers an operator takes nothing before its snapshot.
  bool counts(const AttemptSeen::Thing& thing) const {
    const auto* barrier = std::get_if<history::CheckpointId>(&thing);
    return !barrier || (terms_.exactly_once && (!terms_.unaligned || savepoints_.contains(*barrier)));
  }

  // The split that is furthest behind decides.
  std::vector<std::int64_t> values_of(const std::vector<AttemptSeen::Sent>& sent) const {
    std::map<history::SplitId, std::int64_t> next;  // -1: nothing was read of it yet, so there is no watermark
    for (const auto& e : sent)
      if (const auto* rec = std::get_if<history::Record>(&e.what)) next.try_emplace(rec->split, -1);
    std::vector<std::int64_t> values;
    const auto note = [&] {
      std::int64_t least = INT64_MAX;
      for (const auto& [split, offset] : next) least = std::min(least, offset);
      values.push_back(next.empty() || least < 0 ? -1 : least * terms_.event_ms_per_offset - terms_.lag_ms - 1);
    };
    note();
    for (const auto& e : sent) {
      if (const auto* rec = std::get_if<history::Record>(&e.what)) next[rec->split] = std::int64_t{rec->offset} + 1;
      note();
    }
    return values;
  }

  std::vector<std::uint32_t> sent_before(std::uint64_t seq) const {
    std::vector<std::uint32_t> all;
    for (const Source& s : sources_)
      all.push_back(static_cast<std::uint32_t>(std::count_if(
          s.of->sent.begin(), s.of->sent.end(), [&](const AttemptSeen::Sent& one) { return one.seq < seq; })));
    return all;
  }

  std::uint32_t all_taken(const Source& s, const AttemptSeen& attempt) const {
    std::set<AttemptSeen::Thing> taken;
    for (const auto& [task, of] : attempt.operators)
      for (const auto& deed : of.deeds)
        if (!deed.rose) taken.insert(deed.took);
    const auto& sent = s.of->sent;
    const auto open = std::find_if(sent.begin(), sent.end(), [&](const AttemptSeen::Sent& one) {
      return one.what.index() == 0 && !taken.contains(one.what);
    });
    return static_cast<std::uint32_t>(open - sent.begin());
  }

  // How far it had come at each rise, and at the end.
  std::vector<Progress> progress_of(const std::vector<AttemptSeen::Deed>& deeds) const {
    std::vector<Progress> all;
    Progress now{std::vector<std::uint32_t>(sources_.size()), {}, sent_before(UINT64_MAX)};
    for (const Source& s : sources_) now.next.push_back(static_cast<std::uint32_t>(s.of->sent.size()));
    const auto each_taken = [&](const AttemptSeen::Deed& deed, auto&& f) {
      if (deed.rose) return;
      const auto from = came_from_.find(deed.took);
      if (from != came_from_.end())
        for (const auto& [source, place] : from->second) f(source, place);
    };
    for (const auto& deed : deeds) {
      if (deed.rose) all.push_back({now.taken, {}, sent_before(deed.seq)});
      each_taken(deed, [&](std::uint32_t source, std::uint32_t place) { now.taken[source] = place + 1; });
    }
    all.push_back(now);
    auto at = all.rbegin();
    for (auto deed = deeds.rbegin(); deed != deeds.rend(); ++deed) {
      if (deed->rose) (++at)->next = now.next;
      each_taken(*deed, [&](std::uint32_t source, std::uint32_t place) { now.next[source] = place; });
    }
    return all;
  }

  void note_spans(const AttemptSeen::Operator& of) {
    const std::vector<Progress> progress = progress_of(of.deeds);
    Span span{-1, progress.front(), progress.front(), {}};
    for (std::uint32_t s = 0; s < sources_.size(); ++s)
      if (!terms_.chained || sources_[s].of->subtask == of.subtask) span.inputs.push_back(s);
    std::size_t rise = 0;
    for (const auto& deed : of.deeds) {
      if (!deed.rose) continue;
      spans_.push_back(span);
      if (deed.watermark == history::max_watermark) return;
      span.watermark = deed.watermark, span.rise = progress[rise], span.end = progress[++rise];
    }
    spans_.push_back(span);
  }

  // Holders for the spans from number `n` on; false: there are none, or they were looked for too long.
  bool explain(std::size_t n) {
    if (n > reached_ || n == 0) note_best(n);
    if (n == spans_.size()) return true;
    const Span& span = spans_[n];
    for (const std::uint32_t holder : span.inputs) {
      if (++tried_ > most_tries) return false;
      if (expect(span, holder) && is_possible() && explain(n + 1)) return true;
      take_back(span, holder);
    }
    return false;
  }

  // Places where the source sends `watermark` itself, or at least as much.
  Places places_of(const Source& s, std::int64_t watermark) const {
    const auto [from, to] = std::equal_range(s.values.begin(), s.values.end(), watermark);
    return {static_cast<std::uint32_t>(from - s.values.begin()), static_cast<std::uint32_t>(to - s.values.begin())};
  }

  template <class F>
  void each_quiet_place(const Span& span, std::uint32_t holder, F&& f) {
    Source& s = sources_[holder];
    for (std::uint32_t p = places_of(s, span.watermark).to; p < span.end.taken[holder]; ++p) f(s.quiet[p]);
  }

  bool expect(const Span& span, std::uint32_t holder) {
    each_quiet_place(span, holder, [](std::uint32_t& reasons) { ++reasons; });
    bool possible = true;
    for (const std::uint32_t number : span.inputs) {
      Source& s = sources_[number];
      const Places exact = places_of(s, span.watermark);
      Places sends{exact.from, std::min(span.rise.next[number], span.rise.sent[number])};
      if (number == holder) sends.to = std::min(sends.to, exact.to - 1);
      // A source that has sent all may have sent the greatest watermark.
      const bool over =
          number != holder && sends.from == s.values.size() && span.rise.next[number] == s.of->sent.size();
      const bool none = span.watermark < 0 || over;
      if (none) sends = {0, UINT32_MAX};
      possible &= none || (exact.to > 0 && sends.from <= sends.to);
      s.sends.push_back(sends);
    }
    return possible;
  }
  void take_back(const Span& span, std::uint32_t holder) {
    each_quiet_place(span, holder, [](std::uint32_t& reasons) { --reasons; });
    for (const std::uint32_t number : span.inputs) sources_[number].sends.pop_back();
  }

  static bool sends_in(const Source& s, Places in) {
    if (in.to == UINT32_MAX) return true;
    return std::find(s.quiet.begin() + in.from, s.quiet.begin() + in.to + 1, 0U) != s.quiet.begin() + in.to + 1;
  }
  bool is_possible() const {
    return std::all_of(sources_.begin(), sources_.end(), [](const Source& s) {
      return std::all_of(s.sends.begin(), s.sends.end(), [&](Places in) { return sends_in(s, in); });
    });
  }

  // As few as there can be, and none behind a record that was never taken, if it need not be.
  void note_best(std::size_t n) {
    reached_ = n;
    for (Source& s : sources_) {
      s.best.clear();
      std::vector<Places> sends = s.sends;
      std::sort(sends.begin(), sends.end(), [](Places a, Places b) { return a.to < b.to; });
      for (const Places in : sends) {
        if (in.to == UINT32_MAX || (!s.best.empty() && s.best.back() >= in.from)) continue;
        const auto quiet = s.quiet.begin();
        std::uint32_t place = std::min(in.to, s.all_taken);
        while (place > in.from && s.quiet[place]) --place;
        if (place < in.from || s.quiet[place])
          place = static_cast<std::uint32_t>(std::find(quiet + in.from, quiet + in.to, 0U) - quiet);
        s.best.push_back(place);
      }
    }
  }

  static constexpr std::uint32_t most_tries = 20'000;
  const WatermarkTerms& terms_;
  const std::set<history::CheckpointId>& savepoints_;
  std::uint32_t number_;  // of the attempt
  std::uint32_t tried_ = 0;
  std::size_t reached_ = 0;  // spans explained, by `best` of each source
  std::vector<Source> sources_;
  std::map<AttemptSeen::Thing, std::vector<std::pair<std::uint32_t, std::uint32_t>>> came_from_;  // source, place
  std::vector<Span> spans_;
};

}  // namespace

std::vector<Seen> sent_watermarks(const AttemptSeen& attempt, const std::set<history::CheckpointId>& savepoints,
                                  const WatermarkTerms& terms) {
  return OneAttempt(attempt, savepoints, terms).tell();
}

}  // namespace scenarios
