// SARIF 2.1.0 for code scanning: a rule for each property, with its sentence; a result for each broken promise, each
// expectation that is not met, and each case that could not be run, at the line of the scenario that ends the job. What
// a version does not promise and does not keep is informational, what stayed undecided is open; neither is an alert.
// The steps to a violation are a code flow.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "properties/catalogue.hpp"
#include "report/outputs.hpp"
#include "report/session.hpp"
#include "report/step_words.hpp"
#include "report/utf8.hpp"
#include "report/why.hpp"
#include "sim/fingerprint.hpp"

namespace report {
namespace {

using Json = nlohmann::ordered_json;
using scenarios::PropertyOutcome;

constexpr std::string_view schema_address =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::size_t most_flow = 200;  // steps of a code flow; the last ones
constexpr std::string_view expectation_rule = "expectation", impossible_rule = "impossible";

Json message(const std::string& text) { return {{"text", text}}; }

Json rule(std::string_view id, std::string_view sentence, std::string_view help) {
  return {{"id", id},
          {"shortDescription", message(std::string(sentence))},
          {"fullDescription", message(std::string(sentence))},
          {"help", message(std::string(help))},
          {"defaultConfiguration", {{"level", "error"}}}};
}

Json all_rules() {
  Json rules = Json::array();
  for (const properties::Property& p : properties::catalogue())
    rules.push_back(rule(p.id, p.sentence,
                         fmt::format("{}. Kind: {}. `quiesce list properties` says which versions "
                                     "promise it.",
                                     p.sentence, properties::to_string(p.kind))));
  rules.push_back(rule(expectation_rule, "The scenario comes to what its file expects",
                       "The `expect` blocks of a scenario say what each way of ending has to come to."));
  rules.push_back(rule(impossible_rule, "The case can be run", "What the file asks for, this version cannot do."));
  return rules;
}

// A relative address: what is no letter, digit or mark of a path is written in percent.
std::string address(std::string_view path) {
  std::string out;
  while (path.starts_with("./")) path.remove_prefix(2);
  for (const char c : path) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain = (u < 0x80 && std::isalnum(u)) || std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
  }
  return out;
}

Json place(const CaseView& view, const PropertyOutcome* p) {
  const std::string file = view.file == "-" ? "standard-input" : address(view.file);
  return {{"physicalLocation", {{"artifactLocation", {{"uri", file}}}, {"region", {{"startLine", view.line(p)}}}}}};
}

Json code_flow(const CaseView& view, const PropertyOutcome& p) {
  Json locations = Json::array();
  const std::size_t from = p.trace.size() > most_flow ? p.trace.size() - most_flow : 0;
  for (std::size_t i = from; i < p.trace.size(); ++i) {
    const scenarios::StoryStep& s = p.trace[i];
    Json location = place(view, nullptr);
    location["message"] = message(fmt::format("step {}: {}", s.number, clause(tell(s))));
    const bool essential = s.role != sim::Role::engine || i + 1 == p.trace.size();
    locations.push_back({{"location", std::move(location)}, {"importance", essential ? "essential" : "important"}});
  }
  Json flows = Json::array();
  flows.push_back({{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}});
  return flows;
}

class Sarif final : public Rendering {
 public:
  explicit Sarif(const std::string& verb) : verb_(verb), rules_(all_rules()) {}

  void add(const CaseView& view) override {
    for (const Check& c : checks(view.result)) add(view, c);
  }

  std::string text(const Conclusion& conclusion, int exit) override {
    Json run{{"tool", {{"driver", {{"name", "quiesce"}, {"version", tool_version()}, {"rules", std::move(rules_)}}}}},
             {"automationDetails", {{"id", "quiesce/" + verb_ + "/"}}}};
    run["invocations"] = Json::array();
    run["invocations"].push_back({{"executionSuccessful", conclusion.impossible == 0}, {"exitCode", exit}});
    run["results"] = std::move(results_);
    const Json doc{{"$schema", schema_address}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return doc.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  void add(const CaseView& view, const Check& c) {
    using Outcome = Check::Outcome;
    const PropertyOutcome* p = c.property;
    const bool bad = c.outcome == Outcome::failed || c.outcome == Outcome::error;
    const bool finding = p && p->verdict == properties::Verdict::violated && !p->promise.made;
    const bool open = p && p->verdict == properties::Verdict::undecided && p->promise.made;
    if (!bad && !finding && !open) return;
    const std::string id = p                             ? std::string(p->property->id)
                           : c.outcome == Outcome::error ? std::string(impossible_rule)
                                                         : std::string(expectation_rule);
    const scenarios::Case& subject = *view.result.outcome.subject;
    const std::string name = view.name();
    std::string text = fmt::format("{}{}{}: {}", view.scenario.name, name.empty() ? "" : ", ", name, c.reason);
    if (bad && p && !p->trace.empty()) text += "\n\nWhy: " + why(*p);
    Json result{{"ruleId", id},
                {"ruleIndex", index_of(id)},
                {"kind", bad       ? "fail"
                         : finding ? "informational"
                                   : "open"},
                {"level", bad ? "error" : "none"},
                {"message", message(readable(text))},
                {"locations", Json::array({place(view, p)})},
                {"partialFingerprints", {{"quiesceCase/v1", fingerprint_of(view, id)}}}};
    if (p && !p->trace.empty()) result["codeFlows"] = code_flow(view, *p);
    result["properties"] = {{"scenario", view.scenario.name},
                            {"way", subject.way},
                            {"semantics", subject.semantics},
                            {"sink", subject.sink},
                            {"seed", view.result.outcome.seed}};
    results_.push_back(std::move(result));
  }

  std::size_t index_of(std::string_view id) const {
    const auto at = std::find_if(rules_.begin(), rules_.end(), [&](const Json& r) { return r["id"] == id; });
    return static_cast<std::size_t>(at - rules_.begin());
  }
  // The same finding has the same name in every run, whatever the line it stands in.
  static std::string fingerprint_of(const CaseView& view, const std::string& id) {
    const scenarios::Case& c = *view.result.outcome.subject;
    sim::Digest digest;
    for (const std::string& part :
         {view.scenario.name, view.result.outcome.recorded ? view.file : "", c.way, c.semantics, c.sink, id})
      digest.add(part);
    return fmt::format("{:016x}", digest.value());
  }

  std::string verb_;
  Json rules_, results_ = Json::array();
};

}  // namespace

std::unique_ptr<Rendering> make_sarif(const std::string& verb) { return std::make_unique<Sarif>(verb); }

}  // namespace report
