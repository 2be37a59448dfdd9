#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/runtime/detail/state.hpp>

#include <memory>
#include <mutex>

// What checked builds are told of the order of work: which stream waits for which, also where
// nothing is left to wait for, as CUDA's promises count there and not the time. Nothing in other
// builds.
namespace simt::inline SIMT_ABI::detail {

/// Tells that work is about to be queued.
inline void tell_queued([[maybe_unused]] stream_record& s) {
#if SIMT_CHECK
  simt_check_queues(s.core.get());
#endif
}

/// Tells, while it lives, that the calling thread does a stream's work.
struct told_work {
#if SIMT_CHECK
  told_work() { simt_check_begins_queued(stream_frame::innermost_core()); }
  explicit told_work(stream_record& s) { simt_check_begins_queued(s.core.get()); }
  ~told_work() { simt_check_ends_queued(); }
#else
  told_work() {}
  explicit told_work(stream_record&) {}
#endif
  told_work(told_work const&) = delete;
  told_work& operator=(told_work const&) = delete;
};

/// Tells that the host has waited for a stream, or for all.
inline void tell_waited([[maybe_unused]] stream_record* s) {
#if SIMT_CHECK
  simt_check_host_waited(s != nullptr ? s->core.get() : nullptr);
#endif
}

/// Tells that what comes next in a stream waits for another's work so far.
inline void tell_waits([[maybe_unused]] stream_record& s,
                       [[maybe_unused]] std::shared_ptr<stream_core> const& other) {
#if SIMT_CHECK
  simt_check_stream_waits(s.core.get(), other.get());
#endif
}

/// Tells what join_default_stream promises.
inline void tell_default_stream([[maybe_unused]] stream_record& s) {
#if SIMT_CHECK
  device_state& d = *s.device;
  if (&s == d.legacy) {
    std::scoped_lock const hold(d.lock);
    for (stream_record* const b : d.streams)
      if ((b->flags & stream_non_blocking) == 0)
        simt_check_stream_waits(s.core.get(), b->core.get());
  } else if ((s.flags & stream_non_blocking) == 0) {
    simt_check_stream_waits(s.core.get(), d.legacy->core.get());
  }
#endif
}

/// Tells of a stream that is taken out of its device: nobody finds it any more who is to wait for
/// it.
inline void tell_leaving([[maybe_unused]] stream_record& s) {
#if SIMT_CHECK
  if ((s.flags & stream_non_blocking) == 0)
    simt_check_stream_waits(s.device->legacy->core.get(), s.core.get());
#endif
}

/// Does work of a stream that has nothing before it, on the calling thread, which so has waited for
/// it.
template <class Work>
void do_at_once(stream_record& s, Work const& work) {
  tell_default_stream(s);
  tell_queued(s);
  {
    told_work const told(s);
    work();
  }
  tell_waited(&s);
}

/// Tells what an event stands for, and who waits for it: null for the host.
inline void tell_recorded([[maybe_unused]] void const* event, [[maybe_unused]] stream_record& s) {
#if SIMT_CHECK
  simt_check_event_recorded(event, s.core.get());
#endif
}
inline void tell_awaited([[maybe_unused]] void const* event, [[maybe_unused]] stream_record* s) {
#if SIMT_CHECK
  simt_check_event_awaited(event, s != nullptr ? s->core.get() : nullptr);
#endif
}

}  // namespace simt::inline SIMT_ABI::detail
