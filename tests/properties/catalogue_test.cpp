#include <set>

#include "sequences.hpp"

namespace properties::test {
namespace {

TEST(catalogue, ids_and_sentences_are_unique_and_say_something) {
  std::set<std::string_view> ids, sentences;
  for (const Property& p : catalogue()) {
    EXPECT_TRUE(ids.insert(p.id).second) << p.id;
    EXPECT_TRUE(sentences.insert(p.sentence).second) << p.id;
    EXPECT_GT(p.sentence.size(), 20U) << p.id;
    EXPECT_LE(p.sentence.size(), 140U) << p.id;
    EXPECT_EQ(p.sentence.back(), '.') << p.id;
    EXPECT_EQ(p.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), p.id.npos) << p.id;
    EXPECT_EQ(find(p.id), &p);
  }
  EXPECT_EQ(find("no-such-promise"), nullptr);
}

template <class Store>
void expect_questions(const Property& p) {
  const Judge<Store>& j = p.judge<Store>();
  EXPECT_TRUE(j.arose) << p.id;
  EXPECT_EQ(j.violated != nullptr, p.kind == Kind::always || p.kind == Kind::across) << p.id;
  EXPECT_EQ(j.reached != nullptr, p.kind == Kind::sometimes) << p.id;
  EXPECT_EQ(j.goal != nullptr, p.kind == Kind::can_always) << p.id;
  EXPECT_TRUE(p.kind != Kind::can_always || j.violated_at_rest) << p.id;
  EXPECT_TRUE(p.kind != Kind::sometimes || !j.violated_at_rest) << p.id;
}

TEST(catalogue, a_property_answers_the_questions_of_its_kind_in_both_stores) {
  for (const Property& p : catalogue()) {
    expect_questions<Growing>(p);
    expect_questions<Bounded>(p);
  }
}

TEST(catalogue, a_property_needs_no_other_columns_than_it_declares) {
  for (const Property& p : catalogue()) {
    EXPECT_NE(p.columns, 0U) << p.id;
    EXPECT_EQ(p.columns & ~JudgedLedger<Bounded>::all(), 0U) << p.id;
    const JudgedLedger<Growing> ledger(p.columns);
    ask(p, ledger, expected());  // a missing column would end the process
  }
}

TEST(catalogue, every_reason_cites_the_reference_or_says_why_not) {
  for (const char* engine :
       {"flink-1.8", "flink-1.9", "flink-1.12.1", "flink-1.14", "flink-1.15", "flink-2.3", "flip-45"})
    for (const Property& p : catalogue()) {
      const Promise promise = p.promised(expected(engine));
      EXPECT_FALSE(promise.reason.empty()) << p.id << engine;
      EXPECT_TRUE(!promise.made || promise.reason.find_first_of("0123456789") != promise.reason.npos) << p.id << engine;
      EXPECT_FALSE(promise.made && !promise.judged) << p.id << engine;
    }
}

TEST(catalogue, columns_leave_out_what_cannot_be_judged) {
  history::Header h = header();
  const auto all = columns_for(expected("flink-1.15", h));
  h.bounds["0"] = 5;
  const auto fewer = columns_for(expected("flink-1.15", h));
  EXPECT_EQ(all & ~fewer, bit<StateSums>() | bit<FiringMarks>());
}

TEST(verdict, of_an_exploration) {
  const auto of = [](Kind k, bool complete, bool arose, bool violated, bool reached) {
    return verdict(k, Explored{complete, arose, violated, reached});
  };
  EXPECT_EQ(of(Kind::always, true, true, false, false), Verdict::holds);
  EXPECT_EQ(of(Kind::always, true, false, false, false), Verdict::vacuous);
  EXPECT_EQ(of(Kind::always, false, true, true, false), Verdict::violated);
  EXPECT_EQ(of(Kind::across, false, true, false, false), Verdict::undecided);
  EXPECT_EQ(of(Kind::sometimes, false, true, false, true), Verdict::seen);
  EXPECT_EQ(of(Kind::sometimes, true, true, false, false), Verdict::never);
  EXPECT_EQ(of(Kind::sometimes, false, true, false, false), Verdict::undecided);
  EXPECT_EQ(of(Kind::can_always, true, true, true, false), Verdict::violated);
  EXPECT_EQ(of(Kind::can_always, false, true, true, false), Verdict::undecided);
}

TEST(verdict, of_runs) {
  const auto of = [](Kind k, bool arose, bool violated, bool reached) {
    return verdict(k, Ran{arose, violated, reached});
  };
  EXPECT_EQ(of(Kind::always, true, false, false), Verdict::not_violated);
  EXPECT_EQ(of(Kind::can_always, true, true, false), Verdict::violated);
  EXPECT_EQ(of(Kind::across, false, false, false), Verdict::vacuous);
  EXPECT_EQ(of(Kind::sometimes, true, false, false), Verdict::not_seen);
  EXPECT_EQ(of(Kind::sometimes, true, false, true), Verdict::seen);
  EXPECT_EQ(to_string(Verdict::not_violated), "not violated");
}

TEST(verdict, only_promised_and_violated_is_an_alarm) {
  EXPECT_TRUE(is_alarm({true, "R1"}, Verdict::violated));
  EXPECT_FALSE(is_alarm({false, "R1"}, Verdict::violated));
  EXPECT_FALSE(is_alarm({true, "R1"}, Verdict::not_violated));
}

}  // namespace
}  // namespace properties::test
