#include "history/names.hpp"

#include <charconv>

namespace history {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// A number as we would write it: no sign, no leading zero; and one that a record may have.
std::optional<Offset> canonical_offset(std::string_view text) {
  Offset value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool canonical =
      error == std::errc() && end == text.data() + text.size() && (text.size() == 1 || text[0] != '0');
  return canonical && value <= greatest_offset ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string InternedNames::artifact(ArtifactId id) const {
  const auto at = artifact_numbers_.find(id);
  return at == artifact_numbers_.end() ? "?" + std::to_string(id) : artifacts_.name(at->second);
}

std::string InternedNames::out(OutId id) const {
  if (is_passed_through(id)) {
    const Record r = record_of(id);
    return "p" + split(r.split) + ":" + std::to_string(r.offset);
  }
  return outs_.name(is_flushed(id) ? id ^ flushed(0) : id);
}

Names::VertexKind InternedNames::vertex_kind(TaskId id) const {
  const std::string name = task(id);
  if (starts_with(name, "source/") || starts_with(name, "src/")) return VertexKind::source;
  if (starts_with(name, "op/")) return VertexKind::op;
  return starts_with(name, "sink/") ? VertexKind::sink : VertexKind::other;
}

ArtifactId InternedNames::add_artifact(std::string_view name, JobId job, CheckpointId checkpoint, ArtifactKind kind) {
  if (const auto known = find_artifact(name)) return *known;
  ArtifactId id = model_artifact(job, checkpoint, kind);
  if (!has_meaning(id) || artifact_numbers_.count(id)) id = ArtifactId{1} << 63 | artifacts_.size();
  artifact_numbers_.emplace(id, artifacts_.add(name));
  artifact_ids_.push_back(id);
  return id;
}

OutId InternedNames::add_out(std::string_view name) {
  const auto colon = name.rfind(':');
  if (colon != std::string_view::npos && colon > 1 && name[0] == 'p') {
    const auto offset = canonical_offset(name.substr(colon + 1));
    if (offset) return passed_through({add_split(name.substr(1, colon - 1)), *offset});
  }
  const OutId id = outs_.add(name);
  return starts_with(name, "flush:") ? flushed(id) : id;
}

TxnId InternedNames::add_txn(std::string_view name) {
  const TxnId id = txns_.add(name);
  begun_.mark(id);
  return id;
}
std::optional<TxnId> InternedNames::find_txn(std::string_view name) const {
  const auto id = txns_.find(name);
  return id && begun_.marked(*id) ? id : std::nullopt;
}

std::optional<ArtifactId> InternedNames::find_artifact(std::string_view name) const {
  const auto number = artifacts_.find(name);
  return number ? std::optional(artifact_ids_[*number]) : std::nullopt;
}

}  // namespace history
