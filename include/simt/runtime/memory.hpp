#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/advice.hpp>
#include <simt/runtime/detail/block_cache.hpp>
#include <simt/runtime/detail/memory_map.hpp>
#include <simt/runtime/detail/shared_pages.hpp>
#include <simt/runtime/detail/views.hpp>
#include <simt/runtime/host_stream.hpp>

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <vector>

namespace simt::inline SIMT_ABI {

/// Flags of pinned host memory.
/// - CUDA:    cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined
inline constexpr unsigned host_alloc_portable = 1;
inline constexpr unsigned host_alloc_mapped = 2;
inline constexpr unsigned host_alloc_write_combined = 4;

namespace detail {

/// The flag of memory that a graph allocates: it goes with the graph.
inline constexpr unsigned memory_of_graph = 0x100;
/// The flag of memory in which CUDA sees a buffer of a graphics API: it goes with the registration.
inline constexpr unsigned memory_of_graphics = 0x200;

struct memory_state {
  memory_map ranges;
  block_cache blocks;
  /// Frees memory of a graph for its next launch: set by what allocates the first.
  std::atomic<bool (*)(void const*)> free_of_graph{nullptr};
};

/// Never destroyed: memory may be freed after main has returned.
[[nodiscard]] inline memory_state& memory() {
  static auto& state = *new memory_state;
  return state;
}

[[nodiscard]] constexpr std::size_t block_bytes(std::size_t bytes) noexcept {
  std::size_t const step = bytes < (std::size_t{1} << 20) ? allocation_alignment : 4096;
  return (bytes + step - 1) / step * step;
}

[[nodiscard]] inline error_code allocate(void** out, std::size_t bytes, memory_kind kind,
                                         unsigned flags, device_state& d) {
  *out = nullptr;
  if (bytes == 0) return error_code::success;
  if (bytes > host().physical_bytes || bytes > ~std::size_t{0} - (std::size_t{1} << 20))
    return error_code::memory_allocation;
  // Managed memory may exceed the device's.
  bool const counted = kind == memory_kind::device;
  if (counted) {
    std::size_t used = d.memory_used.load();
    do {
      if (used > d.memory_bytes || bytes > d.memory_bytes - used)
        return error_code::memory_allocation;
    } while (!d.memory_used.compare_exchange_weak(used, used + bytes));
  }
  memory_state& m = memory();
  void* const p = m.blocks.take(block_bytes(bytes));
  bool entered = false;
  if (p != nullptr) {
    allocation a;
    a.begin = reinterpret_cast<std::uintptr_t>(p);
    a.bytes = bytes;
    a.kind = kind;
    a.device = d.id;
    a.context = this_thread.context;
    a.flags = flags;
    try {
      entered = m.ranges.insert(a);
    } catch (std::bad_alloc const&) {
    }
  }
  if (!entered) {
    if (p != nullptr) m.blocks.give_back(p, block_bytes(bytes));
    if (counted) d.memory_used.fetch_sub(bytes);
    return error_code::memory_allocation;
  }
#if SIMT_CHECK
  simt_check_allocated(p, bytes,
                       kind == memory_kind::device    ? simt_memory_device
                       : kind == memory_kind::managed ? simt_memory_managed
                                                      : simt_memory_host);
#endif
  *out = p;
  return error_code::success;
}

/// Tells a checked build of an array that the program has got, or has freed; gives it back.
template <class Array>
[[nodiscard]] Array* told_allocated(Array* array) noexcept {
#if SIMT_CHECK
  simt_check_allocated(array, 1, simt_memory_array);
#endif
  return array;
}
template <class Array>
[[nodiscard]] Array* told_freed(Array* array) noexcept {
#if SIMT_CHECK
  simt_check_freed(array);
#endif
  return array;
}

/// Gives back what has been taken out of the map.
inline void release(allocation const& a) noexcept {
  views().forget(reinterpret_cast<void const*>(a.begin), a.bytes);
#if SIMT_CHECK
  simt_check_freed(reinterpret_cast<void const*>(a.begin));
#endif
  if (a.from != allocation::origin::ours) return;
  if (a.kind == memory_kind::managed) advice().forget(a.begin, a.bytes);
  if (a.kind == memory_kind::device)
    host().devices[static_cast<std::size_t>(a.device)]->memory_used.fetch_sub(a.bytes);
  shown().take_back(a.begin);
  memory().blocks.give_back(reinterpret_cast<void*>(a.begin), block_bytes(a.bytes));
}

/// Memory of another process that came out of an imported pool: freed as a pool's.
inline constexpr unsigned from_imported_pool = 1;

/// Unmaps another process' memory, or one of several uses of it, once all work of the device is done.
[[nodiscard]] inline error_code leave_memory(void const* p, unsigned flags) {
  auto const a = memory().ranges.find(p);
  if (!a || a->from != allocation::origin::elsewhere || a->flags != flags)
    return error_code::invalid_value;
  device_state& d = *host().devices[static_cast<std::size_t>(a->device)];
  wait_for_device(d);
  auto const left = seen().leave(p, [&] {
    auto const* const begin = reinterpret_cast<void const*>(a->begin);
    views().forget(begin, a->bytes);
    (void)memory().ranges.remove(begin, [](allocation const&) { return true; });
  });
  return left == seen_memory::left::unknown ? error_code::invalid_value : settle(d);
}

[[nodiscard]] inline error_code free_range(void* p, memory_kind kind, memory_kind or_kind) {
  forbid_in_capture();
  if (p == nullptr) return error_code::success;
#if SIMT_CHECK
  simt_check_frees(p);
#endif
  auto const wanted = [&](allocation const& a) {
    return a.from == allocation::origin::ours && (a.kind == kind || a.kind == or_kind);
  };
  auto const known = memory().ranges.find(p);
  if (known && known->from == allocation::origin::elsewhere && kind == memory_kind::device)
    return leave_memory(p, from_imported_pool);
  if (!known || known->begin != reinterpret_cast<std::uintptr_t>(p) || !wanted(*known) ||
      (known->flags & memory_of_graphics) != 0)
    return error_code::invalid_value;
  // Work that is under way may use it, in whatever stream.
  device_state& d = *host().devices[static_cast<std::size_t>(known->device)];
  wait_for_device(d);
  if ((known->flags & memory_of_graph) != 0)
    return memory().free_of_graph.load()(p) ? settle(d) : error_code::invalid_value;
  auto const a = memory().ranges.remove(p, wanted);
  if (!a) return error_code::invalid_value;
  if (a->pool != nullptr) a->pool->give_back(a->bytes);
  release(*a);
  return settle(d);
}

/// Notes a variable that kernels see, so that its address counts as device memory.
inline void note_symbol(void const* address, std::size_t bytes) {
  memory_map& ranges = memory().ranges;
  if (ranges.find(address)) return;
  allocation a;
  a.begin = reinterpret_cast<std::uintptr_t>(address);
  a.bytes = bytes;
  a.kind = memory_kind::device;
  a.from = allocation::origin::symbol;
  (void)ranges.insert(a);
#if SIMT_CHECK
  simt_check_allocated(address, bytes, simt_memory_variable);
#endif
}

/// Enters a variable that is marked __managed__, so that its address counts as managed memory.
inline void note_managed_variable(void const* address, std::size_t bytes) {
  allocation a;
  a.begin = reinterpret_cast<std::uintptr_t>(address);
  a.bytes = bytes;
  a.kind = memory_kind::managed;
  a.from = allocation::origin::symbol;
  (void)memory().ranges.insert(a);
#if SIMT_CHECK
  simt_check_allocated(address, bytes, simt_memory_managed);
#endif
}
inline void forget_managed_variable(void const* address) {
  (void)memory().ranges.remove(address, [](allocation const& a) {
    return a.from == allocation::origin::symbol && a.kind == memory_kind::managed;
  });
}

}  // namespace detail

/// Allocates device memory, aligned to 512 bytes and not cleared; null for zero bytes.
/// - CUDA:    cudaMalloc
/// - Errors:  invalid_value; memory_allocation, also beyond the device's memory
[[nodiscard]] inline error_code allocate_device(void** out, std::size_t bytes) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    detail::forbid_in_capture();
    return detail::allocate(out, bytes, memory_kind::device, 0, detail::this_device());
  });
}

/// Frees device or managed memory once all work of its device is done.
/// - CUDA:    cudaFree
/// - Errors:  invalid_value for anything but the first byte of a live allocation
[[nodiscard]] inline error_code free_device(void* p) noexcept {
  return detail::guarded(
      [&] { return detail::free_range(p, memory_kind::device, memory_kind::managed); });
}

/// Allocates memory that host and device see at one address.
/// - CUDA:    cudaMallocManaged
/// - Needs:   flags 1 (global) or 2 (host)
/// - Errors:  not_supported on devices below 3.0, by SIMT_COMPUTE_CAPABILITY
[[nodiscard]] inline error_code allocate_managed(void** out, std::size_t bytes,
                                                 unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    *out = nullptr;
    if (bytes == 0) return error_code::success;
    if (flags != 1 && flags != 2) return error_code::invalid_value;
    if (!detail::this_device().model.has.unified_memory) return error_code::not_supported;
    detail::forbid_in_capture();
    return detail::allocate(out, bytes, memory_kind::managed, flags, detail::this_device());
  });
}

/// Allocates pinned host memory.
/// - CUDA:    cudaHostAlloc
[[nodiscard]] inline error_code allocate_host(void** out, std::size_t bytes,
                                              unsigned flags) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    *out = nullptr;
    if (flags > 7) return error_code::invalid_value;
    detail::forbid_in_capture();
    return detail::allocate(out, bytes, memory_kind::host, flags | host_alloc_mapped,
                            detail::this_device());
  });
}

/// Frees pinned host memory once all work of its device is done.
/// - CUDA:    cudaFreeHost
[[nodiscard]] inline error_code free_host(void* p) noexcept {
  return detail::guarded(
      [&] { return detail::free_range(p, memory_kind::host, memory_kind::host); });
}

namespace detail {

/// True where all pages of a range are the process'.
[[nodiscard]] inline bool is_mapped(void const* p, std::size_t bytes) noexcept {
  constexpr std::size_t step = 4096;  // pages asked for at once
  static auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto const at = reinterpret_cast<std::uintptr_t>(p);
  if (at + bytes < at) return false;
  std::array<unsigned char, step> present;
  for (std::uintptr_t from = at / page * page; from < at + bytes; from += step * page) {
    std::size_t const part = std::min<std::size_t>(at + bytes - from, step * page);
    if (::mincore(reinterpret_cast<void*>(from), part, present.data()) != 0) return false;
  }
  return true;
}

}  // namespace detail

/// Declares host memory that the caller owns as pinned.
/// - CUDA:    cudaHostRegister
/// - Errors:  invalid_value, also for what is not all mapped; host_memory_already_registered where it meets another such range
[[nodiscard]] inline error_code register_host(void* p, std::size_t bytes, unsigned flags) noexcept {
  return detail::guarded([&] {
    if (p == nullptr || bytes == 0 || (flags & ~11u) != 0 || !detail::is_mapped(p, bytes))
      return error_code::invalid_value;
    detail::memory_map& ranges = detail::memory().ranges;
    if (auto const known = ranges.find(p);
        known && known->from != detail::allocation::origin::registered)
      return error_code::invalid_value;
    detail::allocation a;
    a.begin = reinterpret_cast<std::uintptr_t>(p);
    a.bytes = bytes;
    a.kind = memory_kind::host;
    a.from = detail::allocation::origin::registered;
    a.device = detail::this_device().id;
    a.flags = (flags & 3) | host_alloc_mapped;
    if (!ranges.insert(a)) return error_code::host_memory_already_registered;
#if SIMT_CHECK
    simt_check_allocated(p, bytes, simt_memory_registered);
#endif
    return error_code::success;
  });
}

/// Ends what register_host began, once all work of the device is done.
/// - CUDA:    cudaHostUnregister
/// - Errors:  host_memory_not_registered; invalid_value for null, an interior pointer, other memory
[[nodiscard]] inline error_code unregister_host(void* p) noexcept {
  return detail::guarded([&] {
    if (p == nullptr) return error_code::invalid_value;
    detail::memory_map& ranges = detail::memory().ranges;
    auto const known = ranges.find(p);
    if (!known) return error_code::host_memory_not_registered;
    if (known->from != detail::allocation::origin::registered ||
        known->begin != reinterpret_cast<std::uintptr_t>(p))
      return error_code::invalid_value;
    detail::device_state& d = *detail::host().devices[static_cast<std::size_t>(known->device)];
    detail::wait_for_device(d);
    if (!ranges.remove(p, [](detail::allocation const& a) {
          return a.from == detail::allocation::origin::registered;
        }))
      return error_code::host_memory_not_registered;
#if SIMT_CHECK
    simt_check_freed(p);
#endif
    detail::views().forget(p, known->bytes);
    return detail::settle(d);
  });
}

/// Rows of `width` bytes, each beginning at a multiple of `pitch`.
/// - CUDA:    cudaMallocPitch
/// - Differs: the pitch is a multiple of 512 bytes, as on an H200
[[nodiscard]] inline error_code allocate_pitched(void** out, std::size_t* pitch, std::size_t width,
                                                 std::size_t height) noexcept {
  return detail::guarded([&] {
    if (out == nullptr || pitch == nullptr) return error_code::invalid_value;
    *out = nullptr;
    constexpr std::size_t step = detail::allocation_alignment;
    if (width > ~std::size_t{0} - step) return error_code::invalid_value;
    if (width == 0 || height == 0) {
      *pitch = 0;
      return error_code::success;
    }
    detail::forbid_in_capture();
    *pitch = (width + step - 1) / step * step;
    if (height > ~std::size_t{0} / *pitch) return error_code::invalid_value;
    return detail::allocate(out, *pitch * height, memory_kind::device, 0, detail::this_device());
  });
}

}  // namespace simt::inline SIMT_ABI
