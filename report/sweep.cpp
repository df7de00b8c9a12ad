#include "report/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/costs_text.hpp"
#include "report/words.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/values.hpp"

namespace report {
namespace {

using model::Spec;
using scenarios::Error;
using Set = std::variant<std::monostate, Error>;
using Json = nlohmann::ordered_json;

Error bad(std::string what, std::string expected, std::string nearest = {}) {
  return {"--sweep", 0, 0, std::move(what), std::move(expected), std::move(nearest)};
}

template <class T, class Parsed, class Put>
Set put(Parsed parsed, const Put& put_in) {
  if (const auto* c = std::get_if<scenarios::Complaint>(&parsed)) return bad(c->what, c->expected, c->nearest);
  put_in(std::get<T>(parsed));
  return {};
}
template <class Put>
Set duration(const std::string& text, const Put& put_in) {
  return put<sim::Time>(scenarios::parse_duration(text), put_in);
}

// Where the first checkpoint came after one interval, it does so still.
Set interval(Spec& s, const std::string& text) {
  return duration(text, [&](sim::Time t) {
    if (s.checkpoints.first == s.checkpoints.interval) s.checkpoints.first = t;
    s.checkpoints.interval = t;
  });
}
Set rate(Spec& s, const std::string& text) {
  return put<sim::Time>(scenarios::parse_rate(text), [&](sim::Time every) {
    for (model::VertexSpec& v : s.vertices)
      if (v.kind == model::VertexKind::source) v.record_every = every;
  });
}
// Of every vertex; sources get at least as many splits, else some subtasks would have nothing to read.
Set parallelism(Spec& s, const std::string& text) {
  return put<std::int64_t>(scenarios::parse_whole(text, 1, scenarios::max_parallelism), [&](std::int64_t n) {
    for (model::VertexSpec& v : s.vertices) {
      v.parallelism = static_cast<std::uint32_t>(n);
      if (v.kind == model::VertexKind::source) v.splits = std::max(v.splits, v.parallelism);
    }
  });
}

std::string known_keys() {
  std::vector<std::string_view> names;
  for (const SweepKey& k : sweep_keys()) names.push_back(k.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const std::vector<SweepKey>& sweep_keys() {
  static const std::vector<SweepKey> keys{
      {"checkpoints.interval", "time between periodic checkpoints", "5s,10s,30s", interval},
      {"storage.write", "until a task's part of a snapshot is safe", "100ms,1s",
       [](Spec& s, const std::string& text) {
         return duration(text, [&](sim::Time t) { s.storage.write = sim::Delay::constant(t); });
       }},
      {"network.data", "of a data channel", "10ms,250ms",
       [](Spec& s, const std::string& text) {
         return duration(text, [&](sim::Time t) { s.network.data = sim::Delay::constant(t); });
       }},
      {"network.control", "of requests, replies and notices", "1ms,50ms",
       [](Spec& s, const std::string& text) {
         return duration(text, [&](sim::Time t) { s.network.control = sim::Delay::constant(t); });
       }},
      {"rate", "load: records of each split that become readable", "10/s,100/s", rate},
      {"parallelism", "of every vertex", "1,2,4", parallelism},
  };
  return keys;
}

std::variant<Sweep, Error> parse_sweep(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    return bad(fmt::format("\"{}\" has no =", text), "KEY=A,B,C, such as checkpoints.interval=5s,10s,30s");
  Sweep sweep;
  const std::string name = text.substr(0, equals);
  std::vector<std::string_view> known;
  for (const SweepKey& k : sweep_keys()) {
    known.push_back(k.name);
    if (k.name == name) sweep.key = &k;
  }
  if (!sweep.key)
    return bad(fmt::format("unknown key \"{}\"", name), "one of " + known_keys(), scenarios::nearest_of(name, known));
  for (std::size_t from = equals + 1; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    const std::string value = text.substr(from, to - from);
    if (value.empty() || std::find(sweep.values.begin(), sweep.values.end(), value) != sweep.values.end())
      return bad(value.empty() ? "an empty value" : fmt::format("the value {} twice", value),
                 fmt::format("different values, such as {}={}", name, sweep.key->example));
    sweep.values.push_back(value);
    from = to + 1;
  }
  for (const std::string& value : sweep.values) {
    Spec nobody;
    if (auto set = sweep.key->set(nobody, value); auto* e = std::get_if<Error>(&set)) return *e;
  }
  return sweep;
}

std::variant<std::vector<scenarios::Case>, Error> swept(const std::vector<scenarios::Case>& cases, const SweepKey& key,
                                                        const std::string& value) {
  std::vector<scenarios::Case> all = cases;
  for (scenarios::Case& c : all) {
    c.expect = {};
    if (auto set = key.set(c.spec, value); auto* e = std::get_if<Error>(&set)) return *e;
  }
  return all;
}

// A cost that is the same in every row has no column; it is said below.
std::string sweep_text(const Sweep& sweep, const std::vector<SweptCosts>& all, const Style& style) {
  std::vector<std::size_t> kinds;
  std::vector<std::string> constant;
  for (std::size_t k = 0; k < cost_count; ++k) {
    std::set<std::string> seen;
    for (const SweptCosts& s : all)
      for (const Costs& c : s.by_value) seen.insert(cost_words(c, k));
    seen.size() > 1
        ? kinds.push_back(k)
        : constant.push_back(fmt::format("{} {}", cost_kinds()[k].words, seen.empty() ? "" : *seen.begin()));
  }
  std::vector<Column> columns{
      {{"", "ended by"}}, {{"", "version"}}, {{"", "sink"}}, {{"", std::string(sweep.key->name)}, true}};
  for (const std::size_t k : kinds)
    columns.push_back(
        {{std::string(cost_kinds()[k].words), cost_kinds()[k].unit == Unit::records ? "records" : "after"}, true});
  Table t(std::move(columns));
  for (const SweptCosts& s : all)
    for (std::size_t v = 0; v < sweep.values.size() && v < s.by_value.size(); ++v) {
      std::vector<Cell> row{
          {v ? "" : way_of(s.way)}, {v ? "" : s.semantics}, {v ? "" : s.sink}, {sweep.values[v], Tone::strong}};
      for (const std::size_t k : kinds) row.push_back({cost_words(s.by_value[v], k)});
      t.row(std::move(row));
    }
  const bool many = std::any_of(all.begin(), all.end(), [](const SweptCosts& s) {
    return std::any_of(s.by_value.begin(), s.by_value.end(), [](const Costs& c) { return c.runs() > 1; });
  });
  std::string text = style(Tone::strong, fmt::format("Costs by {}", sweep.key->name)) + "  (" +
                     std::string(sweep.key->meaning) + ")\n" + t.text(style, 2);
  if (many)
    text += wrapped("Of three numbers the first is the median, 95 % are not above the second, the third is the most.",
                    2, page_width);
  if (!constant.empty()) text += wrapped(fmt::format("The same in every row: {}.", listed(constant)), 2, page_width);
  return text;
}

Json sweep_json(const Sweep& sweep, const std::string& scenario, const std::vector<SweptCosts>& all) {
  Json j{{"name", scenario},
         {"key", sweep.key->name},
         {"meaning", sweep.key->meaning},
         {"values", sweep.values},
         {"cases", Json::array()}};
  for (const SweptCosts& s : all) {
    Json one{{"way", s.way}, {"semantics", s.semantics}, {"sink", s.sink}, {"costs", Json::array()}};
    for (const Costs& c : s.by_value) one["costs"].push_back(costs_json(c));
    j["cases"].push_back(std::move(one));
  }
  return j;
}

}  // namespace report
