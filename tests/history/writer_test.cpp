#include "history/writer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "history/figure_ledger.hpp"
#include "recordings.hpp"

namespace {

using namespace history;
using namespace history_test;

struct Rewritten {
  std::string text;
  ReadResult result;
};

Rewritten rewrite(const std::string& text) {
  Rewritten out;
  InternedNames names;
  std::string events;
  out.result = read_history(text, names, [&](const Stamp& s, const Event& e) { write_event(events, names, s, e); });
  write_header(out.text, out.result.header);
  out.text += events;
  return out;
}

// Of one recorded line: the fields that this program does not keep are taken out.
nlohmann::ordered_json known(const std::string& line) {
  auto json = nlohmann::ordered_json::parse(line);
  if (json["ev"] == "checkpoint.triggered") json.erase("type");
  if (json["ev"] == "txn.refused") json.erase("recovered");
  if (json.contains("state")) json["state"].erase("open");
  if (json["ev"] == "timer.fired" && json["key"].is_number()) json["key"] = json["key"].dump();
  return json;
}

void expect_same_lines(const std::string& path, const std::string& before, const std::string& after) {
  std::istringstream a(before), b(after);
  std::string x, y;
  for (int line = 1; std::getline(a, x); ++line) {
    ASSERT_TRUE(std::getline(b, y)) << path << ":" << line;
    if (x == y) continue;
    ASSERT_EQ(known(x).dump(), y) << path << ":" << line;
  }
  ASSERT_FALSE(std::getline(b, y)) << path;
}

TEST(writer, a_recording_is_written_as_it_was) {
  auto files = kept_recordings();
  EXPECT_GE(files.size(), 20U);
  const auto all = all_recordings();
  files.insert(files.end(), all.begin(), all.end());
  for (const auto& path : files) {
    const std::string before = content(path);
    const Rewritten once = rewrite(before);
    ASSERT_FALSE(once.result.error) << to_string(*once.result.error, path);
    ASSERT_TRUE(once.result.warnings.empty()) << path;
    expect_same_lines(path, before, once.text);
    if (HasFatalFailure()) return;
  }
}

TEST(writer, writing_what_was_written_changes_nothing) {
  for (const auto& path : kept_recordings()) {
    const std::string once = rewrite(content(path)).text;
    ASSERT_EQ(rewrite(once).text, once) << path;
  }
}

TEST(writer, a_rewritten_recording_gives_an_equal_ledger) {
  for (const auto& path : kept_recordings()) {
    InternedNames names, again;
    FigureLedger ledger(FigureLedger::all()), second(FigureLedger::all());
    const std::string text = content(path);
    ASSERT_FALSE(read_history(text, names, [&](const Stamp& s, const Event& e) { ledger.fold(e, s); }).error);
    ASSERT_FALSE(
        read_history(rewrite(text).text, again, [&](const Stamp& s, const Event& e) { second.fold(e, s); }).error);
    ASSERT_EQ(dump(ledger, names), dump(second, again)) << path;
  }
}

TEST(writer, a_header_comes_back_as_it_was) {
  Header h;
  h.engine = "model";
  h.engine_version = "flip-45";
  h.name = "a \"name\" with\nlines";
  h.command = "stop-with-checkpoint";
  h.drain = true;
  h.retention = Retention::delete_on_cancel;
  h.mode = Mode::at_least_once;
  h.checkpoint_interval_ms = 10'000;
  h.source_api = "flip-27";
  h.sink = Delivery::transactional;
  h.parallelism = 7;
  h.splits = 9;
  h.window_ms = 200;
  h.event_time_per_offset_ms = 20;
  h.fault = "task-failure";
  h.restart = "fixed-delay";
  h.resume = "best";
  h.keys = 16;
  h.retained = 3;
  h.replacement = false, h.tolerable = 2, h.checkpoints_after_tasks = false;
  h.bounds = {{"0", 95}, {"1", 110}};
  std::string text;
  write_header(text, h);
  InternedNames names;
  const Header r = read_history(text, names, [](const Stamp&, const Event&) {}).header;
  const auto fields = [](const Header& x) {
    return std::tie(x.engine, x.engine_version, x.clock, x.name, x.command, x.drain, x.retention, x.mode,
                    x.checkpoint_interval_ms, x.source, x.source_api, x.sink, x.parallelism, x.splits, x.window_ms,
                    x.event_time_per_offset_ms, x.fault, x.restart, x.resume, x.keys, x.retained, x.bounds,
                    x.replacement, x.tolerable, x.checkpoints_after_tasks);
  };
  EXPECT_TRUE(fields(r) == fields(h));
  std::string again;
  write_header(again, r);
  EXPECT_EQ(again, text);
}

TEST(writer, what_this_program_does_not_know_of_a_scenario_is_kept) {
  for (const auto& path : kept_recordings()) {
    const std::string text = content(path);
    const std::string first = text.substr(0, text.find('\n') + 1);
    EXPECT_EQ(rewrite(first).text, first) << path;
  }
}

}  // namespace
