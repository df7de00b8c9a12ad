#pragma once
// The transactions that are open: begun, and neither pre-committed nor ended. Decides whether one stays open that
// nobody will end any more: its job is over, or the same subtask begins another one. In exploration 48 bytes, all of it
// in the model's own state.
//
// SUSPENDED says nothing: what a lost JobManager leaves behind ends a little later (M24).
#include "history/store.hpp"

namespace properties {

template <class Store>
class TransactionMarks {
 public:
  static constexpr std::string_view name = "transaction marks";

  bool any() const {
    if constexpr (Store::bounded)
      return open_.size() != 0;
    else
      return seen_ & any_open;
  }
  bool leaked() const { return seen_ & left_open; }
  bool overflow() const { return open_.overflow(); }

  void on(const history::JobSubmitted&, const history::Stamp&) { open_.clear(); }
  void on(const history::JobStatusChanged& e, const history::Stamp&) {
    if (!history::is_terminal(e.status) || e.status == history::JobStatus::suspended) return;
    if (open_.size() != 0) seen_ |= left_open;
    open_.clear();
  }
  void on(const history::TxnBegin& e, const history::Stamp&) {
    const auto task = Store::task(e.at.task);
    if (open_.find(task)) seen_ |= left_open;
    open_.get(task) = Store::txn(e.txn);
    if constexpr (!Store::bounded) seen_ |= any_open;
  }
  void on(const history::TxnPrecommit& e, const history::Stamp&) { end(e.at.task, e.txn); }
  void on(const history::TxnCommit& e, const history::Stamp&) { end(e.at.task, e.txn); }
  void on(const history::TxnAbort& e, const history::Stamp&) { end(e.at.task, e.txn); }
  // Rare, and it is not said whose it was.
  void on(const history::TxnExpire& e, const history::Stamp&) {
    bool found = false;
    typename Store::Task owner{};
    open_.for_each([&](typename Store::Task task, typename Store::Txn open) {
      if (open == Store::txn(e.txn)) found = true, owner = task;
    });
    if (found) open_.erase(owner);
  }

 private:
  enum : std::uint8_t { any_open = 1, left_open = 2 };

  void end(history::TaskId task, history::TxnId txn) {
    const auto* open = open_.find(Store::task(task));
    if (open && *open == Store::txn(txn)) open_.erase(Store::task(task));
  }

  typename Store::template Map<typename Store::Task, typename Store::Txn, 8> open_;  // the one that each subtask writes
  std::uint8_t seen_ = 0, zero_[3] = {};
};

}  // namespace properties
