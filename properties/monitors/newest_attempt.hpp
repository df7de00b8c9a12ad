#pragma once
// The newest attempt of the newest execution. A failure restarts all tasks together, so what comes of an older attempt
// comes late, from a task that does not know yet: monitors pass over it. In exploration 2 bytes.
#include "history/store.hpp"

namespace properties {

template <class Store>
class NewestAttempt {
 public:
  enum class Step : std::uint8_t { same, newer, older };

  void submitted(history::JobId job) { job_ = Store::job(job), attempt_ = 0; }
  bool of_newest(history::JobId job) const { return Store::job(job) == job_; }
  Step seen(const history::At& at) {
    const auto attempt = Store::attempt(at.attempt);
    if (!of_newest(at.job) || attempt < attempt_) return Step::older;
    if (attempt == attempt_) return Step::same;
    attempt_ = attempt;
    return Step::newer;
  }

 private:
  typename Store::Job job_{};
  typename Store::Attempt attempt_{};
};

}  // namespace properties
