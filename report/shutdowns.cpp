#include "report/shutdowns.hpp"

#include <algorithm>
#include <cstdlib>

namespace report {
namespace {

using P = Primitive;

bool has(std::span<const Primitive> steps, Primitive p) {
  return std::find(steps.begin(), steps.end(), p) != steps.end();
}
// How long running work is waited for.
int patience(std::span<const Primitive> steps) {
  return has(steps, P::wait_sessions) ? 3 : has(steps, P::wait_transactions) ? 1 : 0;
}
int distance(std::span<const Primitive> a, std::span<const Primitive> b) {
  const auto differ = [&](Primitive p) { return has(a, p) != has(b, p) ? 1 : 0; };
  return 32 * differ(P::sharp_checkpoint) + 16 * differ(P::deferred_work) + 8 * differ(P::kill) +
         std::abs(patience(a) - patience(b));
}
std::vector<Primitive> without(std::span<const Primitive> all, std::span<const Primitive> some) {
  std::vector<Primitive> rest;
  for (const Primitive p : all)
    if (!has(some, p) && p != P::write_log && p != P::mark_clean && p != P::fence) rest.push_back(p);
  return rest;
}

}  // namespace

PrimitiveWords words(Primitive p) {
  switch (p) {
    case P::fence: return {"nobody is let in", "the sources read no more"};
    case P::wait_sessions: return {"every session is waited for", "the bounded sources come to their end"};
    case P::wait_transactions: return {"running transactions are waited for", "what is in flight goes through"};
    case P::abort_work: return {"running work is rolled back", "what is in flight is dropped"};
    case P::deferred_work: return {"all deferred work is done (purge, merge)", "every timer and window fires"};
    case P::write_log: return {"the log is written to disk", "the input is in its log already"};
    case P::sharp_checkpoint: return {"a sharp checkpoint is taken", "a snapshot is taken behind the last record read"};
    case P::backup: return {"a backup is taken while work goes on", "a savepoint is taken while records flow"};
    case P::mark_clean: return {"a clean shutdown is noted", "the job ends by itself"};
    case P::kill: return {"the processes are killed", "the tasks fail"};
  }
  return {};
}

std::span<const Shutdown> shutdowns() {
  constexpr std::string_view mysql = "MySQL Reference Manual, innodb_fast_shutdown";
  constexpr std::string_view postgres = "PostgreSQL manual, Shutting Down the Server";
  constexpr std::string_view oracle = "Oracle Database Administrator's Guide, Shutting Down a Database";
  static const std::vector<Shutdown> all{
      {"InnoDB",
       "innodb_fast_shutdown = 1",
       {P::fence, P::abort_work, P::sharp_checkpoint, P::mark_clean},
       "no redo; what was rolled back or put off is finished in the background",
       mysql},
      {"InnoDB",
       "innodb_fast_shutdown = 0",
       {P::fence, P::abort_work, P::deferred_work, P::sharp_checkpoint, P::mark_clean},
       "nothing to do",
       mysql},
      {"InnoDB",
       "innodb_fast_shutdown = 2",
       {P::fence, P::abort_work, P::write_log},
       "redo from the last fuzzy checkpoint, then undo; no committed transaction is lost",
       mysql},
      {"InnoDB", "killed", {P::kill}, "the same; what was durable in the log is kept", mysql},
      {"PostgreSQL", "fast", {P::fence, P::abort_work, P::sharp_checkpoint, P::mark_clean}, "no redo", postgres},
      {"PostgreSQL", "smart", {P::fence, P::wait_sessions, P::sharp_checkpoint, P::mark_clean}, "no redo", postgres},
      {"PostgreSQL", "immediate", {P::kill}, "redo from the last checkpoint", postgres},
      {"Oracle",
       "TRANSACTIONAL",
       {P::fence, P::wait_transactions, P::sharp_checkpoint, P::mark_clean},
       "no redo",
       oracle},
      {"Oracle", "IMMEDIATE", {P::fence, P::abort_work, P::sharp_checkpoint, P::mark_clean}, "no redo", oracle},
      {"Oracle", "NORMAL", {P::fence, P::wait_sessions, P::sharp_checkpoint, P::mark_clean}, "no redo", oracle},
      {"Oracle", "ABORT", {P::kill}, "redo, then undo", oracle},
  };
  return all;
}

std::vector<Nearest> nearest(std::span<const Primitive> ending) {
  std::vector<const Shutdown*> found;
  for (const Shutdown& s : shutdowns()) {
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const Shutdown* f) { return f->database == s.database; });
    if (same == found.end())
      found.push_back(&s);
    else if (distance(s.steps, ending) < distance((*same)->steps, ending))
      *same = &s;
  }
  std::vector<Nearest> all;
  for (const Shutdown* s : found) all.push_back({s, without(s->steps, ending), without(ending, s->steps)});
  return all;
}

}  // namespace report
