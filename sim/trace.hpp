#pragma once
// A trace is a list of named steps: what happened, in words that outlive numbers. As text it is one step a line,
//
//     trigger_checkpoint jobmanager
//     acknowledge_checkpoint count/0 to jobmanager
//     crash_task faults #2
//
// the rule, its subject (an actor or a channel), and the binding where the rule has a choice. Empty lines and lines
// that begin with `#` say nothing. Tested in tests/sim/trace_test.cpp.
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/machine.hpp"

namespace sim {

struct NamedStep {
  std::string rule, subject;
  std::uint16_t binding = 0;
  friend bool operator==(const NamedStep&, const NamedStep&) = default;
};
using Trace = std::vector<NamedStep>;

struct TraceError {
  std::size_t line = 0;  // from 1; 0: no error
  std::string message;
};

// Expects a step that is possible now: the message at the head tells the rule.
template <World W>
NamedStep name_of(const W& world, Step s) {
  if (!s.of_channel())
    return {std::string(world.rules().of_actors()[s.rule].name), world.actor_name(s.subject), s.binding};
  const ChannelRule<W>* rule = Machine<W>::channel_rule(world, s);
  expects(rule);
  return {std::string(rule->name), world.channel_name(s.subject), s.binding};
}

// Runs the steps from the state that `world` is in.
template <World W>
Trace name_all(W& world, const std::vector<Step>& steps) {
  Trace trace;
  for (const Step s : steps) {
    trace.push_back(name_of(world, s));
    Machine<W>::apply(world, s);
  }
  return trace;
}

inline std::string to_text(const NamedStep& s) {
  std::string line = s.rule + ' ' + s.subject;
  if (s.binding != 0) line += " #" + std::to_string(s.binding);
  return line;
}

inline std::string to_text(const Trace& trace) {
  std::string text;
  for (const NamedStep& s : trace) text += to_text(s) + '\n';
  return text;
}

// Empty: the line is one step, now in `out`. Otherwise what is wrong with it.
inline std::string parse_step(std::string_view line, NamedStep& out) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || space == 0 || space + 1 == line.size())
    return "expected a rule, a space and its subject";
  std::string_view subject = line.substr(space + 1);
  out = {std::string(line.substr(0, space)), {}, 0};
  if (const std::size_t mark = subject.rfind(" #"); mark != std::string_view::npos) {
    const std::string_view digits = subject.substr(mark + 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.binding);
    if (error != std::errc() || end != digits.data() + digits.size())
      return "expected a number from 0 to 65535 after '#', found '" + std::string(digits) + "'";
    subject = subject.substr(0, mark);
  }
  if (subject.empty() || subject.front() == ' ' || subject.back() == ' ')
    return "expected the name of an actor or a channel";
  out.subject = subject;
  return {};
}

// The steps before an error are in `out`.
inline TraceError parse_trace(std::string_view text, Trace& out) {
  out.clear();
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    NamedStep step;
    if (std::string wrong = parse_step(line, step); !wrong.empty()) return {number, std::move(wrong)};
    out.push_back(std::move(step));
  }
  return {};
}

}  // namespace sim
