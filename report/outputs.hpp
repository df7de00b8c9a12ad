#pragma once
// What a verb that judges cases leaves for machines. It shows each case as it is done; at the end the format that was
// asked for goes to standard output, and all of them into the folder of --out. Text for people the verb prints itself.
// Tested in tests/report/ci_formats_test.cpp.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/checks.hpp"
#include "report/options.hpp"

namespace report {

// One format that grows with each case.
class Rendering {
 public:
  virtual ~Rendering() = default;
  virtual void add(const CaseView& view) = 0;
  // A piece of text that belongs to the whole, for those that have room for it.
  virtual void add_text(const std::string& /*title*/, const std::string& /*text*/) {}
  // The same for Markdown alone, as it is.
  virtual void add_markdown(const std::string& /*text*/) {}
  virtual std::string text(const Conclusion& conclusion, int exit) = 0;
};
std::unique_ptr<Rendering> make_junit(const std::string& verb);
std::unique_ptr<Rendering> make_sarif(const std::string& verb);
std::unique_ptr<Rendering> make_markdown(const std::string& verb);
// Text that means itself in Markdown, also inside of a table.
std::string markdown_text(std::string_view text);

class Outputs {
 public:
  // `rules`: of the runs and explorations, which are told anew for diagrams; null: their verb has none.
  explicit Outputs(const Options& options, const model::World::Rules* rules = nullptr);

  bool text() const { return options_.format == Format::text; }
  // The case as an entry of the JSON document is made only where it is wanted.
  template <class MakeEntry>
  void add(const CaseView& view, MakeEntry&& make_entry) {
    if (options_.format == Format::json || whole_) entries_.push_back(make_entry());
    if (whole_) add_whole(view);
    for (auto& [format, rendering] : renderings_) rendering->add(view);
  }
  void add(const CaseView& view);
  // Of what is no case of a file: an entry of the JSON document alone.
  void add_entry(nlohmann::ordered_json entry) { entries_.push_back(std::move(entry)); }
  void add_text(const std::string& title, const std::string& text);
  void add_markdown(const std::string& text);
  // Behind the cases, in the JSON document and in what is made of it.
  void add_key(const std::string& key, nlohmann::ordered_json value) { more_[key] = std::move(value); }

  // Prints what was asked for, leaves the files. `exit`: of the verb; returned, unless a file cannot be written.
  int finish(const Conclusion& conclusion, int exit);

 private:
  void add_whole(const CaseView& view);
  nlohmann::ordered_json whole(nlohmann::ordered_json document);

  const Options& options_;
  const model::World::Rules* rules_;
  bool whole_;  // a document is wanted with all that pictures are made of
  nlohmann::ordered_json diagrams_ = nlohmann::ordered_json::array(), jobs_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json graphs_ = nlohmann::ordered_json::array();
  std::size_t diagram_bytes_ = 0, diagrams_left_out_ = 0, graphs_left_out_ = 0;
  std::string text_;
  nlohmann::ordered_json entries_ = nlohmann::ordered_json::array(), more_;
  std::vector<std::pair<Format, std::unique_ptr<Rendering>>> renderings_;
};

}  // namespace report
