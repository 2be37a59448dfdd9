#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/intrinsics.hpp>
#include <simt/runtime/device.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/thread/builtins.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <new>

namespace simt::inline SIMT_ABI {
namespace detail {

/// In front of every allocation of a kernel.
struct alignas(16) heap_header {
  static constexpr std::uint64_t live = 0x5afe4ea95afe4ea9;
  std::uint64_t mark;
  std::size_t bytes;
};
inline std::atomic<std::size_t> heap_used{0};

}  // namespace detail

namespace cuda {

/// malloc and free of kernels.
/// - CUDA:    void* malloc(size_t), void free(void*) in device code
/// - Shape:   aligned to 16 bytes; lives until freed, by any thread of any later kernel
/// - Order:   threads do not wait for one another
/// - Errors:  null where the heap's limit does not suffice; freeing what is none of it, or twice:
///            device_fault
/// - Differs: the limit holds for all devices together and may change at any time
/// - Source:  CUDA C Programming Guide 8.0, B.18 (Dynamic Global Memory Allocation and Operations)
[[nodiscard]] inline void* device_malloc(std::size_t bytes) noexcept {
  using simt::detail::heap_header;
  auto& used = simt::detail::heap_used;
  std::size_t const limit = simt::detail::malloc_heap_limit();
  if (bytes > limit) return nullptr;
  std::size_t const whole = (bytes + sizeof(heap_header) + 15) / 16 * 16;
  if (used.fetch_add(whole, std::memory_order_relaxed) + whole > limit) {
    used.fetch_sub(whole, std::memory_order_relaxed);
    return nullptr;
  }
  void* const p = std::malloc(whole);
  if (p == nullptr) {
    used.fetch_sub(whole, std::memory_order_relaxed);
    return nullptr;
  }
  return ::new (p) heap_header{heap_header::live, whole} + 1;
}

inline void device_free(void* p) {
  using simt::detail::heap_header;
  if (p == nullptr) return;
  auto* const header = static_cast<heap_header*>(p) - 1;
  if (header->mark != heap_header::live)
    throw device_fault(error_code::illegal_address,
                       "simt: free in a kernel of a pointer that the kernels' heap does not know");
  header->mark = 0;
  simt::detail::heap_used.fetch_sub(header->bytes, std::memory_order_relaxed);
  std::free(header);
}

/// A counter of time.
/// - CUDA:    clock_t clock() in device code
/// - Source:  CUDA C Programming Guide 8.0, B.11 (Time Function)
inline std::clock_t device_clock() noexcept {
  return static_cast<std::clock_t>(simt::detail::read_clock());
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
