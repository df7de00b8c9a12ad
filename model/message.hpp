#pragma once
// The messages of the modelled engine, the kinds of channels they travel on and the kinds of actors that take them.
#include <cstdint>
#include <string_view>

namespace model {

enum class ActorKind : std::uint8_t { client, jobmanager, storage, faults, source, op, sink };

enum class ChannelClass : std::uint8_t {
  client_to_jobmanager,
  jobmanager_to_client,
  jobmanager_to_task,  // one for each task, as all the following "task" ones
  task_to_jobmanager,
  task_to_storage,
  storage_acknowledge,  // storage to JobManager, on behalf of a task's asynchronous part
  jobmanager_to_storage,
  storage_to_jobmanager,
  data,       // task to task
  overtaking  // task to task, beside a data channel: a barrier that does not wait for the records before it
};

enum class MessageKind : std::uint8_t {
  none,
  // data
  record,
  barrier,
  cancellation_barrier,
  watermark,
  window_part,
  end_of_data,
  end_of_partition,
  // JobManager to task
  deploy,
  trigger,
  notify_completed,
  notify_aborted,
  cancel,
  stop_source,
  add_split,
  no_more_splits,
  // task to JobManager
  running,
  data_ended,
  decline,
  finished,
  failed,
  canceled,
  request_split,
  split_finished,
  event_received,
  event_failed,
  // storage
  write_state,
  acknowledge,
  write_metadata,
  metadata_written,
  metadata_failed,
  // client
  submit,
  command,
  result
};
std::string_view to_string(MessageKind kind);

// Eight bytes. What the fields hold, by kind:
//   record                large: offset; small + medium: split (24 bits)
//   barrier, trigger, write_state, acknowledge, notify_*, decline, write_metadata, metadata_written
//                         large: checkpoint; small: the storage slot of the snapshot, with `sync_bit` for a stop's and
//                         `drain_bit` for a drain's; medium: epoch
//   watermark             large: milliseconds + 1
//   window_part           a window's records of one split: large: the first offset; medium: split; small: how many
//                         (at most 63), with `more_bit` if another part of the same result follows, `follows_bit` if
//                         one went before
//   deploy                large: attempt; small: storage slot to restore + 1, or 0; medium: epoch
//   submit                small: storage slot to restore + 1, or 0; medium: Claim
//   end_of_partition      small: 1 if the end was asked for without a drain; medium: epoch; large: the
//                         newest snapshot whose barrier came before it, where barriers are only counted
//   command               large: command
//   result                large: command, and above its 8 bits the checkpoint of the artifact, 0: none; small: outcome;
//                         medium: the kind of the artifact, and above it its execution
//   add_split, split_finished
//                         large: the split among its source's; medium: epoch
//   others                medium: epoch
// The epoch numbers deployments; a receiver of another epoch drops the message.
struct Message {
  MessageKind kind;
  std::uint8_t small;
  std::uint16_t medium;
  std::uint32_t large;

  std::uint32_t split() const { return small | std::uint32_t{medium} << 8; }
  static Message of_record(std::uint32_t split, std::uint32_t offset) {
    return {MessageKind::record, static_cast<std::uint8_t>(split), static_cast<std::uint16_t>(split >> 8), offset};
  }
  static constexpr std::uint8_t sync_bit = 0x80, drain_bit = 0x40, more_bit = 0x80, follows_bit = 0x40;
  std::uint8_t slot() const { return small & 0x3f; }
  bool sync() const { return small & sync_bit; }
  bool drain() const { return small & drain_bit; }
  std::uint32_t part_size() const { return small & 0x3fU; }
};
static_assert(sizeof(Message) == 8);

}  // namespace model
