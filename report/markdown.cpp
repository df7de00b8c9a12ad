// A page for a CI job in Markdown: the verdict, a table of cases, each broken promise with its story folded, what was
// vacuous or undecided, and how far the looking went. As GitHub and GitLab render it.
#include <fmt/format.h>

#include <map>

#include "report/fuzz_text.hpp"
#include "report/outputs.hpp"
#include "report/text_cases.hpp"
#include "report/utf8.hpp"
#include "report/words.hpp"

namespace report {
namespace {

using scenarios::PropertyOutcome;
using Outcome = Check::Outcome;

constexpr std::size_t story_rows = 60;

std::string plain(std::string_view text) { return markdown_text(text); }

// A block of text as it is; the fence is longer than any in it.
std::string fenced(std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  std::string body = readable(text);
  if (!body.empty() && body.back() != '\n') body += '\n';
  return fence + "text\n" + body + fence + "\n";
}

std::string folded(const std::string& summary, const std::string& text) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", plain(summary), fenced(text));
}

std::string scope_of(const CaseResult& r) {
  const scenarios::CaseOutcome& o = r.outcome;
  if (o.scope)
    return fmt::format("{}{}, {} deep", counted(o.scope->states, "state"),
                       o.scope->complete ? "" : fmt::format(" (not complete: stopped at {})", o.scope->bound),
                       counted(o.scope->depth, "step"));
  if (o.recorded) return counted(o.recorded->events, "event");
  return o.made() ? counted(r.runs, "run") : "none";
}

class Markdown final : public Rendering {
 public:
  explicit Markdown(const std::string& verb) : verb_(verb) {}

  void add(const CaseView& view) override {
    const CaseResult& r = view.result;
    const std::vector<Check> all = checks(r);
    std::uint64_t skipped = 0;
    bool bad = false;
    for (const Check& c : all) {
      if (c.outcome == Outcome::skipped) ++skipped, note_skipped(c);
      if (c.outcome != Outcome::failed && c.outcome != Outcome::error) continue;
      bad = true;
      tell(view, c);
    }
    const Tally t = tally(r.outcome);
    const bool undecided = r.outcome.undecided();
    rows_ += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", plain(view.scenario.name), plain(view.name()),
                         bad         ? "❌ not ok"
                         : undecided ? "❔ undecided"
                                     : "✅ ok",
                         t.kept.size(), t.broken.size(), t.found.size(), skipped, plain(scope_of(r)));
    note_scope(r);
  }
  void add_text(const std::string& name, const std::string& text) override { texts_ += folded(name, text); }
  void add_markdown(const std::string& text) override { texts_ += text; }

  std::string text(const Conclusion& conclusion, int) override {
    std::string out = fmt::format("## {} quiesce {}: {}\n\n{}\n\n",
                                  conclusion.exit() == 0   ? "✅"
                                  : conclusion.exit() == 2 ? "❔"
                                                           : "❌",
                                  verb_, conclusion.word(), plain(summary(conclusion)));
    out +=
        "| scenario | case | outcome | kept | broken | not promised, not kept | vacuous, undecided or not promised "
        "| looked at |\n|---|---|---|--:|--:|--:|--:|---|\n" +
        rows_ + "\n";
    if (!broken_.empty()) out += "### What is wrong\n\n" + broken_;
    out += texts_;
    if (!skipped_.empty()) out += "### Not decided by this\n\n" + skipped_text() + "\n";
    return out + "### Scope\n\n" + scope_text();
  }

 private:
  static std::string summary(const Conclusion& c) {
    const std::string line = verdict_line(c, {});
    return line.substr(0, line.find('\n'));
  }

  void tell(const CaseView& view, const Check& c) {
    const std::string name = view.name();
    broken_ += fmt::format("**{}** — {}{}{} ({}:{})\n\n", plain(c.name), plain(view.scenario.name),
                           name.empty() ? "" : ", ", plain(name), plain(view.file), view.line(c.property));
    if (!c.property) {
      for (const std::string& u : view.result.outcome.unmet) broken_ += "- " + plain(u) + "\n";
      if (view.result.outcome.unmet.empty()) broken_ += plain(c.reason) + "\n";
      broken_ += "\n";
      return;
    }
    const PropertyOutcome& p = *c.property;
    broken_ += "> " + plain(p.property->sentence) + "\n\n";
    broken_ += folded(p.trace.empty() ? "what was seen" : counted(p.trace.size(), "step") + " to it, and why",
                      account(view.result, p, story_rows));
  }

  void note_skipped(const Check& c) { ++skipped_[{c.name, c.reason}]; }
  std::string skipped_text() const {
    std::string out = "| property | reason | cases |\n|---|---|--:|\n";
    for (const auto& [what, n] : skipped_)
      out += fmt::format("| {} | {} | {} |\n", plain(what.first), plain(what.second), n);
    return out;
  }

  void note_scope(const CaseResult& r) {
    const scenarios::CaseOutcome& o = r.outcome;
    if (o.scope) {
      ++scopes_[fmt::format("{}; budgets: {}; taken as one step: {}",
                            o.scope->complete ? "every order of steps within the budgets"
                                              : "not every order of steps: stopped at " + o.scope->bound,
                            fmt::join(o.scope->budgets, ", "), fmt::join(o.scope->reductions, ", "))];
    } else if (o.recorded) {
      ++scopes_["one recorded history: what happened, once"];
    } else if (o.made()) {
      const std::uint64_t whole = r.runs - (o.fuzzed ? o.fuzzed->overflowed : 0);
      const bool failed = r.violated_seed.has_value() || any_alarm(o);
      ++scopes_[fmt::format("{} from seed {}; one run is one order of steps{}", counted(r.runs, "run"), o.seed,
                            failed || failure_bound(whole) >= 1
                                ? ""
                                : fmt::format("; with a certainty of 95 % a run fails with a probability of at most "
                                              "{:.2g}",
                                              failure_bound(whole)))];
    }
  }
  std::string scope_text() const {
    std::string out;
    for (const auto& [what, n] : scopes_) out += fmt::format("- {}: {}\n", counted(n, "case"), plain(what));
    return out.empty() ? "- nothing was run\n" : out;
  }

  std::string verb_, rows_, broken_, texts_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> skipped_;
  std::map<std::string, std::uint64_t> scopes_;
};

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : readable(text)) {
    if (c == '\n') {
      out += ' ';
      continue;
    }
    if (c == '<') {
      out += "&lt;";
      continue;
    }
    if (std::string_view("\\`*_[]|#~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::unique_ptr<Rendering> make_markdown(const std::string& verb) { return std::make_unique<Markdown>(verb); }

}  // namespace report
