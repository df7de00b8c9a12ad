// Same scenario and seed, same bytes of history: twice in a process, and against digests pinned here, which every
// compiler and build must meet. UPDATE_GOLDEN=1 rewrites them. A written history read back gives the same Ledger.
#include <gtest/gtest.h>

#include <cstdlib>

#include <fmt/format.h>

#include "history/reader.hpp"
#include "history/writer.hpp"
#include "sim/fingerprint.hpp"
#include "tests/laws/support.hpp"

namespace laws {
namespace {

struct Written {
  std::string text;
  std::string dump;  // of the Ledger folded while running
};

Written history_of(const scenarios::Case& c, std::uint64_t seed) {
  auto made = model::Plan::make(c.spec, model::Loop::run);
  const model::Plan& plan = std::get<model::Plan>(made);
  const model::ModelNames names(plan);
  Written w;
  history::FigureLedger ledger(history::FigureLedger::all());
  history::write_header(w.text, model::header_of(plan));
  scenarios::run_case(c, {.seed = seed,
                          .history =
                              [&](const history::Event& e, const history::Stamp& s) {
                                ledger.fold(e, s);
                                history::write_event(w.text, names, s, e);
                              },
                          .only = {"final-statuses"}});
  w.dump = history::dump(ledger, names);
  return w;
}

constexpr const char* files[] = {"scenarios/golden/g1.yaml", "scenarios/flip-45.yaml", "scenarios/recordings.yaml"};

TEST(determinism, digests_of_golden_scenarios_are_pinned) {
  std::string actual;
  for (const char* file : files)
    for (const scenarios::Scenario& s : shipped(file))
      for (const scenarios::Case& c : s.cases) {
        const std::string text = history_of(c, 1).text;
        EXPECT_EQ(text, history_of(c, 1).text) << c.way;
        actual += fmt::format("{:016x} {} | {} | {} | {}\n", sim::fingerprint(std::as_bytes(std::span(text))), s.name,
                              c.way, c.semantics, c.sink);
      }
  const std::string path = std::string(QUIESCE_ROOT) + "/tests/golden/digests.txt";
  if (std::getenv("UPDATE_GOLDEN")) std::ofstream(path) << actual;
  EXPECT_EQ(read_file(path), actual) << "UPDATE_GOLDEN=1 rewrites tests/golden/digests.txt";
}

TEST(determinism, another_seed_gives_another_history_where_delays_vary) {
  const auto read = shipped("scenarios/recordings.yaml");
  EXPECT_NE(history_of(read[0].cases[0], 1).text, history_of(read[0].cases[0], 2).text);
}

TEST(round_trip, a_written_history_read_back_gives_an_equal_ledger) {
  for (const char* file : files)
    for (const scenarios::Scenario& s : shipped(file))
      for (const scenarios::Case& c : s.cases) {
        const Written w = history_of(c, 1);
        history::FigureLedger ledger(history::FigureLedger::all());
        history::InternedNames names;
        const auto read = history::read_history(
            w.text, names, [&](const history::Stamp& st, const history::Event& e) { ledger.fold(e, st); });
        ASSERT_FALSE(read.error) << history::to_string(*read.error, c.way);
        EXPECT_TRUE(read.warnings.empty());
        EXPECT_EQ(history::dump(ledger, names), w.dump) << s.name << " " << c.way << " " << c.sink;
      }
}

}  // namespace
}  // namespace laws
