#include "properties/judging.hpp"

#include <algorithm>

#include "properties/judged_ledger.hpp"
#include "sim/expect.hpp"

namespace properties {

Judging judging_of(const history::Expectations& expectations, const std::vector<std::string>& only) {
  Judging j;
  j.expectations = expectations;
  for (const Property& p : catalogue()) {
    if (!only.empty() && std::find(only.begin(), only.end(), p.id) == only.end()) continue;
    j.properties.push_back(&p);
    j.promises.push_back(p.promised(j.expectations));
    if (j.promises.back().judged) j.columns |= p.columns;
  }
  return j;
}

Readers::Readers(const Judging& judging) {
  expects(judging.properties.size() <= 64);
  for (unsigned i = 0; i < judging.properties.size(); ++i) {
    if (!judging.promises[i].judged) continue;
    const PropertyBits bit = PropertyBits{1} << i;
    judged_ |= bit;
    const history::EventKinds kinds = JudgedLedger<history::Growing>::kinds_read(judging.properties[i]->columns);
    for (std::size_t k = 0; k < by_kind_.size(); ++k)
      if (kinds >> k & 1) by_kind_[k] |= bit;
  }
}

}  // namespace properties
