#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/shared_event.hpp>
#include <simt/runtime/host_stream.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI {

/// An event as CUDA's host runtime names it.
/// - CUDA:    cudaEvent_t
using event_handle = void*;

/// Flags by which an event does without something.
/// - CUDA:    cudaEventBlockingSync, cudaEventDisableTiming, cudaEventInterprocess
inline constexpr unsigned event_blocking_sync = 1;
inline constexpr unsigned event_disable_timing = 2;
inline constexpr unsigned event_interprocess = 4;

namespace detail {

/// One recording of an event: a place in a stream. It outlives event and stream.
struct event_mark {
  std::shared_ptr<stream_core> core;
  device_state* device = nullptr;
  std::uint64_t ticket = 0;
  std::atomic<std::int64_t> ns{0};  // when the stream got there

  [[nodiscard]] bool reached() const noexcept { return core->reached(ticket); }
};

struct event_record {
  std::atomic<bool> alive{false};
  unsigned flags = 0;
  unsigned context = 0;
  device_state* device = nullptr;
  spin_lock lock;
  std::shared_ptr<event_mark> mark;
  std::shared_ptr<captured_place> captured;  // instead of a mark
  std::shared_ptr<shared_event> shared;      // where other processes know the event

  [[nodiscard]] std::shared_ptr<shared_event> in_processes() {
    std::scoped_lock const hold(lock);
    return shared;
  }
  [[nodiscard]] std::shared_ptr<captured_place> in_capture() {
    std::scoped_lock const hold(lock);
    return captured;
  }
  [[nodiscard]] std::shared_ptr<event_mark> last() {
    std::scoped_lock const hold(lock);
    return mark;
  }
  void share(std::shared_ptr<shared_event> with) {
    std::scoped_lock const hold(lock);
    shared.swap(with);
  }
  void set(std::shared_ptr<event_mark> fresh, std::shared_ptr<captured_place> place = nullptr) {
    std::scoped_lock const hold(lock);
    mark.swap(fresh);
    captured.swap(place);
  }
};

inline handle_pool<event_record>& events() {
  // Never destroyed: events may outlive main.
  static auto& pool = *new handle_pool<event_record>;
  return pool;
}

[[nodiscard]] inline std::int64_t now_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline std::shared_ptr<event_mark> mark_stream(stream_record& s) {
  auto mark = std::make_shared<event_mark>();
  mark->core = s.core;
  mark->device = s.device;
  join_default_stream(s);
  // Also after a device error: who waits for the event must not wait for ever.
  mark->ticket = s.core->enqueue(
      [held = mark]() noexcept { held->ns.store(now_ns(), std::memory_order_relaxed); });
  finish_in_call(s);
  return mark;
}

/// The same for an event that other processes know.
inline std::shared_ptr<event_mark> mark_stream(stream_record& s,
                                               std::shared_ptr<shared_event> event) {
  auto mark = mark_stream(s);
  std::uint64_t const number = event->begin();
  mark->ticket =
      mark->core->enqueue([held = std::move(event), number]() noexcept { held->reach(number); });
  finish_in_call(s);
  return mark;
}

/// Lets what comes next in the stream wait for a recording of another process. No worker waits: a
/// thread of its own looks.
inline void wait_in_stream(stream_record& s, std::shared_ptr<shared_event> event,
                           std::uint64_t number) {
  auto const gate = std::make_shared<stream_core>(s.device->normal);
  std::thread([gate, event = std::move(event), number] {
    (void)event->wait(number);
    (void)gate->enqueue([]() noexcept {});
  }).detach();
  s.core->enqueue_gate(gate, 1);
}

}  // namespace detail

/// Creates an event of the calling thread's device.
/// - CUDA:    cudaEventCreateWithFlags
/// - Needs:   flags out of the three above; interprocess together with disable_timing
/// - Errors:  invalid_value; memory_allocation
[[nodiscard]] inline error_code create_event(event_handle* out, unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || flags > 7 ||
        ((flags & event_interprocess) != 0 && (flags & event_disable_timing) == 0))
      return error_code::invalid_value;
    detail::event_record* const e = detail::events().take();
    e->flags = flags;
    e->context = detail::this_thread.context;
    e->device = &detail::this_device();
    e->set(nullptr);
    e->share(nullptr);
    e->alive.store(true, std::memory_order_release);
    *out = e;
    return error_code::success;
  });
}

/// Ends an event at once; streams that wait for it go on doing so.
/// - CUDA:    cudaEventDestroy
[[nodiscard]] inline error_code destroy_event(event_handle handle) noexcept {
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(handle);
    if (e == nullptr || !e->alive.exchange(false)) return error_code::invalid_resource_handle;
    e->set(nullptr);
    e->share(nullptr);
    detail::events().give_back(e);
    return error_code::success;
  });
}

/// Lets the event stand for what has been queued in a stream so far.
/// - CUDA:    cudaEventRecord
/// - Errors:  invalid_resource_handle, also if event and stream are of different devices
[[nodiscard]] inline error_code record_event(event_handle event, stream_handle stream,
                                             bool per_thread = false) noexcept {
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(event);
    if (e == nullptr) return error_code::invalid_resource_handle;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr || s->device != e->device) return error_code::invalid_resource_handle;
    detail::check_implicit(*s);
    if (auto place = detail::record_in_capture(*s))
      e->set(nullptr, std::move(place));
    else if (auto shared = e->in_processes())
      e->set(detail::mark_stream(*s, std::move(shared)));
    else
      e->set(detail::mark_stream(*s));
    detail::tell_recorded(e, *s);
    return error_code::success;
  });
}

/// success if what the event stands for is done, or if it was never recorded; else not_ready.
/// - CUDA:    cudaEventQuery
[[nodiscard]] inline error_code query_event(event_handle event) noexcept {
  // The one query that a host function may make.
  struct permitted {
    int const outer = std::exchange(detail::this_thread.inside_host_function, 0);
    permitted() = default;
    ~permitted() { detail::this_thread.inside_host_function = outer; }
    permitted(permitted const&) = delete;
    permitted& operator=(permitted const&) = delete;
  } const scope;
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(event);
    if (e == nullptr) return error_code::invalid_resource_handle;
    if (auto const place = e->in_capture()) detail::fail_captured_event(*place);
    detail::forbid_in_capture();
    if (auto const shared = e->in_processes())
      return shared->has_reached(shared->last()) ? detail::settle(*e->device)
                                                 : error_code::not_ready;
    auto const mark = e->last();
    if (mark == nullptr) return error_code::success;
    if (!mark->reached()) return error_code::not_ready;
    detail::tell_awaited(e, nullptr);
    return detail::settle(*mark->device);
  });
}

/// Waits for what the event stands for, by doing it where possible.
/// - CUDA:    cudaEventSynchronize
[[nodiscard]] inline error_code synchronize_event(event_handle event) noexcept {
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(event);
    if (e == nullptr) return error_code::invalid_resource_handle;
    if (auto const place = e->in_capture()) detail::fail_captured_event(*place);
    detail::forbid_in_capture();
    auto const mark = e->last();
    if (mark != nullptr) mark->core->wait(mark->ticket);
    detail::tell_awaited(e, nullptr);
    if (auto const shared = e->in_processes(); shared != nullptr && !shared->wait(shared->last()))
      return error_code::unknown;
    if (mark == nullptr) return error_code::success;
    return detail::settle(*mark->device);
  });
}

/// Lets what comes next in the stream wait for what the event stands for now. The devices may
/// differ.
/// - CUDA:    cudaStreamWaitEvent
[[nodiscard]] inline error_code wait_event(stream_handle stream, event_handle event,
                                           bool per_thread = false) noexcept {
  return detail::guarded([&] {
    detail::event_record* const e = detail::events().find(event);
    if (e == nullptr) return error_code::invalid_resource_handle;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    if (auto const place = e->in_capture()) {
      detail::join_capture(*s, *place);
      return error_code::success;
    }
    auto const mark = e->last();
    auto const shared = e->in_processes();
    std::uint64_t const number = shared != nullptr ? shared->last() : 0;
    bool const is_foreign = shared != nullptr && !shared->is_recorded_here();
    if (mark == nullptr && !is_foreign) return error_code::success;
    if (detail::is_capturing(*s)) {
      // What is outside of a capture cannot order what is inside.
      detail::spoil_capture(*s);
      return error_code::stream_capture_isolation;
    }
    detail::check_implicit(*s);
    detail::join_default_stream(*s);
    detail::tell_awaited(e, s);
    if (is_foreign && !shared->has_reached(number)) detail::wait_in_stream(*s, shared, number);
    if (mark != nullptr && mark->core != s->core && !mark->reached())
      s->core->enqueue_gate(mark->core, mark->ticket);
    return error_code::success;
  });
}

/// Milliseconds between two events, half a microsecond or better.
/// - CUDA:    cudaEventElapsedTime
/// - Errors:  invalid_value; invalid_resource_handle if one was not recorded, takes no time or the
///            devices differ; not_ready
[[nodiscard]] inline error_code elapsed_time(float* ms, event_handle from,
                                             event_handle to) noexcept {
  return detail::guarded([&] {
    if (ms == nullptr) return error_code::invalid_value;
    detail::event_record* const a = detail::events().find(from);
    detail::event_record* const b = detail::events().find(to);
    if (a == nullptr || b == nullptr || ((a->flags | b->flags) & event_disable_timing) != 0 ||
        a->device != b->device)
      return error_code::invalid_resource_handle;
    auto const first = a->last();
    auto const second = b->last();
    if (first == nullptr || second == nullptr) return error_code::invalid_resource_handle;
    if (!first->reached() || !second->reached()) return error_code::not_ready;
    *ms = static_cast<float>(static_cast<double>(second->ns.load() - first->ns.load()) * 1e-6);
    return detail::settle(*a->device);
  });
}

}  // namespace simt::inline SIMT_ABI
