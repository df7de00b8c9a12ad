// Laws of the Ledger: exploring and running see the same facts, and what is written and read back is the same Ledger.
#include "history/ledger.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "history/figure_ledger.hpp"
#include "history/reader.hpp"
#include "history/writer.hpp"
#include "random_history.hpp"

namespace {

using namespace history_test;

template <class Store>
using General =
    Ledger<Store, Statuses, Submissions, Commands, Artifacts, Emitted, Visible, Transactions, Positions, Tasks>;

struct Explored {
  std::vector<std::uint64_t> block = std::vector<std::uint64_t>(General<Bounded>::bytes(General<Bounded>::all()) / 8);
  General<Bounded> ledger{General<Bounded>::all(), reinterpret_cast<std::byte*>(block.data())};
};

template <class Records>
std::string text(const Records& records) {
  std::string out;
  records.for_each([&](Record r) { out += fmt::format(" {}:{}", r.split, r.offset); });
  return out;
}
template <class P>
std::string positions_text(const P& p) {
  std::string out;
  p.for_each([&](SplitId s, Offset o) { out += fmt::format(" {}={}", s, o); });
  return out;
}

// Every fact of the general columns, with ids as they were before narrowing.
template <class S>
std::string facts(const General<S>& l) {
  std::string out;
  const auto say = [&](auto format, auto... args) { out += fmt::format(fmt::runtime(format), args...) + "\n"; };
  l.template get<Statuses>().jobs.for_each([&](auto j, const auto& e) {
    say("job {} {} {} {} {} {}", j, e.seen, static_cast<int>(e.last), e.left_final, e.left_suspended, e.ended());
  });
  l.template get<Submissions>().from.for_each([&](auto j, auto a) { say("from {} {}", j, S::artifact_id(a)); });
  l.template get<Commands>().all.for_each([&](auto id, const auto& e) {
    say("command {} {} {} {} {} {} {} {}", id, e.job, static_cast<int>(e.kind), e.options, e.answers, e.ok,
        e.contradicted, e.artifact_of());
  });
  l.template get<Artifacts>().left.for_each([&](auto a, const auto& e) {
    say("artifact {} {} {} {}", S::artifact_id(a), e.job, e.checkpoint, static_cast<int>(e.kind));
  });
  say("newest {}",
      l.template get<Artifacts>().newest([](ArtifactId, const auto& e) { return e.kind == ArtifactKind::checkpoint; }));
  l.template get<Emitted>().jobs.for_each(
      [&](auto j, const auto& e) { say("emitted {}{} {}", j, text(e.records), e.repeats); });
  const auto& visible = l.template get<Visible>();
  say("visible{} more{} pending{}", text(visible.once), text(visible.more), text(visible.in_transactions()));
  visible.pending.for_each(
      [&](auto t, const auto& c) { say("in {}{} more{}", S::txn_id(t), text(c.once), text(c.more)); });
  const auto& txns = l.template get<Transactions>();
  txns.pending.for_each([&](auto t, const auto& e) {
    say("txn {} {} {} {} {}", S::txn_id(t), e.job, e.task, e.checkpoint, static_cast<int>(e.state));
  });
  say("open {} late {} {} refused {} expired {}", txns.count(TxnState::open), txns.late_commits, txns.late_aborts,
      txns.refused, txns.expired);
  const auto& positions = l.template get<Positions>();
  positions.snapshots.for_each(
      [&](const auto& k, const auto& p) { say("at {} {}{}", k.job, k.checkpoint, positions_text(p)); });
  positions.started.for_each([&](auto j, const auto& p) { say("started {}{}", j, positions_text(p)); });
  say("restored{}", positions_text(positions.restored));
  l.template get<Tasks>().all.for_each([&](auto t, const auto& e) {
    say("task {} {} {} {} {}", t, e.job, e.attempt, static_cast<int>(e.status), e.overlapped);
  });
  return out;
}

TEST(ledger, exploring_and_running_fold_the_same_facts) {
  EXPECT_TRUE(rc::check("Bounded equals Growing", [](const std::vector<std::uint32_t>& choices) {
    Explored explored;
    General<Growing> run(General<Growing>::all());
    RandomHistory history([&](const Stamp& s, const Event& e) { explored.ledger.fold(e, s), run.fold(e, s); });
    for (std::uint32_t c : choices) {
      history.act(c);
      RC_ASSERT(facts(explored.ledger) == facts(run));
    }
  }));
}

// The generator above is worth something only if long histories reach every column.
TEST(ledger, a_long_random_history_reaches_every_general_column) {
  Explored explored;
  General<Growing> run(General<Growing>::all());
  RandomHistory history([&](const Stamp& s, const Event& e) { explored.ledger.fold(e, s), run.fold(e, s); });
  std::uint32_t x = 12345;
  for (int i = 0; i < 5000; ++i) {
    history.act(x = x * 1664525U + 1013904223U);
    ASSERT_EQ(facts(explored.ledger), facts(run)) << "after step " << i;
  }
  EXPECT_GT(run.get<Visible>().more.size(), 0U);
  EXPECT_GT(run.get<Commands>().all.size(), 0U);
  EXPECT_GT(run.get<Positions>().started.size(), 1U);
  EXPECT_GT(run.get<Transactions>().expired, 0U);
  EXPECT_EQ(run.get<Statuses>().jobs.size(), 3U);
}

TEST(ledger, columns_of_an_exploration_are_zero_when_fresh) {
  Explored explored;
  EXPECT_EQ(facts(explored.ledger), facts(General<Growing>(General<Growing>::all())));
  for (const std::uint64_t word : explored.block) EXPECT_EQ(word, 0U);
}

TEST(ledger, a_column_that_is_not_carried_costs_no_byte_and_is_not_found) {
  using L = General<Bounded>;
  EXPECT_EQ(L::bytes(0), 0U);
  EXPECT_LT(L::bytes(L::bit<Visible>()), L::bytes(L::all()));
  const FigureLedger one(FigureLedger::bit<Visible>());
  EXPECT_EQ(one.find<Emitted>(), nullptr);
  EXPECT_NE(one.find<Visible>(), nullptr);
}

TEST(ledger, a_history_written_and_read_back_gives_an_equal_ledger) {
  EXPECT_TRUE(rc::check("read(write(history)) folds to the same", [](const std::vector<std::uint32_t>& choices) {
    const PlainNames names;
    FigureLedger before(FigureLedger::all()), after(FigureLedger::all());
    std::string written;
    write_header(written, Header{});
    RandomHistory history([&](const Stamp& s, const Event& e) {
      before.fold(e, s);
      write_event(written, names, s, e);
    });
    for (std::uint32_t c : choices) history.act(c);
    InternedNames interned;
    const auto read = read_history(written, interned, [&](const Stamp& s, const Event& e) { after.fold(e, s); });
    RC_ASSERT(!read.error);
    RC_ASSERT(read.warnings.empty());
    RC_ASSERT(dump(before, names) == dump(after, interned));
  }));
}

TEST(ledger, a_long_run_with_transactions_stays_small) {
  FigureLedger ledger(FigureLedger::all());
  std::uint64_t seq = 0;
  const auto fold = [&](const Event& e) { ledger.fold(e, {++seq, static_cast<std::int64_t>(seq)}); };
  const At source{0, 0, 0}, sink{0, 1, 0};
  fold(JobSubmitted{0});
  for (Offset o = 0; o < 200'000; ++o) {
    const TxnId txn = o / 1000;
    const CheckpointId checkpoint = o / 1000 + 1;
    if (o % 1000 == 0) fold(TxnBegin{sink, txn});
    fold(SourceEmit{source, {0, o}});
    const RecordRange range{0, o, o};
    fold(SinkWrite{sink, txn, passed_through({0, o}), {&range, 1}});
    if (o % 1000 != 999) continue;
    fold(CheckpointTriggered{0, checkpoint, SnapshotKind::checkpoint});
    fold(TxnPrecommit{sink, txn, checkpoint});
    fold(TxnCommit{sink, txn, false, false});
  }
  EXPECT_EQ(ledger.get<Visible>().once.spans(0).size(), 1U);
  EXPECT_EQ(ledger.get<Visible>().pending.size(), 0U);
  EXPECT_EQ(ledger.get<Transactions>().pending.size(), 0U);
  EXPECT_EQ(ledger.get<SinkWrites>().txns.size(), 0U);
  EXPECT_EQ(ledger.get<Outputs>().named.size(), 0U);
  EXPECT_EQ(ledger.get<Outputs>().pending.size(), 0U);
  EXPECT_EQ(ledger.get<Visible>().once.size(), 200'000U);
}

}  // namespace
