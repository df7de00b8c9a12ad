#include "history/names.hpp"

#include <charconv>

namespace history {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// A number as we would write it: no sign, no leading zero.
std::optional<Offset> canonical_offset(std::string_view text) {
  Offset value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || (text.size() > 1 && text[0] == '0'))
    return std::nullopt;
  return value;
}

template <class To>
std::optional<To> narrowed(std::optional<std::uint64_t> id) {
  return id ? std::optional(static_cast<To>(*id)) : std::nullopt;
}

}  // namespace

std::uint64_t InternedNames::Table::add(std::string_view name) {
  const auto at = ids_.lower_bound(name);
  if (at != ids_.end() && at->first == name) return at->second;
  const auto made = ids_.emplace_hint(at, std::string(name), names_.size());
  names_.push_back(&made->first);
  return made->second;
}

std::optional<std::uint64_t> InternedNames::Table::find(std::string_view name) const {
  const auto at = ids_.find(name);
  return at == ids_.end() ? std::nullopt : std::optional(at->second);
}

std::string InternedNames::artifact(ArtifactId id) const {
  const auto at = artifact_names_.find(id);
  return at == artifact_names_.end() ? "?" + std::to_string(id) : *at->second;
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
  if (!has_meaning(id) || artifact_names_.count(id)) id = ArtifactId{1} << 63 | artifacts_.size();
  const auto made = artifacts_.emplace(std::string(name), id).first;
  artifact_names_.emplace(id, &made->first);
  return id;
}

OutId InternedNames::add_out(std::string_view name) {
  const auto colon = name.rfind(':');
  if (colon != std::string_view::npos && name[0] == 'p') {
    const auto split = find_split(name.substr(1, colon - 1));
    const auto offset = canonical_offset(name.substr(colon + 1));
    if (split && offset) return passed_through({*split, *offset});
  }
  const OutId id = outs_.add(name);
  return starts_with(name, "flush:") ? flushed(id) : id;
}

std::optional<JobId> InternedNames::find_job(std::string_view name) const { return narrowed<JobId>(jobs_.find(name)); }
std::optional<CommandId> InternedNames::find_command(std::string_view name) const {
  return narrowed<CommandId>(commands_.find(name));
}
std::optional<SplitId> InternedNames::find_split(std::string_view name) const {
  return narrowed<SplitId>(splits_.find(name));
}
std::optional<ArtifactId> InternedNames::find_artifact(std::string_view name) const {
  const auto at = artifacts_.find(name);
  return at == artifacts_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace history
