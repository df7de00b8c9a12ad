#include "report/json_entry.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "history/words.hpp"
#include "properties/catalogue.hpp"
#include "report/costs_text.hpp"
#include "report/fuzz_text.hpp"
#include "sim/trace.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json commands(const history::Figures& f) {
  Json list = Json::array();
  for (const history::CommandOutcome& c : f.commands)
    list.push_back({{"id", c.id},
                    {"kind", history::word(c.kind)},
                    {"ok", c.answered ? Json(c.ok) : Json()},
                    {"artifact", text_or_null(c.artifact)},
                    {"error", text_or_null(c.error)}});
  return list;
}

Json executions(const history::Figures& f) {
  Json list = Json::array();
  for (const auto& [job, artifact] : f.restored_from) {
    Json status;
    for (const auto& [name, word] : f.final_status)
      if (name == job) status = word;
    list.push_back({{"job", job}, {"finalStatus", status}, {"restoredFrom", artifact ? Json(*artifact) : Json()}});
  }
  return list;
}

Json property(const scenarios::PropertyOutcome& p, const CaseResult& r) {
  Json trace;
  if (!p.trace.empty()) {
    trace = Json::array();
    for (const scenarios::StoryStep& s : p.trace)
      trace.push_back(sim::to_text(sim::NamedStep{s.rule, s.subject, s.binding}));
  }
  const auto file = r.trace_files.find(std::string(p.property->id));
  return {{"id", p.property->id},
          {"kind", properties::to_string(p.property->kind)},
          {"promised", p.promise.made},
          {"verdict", properties::to_string(p.verdict)},
          {"bound", p.bound},
          {"trace", std::move(trace)},
          {"traceFile", file == r.trace_files.end() ? Json() : Json(file->second)},
          {"violatedAtStep", p.violated_at ? Json(*p.violated_at) : Json()},
          {"reason", p.promise.reason}};
}

Json scope(const CaseResult& r) {
  const scenarios::Scope& s = *r.outcome.scope;
  return {{"states", s.states},
          {"edges", s.edges},
          {"depth", s.depth},
          {"complete", s.complete},
          {"bound", text_or_null(s.bound)},
          {"bytes", s.bytes},
          {"bytesOfOneState", s.block_bytes},
          {"budgets", s.budgets},
          {"reductions", s.reductions}};
}

Json fuzz(const CaseResult& r) {
  const scenarios::Fuzzed& f = *r.outcome.fuzzed;
  return {{"runs", f.runs},
          {"differentRuns", std::min(distinct_runs(*f.distinct), f.runs)},
          {"cutShort", f.overflowed},
          {"bound", text_or_null(f.overflow)},
          {"failureProbabilityBelow", any_alarm(r.outcome) ? Json() : Json(failure_bound(f.runs - f.overflowed))},
          {"confidence", 0.95},
          {"stepsOfAll", f.steps},
          {"eventsOfAll", f.events},
          {"cellsMet", f.coverage->cells()},
          {"budgets", f.budgets},
          {"reductions", f.reductions}};
}

}  // namespace

Json figures_json(const scenarios::CaseOutcome& o) {
  Json j = history::to_json(*o.figures, o.header, history::Unknown::word);
  j["endedAfterMs"] = o.ended_after_us ? Json::parse(history::milliseconds(*o.ended_after_us)) : Json("unknown");
  return j;
}

Json entry(const scenarios::Scenario& scenario, const CaseResult& r) {
  const scenarios::CaseOutcome& o = r.outcome;
  Json j{{"name", scenario.name},
         {"way", o.subject->way},
         {"semantics", o.subject->semantics},
         {"sink", o.subject->sink},
         {"seed", o.seed}};
  j["commands"] = o.figures ? commands(*o.figures) : Json::array();
  j["executions"] = o.figures ? executions(*o.figures) : Json::array();
  j["figures"] = o.figures ? figures_json(o) : Json();
  j["properties"] = Json::array();
  for (const scenarios::PropertyOutcome& p : o.properties) j["properties"].push_back(property(p, r));
  j["scope"] = o.scope ? scope(r) : Json();
  if (o.fuzzed) j["fuzz"] = fuzz(r);
  j["unmet"] = o.unmet;
  j["error"] = text_or_null(o.error);
  j["runs"] = r.runs;
  j["spread"] = Json::object();
  for (const Spread& s : r.spread) j["spread"][s.figure] = {{"min", s.least}, {"max", s.most}};
  if (r.costs.runs()) j["costs"] = costs_json(r.costs);
  if (r.costs.runs()) j["duplicatesToCome"] = r.observed.about_to_be_doubled();
  return j;
}

Json sentences_of(const Json& entries) {
  Json all = Json::object();
  for (const properties::Property& p : properties::catalogue())
    for (const Json& e : entries)
      if (std::any_of(e.at("properties").begin(), e.at("properties").end(),
                      [&](const Json& one) { return one.at("id") == p.id; })) {
        all[std::string(p.id)] = p.sentence;
        break;
      }
  return all;
}

void close(Json& document, Json entries, const Conclusion& conclusion) {
  document["scenarios"] = std::move(entries);
  document["verdict"] = conclusion.word();
  document["exit"] = conclusion.exit();
}

}  // namespace report
