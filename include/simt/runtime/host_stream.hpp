#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/runtime/detail/capture.hpp>
#include <simt/runtime/detail/child_errors.hpp>
#include <simt/runtime/detail/host_functions.hpp>
#include <simt/runtime/detail/shared_queue.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/detail/told_order.hpp>
#include <simt/runtime/stream_handle.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

namespace detail {

/// Gives the answer of a call before it looks at its arguments: the device's sticky error, or that
/// calls are not possible here.
[[nodiscard]] inline error_code enter() noexcept {
  if (this_thread.inside_host_function != 0) [[unlikely]]
    return error_code::not_permitted;
  host_state& h = host();
  if (h.unloaded.load(std::memory_order_relaxed)) [[unlikely]]
    return error_code::cudart_unloading;
  if (h.devices.empty()) [[unlikely]]
    return error_code::no_device;
  return static_cast<error_code>(
      h.devices[static_cast<std::size_t>(this_thread.device)]->fault.load(
          std::memory_order_relaxed));
}

/// The calling thread's device, or that of its kernel. There must be one: enter() says so.
[[nodiscard]] inline device_state& this_device() noexcept {
  if (block const* const b = block::current(); b != nullptr && device_of(*b) != nullptr) [[unlikely]]
    return *device_of(*b);
  return *host().devices[static_cast<std::size_t>(this_thread.device)];
}

/// Keeps a call's result as the thread's last error, as all calls do that fail.
/// - CUDA:    queries that answer cudaErrorNotReady leave the last error alone
inline error_code report(error_code code) noexcept {
  this_thread.runtime_use |= 1;
  if (code != error_code::success && code != error_code::not_ready) [[unlikely]]
    keep_error(code);
  return code;
}

/// Takes a stream out of its device; work that is left goes on.
inline void retire_stream(stream_record& s) {
  device_state& d = *s.device;
  std::shared_ptr<stream_core> core;
  tell_leaving(s);
  {
    std::scoped_lock const hold(d.lock);
    std::erase(d.streams, &s);
    bool const blocking = (s.flags & stream_non_blocking) == 0;
    core = std::move(s.core);
    if (!core->idle())
      d.leaving.push_back({core, blocking, s.seen_by_legacy.load()});
    else if (blocking)
      d.blocking.fetch_sub(1);
  }
  host().streams.give_back(&s);
}

/// Makes a stream and lets its device know.
[[nodiscard]] inline stream_record& add_stream(device_state& d, unsigned flags, int priority) {
  stream_record& s = *host().make_stream(d, flags, priority);
  std::scoped_lock const hold(d.lock);
  d.streams.push_back(&s);
  if ((flags & stream_non_blocking) == 0) d.blocking.fetch_add(1);
  return s;
}

/// The default streams of a thread, one a device, made when they are first used.
struct thread_streams {
  std::vector<stream_record*> by_device;

  thread_streams() = default;
  thread_streams(thread_streams const&) = delete;
  thread_streams& operator=(thread_streams const&) = delete;
  ~thread_streams() {
    for (stream_record* const s : by_device)
      if (s != nullptr && s->alive.exchange(false)) retire_stream(*s);
  }

  stream_record& on(device_state& d) {
    auto const index = static_cast<std::size_t>(d.id);
    if (by_device.size() <= index) by_device.resize(index + 1);
    stream_record*& s = by_device[index];
    // A reset of the device ends this one, too.
    if (s == nullptr || !s->alive.load()) s = &add_stream(d, 0, 0);
    return *s;
  }
};

[[nodiscard]] inline stream_record& thread_stream(device_state& d) {
  thread_local thread_streams streams;
  return streams.on(d);
}

/// The stream behind a handle, null where there is none. `per_thread`: what null means.
[[nodiscard]] inline stream_record* find_stream(stream_handle handle, bool per_thread) {
  auto const value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 1 || (value == 0 && !per_thread)) return this_device().legacy;
  if (value == 2 || value == 0) return &thread_stream(this_device());
  return host().streams.find(handle);
}

/// Lets what comes next in a stream wait for what CUDA's rules of the default stream ask: the
/// legacy stream for all blocking streams, these for it.
inline void join_default_stream(stream_record& s) {
  tell_default_stream(s);
  device_state& d = *s.device;
  if (&s == d.legacy) {
    if (d.blocking.load() == 0) return;
    std::scoped_lock const hold(d.lock);
    auto const wait_for = [&](std::shared_ptr<stream_core> const& core, std::uint64_t seen) {
      std::uint64_t const ticket = core->ticket();
      if (ticket > seen && !core->reached(ticket)) s.core->enqueue_gate(core, ticket);
      return std::max(ticket, seen);
    };
    for (stream_record* const b : d.streams)
      if ((b->flags & stream_non_blocking) == 0)
        b->seen_by_legacy.store(wait_for(b->core, b->seen_by_legacy.load()));
    for (leaving_stream& b : d.leaving)
      if (b.blocking) b.seen_by_legacy = wait_for(b.core, b.seen_by_legacy);
  } else if ((s.flags & stream_non_blocking) == 0) {
    stream_core& legacy = *d.legacy->core;
    std::uint64_t const ticket = legacy.ticket();
    if (legacy.reached(ticket) || ticket <= s.legacy_seen.load(std::memory_order_acquire)) return;
    s.core->enqueue_gate(d.legacy->core, ticket);
    s.legacy_seen.store(ticket, std::memory_order_release);
  }
}

/// Set by finish_work_in_calls.
inline constinit std::atomic<bool> work_ends_in_calls{false};

/// Waits for what has just been queued, where calls end with their work.
inline void finish_in_call(stream_record& s) {
  if (work_ends_in_calls.load(std::memory_order_relaxed)) [[unlikely]]
    s.core->wait();
}

/// Appends work to a stream. Work that throws leaves its device with an error; after a sticky one
/// the device's work is dropped. Where the stream captures, work becomes a node of its graph.
/// - Errors:  std::bad_alloc; runtime_error of a capture
template <class F>
std::uint64_t submit(stream_record& s, F&& work, node_kind kind = node_kind::kernel) {
  if (captures().active.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    check_implicit(s);
    if constexpr (std::is_copy_constructible_v<std::remove_cvref_t<F>>) {
      if (capture_work(s, kind, work)) return 0;
    } else {
      forbid_on_captured(s);
    }
  }
  join_default_stream(s);
  join_queue(s);
  tell_queued(s);
  auto run = [d = s.device, work = std::forward<F>(work)]() mutable noexcept {
    if (d->fault.load(std::memory_order_relaxed) != 0) return;
    told_work const told;
    origin_scope const from({d, 0, current_origin.urgency});
    try {
      work();
    } catch (...) {
      d->fail(std::current_exception());
    }
  };
  std::uint64_t ticket = 0;
  if constexpr (std::is_same_v<std::remove_cvref_t<F>, host_function>)
    ticket = s.core->enqueue(host_call(std::move(run)));
  else
    ticket = s.core->enqueue(std::move(run));
  leave_queue(s);
  finish_in_call(s);
  return ticket;
}

/// Runs or destroys what submit_erased has queued.
inline bool act_erased(void* payload, work_queue::action what, stream_core*) noexcept {
  auto& p = *static_cast<work_queue::erased_payload*>(payload);
  auto& d = *static_cast<device_state*>(p.own);
  if (what == work_queue::action::run && d.fault.load(std::memory_order_relaxed) == 0) {
    told_work const told;
    origin_scope const from({&d, 0, current_origin.urgency});
    try {
      p.of->run(p.kept());
    } catch (...) {
      d.fail(std::current_exception());
    }
  }
  if (p.of->destroy != nullptr) p.of->destroy(p.kept());
  return true;
}

/// The same as submit, for a callable without its type.
inline void submit_erased(stream_record& s, erased_call const& work) {
  if (captures().active.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    check_implicit(s);
    if (is_capturing(s)) {
      submit(s, [kept = std::make_shared<kept_call>(work)] { kept->run(); });
      return;
    }
  }
  join_default_stream(s);
  join_queue(s);
  tell_queued(s);
  s.core->enqueue_erased(&act_erased, s.device, work);
  leave_queue(s);
  finish_in_call(s);
}

#if SIMT_CHECK
/// True for errors of kernels, which every later call gives: they are told where they happen.
[[nodiscard]] constexpr bool is_of_a_kernel(error_code e) noexcept {
  return e == error_code::illegal_address || e == error_code::launch_timeout ||
         e == error_code::assert_failed ||
         (e >= error_code::hardware_stack_error && e <= error_code::launch_failure);
}
#endif

/// Runs the body of a call if calls are possible, and turns exceptions into codes.
template <class F>
[[nodiscard]] error_code guarded(F&& body) noexcept {
  if (error_code const e = enter(); e != error_code::success) [[unlikely]]
    return e;
  auto const run = [&] {
    try {
      return body();
    } catch (runtime_error const& e) {
      return e.code();
    } catch (std::bad_alloc const&) {
      return error_code::memory_allocation;
    } catch (...) {
      return error_code::unknown;
    }
  };
#if SIMT_CHECK
  error_code const e = run();
  if (e != error_code::success && e != error_code::not_ready && !is_of_a_kernel(e))
    simt_check_call_failed(error_name(e));
  return e;
#else
  return run();
#endif
}

/// The error that calls which wait have to tell.
[[nodiscard]] inline error_code settle(device_state& d) noexcept {
  if (int const fault = d.fault.load(); fault != 0) [[unlikely]]
    return static_cast<error_code>(fault);
  if (d.pending.load(std::memory_order_relaxed) != 0) [[unlikely]]
    return static_cast<error_code>(d.pending.exchange(0));
  return error_code::success;
}

/// Waits for a stream as cudaStreamSynchronize does: the legacy stream's end is that of the
/// blocking streams, too.
[[nodiscard]] inline error_code wait_for_stream(stream_record& s) {
  if (&s == s.device->legacy) join_default_stream(s);
  std::shared_ptr<stream_core> const core = s.core;
  core->wait();
  return settle(*s.device);
}

/// Called by what waits for a stream, or asks how far it is.
inline void check_waiting(stream_record const& s) {
  if (captures().active.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  check_implicit(s);
  forbid_on_captured(s);
  forbid_in_capture();
}

}  // namespace detail

/// Creates a stream of the calling thread's device.
/// - CUDA:    cudaStreamCreateWithPriority
/// - Needs:   flags 0 or 1 (non-blocking); a priority outside -5..0 becomes the nearest one
/// - Errors:  invalid_value; memory_allocation
[[nodiscard]] inline error_code create_stream(stream_handle* out, unsigned flags,
                                              int priority) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || flags > 1) return error_code::invalid_value;
    *out = &detail::add_stream(detail::this_device(), flags, std::clamp(priority, -5, 0));
    return error_code::success;
  });
}

/// Ends a stream at once; what has been queued still runs.
/// - CUDA:    cudaStreamDestroy
/// - Errors:  invalid_resource_handle, for the default streams and for what is no stream
[[nodiscard]] inline error_code destroy_stream(stream_handle handle) noexcept {
  return detail::guarded([&] {
    detail::stream_record* const s = detail::host().streams.find(handle);
    if (s == nullptr || s == s->device->legacy || !s->alive.exchange(false))
      return error_code::invalid_resource_handle;
    detail::leave_capture(*s);
    detail::retire_stream(*s);
    return error_code::success;
  });
}

/// Waits for all work of a stream, by doing it where possible.
/// - CUDA:    cudaStreamSynchronize
/// - Errors:  invalid_resource_handle; the device's error
[[nodiscard]] inline error_code synchronize_stream(stream_handle handle,
                                                   bool per_thread = false) noexcept {
  return detail::guarded([&] {
    detail::stream_record* const s = detail::find_stream(handle, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::check_waiting(*s);
    return detail::wait_for_stream(*s);
  });
}

/// success if a stream has nothing left to do, else not_ready.
/// - CUDA:    cudaStreamQuery
[[nodiscard]] inline error_code query_stream(stream_handle handle,
                                             bool per_thread = false) noexcept {
  return detail::guarded([&] {
    detail::stream_record* const s = detail::find_stream(handle, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::check_waiting(*s);
    if (s == s->device->legacy) detail::join_default_stream(*s);
    if (!s->core->idle()) return error_code::not_ready;
    detail::tell_waited(s);
    return detail::settle(*s->device);
  });
}

/// Waits for all work of the calling thread's device.
/// - CUDA:    cudaDeviceSynchronize
[[nodiscard]] inline error_code synchronize_device() noexcept {
  return detail::guarded([] {
    detail::device_state& d = detail::this_device();
    detail::forbid_on_device(d);
    detail::wait_for_device(d);
    return detail::settle(d);
  });
}

/// Appends a host function. Host functions run one at a time, may not call the runtime, and are
/// left out after a sticky error.
/// - CUDA:    cudaLaunchHostFunc
[[nodiscard]] inline error_code submit_host_function(stream_handle handle, bool per_thread,
                                                     void (*function)(void*),
                                                     void* argument) noexcept {
  return detail::guarded([&] {
    if (function == nullptr) return error_code::invalid_value;
    detail::stream_record* const s = detail::find_stream(handle, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::submit(*s, detail::host_function{function, argument},
                   detail::node_kind::host_function);
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
