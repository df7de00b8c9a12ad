#include "history/writer.hpp"

#include <fmt/format.h>

#include <charconv>

#include "history/words.hpp"

namespace history {
namespace {

// Appends JSON by hand: a tree for each event would cost more than the run that it records.
class Out {
 public:
  Out(std::string& text, const Names& names) : text_(text), names_(names) {}

  void line(const Stamp& s, std::string_view ev) {
    text_ += "{\"seq\":";
    append(s.seq);
    text_ += ",\"t\":";
    append(s.t);
    text_ += ",\"ev\":\"";
    text_ += ev;
    text_ += '"';
  }
  void end() { text_ += "}\n"; }

  void key(std::string_view k) {
    text_ += ",\"";
    text_ += k;
    text_ += "\":";
  }
  template <class N>
  void number(std::string_view k, N n) {
    key(k);
    append(n);
  }
  void text(std::string_view k, std::string_view t) {
    key(k);
    string(t);
  }
  void optional(std::string_view k, std::string_view t) {
    if (!t.empty()) text(k, t);
  }
  // The words of enumerators need no escapes.
  void word_of(std::string_view k, std::string_view w) {
    key(k);
    text_ += '"';
    text_ += w;
    text_ += '"';
  }
  void flag(std::string_view k, bool b) {
    key(k);
    text_ += b ? "true" : "false";
  }
  void if_set(std::string_view k, bool b) {
    if (b) flag(k, true);
  }
  void job(JobId j) { text("job", names_.job(j)); }
  void at(const At& a) {
    job(a.job);
    text("task", names_.task(a.task));
    number("attempt", a.attempt);
  }
  void txn(TxnId t) { text("txn", names_.txn(t)); }
  void artifact(ArtifactId a) {
    if (a != no_artifact) text("artifact", names_.artifact(a));
  }
  void record(std::string_view k, Record r) {
    key(k);
    range({r.split, r.offset, r.offset});
  }
  void ranges(std::string_view k, std::span<const RecordRange> recs) {
    key(k);
    list(recs, [&](const RecordRange& r) { range(r); });
  }
  void positions(std::span<const Position> positions) {
    key("positions");
    text_ += '{';
    for (const Position& p : positions) {
      if (&p != positions.data()) text_ += ',';
      string(names_.split(p.split));
      text_ += ':';
      append(p.next);
    }
    text_ += '}';
  }
  void state(const OperatorState& s) {
    text_ += ",\"state\":{\"count\":";
    append(s.count);
    ranges("recs", s.recs);
    text_ += '}';
  }
  void texts(std::string_view k, std::span<const std::string_view> all) {
    if (all.empty()) return;
    key(k);
    list(all, [&](std::string_view t) { string(t); });
  }
  void null() { text_ += "null"; }
  const Names& names() const { return names_; }

 private:
  template <class N>
  void append(N n) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
  }
  template <class T, class F>
  void list(std::span<const T> all, F&& one) {
    text_ += '[';
    for (const T& t : all) {
      if (&t != all.data()) text_ += ',';
      one(t);
    }
    text_ += ']';
  }
  void range(const RecordRange& r) {
    text_ += '"';
    escaped(names_.split(r.split));
    text_ += ':';
    append(r.first);
    if (r.last != r.first) text_ += '-', append(r.last);
    text_ += '"';
  }
  void string(std::string_view t) {
    text_ += '"';
    escaped(t);
    text_ += '"';
  }
  void escaped(std::string_view t) {
    for (const char c : t) {
      if (c == '"' || c == '\\')
        text_ += '\\', text_ += c;
      else if (c == '\n')
        text_ += "\\n";
      else if (c == '\t')
        text_ += "\\t";
      else if (static_cast<unsigned char>(c) < 0x20)
        fmt::format_to(std::back_inserter(text_), "\\u{:04x}", c);
      else
        text_ += c;
    }
  }

  std::string& text_;
  const Names& names_;
};

// one function for each event: its name, then its fields

std::string_view name(const JobSubmitted&) { return "job.submitted"; }
void fields(Out& o, const JobSubmitted& e) {
  o.job(e.job);
  if (e.restored_from != no_artifact) return o.text("restoredFrom", o.names().artifact(e.restored_from));
  o.key("restoredFrom"), o.null();
}

std::string_view name(const JobStatusChanged&) { return "job.status"; }
void fields(Out& o, const JobStatusChanged& e) {
  o.job(e.job), o.word_of("status", word(e.status)), o.optional("error", e.error);
}

std::string_view name(const TaskStatusChanged&) { return "task.status"; }
void fields(Out& o, const TaskStatusChanged& e) {
  o.at(e.at), o.word_of("status", word(e.status)), o.optional("error", e.error);
  if (e.chained_with != no_task) o.text("chainedWith", o.names().task(e.chained_with));
}

std::string_view name(const Command&) { return "command"; }
void fields(Out& o, const Command& e) {
  o.text("id", o.names().command(e.id)), o.job(e.job), o.word_of("kind", word(e.kind));
  o.flag("drain", e.drain), o.if_set("cleanup", e.cleanup);
}

std::string_view name(const CommandResult&) { return "command.result"; }
void fields(Out& o, const CommandResult& e) {
  o.text("id", o.names().command(e.id)), o.flag("ok", e.ok), o.artifact(e.artifact);
  o.optional("error", e.error), o.texts("errorChain", e.error_chain);
}

std::string_view name(const CheckpointTriggered&) { return "checkpoint.triggered"; }
void fields(Out& o, const CheckpointTriggered& e) {
  o.job(e.job), o.number("checkpoint", e.checkpoint), o.word_of("kind", word(e.kind));
}

std::string_view name(const CheckpointCompleted&) { return "checkpoint.completed"; }
void fields(Out& o, const CheckpointCompleted& e) {
  o.job(e.job), o.number("checkpoint", e.checkpoint), o.artifact(e.artifact);
}

std::string_view name(const CheckpointFailed&) { return "checkpoint.failed"; }
void fields(Out& o, const CheckpointFailed& e) {
  o.job(e.job), o.number("checkpoint", e.checkpoint), o.text("reason", e.reason);
}

std::string_view name(const ArtifactWritten&) { return "artifact.written"; }
void fields(Out& o, const ArtifactWritten& e) {
  o.artifact(e.artifact), o.word_of("kind", word(e.kind)), o.job(e.job), o.number("checkpoint", e.checkpoint);
  if (e.channel_states >= 0) o.number("channelStates", e.channel_states);
}

std::string_view name(const ArtifactDeleted&) { return "artifact.deleted"; }
void fields(Out& o, const ArtifactDeleted& e) { o.artifact(e.artifact); }

std::string_view name(const SourceRestored&) { return "source.restored"; }
void fields(Out& o, const SourceRestored& e) {
  o.at(e.at), o.positions(e.positions);
  if (e.from_checkpoint != no_checkpoint) o.number("fromCheckpoint", e.from_checkpoint);
}

std::string_view name(const SourceEmit&) { return "source.emit"; }
void fields(Out& o, const SourceEmit& e) { o.at(e.at), o.record("rec", e.rec); }

std::string_view name(const SourceSnapshot&) { return "source.snapshot"; }
void fields(Out& o, const SourceSnapshot& e) {
  o.at(e.at), o.number("checkpoint", e.checkpoint), o.positions(e.positions);
}

std::string_view name(const SourceStop&) { return "source.stop"; }
void fields(Out& o, const SourceStop& e) { o.at(e.at); }

std::string_view name(const SourceCancel&) { return "source.cancel"; }
void fields(Out& o, const SourceCancel& e) { o.at(e.at); }

std::string_view name(const SourceEnd&) { return "source.end"; }
void fields(Out& o, const SourceEnd& e) {
  o.at(e.at), o.optional("how", e.how);
  if (!e.unsent.empty()) o.ranges("unsent", e.unsent);
}

std::string_view name(const OpRestored&) { return "op.restored"; }
void fields(Out& o, const OpRestored& e) { o.at(e.at), o.state(e.state); }

std::string_view name(const OpProcess&) { return "op.process"; }
void fields(Out& o, const OpProcess& e) { o.at(e.at), o.record("rec", e.rec), o.if_set("late", e.late); }

std::string_view name(const OpSnapshot&) { return "op.snapshot"; }
void fields(Out& o, const OpSnapshot& e) { o.at(e.at), o.number("checkpoint", e.checkpoint), o.state(e.state); }

std::string_view name(const OpEndInput&) { return "op.endInput"; }
void fields(Out& o, const OpEndInput& e) { o.at(e.at); }

std::string_view name(const OpFinish&) { return "op.finish"; }
void fields(Out& o, const OpFinish& e) { o.at(e.at); }

std::string_view name(const OpClose&) { return "op.close"; }
void fields(Out& o, const OpClose& e) { o.at(e.at); }

std::string_view name(const Watermark&) { return "watermark"; }
void fields(Out& o, const Watermark& e) { o.at(e.at), o.number("value", e.value); }

std::string_view name(const TimerFired&) { return "timer.fired"; }
void fields(Out& o, const TimerFired& e) {
  o.at(e.at), o.word_of("domain", word(e.domain)), o.number("time", e.time), o.text("key", e.key);
}

std::string_view name(const SinkWrite&) { return "sink.write"; }
void fields(Out& o, const SinkWrite& e) {
  o.at(e.at);
  if (e.txn != no_txn) o.txn(e.txn);
  o.text("out", o.names().out(e.out)), o.ranges("recs", e.recs);
}

std::string_view name(const TxnBegin&) { return "txn.begin"; }
void fields(Out& o, const TxnBegin& e) { o.at(e.at), o.txn(e.txn); }

std::string_view name(const TxnPrecommit&) { return "txn.precommit"; }
void fields(Out& o, const TxnPrecommit& e) { o.at(e.at), o.txn(e.txn), o.number("checkpoint", e.checkpoint); }

std::string_view name(const TxnCommit&) { return "txn.commit"; }
void fields(Out& o, const TxnCommit& e) {
  o.at(e.at), o.txn(e.txn), o.flag("recovered", e.recovered), o.if_set("repeat", e.repeat);
}

std::string_view name(const TxnAbort&) { return "txn.abort"; }
void fields(Out& o, const TxnAbort& e) {
  o.at(e.at), o.txn(e.txn), o.flag("recovered", e.recovered), o.if_set("repeat", e.repeat);
}

std::string_view name(const TxnRefused&) { return "txn.refused"; }
void fields(Out& o, const TxnRefused& e) {
  o.at(e.at), o.txn(e.txn), o.text("asked", e.asked), o.text("reason", e.reason);
}

std::string_view name(const TxnExpire&) { return "txn.expire"; }
void fields(Out& o, const TxnExpire& e) { o.txn(e.txn); }

std::string_view name(const NotifyCompleted&) { return "notify.completed"; }
void fields(Out& o, const NotifyCompleted& e) { o.at(e.at), o.number("checkpoint", e.checkpoint); }

std::string_view name(const NotifyAborted&) { return "notify.aborted"; }
void fields(Out& o, const NotifyAborted& e) { o.at(e.at), o.number("checkpoint", e.checkpoint); }

std::string_view name(const Fault&) { return "fault"; }
void fields(Out& o, const Fault& e) {
  o.text("kind", e.kind), o.optional("target", e.target), o.optional("detail", e.detail);
}

}  // namespace

void write_event(std::string& out, const Names& names, const Stamp& stamp, const Event& event) {
  Out o(out, names);
  std::visit(
      [&](const auto& e) {
        o.line(stamp, name(e));
        fields(o, e);
      },
      event);
  o.end();
}

}  // namespace history
