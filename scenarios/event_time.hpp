#pragma once
// A job and what was seen of it, without event time: an abstraction, for proofs that a version cannot have done what
// was recorded (follow_recording.cpp). Tested in tests/laws/refusal_test.cpp.
//
// Watermarks decide when windows fire, which records are late, what sinks write. Nothing else in a job's life depends
// on them: not when records are read and taken, not snapshots, notices, commits, ends; a window's result is passed on
// unseen, and there is room kept for it. The abstraction is the same job, whose watermarks never rise before the end of
// the data: its windows hold what the job's would have sent on, and all else goes its way. So it can do all that the
// job can, seen through the events that are left; where it cannot have shown these, the job cannot have shown all. That
// saves the question where each watermark was sent, which no recording answers and which multiplies the ways to be
// tried.
//
// What is taken away, so that this is true: the watermarks of all tasks, what sinks write, that a record is late, the
// transactions of a Sink V2, which begin with something to write; and of the client, that it waits until a record is
// visible (it may do so earlier now).
#include "scenarios/follow.hpp"

namespace scenarios {

bool has_event_time(const model::Spec& spec);
model::Spec without_event_time(model::Spec spec);
Sights without_event_time(const model::Spec& spec, Sights sights);

// Follows without event time first, where there is any; if that is not refused, with it, in rounds. `limits.states` is
// for each of the two.
Followed follow_in_event_time(const model::Spec& spec, const Sights& sights, FollowLimits limits);

}  // namespace scenarios
