#pragma once
// The attempt that occupies each subtask, and its last status; the last status of the job. Decides "one active attempt"
// and "final statuses are final". In exploration 2 bytes a task, at most 16 tasks, all of it in the model's own state.
//
// A newer attempt takes the place of an older one when the older one is not active any more, or when both are active,
// which is the violation. A newer attempt that is only planned while the older one is being cancelled is not
// remembered: it is seen when it deploys.
#include "history/store.hpp"
#include "properties/monitors/by_task.hpp"

namespace properties {

template <class Store>
class AttemptMarks {
 public:
  static constexpr std::string_view name = "attempt marks";

  bool two_active() const { return seen_ & two; }
  bool task_revived() const { return seen_ & task_after_final; }
  bool job_revived() const { return seen_ & job_after_final; }
  bool left_suspended() const { return seen_ & job_after_suspended; }
  bool any_active() const { return seen_ & active; }
  bool any_final() const { return seen_ & final_seen; }
  bool overflow() const { return tasks_.overflow(); }

  void on(const history::JobSubmitted& e, const history::Stamp&) {
    tasks_.clear();
    job_ = Store::job(e.job), has_status_ = 0;
  }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.job) != job_) return;
    if (has_status_ && history::is_terminal(status_) && e.status != status_)
      seen_ |= status_ == history::JobStatus::suspended ? job_after_suspended : job_after_final;
    if (history::is_terminal(e.status)) seen_ |= final_seen;
    status_ = e.status, has_status_ = 1;
  }
  void on(const history::TaskStatusChanged& e, const history::Stamp&) {
    if (Store::job(e.at.job) != job_) return;
    if (is_final(e.status)) seen_ |= final_seen;
    if (history::is_active(e.status)) seen_ |= active;
    Mark& m = tasks_.at(e.at.task);
    const auto attempt = Store::attempt(e.at.attempt);
    const bool occupied = m.known() && history::is_active(m.status());
    if (m.known() && attempt == m.attempt) {
      if (is_final(m.status()) && e.status != m.status()) seen_ |= task_after_final;
    } else if (occupied) {
      if (!history::is_active(e.status)) return;
      seen_ |= two;
    } else if (m.known() && attempt < m.attempt) {
      if (!is_final(e.status)) seen_ |= task_after_final;
      return;
    }
    m.set(attempt, e.status);
  }

 private:
  enum : std::uint8_t {
    two = 1,
    task_after_final = 2,
    job_after_final = 4,
    job_after_suspended = 8,
    active = 16,
    final_seen = 32
  };
  struct Mark {
    typename Store::Attempt attempt;
    std::uint8_t status_plus_one;
    bool known() const { return status_plus_one != 0; }
    history::TaskStatus status() const { return static_cast<history::TaskStatus>(status_plus_one - 1); }
    void set(typename Store::Attempt a, history::TaskStatus s) {
      attempt = a;
      status_plus_one = static_cast<std::uint8_t>(static_cast<std::uint8_t>(s) + 1);
    }
  };
  static bool is_final(history::TaskStatus s) {
    using S = history::TaskStatus;
    return s == S::finished || s == S::canceled || s == S::failed;
  }

  ByTask<Store, Mark> tasks_;
  typename Store::Job job_{};
  history::JobStatus status_{};
  std::uint8_t has_status_ = 0, seen_ = 0;
};

}  // namespace properties
