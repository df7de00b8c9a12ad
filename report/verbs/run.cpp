// Timed runs of each case.
#include <fmt/format.h>

#include <deque>
#include "report/catalogue.hpp"
#include "report/files.hpp"
#include "report/history_file.hpp"
#include "report/outputs.hpp"
#include "report/runs.hpp"
#include "report/selection.hpp"
#include "report/session.hpp"
#include "report/text_cases.hpp"

namespace report {
namespace {

namespace fs = std::filesystem;
using scenarios::Error;

// Where the history of a run goes: the file that was named, or one in the folder.
class Histories {
 public:
  Histories(const Options& o, std::size_t cases)
      : path_(o.history), wanted_(!o.history.empty()), many_(cases > 1 || o.runs > 1), runs_(o.runs) {}

  std::optional<Error> prepare() {
    if (!wanted_) return std::nullopt;
    std::error_code failed;
    folder_ = many_ || fs::is_directory(path_, failed) || path_.string().ends_with('/');
    if (folder_ && fs::exists(path_, failed) && !fs::is_directory(path_, failed))
      return Error{
          path_.string(), 0, 0, "is a file, but there are several runs", "a folder, or one case and one run", ""};
    return folder_ ? make_folder(path_) : std::nullopt;
  }
  Listener listener(const scenarios::Scenario& s, const scenarios::Case& c) {
    if (!wanted_) return {};
    return [this, &s, &c](std::uint64_t seed) {
      finish_last();
      const std::string name = file_name(s, c) + (runs_ > 1 ? fmt::format("-seed-{}", seed) : "") + ".jsonl";
      last_.emplace(folder_ ? path_ / name : path_, c);
      return last_->sink();
    };
  }
  std::optional<Error> finish() { return finish_last(), error_; }

 private:
  void finish_last() {
    if (!last_) return;
    if (auto e = last_->finish(); e && !error_) error_ = std::move(e);
    last_.reset();
  }

  fs::path path_;
  bool wanted_, many_, folder_ = false;
  std::uint64_t runs_;
  std::optional<HistoryFile> last_;
  std::optional<Error> error_;
};

}  // namespace

int act_run(const Options& o) {
  const Selection s = select(o);
  if (!s.errors.empty()) return refuse(s.errors, o.verb, o.format);
  const auto rules = rules_for(o);
  if (const auto* e = std::get_if<Error>(&rules)) return refuse(*e, o.verb, o.format);
  std::size_t cases = 0;
  for (const auto& scenario : s.scenarios) cases += scenario.cases.size();
  Histories histories(o, cases);
  if (const auto e = prepare_out(o)) return refuse(*e, o.verb, o.format);
  if (const auto e = histories.prepare()) return refuse(*e, o.verb, o.format);
  warn(s.warnings);
  const Style style = style_for(o);
  Outputs outputs(o, &std::get<model::World::Rules>(rules));
  Conclusion conclusion;
  for (std::size_t i = 0; i < s.scenarios.size(); ++i) {
    const scenarios::Scenario& scenario = s.scenarios[i];
    if (o.format == Format::text && !o.quiet) print(heading(scenario, style) + "\n");
    for (const scenarios::Case& c : scenario.cases) {
      const CaseResult result = run_all(c, o, std::get<model::World::Rules>(rules), histories.listener(scenario, c));
      conclude(conclusion, result);
      outputs.add({scenario, s.files[i], result});
      if (o.format == Format::text) print(o.quiet ? one_line(result, style) : run_report(result, style) + "\n");
    }
  }
  if (outputs.text()) print(verdict_line(conclusion, style));
  if (const auto e = histories.finish()) return refuse(*e, o.verb, Format::text);
  return outputs.finish(conclusion, conclusion.exit());
}

}  // namespace report
