#include "scenarios/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "history/gaps.hpp"
#include "history/words.hpp"
#include "scenarios/end_clock.hpp"
#include "scenarios/judging.hpp"

namespace scenarios {
namespace {

using history::Event;
using history::Stamp;

// "1.20.5", "1.20.5-adaptive", "flink-1.20", "flip-45".
bool is_known(std::string version) {
  if (const std::size_t adaptive = version.find("-adaptive"); adaptive != version.npos) version.resize(adaptive);
  return model::profile(version).has_value() || model::profile("flink-" + version).has_value();
}

// The header says which properties are judged, so the judge begins with the first event.
class Auditor {
 public:
  Auditor(Audit& audit, const AuditOptions& options)
      : audit_(audit), options_(options), ledger_(history::FigureLedger::all()) {}

  void begin(const history::Header& header) {
    audit_.outcome.header = header;
    const bool named = is_known(header.engine_version);
    const std::string& version = named || options_.otherwise.empty() ? header.engine_version : options_.otherwise;
    const auto expectations = history::expectations_for(version, header);
    if (!is_known(version) || !expectations) return unknown(version);
    judging_ = properties::judging_of(*expectations, options_.only);
    judge_.emplace(judging_);
    auto subject = std::make_shared<Case>();
    subject->way = header.command + (header.drain ? " drain" : "");
    subject->semantics = version.starts_with("fli") ? version : "flink-" + version;
    subject->sink = history::word(header.sink);
    audit_.outcome.subject = subject.get();
    audit_.subject = std::move(subject);
  }

  void hear(const Event& event, const Stamp& stamp) {
    if (!judge_) return;
    ledger_.fold(event, stamp);
    gaps_.hear(event);
    end_.hear(event, stamp.t);
    if (const auto* submitted = std::get_if<history::JobSubmitted>(&event)) over_[submitted->job] = false;
    if (const auto* status = std::get_if<history::JobStatusChanged>(&event))
      over_[status->job] = history::is_terminal(status->status);
    judge_->hear(event, stamp);
    judge_->after_step(stamp.seq);
    if (options_.hear) options_.hear(event, stamp);
  }

  void finish(std::uint64_t events) {
    CaseOutcome& o = audit_.outcome;
    Recorded recorded{events, gaps_.gaps(o.header), {}};
    for (const auto& [job, over] : over_)
      if (!over) recorded.still_running.push_back(audit_.names->job(job));
    const auto stop = recorded.still_running.empty() ? properties::Stop::quiet : properties::Stop::running;
    o.properties = outcomes_of(judge_->finish(stop, recorded.gaps), "this history");
    o.figures = history::figures(ledger_, o.header, *audit_.names);
    o.ended_after_us = end_.microseconds();
    o.recorded = std::move(recorded);
  }

 private:
  void unknown(const std::string& version) {
    audit_.error = history::Error{1, 1, fmt::format("nothing is known of engine version \"{}\"", version),
                                  "name the version whose promises it is to be judged by: --semantics flink-1.20"};
  }

  Audit& audit_;
  const AuditOptions& options_;
  history::FigureLedger ledger_;
  history::GapFinder gaps_;
  EndClock end_;
  std::map<history::JobId, bool> over_;
  properties::Judging judging_;
  std::optional<properties::RunJudge> judge_;
};

}  // namespace

namespace {

// `read` reads the history, whatever it is read from.
template <class Read>
Audit audit(const AuditOptions& options, Read&& read) {
  Audit audit;
  audit.names = options.names ? options.names : std::make_shared<history::InternedNames>();
  Auditor auditor(audit, options);
  history::ReadOptions reading;
  reading.reading = options.lenient ? history::Reading::lenient : history::Reading::strict;
  reading.on_header = [&](const history::Header& header) { auditor.begin(header); };
  history::ReadResult result = read(
      *audit.names, [&](const Stamp& stamp, const Event& event) { auditor.hear(event, stamp); }, reading);
  audit.warnings = std::move(result.warnings);
  audit.damage = result.damage;
  if (result.error) audit.error = std::move(result.error);
  if (!audit.error) auditor.finish(result.events);
  return audit;
}

}  // namespace

Audit audit_text(std::string_view text, const AuditOptions& options) {
  return audit(options, [&](history::InternedNames& names, const auto& hear, const history::ReadOptions& reading) {
    return history::read_history(text, names, hear, reading);
  });
}

Audit audit_history(const std::string& path, const AuditOptions& options) {
  return audit(options, [&](history::InternedNames& names, const auto& hear, const history::ReadOptions& reading) {
    return history::read_history_file(path, names, hear, reading);
  });
}

}  // namespace scenarios
