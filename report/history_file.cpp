#include "report/history_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "history/writer.hpp"

namespace report {

HistoryFile::HistoryFile(std::filesystem::path path, const scenarios::Case& subject)
    : path_(std::move(path)), temporary_(fmt::format("{}.{}.part", path_.string(), getpid())) {
  auto plan = model::Plan::make(subject.spec, model::Loop::run);
  if (auto* made = std::get_if<model::Plan>(&plan)) {
    plan_ = std::make_unique<const model::Plan>(std::move(*made));
    names_ = std::make_unique<model::ModelNames>(*plan_);
    history::write_header(buffer_, model::header_of(*plan_));
  }
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (!file_) failure_ = errno;
}

HistoryFile::~HistoryFile() {
  if (!file_) return;
  std::fclose(file_);
  std::remove(temporary_.c_str());
}

model::EventSink HistoryFile::sink() {
  return [this](const history::Event& event, const history::Stamp& stamp) {
    if (!names_) return;
    history::write_event(buffer_, *names_, stamp, event);
    if (buffer_.size() > 1'000'000) flush();
  };
}

void HistoryFile::flush() {
  if (file_ && std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) failure_ = errno;
  buffer_.clear();
}

std::optional<scenarios::Error> HistoryFile::finish() {
  flush();
  if (file_ && std::fclose(std::exchange(file_, nullptr)) != 0) failure_ = errno;
  if (failure_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) failure_ = errno;
  if (failure_ == 0) return std::nullopt;
  std::remove(temporary_.c_str());
  return scenarios::Error{path_.string(), 0, 0, fmt::format("cannot be written: {}", std::strerror(failure_)), "", ""};
}

}  // namespace report
