#include <rapidcheck.h>

#include <set>

#include "sequences.hpp"

namespace properties::test {
namespace {

// What exploration pays for each monitor, in bytes of a state.
static_assert(sizeof(Deliveries<Bounded>) <= 172);
static_assert(sizeof(SourceMarks<Bounded>) <= 12 && sizeof(RereadMarks<Bounded>) <= 8);
static_assert(sizeof(SnapshotMarks<Bounded>) <= 44);
static_assert(sizeof(CommandMarks<Bounded>) <= 24);
static_assert(sizeof(ArtifactMarks<Bounded>) <= 68);
static_assert(sizeof(StateSums<Bounded>) <= 64);
static_assert(sizeof(TriggerMarks<Bounded>) <= 8);
static_assert(sizeof(AttemptMarks<Bounded>) <= 40);
static_assert(sizeof(FiringMarks<Bounded>) <= 16);
static_assert(sizeof(ReadingMarks<Bounded>) <= 12 && sizeof(TakenMarks<Bounded>) <= 24);
static_assert(sizeof(StoredPositions<Bounded>) <= 84);
static_assert(sizeof(CommitMarks<Bounded>) <= 96);
static_assert(sizeof(TimerMarks<Bounded>) <= 200);
static_assert(sizeof(DrainMarks<Bounded>) <= 20 && sizeof(SplitMarks<Bounded>) <= 32);
static_assert(sizeof(TransactionMarks<Bounded>) <= 48 && sizeof(FailureMarks<Bounded>) <= 12);
static_assert(sizeof(LastSnapshotMarks<Bounded>) <= 8 && sizeof(CoverageMarks<Bounded>) <= 128);

template <template <class> class Monitor>
void print_size() {
  std::printf("%-16s %3zu bytes\n", std::string(Monitor<Bounded>::name).c_str(), sizeof(Monitor<Bounded>));
}

TEST(monitors, fit_into_few_bytes) {
  print_size<Deliveries>();
  print_size<SourceMarks>();
  print_size<RereadMarks>();
  print_size<SnapshotMarks>();
  print_size<CommandMarks>();
  print_size<ArtifactMarks>();
  print_size<StateSums>();
  print_size<TriggerMarks>();
  print_size<AttemptMarks>();
  print_size<FiringMarks>();
  print_size<ReadingMarks>();
  print_size<StoredPositions>();
  print_size<TakenMarks>();
  print_size<CommitMarks>();
  print_size<TimerMarks>();
  print_size<DrainMarks>();
  print_size<SplitMarks>();
  print_size<TransactionMarks>();
  print_size<FailureMarks>();
  print_size<LastSnapshotMarks>();
  print_size<CutWatermarks>();
  print_size<CoverageMarks>();
  const auto all = JudgedLedger<Bounded>::bytes(JudgedLedger<Bounded>::all());
  std::printf("%-16s %3zu bytes\n", "all", all);
  EXPECT_LE(all, 1280U);
}

template <class T>
T pick(const std::vector<T>& from) {
  return *rc::gen::elementOf(from);
}
std::uint32_t below(std::uint32_t n) { return *rc::gen::inRange(0U, n); }

// A line that could stand in some history: within the bounds of exploration, otherwise as wild as it comes.
std::string any_line() {
  const auto n = [](std::uint32_t x) { return std::to_string(x); };
  const std::string split = n(below(4)), offset = n(below(8)), number = n(1 + below(5)), source = "s" + split,
                    op = "o" + n(below(2)), sink = "k" + n(below(2)), attempt = pick<std::string>({"", ".1", ".2"}),
                    txn = " t" + n(1 + below(3)), artifact = n(below(3)) + "/" + pick<std::string>({"", "s"}) + number,
                    command = n(below(4));
  const std::string range = split + ":" + offset + pick<std::string>({"", "-7"});
  switch (below(33)) {
    case 0: return pick<std::string>({"submit", "submit from " + artifact});
    case 1:
      return "job " +
             pick<std::string>({"RUNNING", "RESTARTING", "FAILED", "CANCELLING", "CANCELED", "FINISHED", "SUSPENDED"});
    case 2:
      return "task " + pick<std::string>({op, sink}) + attempt + " " +
             pick<std::string>({"SCHEDULED", "DEPLOYING", "RUNNING", "FINISHED", "CANCELING", "CANCELED", "FAILED"});
    case 3:
    case 4:
      return "restored " + source + attempt + " " + split + ":" + offset + pick<std::string>({"", " chk " + number});
    case 5:
    case 6:
    case 7: return "emit " + source + attempt + " " + split + ":" + offset;
    case 8: return "trigger " + number + " " + pick<std::string>({"checkpoint", "savepoint", "suspend", "terminate"});
    case 9:
    case 10: return "snapshot " + source + attempt + " " + number + " " + split + ":" + offset;
    case 11: return "state " + op + attempt + " " + number + " " + n(below(9)) + " " + range;
    case 12:
    case 13: return "written " + number + " " + pick<std::string>({"checkpoint", "savepoint"});
    case 14: return "completed " + number;
    case 15: return "failed " + number;
    case 16: return "deleted " + artifact;
    case 17:
      return "ask " + command + " " +
             pick<std::string>({"cancel", "stop", "stop-with-savepoint", "stop-with-checkpoint", "savepoint"}) +
             pick<std::string>({"", " drain"});
    case 18: return "answer " + command + pick<std::string>({" ok", " error", " ok " + artifact});
    case 19: return "write " + sink + attempt + " " + range + pick<std::string>({"", txn});
    case 20: return "write " + sink + attempt + " " + range + txn;
    case 21: return "commit " + sink + attempt + txn + pick<std::string>({"", " recovered", " repeat"});
    case 22: return "abort " + sink + attempt + txn;
    case 23: return "expire " + sink + txn;
    case 24:
      return pick<std::string>(
          {"watermark " + op + " " + pick<std::string>({"10", "50", "max"}),
           "timer " + op + " event " + pick<std::string>({"19", "39"}) + pick<std::string>({" k0", " k1"}),
           "reload " + op + attempt + " 2 " + range});
    case 25:
    case 26: return "process " + op + attempt + " " + split + ":" + offset + pick<std::string>({"", " late"});
    case 27: return pick<std::string>({"begin ", "begin ", "abort "}) + sink + attempt + txn;
    case 28: return "precommit " + sink + attempt + txn + " " + number;
    case 29:
      return "fault " +
             pick<std::string>({"task-failure", "storage-failure", "snapshot-failure asynchronous", "slow-snapshot"});
    case 30: return "failed " + number + pick<std::string>({" expired", " asynchronous", " finalize"});
    case 31: return "notify " + sink + attempt + " " + number;
    default: return pick<std::string>({"endinput ", "finish "}) + op;
  }
}

// Lives that reach deep into the properties; random lines are put between theirs, and some of theirs are left out.
const std::vector<std::string> lives = {
    R"(
  submit
  job RUNNING
  restored s0 0:0
  task o0 RUNNING
  emit s0 0:0
  write k0 0:0 t1
  trigger 1 checkpoint
  watermark s0 9
  watermark o0 9
  snapshot s0 1 0:1
  state o0 1 1 0:0
  precommit k0 t1 1
  written 1 checkpoint
  completed 1
  commit k0 t1
  emit s0 0:1
  write k0 0:1 t2
  watermark o0 50
  timer o0 event 20
  task o0 FAILED
  job RESTARTING
  restored s0.1 0:1 chk 1
  task o0.1 RUNNING
  emit s0.1 0:1
  write k0.1 0:1 t3
  ask 0 stop-with-savepoint
  trigger 2 suspend
  snapshot s0.1 2 0:2
  state o0.1 2 2 0:0-1
  precommit k0.1 t3 2
  written 2 savepoint
  job FINISHED
  answer 0 ok 0/s2
  deleted 0/1
  submit from 0/s2
  restored s0 0:2
  commit k0 t3 recovered
  emit s0 0:2
)",
    R"(
  submit
  restored s0 0:0
  restored s1 1:0
  trigger 1 checkpoint
  snapshot s0 1 0:2
  snapshot s1 1 1:1
  state o0 1 2 0:0-1
  state o1 1 1 1:0
  written 1 checkpoint
  trigger 2 savepoint
  snapshot s0 2 0:3
  snapshot s1 2 1:3
  written 2 savepoint
  ask 1 stop-with-checkpoint
  task k0 FAILED
  answer 1 error
  restored s0.1 0:2 chk 1
  ask 0 cancel
  job CANCELLING
  answer 0 ok
  job CANCELED
  submit from 0/1
  restored s0 0:2
  restored s1 1:1
  emit s0 0:2
)",
    R"(
  submit
  job RUNNING
  restored s0 0:0
  begin k0 t1
  emit s0 0:0
  process o0 0:0
  trigger 1 checkpoint
  fault snapshot-failure asynchronous
  failed 1 asynchronous
  trigger 2 checkpoint
  snapshot s0 2 0:1
  precommit k0 t1 2
  begin k0 t2
  written 2 checkpoint
  completed 2
  ask 0 stop-with-savepoint drain
  trigger 3 terminate
  watermark o0 max
  endinput o0
  write k0 0:0 t2
  state o0 3 1 0:0
  precommit k0 t2 3
  written 3 savepoint
  commit k0 t2
  job FINISHED
  answer 0 ok 0/s3
  submit from 0/s3
  job RUNNING
  restored s0 0:1
  emit s0 0:1
  process o0 0:1
  watermark o0 20
  ask 1 cancel
  job CANCELLING
  answer 1 ok
  watermark o0 max
  job CANCELED
)"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.find_first_not_of(' ') != std::string::npos) lines.push_back(line);
  return lines;
}

std::vector<std::string> any_life() {
  std::vector<std::string> all{"submit"};
  std::set<std::string> asked;  // an id is given to one command only
  const auto add = [&](const std::string& line) {
    const std::string words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (!words.starts_with("ask ") || asked.insert(words.substr(0, 5)).second) all.push_back(line);
  };
  for (const std::string& line : lines_of(lives[below(static_cast<std::uint32_t>(lives.size()))])) {
    for (std::uint32_t n = below(8); n > 5; --n) add(any_line());
    if (below(12) != 0) add(line);
  }
  for (std::uint32_t n = below(20); n > 0; --n) add(any_line());
  return all;
}

std::vector<history::Expectations> several_expectations() {
  std::vector<history::Expectations> all;
  for (const char* engine : {"flink-1.8", "flink-1.12.1", "flink-1.14", "flink-1.15", "flip-45"})
    for (const auto retention : {history::Retention::none, history::Retention::retain_on_cancel}) {
      history::Header h = header();
      h.retention = retention;
      all.push_back(expected(engine, h));
      all.back().checkpoint_budget = 2;
    }
  all.push_back(expected());
  all.back().split_ends = {2, 3, UINT32_MAX, 1};
  return all;
}

// Windows of two records, of two keys.
history::Expectations with_windows() {
  history::Header h = header();
  h.window_ms = 20, h.event_time_per_offset_ms = 10, h.keys = 2;
  return expected("flink-1.15", h);
}

// The number of events after which the stores parted, or none.
std::optional<std::string> first_difference(const std::vector<std::string>& lines,
                                            const std::vector<history::Expectations>& expectations) {
  Judges judges;
  judges.configure(with_windows());
  Teller teller;
  Comparison comparison;
  for (const std::string& line : lines) {
    judges.fold(teller.read(line));
    if (judges.overflow()) return std::nullopt;
    for (const auto& e : expectations)
      for (const Property& p : catalogue())
        if (!comparison.compare(p, judges, e)) return std::string(p.id) + " after: " + line;
  }
  return std::nullopt;
}

TEST(stores, bounded_and_growing_ledgers_give_equal_answers) {
  const auto expectations = several_expectations();
  for (const std::string& life : lives) EXPECT_EQ(first_difference(lines_of(life), expectations), std::nullopt);
  EXPECT_TRUE(rc::check("the same events, the same answers", [&] {
    const auto difference = first_difference(*rc::gen::exec(any_life), expectations);
    if (difference) RC_FAIL(*difference);
  }));
}

// The law above says something of a property only if its lives come upon it.
TEST(stores, the_lives_make_every_situation_arise) {
  std::set<std::string_view> arose;
  for (const std::string& life : lives) {
    Judges judges;
    Teller teller;
    for (const std::string& line : lines_of(life)) judges.fold(teller.read(line));
    for (const Property& p : catalogue())
      if (ask(p, judges.growing(), expected()).arose) arose.insert(p.id);
  }
  for (const Property& p : catalogue()) EXPECT_TRUE(arose.contains(p.id)) << p.id;
}

TEST(stores, a_fresh_bounded_ledger_is_all_zero_and_judges_like_a_growing_one) {
  Judges judges;
  for (const auto& e : several_expectations())
    for (const Property& p : catalogue()) {
      const Answers a = ask(p, judges.bounded(), e);
      EXPECT_EQ(a, ask(p, judges.growing(), e)) << p.id;
      EXPECT_FALSE(a.violated || a.at_rest || a.arose) << p.id;
    }
}

// Against a set of all that were marked; numbers rise, as a coordinator's do, and now and then one comes late.
template <class Store>
void marked_numbers_equal_a_set(history::CheckpointId remembered) {
  const auto steps = *rc::gen::container<std::vector<std::pair<std::uint32_t, bool>>>(
      rc::gen::pair(rc::gen::inRange(0U, 4U), rc::gen::arbitrary<bool>()));
  MarkedNumbers<Store> fast;
  std::set<history::CheckpointId> slow;
  history::CheckpointId newest = 1, newest_marked = 0;
  for (const auto& [up, marks] : steps) {
    newest = std::min(newest + up, 250U);
    const history::CheckpointId number = up == 0 && newest > 2 ? newest - 2 : newest;
    if (marks) fast.mark(number), slow.insert(number), newest_marked = std::max(newest_marked, number);
    for (history::CheckpointId n = 1; n <= newest + 1; ++n)
      RC_ASSERT(fast.has(n) == (slow.contains(n) && n + remembered > newest_marked));
    RC_ASSERT(!fast.has(0) && !fast.has(history::no_checkpoint) && fast.empty() == slow.empty());
  }
}
TEST(stores, marked_numbers_forget_only_what_lies_far_behind) {
  EXPECT_TRUE(rc::check("in exploration the last 8", [] { marked_numbers_equal_a_set<Bounded>(8); }));
  EXPECT_TRUE(rc::check("elsewhere the last 64", [] { marked_numbers_equal_a_set<history::Growing>(64); }));
}

TEST(stores, what_does_not_fit_is_said) {
  Judges judges;
  Teller teller;
  judges.fold(teller.read("submit"));
  for (int t = 1; t <= 8; ++t) judges.fold(teller.read("write k0 0:0 t" + std::to_string(t)));
  EXPECT_FALSE(judges.overflow());
  judges.fold(teller.read("write k0 0:0 t9"));
  EXPECT_TRUE(judges.overflow());
}

}  // namespace
}  // namespace properties::test
