#include "tests/laws/mutations.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace laws {
namespace {

using Places = std::vector<std::size_t>;
using Line = StoryLine;

std::optional<std::size_t> any_of(const Places& places, const Choose& choose) {
  if (places.empty()) return std::nullopt;
  return places[choose(places.size())];
}

template <class Fits>
Places places_where(const MutationStory& s, Fits&& fits) {
  Places all;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (fits(i)) all.push_back(i);
  return all;
}

std::string replaced(std::string text, std::string_view field, const std::string& value) {
  const std::string key = "\"" + std::string(field) + "\":";
  const std::size_t from = text.find(key) + key.size();
  return text.replace(from, text.find_first_of(",}", from) - from, value);
}

// ---- a commit dropped

bool shows_records(const MutationStory& s, std::string_view txn) {
  return s.find(0, [&](const Line& l) { return l.is("sink.write") && l.field("txn") == txn; }) < s.size();
}

// A task that is cancelled or fails may have been told and have got no farther. So the commit has to be followed by
// something that only comes behind it: more work of its task, or the good end of its job. With Sink V2 the committer
// does no other work than to commit.
bool commit_was_due(const MutationStory& s, std::size_t at) {
  if (s.final_status(s[at].field("job")) == "FINISHED") return true;
  const bool committer = s[at].field("task").starts_with("committer");
  return s.find(at + 1, [&](const Line& l) {
    if (!same_attempt(l, s[at])) return false;
    return l.is("sink.write") || l.is("txn.begin") || l.is("txn.precommit") || l.is("notify.completed") ||
           (committer && l.is("txn.commit"));
  }) < s.size();
}

// One that is made good by a later commit of the same transaction changes nothing but a word ("repeat").
std::optional<Mutated> commit_dropped(const MutationStory& s, const Choose& choose) {
  const auto at = any_of(places_where(s,
                                      [&](std::size_t i) {
                                        if (!s[i].is("txn.commit") || s[i].field("repeat") == "true") return false;
                                        const auto txn = s[i].field("txn");
                                        const auto again = s.find(i + 1, [&](const Line& l) {
                                          return l.is("txn.commit") && l.field("txn") == txn;
                                        });
                                        return again == s.size() && shows_records(s, txn) && commit_was_due(s, i);
                                      }),
                         choose);
  if (!at) return std::nullopt;
  return Mutated{s.without(*at), s[*at].rest};
}

// ---- an emitted record added after the final snapshot

struct Reading {
  std::size_t last_emit = 0, last_snapshot = 0, ended = 0;  // lines; 0: none
  std::string split;
  std::uint64_t offset = 0;
};

Reading reading_of(const MutationStory& s, std::size_t first) {
  Reading r;
  for (std::size_t i = first; i < s.size(); ++i) {
    if (!same_attempt(s[i], s[first])) continue;
    if (s[i].is("source.emit")) {
      const std::string_view rec = s[i].field("rec");
      r.last_emit = i;
      r.split = rec.substr(0, rec.find(':'));
      r.offset = std::stoull(std::string(rec.substr(rec.find(':') + 1)));
    }
    if (s[i].is("source.snapshot")) r.last_snapshot = i;
    if (r.ended == 0 && (s[i].is("source.end") || s[i].is("op.close"))) r.ended = i;
  }
  return r;
}

bool restarted_behind(const MutationStory& s, std::size_t at) {
  return s.find(at, [&](const Line& l) {
    return l.field("task") == s[at].field("task") && l.field("job") == s[at].field("job") &&
           l.number("attempt") > s[at].number("attempt");
  }) < s.size();
}

// Behind its snapshot a source may go on: before a cancel or a failure in every version, before FINISHED in those that
// stop their sources late (suspend until 1.14, drain until 1.13). Nowhere may it go on when it has ended; and what is
// read in a job that ends FINISHED has to be processed, which the added record is not.
std::optional<Mutated> emit_added(const MutationStory& s, const Choose& choose) {
  std::vector<std::pair<std::size_t, std::string>> all;
  std::string tried;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!s[i].is("source.snapshot")) continue;
    const Reading r = reading_of(s, i);
    if (r.last_snapshot != i || r.last_emit == 0 || restarted_behind(s, i)) continue;
    const auto job = s[i].field("job");
    const std::size_t end = s.end_of(job);
    std::size_t from = std::max(r.last_emit, r.last_snapshot) + 1, to = end;
    if (s.final_status(job) == "FINISHED")
      to = s.find(i, [&](const Line& l) { return l.is("job.status") && l.field("status") == "FINISHED"; });
    else if (r.ended != 0)
      from = std::max(from, r.ended + 1);
    else
      continue;
    const std::string rest =
        replaced(s[r.last_emit].rest, "rec", "\"" + r.split + ":" + std::to_string(r.offset + 1) + "\"");
    for (std::size_t p = from; p <= to; ++p) all.emplace_back(p, rest);
  }
  if (all.empty()) return std::nullopt;
  const auto& [before, rest] = all[choose(all.size())];
  return Mutated{s.inserted(before, rest), "before " + std::to_string(before + 1) + ": " + rest};
}

// ---- a restored position moved by one

std::optional<Mutated> position_moved(const MutationStory& s, const Choose& choose) {
  const auto at = any_of(
      places_where(s, [&](std::size_t i) { return s[i].is("source.restored") && s[i].field("positions").size() > 2; }),
      choose);
  if (!at) return std::nullopt;
  const std::string_view positions = s[*at].field("positions");
  std::vector<std::string_view> splits;
  for (std::size_t from = 1; from < positions.size();) {
    const std::size_t end = positions.find_first_of(",}", from);
    splits.push_back(positions.substr(from, end - from));
    from = end + 1;
  }
  const std::string_view split = splits[choose(splits.size())];
  const std::size_t colon = split.find(':') + 1;
  const std::uint64_t next = std::stoull(std::string(split.substr(colon)));
  const std::uint64_t moved = next > 0 && choose(2) == 0 ? next - 1 : next + 1;
  std::string rest = s[*at].rest;
  rest.replace(static_cast<std::size_t>(split.data() - s[*at].rest.data()) + colon, split.size() - colon,
               std::to_string(moved));
  return Mutated{s.with(*at, rest), rest};
}

// ---- a visible output doubled

bool is_committed(const MutationStory& s, std::string_view txn) {
  return s.find(0, [&](const Line& l) { return l.is("txn.commit") && l.field("txn") == txn; }) < s.size();
}

// A write is doubled while its attempt, or its transaction, goes on writing; or a whole transaction by a second commit.
// What an idempotent sink shows is not doubled by a second write.
std::optional<Mutated> output_doubled(const MutationStory& s, const Choose& choose) {
  if (s.header("sink") == "idempotent") return std::nullopt;
  const auto at = any_of(places_where(s,
                                      [&](std::size_t i) {
                                        if (s[i].is("txn.commit"))
                                          return s[i].field("repeat") != "true" && shows_records(s, s[i].field("txn"));
                                        if (!s[i].is("sink.write") || s[i].field("recs") == "[]") return false;
                                        const auto txn = s[i].field("txn");
                                        return txn.empty() || is_committed(s, txn);
                                      }),
                         choose);
  if (!at) return std::nullopt;
  const Line& line = s[*at];
  const Places behind = places_where(s, [&](std::size_t i) {
    return i >= *at && s[i].is(line.field("ev")) && same_attempt(s[i], line) &&
           (line.is("txn.commit") || s[i].field("txn") == line.field("txn"));
  });
  const std::size_t before = behind[choose(behind.size())] + 1;
  return Mutated{s.inserted(before, line.rest), "before " + std::to_string(before + 1) + ": " + line.rest};
}

// ---- a kept artifact deleted

// What the retention asks to keep (reference 2(d).6). A checkpoint that the recording merely ended too early to see
// deleted is none; nor is what CLAIM hands to the engine.
bool has_to_stay(const MutationStory& s, const Line& written) {
  if (s.header("claim") == "claim") return false;
  if (written.field("kind") == "savepoint") return true;
  const auto status = s.final_status(written.field("job"));
  const auto retention = s.header("retention");
  if (status == "CANCELED") return retention == "retain-on-cancel";
  if (status == "FAILED") return !retention.empty() && retention != "none";
  return status != "FINISHED";
}

std::optional<Mutated> artifact_deleted(const MutationStory& s, const Choose& choose) {
  const auto at = any_of(places_where(s,
                                      [&](std::size_t i) {
                                        if (!s[i].is("artifact.written") || !has_to_stay(s, s[i])) return false;
                                        const auto name = s[i].field("artifact");
                                        return s.find(i, [&](const Line& l) {
                                          return l.is("artifact.deleted") && l.field("artifact") == name;
                                        }) == s.size();
                                      }),
                         choose);
  if (!at) return std::nullopt;
  const std::size_t before = *at + 1 + choose(s.size() - *at);
  const std::string rest =
      "\"ev\":\"artifact.deleted\",\"artifact\":\"" + std::string(s[*at].field("artifact")) + "\"}";
  return Mutated{s.inserted(before, rest), "before " + std::to_string(before + 1) + ": " + rest};
}

// ---- a command's answer turned

// What the job wrote while the command was being carried out, or nothing.
std::string artifact_between(const MutationStory& s, std::size_t asked, std::size_t answered) {
  std::string name;
  for (std::size_t i = asked; i < answered; ++i)
    if (s[i].is("artifact.written") && s[i].field("job") == s[asked].field("job")) name = s[i].field("artifact");
  return name;
}

// Commands that only end the experiment are left out: nobody would look at their answers.
std::optional<Mutated> answer_turned(const MutationStory& s, const Choose& choose) {
  const auto command = [&](std::size_t i) {
    return s.find(0, [&](const Line& l) { return l.is("command") && l.field("id") == s[i].field("id"); });
  };
  const auto at = any_of(
      places_where(
          s, [&](std::size_t i) { return s[i].is("command.result") && s[command(i)].field("cleanup") != "true"; }),
      choose);
  if (!at) return std::nullopt;
  std::string rest = "\"ev\":\"command.result\",\"id\":\"" + std::string(s[*at].field("id")) + "\",\"ok\":";
  if (s[*at].field("ok") == "true") {
    rest += "false,\"error\":\"java.util.concurrent.TimeoutException: turned\"}";
  } else {
    const std::size_t asked = command(*at);
    const bool snapshot = s[asked].field("kind").ends_with("savepoint");
    const std::string artifact = snapshot ? artifact_between(s, asked, *at) : "";
    rest += artifact.empty() ? "true}" : "true,\"artifact\":\"" + artifact + "\"}";
  }
  return Mutated{s.with(*at, rest), rest};
}

// ---- a timer fired early

constexpr std::int64_t greatest = INT64_MAX;

// Either it fires before the watermark that let it, or the time it stands for has not come yet.
std::optional<Mutated> timer_early(const MutationStory& s, const Choose& choose) {
  const auto at =
      any_of(places_where(s, [&](std::size_t i) { return s[i].is("timer.fired") && s[i].field("domain") == "event"; }),
             choose);
  if (!at) return std::nullopt;
  const std::int64_t time = s[*at].number("time");
  std::size_t allowed = s.size();
  std::int64_t watermark = 0;
  for (std::size_t i = *at; i-- > 0;) {
    if (!s[i].is("watermark") || !same_attempt(s[i], s[*at])) continue;
    watermark = std::max(watermark, s[i].number("value"));
    if (s[i].number("value") >= time) allowed = i;
  }
  if (watermark == greatest || choose(2) == 0) {
    if (allowed == s.size()) return std::nullopt;
    return Mutated{s.moved(*at, allowed), "before " + std::to_string(allowed + 1) + ": " + s[*at].rest};
  }
  const std::int64_t later = watermark + 1 + static_cast<std::int64_t>(choose(1000));
  std::string rest = replaced(s[*at].rest, "time", std::to_string(later));
  return Mutated{s.with(*at, rest), rest};
}

}  // namespace

std::optional<Mutated> mutate(const MutationStory& story, Mutation kind, const Choose& choose) {
  switch (kind) {
    case Mutation::commit_dropped: return commit_dropped(story, choose);
    case Mutation::emit_added: return emit_added(story, choose);
    case Mutation::position_moved: return position_moved(story, choose);
    case Mutation::output_doubled: return output_doubled(story, choose);
    case Mutation::artifact_deleted: return artifact_deleted(story, choose);
    case Mutation::answer_turned: return answer_turned(story, choose);
    case Mutation::timer_early: return timer_early(story, choose);
  }
  return std::nullopt;
}

}  // namespace laws
