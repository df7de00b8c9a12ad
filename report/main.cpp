// quiesce: what happens when a streaming job is stopped, cancelled or lost. The command line; each verb is a file in
// verbs/.
#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include "report/catalogue.hpp"
#include "report/session.hpp"

namespace {

using namespace report;

int usage_page(const Options& o) {
  const Verb* verb = find_verb(o.verb);
  print(verb ? help(o.program, *verb) : help(o.program));
  return ok;
}

int act(int argc, const char* const* argv) {
  const auto parsed = parse(argc, argv);
  if (const auto* e = std::get_if<scenarios::Error>(&parsed))
    return refuse(*e, "", wants_json(argc, argv) ? Format::json : Format::text);
  const Options& o = std::get<Options>(parsed);
  if (o.version) return print(fmt::format("quiesce {}\n", tool_version())), ok;
  if (o.help) return usage_page(o);
  if (!o.verb.empty()) return find_verb(o.verb)->act(o);
  if (o.format == Format::json)
    return refuse({"quiesce", 0, 0, "no verb is given", "one of those that quiesce --help names", ""}, "", o.format);
  print_error(help(o.program));
  return bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  // A programmer's mistake has said where it is; the shell is told that it was no verdict.
  std::signal(SIGABRT, [](int) { std::_Exit(internal_error); });
  try {
    return act(argc, argv);
  } catch (const std::bad_alloc&) {
    print_error("quiesce: out of memory; an exploration is bounded with --budget 2GB or --budget 1M-states\n");
  } catch (const std::exception& e) {
    print_error(fmt::format("quiesce: internal error: {}\n", e.what()));
  }
  return internal_error;
}
