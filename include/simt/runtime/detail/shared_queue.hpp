#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/detail/told_order.hpp>

#include <mutex>

namespace simt::inline SIMT_ABI::detail {

/// Lets what comes next in a stream wait for what other streams have put into its queue, where the
/// environment gives a device few queues.
/// - CUDA:    CUDA_DEVICE_MAX_CONNECTIONS: streams that share a queue wait for one another
inline void join_queue(stream_record& s) {
  device_state& d = *s.device;
  if (d.connections == 0 || &s == d.legacy) [[likely]]
    return;
  std::scoped_lock const hold(d.queue_lock);
  device_state::queue_end const& q = d.queues[s.id % d.connections];
  if (q.core != nullptr) tell_waits(s, q.core);
  if (q.core != nullptr && q.core != s.core && !q.core->reached(q.ticket))
    s.core->enqueue_gate(q.core, q.ticket);
}
/// Says that the stream's last work is the last of its queue.
inline void leave_queue(stream_record& s) {
  device_state& d = *s.device;
  if (d.connections == 0 || &s == d.legacy) [[likely]]
    return;
  std::scoped_lock const hold(d.queue_lock);
  d.queues[s.id % d.connections] = {s.core, s.core->ticket()};
}

}  // namespace simt::inline SIMT_ABI::detail
