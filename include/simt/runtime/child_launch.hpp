#pragma once
// SPDX-License-Identifier: MIT

// What kernels may ask of the runtime: launches of kernels, streams and events of their block.
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/launch/detail/erased_call.hpp>
#include <simt/runtime/detail/child_errors.hpp>
#include <simt/runtime/detail/child_queue.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/error_code.hpp>
#include <simt/runtime/kernel_heap.hpp>
#include <simt/runtime/private_memory.hpp>
#include <simt/runtime/stream_handle.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <new>
#include <optional>

namespace simt::inline SIMT_ABI::detail {

// Handles of streams and events that a kernel has made: numbers, which are no host's addresses.
inline constexpr std::uintptr_t first_handle = 0x100;
[[nodiscard]] inline void* child_handle(unsigned number, bool is_event) noexcept {
  return reinterpret_cast<void*>(first_handle + number * 16u + (is_event ? 8u : 0u));
}
[[nodiscard]] inline unsigned number_of(void* handle, bool is_event) noexcept {
  std::uintptr_t const value = reinterpret_cast<std::uintptr_t>(handle) - first_handle - (is_event ? 8 : 0);
  return value % 16 == 0 && value / 16 < 0xffff'fff0u ? static_cast<unsigned>(value / 16) : ~0u;
}

/// Streams that all kernels have.
/// - CUDA:    cudaStreamTailLaunch, cudaStreamFireAndForget
inline constexpr std::uintptr_t tail_stream = 3, forgotten_stream = 4;

/// The stream of a block that a handle names; no_stream where there is none.
[[nodiscard]] inline child_queue::stream_number child_stream(child_queue const& q,
                                                             stream_handle handle) noexcept {
  auto const value = reinterpret_cast<std::uintptr_t>(handle);
  if (value <= 2) return 0;
  if (value == forgotten_stream) return child_queue::own_stream;
  unsigned const number = number_of(handle, false);
  return number != 0 && q.has_stream(number) ? number : child_queue::no_stream;
}

/// How many launches a block, or the tail of a grid, holds back.
/// - CUDA:    cudaLimitDevRuntimePendingLaunchCount
[[nodiscard]] inline std::size_t pending_limit(block const& b) noexcept {
  device_state const* const d = device_of(b);
  return d != nullptr ? d->limits[4].load(std::memory_order_relaxed) : default_limits[4];
}

/// Adds work to the tail of a grid. What does not fit into the bound takes room in the kernels'
/// heap.
/// - Errors:  launch_pending_count_exceeded
[[nodiscard]] SIMT_COLD inline error_code add_to_tail(block& b, erased_call const& work,
                                                      child_times* times) {
  auto& tail = b.launch().tail;
  auto* q = static_cast<child_queue*>(tail.load(std::memory_order_acquire));
  if (q == nullptr) {
    child_queue* const made = child_queue::take();
    made->is_tail = true;
    deferred_work* none = nullptr;
    if (tail.compare_exchange_strong(none, made)) {
      q = made;
    } else {
      made->release(*made);
      q = static_cast<child_queue*>(none);
    }
  }
  std::scoped_lock const hold(q->lock);
  if (q->count() >= pending_limit(b)) {
    std::size_t const whole = take_of_heap(work.of->bytes, 32);
    if (whole == 0) return error_code::launch_pending_count_exceeded;
    q->of_heap += whole;
  }
  q->push(0, work, times);
  return error_code::success;
}

/// Appends work of a kernel's thread to a stream of its block.
/// - Order:   runs when a thread of the block synchronises, when more than the pending limit wait,
///            or when the block has ended; the null stream's and each other's in order
/// - Errors:  invalid_resource_handle for a stream of the host or of another block;
///            launch_pending_count_exceeded for a tail too long; memory_allocation
[[nodiscard]] inline error_code submit_in_kernel(stream_handle stream, erased_call const& work,
                                                 child_times* times) noexcept {
  block& b = *block::current();
  try {
    if (reinterpret_cast<std::uintptr_t>(stream) == tail_stream) [[unlikely]]
      return add_to_tail(b, work, times);
    child_queue& q = children_of(b);
    child_queue::stream_number const s = child_stream(q, stream);
    if (s == child_queue::no_stream) return error_code::invalid_resource_handle;
    // Before it is full, so that what has been launched last is still to come.
    if (q.count() >= pending_limit(b)) q.run(b.launch());
    q.push(s, work, times);
    return error_code::success;
  } catch (std::bad_alloc const&) {
    return error_code::memory_allocation;
  }
}

/// True where a grid that the running block's threads launch would be too deep.
[[nodiscard]] inline bool is_deepest(block const& b) noexcept {
  return b.launch().origin.level >= most_levels;
}

// (Not inlined: its frame lies below the kernel's.)
[[gnu::noinline]] SIMT_RUNTIME_FUNCTION char const* private_memory(void const* p) noexcept {
  block* const b = block::current();
  if (b == nullptr) return nullptr;
  auto const at = reinterpret_cast<std::uintptr_t>(p);
  auto const shared = reinterpret_cast<std::uintptr_t>(b->shared());
  if (at - shared < (SIMT_ASAN || SIMT_CHECK ? 2 : 1) * b->info().shared_bytes + block::shared_slack)
    return "shared";
  // Frames of the kernel lie below the block's, or the stack is theirs alone.
  stack_record const& s = *worker::current().stack.current;
  auto const low = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  std::uintptr_t const high = block_access::on_fiber(*b)
                                  ? reinterpret_cast<std::uintptr_t>(s.low) + s.bytes
                                  : reinterpret_cast<std::uintptr_t>(b);
  return at - low < high - low ? "local" : nullptr;
}

/// Waits for all work that the block's threads have launched.
/// - CUDA:    cudaDeviceSynchronize() in device code
/// - Errors:  launch_max_depth_exceeded below cudaLimitDevRuntimeSyncDepth. Where a grid has failed
///            the calling thread ends: errors of children are the host's
/// - Source:  CUDA C Programming Guide 8.0, C.3.1.4 (Synchronization), C.4.3.1.2
[[nodiscard]] inline error_code wait_for_children() {
  block& b = *block::current();
  device_state const* const d = device_of(b);
  std::size_t const levels = d != nullptr ? d->limits[3].load() : default_limits[3];
  if (b.launch().origin.level >= levels) return error_code::launch_max_depth_exceeded;
  if (b.deferred() != nullptr) static_cast<child_queue*>(b.deferred())->run(b.launch());
#if SIMT_CHECK
  simt_check_children_awaited();
#endif
  if (b.launch().stop.load(std::memory_order_relaxed)) [[unlikely]]
    throw cancel{};
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Streams and events of a block, and their calls in device code. They end with the block.
/// - CUDA:    cudaStreamCreateWithFlags, cudaStreamDestroy, cudaEventCreateWithFlags, cudaEventRecord,
///            cudaStreamWaitEvent, cudaEventDestroy
/// - Needs:   called by a kernel's thread
/// - Errors:  invalid_value; invalid_resource_handle for what the block has not made
/// - Source:  CUDA C Programming Guide 8.0, C.3.1.2 (Streams), C.3.1.3 (Events)
[[nodiscard]] inline error_code create_child_stream(stream_handle* out, unsigned flags) {
  if (out == nullptr || flags > 1) return error_code::invalid_value;
  *out = detail::child_handle(detail::children_of(*block::current()).add_stream(), false);
  return error_code::success;
}
[[nodiscard]] inline error_code destroy_child_stream(stream_handle handle) {
  auto& q = detail::children_of(*block::current());
  if (handle == nullptr) return error_code::invalid_value;
  unsigned const number = detail::number_of(handle, false);
  if (number == 0 || !q.has_stream(number)) return error_code::invalid_resource_handle;
  q.end_stream(number);
  return error_code::success;
}
[[nodiscard]] inline error_code create_child_event(void** out, unsigned flags) {
  constexpr unsigned without_time = 2;
  if (out == nullptr || flags != without_time) return error_code::invalid_value;
  *out = detail::child_handle(detail::children_of(*block::current()).add_event(), true);
  return error_code::success;
}
[[nodiscard]] inline error_code destroy_child_event(void* handle) {
  auto& q = detail::children_of(*block::current());
  unsigned const number = detail::number_of(handle, true);
  if (!q.has_event(number)) return error_code::invalid_resource_handle;
  q.end_event(number);
  return error_code::success;
}
[[nodiscard]] inline error_code record_child_event(void* handle, stream_handle stream) {
  auto& q = detail::children_of(*block::current());
  unsigned const number = detail::number_of(handle, true);
  auto const s = detail::child_stream(q, stream);
  if (!q.has_event(number) || s >= detail::child_queue::own_stream)
    return error_code::invalid_resource_handle;
  q.record(number, s);
#if SIMT_CHECK
  simt_check_child_event_recorded(number, s);
#endif
  return error_code::success;
}
[[nodiscard]] inline error_code wait_child_event(stream_handle stream, void* handle) {
  auto& q = detail::children_of(*block::current());
  unsigned const number = detail::number_of(handle, true);
  auto const s = detail::child_stream(q, stream);
  if (!q.has_event(number) || s >= detail::child_queue::own_stream)
    return error_code::invalid_resource_handle;
  q.wait(s, number);
#if SIMT_CHECK
  simt_check_child_event_awaited(number, s);
#endif
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI
