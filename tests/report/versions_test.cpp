// The table of knobs as it is read for one version, and as it is printed.
#include "report/versions.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/lists.hpp"
#include "report/words.hpp"
#include "tests/report/program.hpp"

namespace report {
namespace {

std::vector<std::string> many_versions() {
  std::vector<std::string> all = model::profile_names();
  for (const char* patch : {"flink-1.11.3", "flink-1.11.4", "flink-1.12.0", "flink-1.12.1", "flink-1.12.2",
                            "flink-1.12.3", "flink-1.12.7", "flink-1.20.5"})
    all.emplace_back(patch);
  return all;
}

TEST(versions, the_row_in_force_is_the_one_that_gives_the_value) {
  for (const std::string& name : many_versions()) {
    const model::Semantics semantics = *model::profile(name);
    for (const model::Knob& k : model::knobs())
      EXPECT_EQ(row_in_force(k, name).value, k.values[k.get(semantics)]) << k.name << " in " << name;
  }
}

TEST(versions, a_value_that_comes_back_has_two_spans) {
  std::vector<std::string> texts;
  for (const KnobSpan& s : spans_of(*model::find_knob("end_input_on_suspend")))
    texts.push_back(s.text + " " + std::string(s.row->value));
  EXPECT_EQ(texts, (std::vector<std::string>{"1.8 - 1.11.3 yes", "1.11.4 - 1.11.x no", "1.12.0 - 1.12.1 yes",
                                             "1.12.2 and later no"}));
}

TEST(versions, a_proposal_ends_no_span_of_a_version) {
  std::vector<std::string> texts;
  for (const KnobSpan& s : spans_of(*model::find_knob("stop_command"))) texts.push_back(s.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"1.8", "1.9 and later", "flip-45"}));
}

TEST(versions, a_number_alone_is_a_version_of_flink) {
  EXPECT_EQ(full_version("1.14"), "flink-1.14");
  EXPECT_EQ(full_version("flink-1.14"), "flink-1.14");
  EXPECT_EQ(full_version("flip-45"), "flip-45");
  EXPECT_EQ(full_version(""), "");
}

TEST(versions, the_list_names_every_knob_value_and_ticket_and_fits_a_screen) {
  const auto data = semantics_data();
  ASSERT_EQ(data.size(), model::knobs().size());
  const std::string text = semantics_text(data, {});
  for (const model::Knob& k : model::knobs()) {
    EXPECT_NE(text.find("  " + std::string(k.name) + "  " + std::string(k.meaning) + "\n"), std::string::npos);
    for (std::string_view v : k.values) EXPECT_NE(text.find(v), std::string::npos) << k.name << ": " << v;
  }
  for (const model::KnobRow& row : model::knob_rows())
    EXPECT_NE(text.find(row.ticket), std::string::npos) << row.knob << ": " << row.ticket;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(width(std::string_view(text).substr(at, end - at)), 120U) << text.substr(at, end - at);
    at = end + 1;
  }
}

TEST(versions, differences_are_the_knobs_that_differ_with_the_row_of_the_newer_version) {
  const auto data = differences("flink-1.11.3", "flink-1.11.4");
  std::vector<std::string> knobs;
  for (const auto& d : data) {
    knobs.push_back(d["knob"]);
    EXPECT_EQ(d["since"], "1.11.4") << d["knob"];
    EXPECT_FALSE(d["meaning"].get<std::string>().empty());
  }
  EXPECT_EQ(knobs, (std::vector<std::string>{"end_input_on_suspend", "failed_source_task", "stop_abort_notice",
                                             "half_success"}));
  EXPECT_TRUE(differences("flink-1.12.7", "flink-1.12").empty());
}

TEST(versions, between_takes_patch_levels_and_numbers_and_the_proposal) {
  using report_test::call;
  const auto patches = call({"list", "semantics", "--between", "1.12.1", "flink-1.12.7"});
  EXPECT_EQ(patches.code, 0) << patches.err;
  EXPECT_NE(patches.out.find("savepoint_subsumes  which completed savepoints"), std::string::npos) << patches.out;
  EXPECT_NE(patches.out.find("every-one -> of-stop"), std::string::npos) << patches.out;
  const auto proposal = call({"list", "semantics", "--between", "1.15", "flip-45"});
  EXPECT_NE(proposal.out.find("refused -> with-checkpoint"), std::string::npos) << proposal.out;
  const auto unknown = call({"list", "semantics", "--between", "1.7", "1.15"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("unknown version \"1.7\"; expected one of flink-1.8, flink-1.9"), std::string::npos)
      << unknown.err;
}

}  // namespace
}  // namespace report
