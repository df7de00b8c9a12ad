// `expect:` blocks. They merge: read_expect adds to what the scenario's block has put into a way, and the later one
// wins. Maps merge into maps, down to the figure of one sink; a number replaces a map, and a map a number.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scenarios/expect_words.hpp"
#include "scenarios/fields.hpp"
#include "scenarios/parts.hpp"

namespace scenarios {
namespace {

std::vector<Choice> answer_choices() {
  std::vector<Choice> all;
  for (std::string_view word : answer_words) all.push_back({word});
  return all;
}

void check_known(Context& context, Place place, std::string_view word, std::string_view of_what,
                 const std::vector<std::string>& all) {
  if (all.empty() || std::find(all.begin(), all.end(), word) != all.end()) return;
  const std::vector<std::string_view> known(all.begin(), all.end());
  context.unknown(place, fmt::format("unknown {} {}", of_what, in_quotes(word)), word, known);
}

std::optional<Figure> read_figure(Context& context, const Node& node) {
  constexpr std::int64_t most = 1'000'000'000'000'000;
  const auto* text = scalar(context, node, "a whole number, some, none or unknown");
  if (!text) return std::nullopt;
  if (*text == "unknown") return Figure{};
  if (*text == "some") return Figure::some();
  if (*text == "none") return Figure{0};
  std::int64_t value = 0;
  auto parsed = parse_whole(*text, -most, most);
  if (auto* c = std::get_if<Complaint>(&parsed)) {
    constexpr std::string_view words[]{"some", "none", "unknown"};
    c->expected += ", some, none or unknown", c->nearest = nearest_of(*text, words);
  }
  if (!take(context, node.place, std::move(parsed), value)) return std::nullopt;
  return Figure{value};
}

void read_figures(Context& context, const Node& node, Way& into) {
  const auto& deliveries = block("sink").find("delivery")->choices;
  for_each_entry(context, node, [&](const std::string& name, Place place, const Node& value) {
    check_known(context, place, name, "figure", context.known.figures);
    if (value.kind != Node::Kind::map) {
      const auto figure = read_figure(context, value);
      if (!figure) return;
      into.expect.figures[name] = *figure;
      for (auto& [sink, figures] : into.figures_of_sink) figures.erase(name);
      return;
    }
    for_each_entry(context, value, [&](const std::string& sink, Place sink_place, const Node& of_sink) {
      const Node word = make_node(Node::Kind::scalar, sink_place, sink);
      const auto figure = read_figure(context, of_sink);
      if (!choose(context, word, deliveries) || !figure) return;
      into.expect.figures.erase(name);
      into.figures_of_sink[sink][name] = *figure;
    });
  });
  std::erase_if(into.figures_of_sink, [](const auto& of_sink) { return of_sink.second.empty(); });
}

void read_promises(Context& context, const Node& node, Way& into) {
  static constexpr Choice fates[]{{"broken"}, {"kept"}};
  for_each_entry(context, node, [&](const std::string& id, Place place, const Node& value) {
    check_known(context, place, id, "promise", context.known.promises);
    if (const auto fate = choose(context, value, fates)) into.expect.promises[id] = *fate == 1;
  });
}

void read_answers(Context& context, const Node& node, Way& into) {
  const std::vector<Choice> answers = answer_choices();
  for_each_entry(context, node, [&](const std::string& id, Place, const Node& value) {
    if (const auto answer = choose(context, value, answers)) into.expect.commands[id] = static_cast<Answer>(*answer);
  });
}

void read_artifacts(const Fields& fields, std::string_view key, Expectation::Artifacts& into) {
  const Node* node = fields.find(key);
  if (!node) return;
  const Fields counts(fields.context(), *node, block("artifacts"));
  for (std::string_view kind : {"checkpoint", "savepoint"})
    if (std::int64_t n = 0; counts.whole(kind, n)) into[std::string(kind)] = n;
}

}  // namespace

void read_expect(Context& context, const Node& node, Way& into) {
  const Fields fields(context, node, block("expect"));
  if (const Node* figures = fields.find("figures")) read_figures(context, *figures, into);
  if (const Node* promises = fields.find("promises")) read_promises(context, *promises, into);
  history::JobStatus status{};
  if (fields.choice("final status", status)) into.expect.final_status = status;
  std::uint8_t answer = 0;
  if (fields.choice("command", answer)) into.expect.command = answer == 1;
  if (const Node* commands = fields.find("commands")) read_answers(context, *commands, into);
  read_artifacts(fields, "artifacts", into.expect.artifacts);
  read_artifacts(fields, "left by run-1", into.expect.left_by_run_1);
}

}  // namespace scenarios
