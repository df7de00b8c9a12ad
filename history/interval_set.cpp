#include "history/interval_set.hpp"

namespace history {

IntervalSet minus(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet out;
  for (SplitId s = a.split_begin(); s < a.split_end(); ++s) {
    const auto& holes = b.spans(s);
    auto hole = holes.begin();
    for (auto [first, end] : a.spans(s)) {
      while (hole != holes.end() && hole->end <= first) ++hole;
      for (auto h = hole; h != holes.end() && h->first < end && first < end; ++h) {
        if (first < h->first) out.insert(RecordRange{s, first, h->first - 1});
        first = std::max(first, h->end);
      }
      if (first < end) out.insert(RecordRange{s, first, end - 1});
    }
  }
  return out;
}

IntervalSet common(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet out;
  for (SplitId s = a.split_begin(); s < a.split_end(); ++s) {
    const auto& others = b.spans(s);
    auto other = others.begin();
    for (const auto [first, end] : a.spans(s)) {
      while (other != others.end() && other->end <= first) ++other;
      for (auto o = other; o != others.end() && o->first < end; ++o)
        out.insert(RecordRange{s, std::max(first, o->first), std::min(end, o->end) - 1});
    }
  }
  return out;
}

}  // namespace history
