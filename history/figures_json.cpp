// How figures are written: names, order and rounding of the reference implementation, which works with binary
// fractions.
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "history/figures.hpp"
#include "history/words.hpp"

namespace history {
namespace {

using Json = nlohmann::ordered_json;

// Is the binary fraction of 53 bits next to `us` / 1000 below (-1), equal to (0) or above (1) it? Decides what lies
// exactly between two tenths of a millisecond.
int side_of_fraction(std::uint64_t us) {
  if (us == 0 || us >> 50) return 0;  // beyond 35 years the fraction has no tenths to speak of
  __extension__ using Wide = unsigned __int128;
  const int shift = 71 - static_cast<int>(std::bit_width(us));  // so that the quotient has 61 or 62 bits
  const Wide scaled = Wide{us} << shift;
  const auto quotient = static_cast<std::uint64_t>(scaled / 1000);
  const bool exact = scaled % 1000 == 0;
  const int extra = static_cast<int>(std::bit_width(quotient)) - 53;
  const std::uint64_t half = std::uint64_t{1} << (extra - 1), rest = quotient & (2 * half - 1);
  if (rest == 0 && exact) return 0;
  if (rest == half && exact) return quotient >> extra & 1 ? 1 : -1;
  return rest >= half ? 1 : -1;
}

Json counts(const std::vector<std::pair<std::string, std::uint64_t>>& list) {
  Json out = Json::object();
  for (const auto& [name, n] : list) out[name] = n;
  return out;
}

template <class T>
Json known(const std::optional<T>& value, Unknown unknown) {
  if (value) return *value;
  return unknown == Unknown::null ? Json() : Json("unknown");
}

Json latency(const std::optional<std::int64_t>& us, Unknown unknown) {
  return us ? Json::parse(milliseconds(*us)) : known(us, unknown);
}

}  // namespace

std::string milliseconds(std::int64_t microseconds) {
  const std::uint64_t us =
      microseconds < 0 ? -static_cast<std::uint64_t>(microseconds) : static_cast<std::uint64_t>(microseconds);
  std::uint64_t tenths = us / 100;
  if (us % 100 == 50) {
    const int side = side_of_fraction(us);
    if (side > 0 || (side == 0 && tenths % 2)) ++tenths;
  } else if (us % 100 > 50) {
    ++tenths;
  }
  return fmt::format("{}{}.{}", microseconds < 0 ? "-" : "", tenths / 10, tenths % 10);
}

Json to_json(const Figures& f, const Header& header, Unknown unknown) {
  Json j;
  j["name"] = header.name;
  j["command"] = header.command + (header.drain ? " drain" : "");
  j["sink"] = word(header.sink);
  j["commandOutcome"] = Json::array();
  for (const auto& c : f.commands) j["commandOutcome"].push_back(c.text);
  j["finalStatus"] = Json::object();
  for (const auto& [job, status] : f.final_status) j["finalStatus"][job] = status;
  j["restarts"] = known(f.restarts, unknown);
  j["reread"] = known(f.reread, unknown);
  j["snapshotGap"] = known(f.snapshot_gap, unknown);
  j["rereadInRun"] = known(f.reread_in_run, unknown);
  j["leaked"] = known(f.leaked, unknown);
  j["leakedProcessed"] = known(f.leaked_processed, unknown);
  j["leakedVisible"] = known(f.leaked_visible, unknown);
  j["abortedRun1"] = known(f.aborted_run1, unknown);
  j["stateAhead"] = known(f.state_ahead, unknown);
  j["flushOutputs"] = counts(f.flush_outputs);
  j["lostInFlight"] = known(f.lost_in_flight, unknown);
  j["duplicates"] = known(f.duplicates, unknown);
  j["sameOut"] = known(f.same_out, unknown);
  j["lateDropped"] = known(f.late_dropped, unknown);
  j["missing"] = known(f.missing, unknown);
  j["uncommitted"] = known(f.uncommitted, unknown);
  j["openRun1"] = known(f.open_run1, unknown);
  j["firedEarly"] = known(f.fired_early, unknown);
  j["leftRun1"] = f.left_run1;
  j["artifactsLeft"] = counts(f.artifacts_left);
  j["stopLatencyMs"] = latency(f.stop_latency_us, unknown);
  j["snapshotLatencyMs"] = latency(f.snapshot_latency_us, unknown);
  j["visibleRun1"] = known(f.visible_run1, unknown);
  j["restoredFrom"] = Json::object();
  for (const auto& [job, artifact] : f.restored_from) j["restoredFrom"][job] = artifact ? Json(*artifact) : Json();
  j["restoredInRun"] = f.restored_in_run;
  j["faults"] = f.faults;
  j["checkpointsFailed"] = f.checkpoints_failed;
  j["jobErrors"] = f.job_errors;
  return j;
}

}  // namespace history
