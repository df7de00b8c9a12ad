// JUnit XML, as Jenkins, GitLab, GitHub actions and others read it: a suite for each scenario, a test case for each
// check. Only the elements and attributes that all known schemas share are used (no `file` and `line` on a test case,
// which Jenkins refuses): the place stands in the text. One run judges all properties at once, so its time is shared
// evenly among them.
#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "report/outputs.hpp"
#include "report/utf8.hpp"

namespace report {
namespace {

constexpr std::size_t story_rows = 40;

struct Counts {
  std::uint64_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  void add(const Counts& c) {
    tests += c.tests, failures += c.failures, errors += c.errors, skipped += c.skipped, seconds += c.seconds;
  }
};

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(readable(value).c_str());
}
void set_seconds(pugi::xml_node node, double seconds) { set(node, "time", fmt::format("{:.3f}", seconds)); }
void set_counts(pugi::xml_node node, const Counts& c) {
  set(node, "tests", fmt::format("{}", c.tests)), set(node, "failures", fmt::format("{}", c.failures));
  set(node, "errors", fmt::format("{}", c.errors)), set(node, "skipped", fmt::format("{}", c.skipped));
  set_seconds(node, c.seconds);
}

class JUnit final : public Rendering {
 public:
  explicit JUnit(const std::string& verb) {
    auto declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0", declaration.append_attribute("encoding") = "UTF-8";
    root_ = document_.append_child("testsuites");
    set(root_, "name", "quiesce " + verb);
  }

  void add(const CaseView& view) override {
    if (!suite_ || view.scenario.name != scenario_ || view.file != file_) begin(view);
    const std::vector<Check> all = checks(view.result);
    Counts counts;
    counts.seconds = view.result.wall_seconds;
    for (const Check& c : all) add(view, c, view.result.wall_seconds / static_cast<double>(all.size()), counts);
    of_suite_.add(counts);
  }

  std::string text(const Conclusion&, int) override {
    end();
    set_counts(root_, all_);
    std::ostringstream out;
    document_.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
    return out.str();
  }

 private:
  void begin(const CaseView& view) {
    end();
    scenario_ = view.scenario.name, file_ = view.file;
    suite_ = root_.append_child("testsuite");
    set(suite_, "name", scenario_);
  }
  void end() {
    if (suite_) set_counts(suite_, of_suite_);
    all_.add(of_suite_);
    of_suite_ = {}, suite_ = {};
  }

  void add(const CaseView& view, const Check& c, double seconds, Counts& counts) {
    auto node = suite_.append_child("testcase");
    const std::string name = view.name();
    set(node, "classname", view.scenario.name);
    set(node, "name", name.empty() ? c.name : name + " · " + c.name);
    set_seconds(node, seconds);
    ++counts.tests;
    if (c.outcome == Check::Outcome::passed) return;
    if (c.outcome == Check::Outcome::skipped) {
      ++counts.skipped;
      return set(node.append_child("skipped"), "message", c.reason);
    }
    const bool error = c.outcome == Check::Outcome::error;
    ++(error ? counts.errors : counts.failures);
    auto what = node.append_child(error ? "error" : "failure");
    set(what, "message", c.reason);
    set(what, "type", error ? "impossible" : c.property ? "broken promise" : "expectation");
    std::string body = fmt::format("{}:{}\n", view.file, view.line(c.property));
    body += c.property ? account(view.result, *c.property, story_rows) : c.reason + "\n";
    what.append_child(pugi::node_pcdata).set_value(readable(body).c_str());
  }

  pugi::xml_document document_;
  pugi::xml_node root_, suite_;
  std::string scenario_, file_;
  Counts of_suite_, all_;
};

}  // namespace

std::unique_ptr<Rendering> make_junit(const std::string& verb) { return std::make_unique<JUnit>(verb); }

}  // namespace report
