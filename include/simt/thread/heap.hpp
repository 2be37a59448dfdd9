#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/clock.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/kernel_heap.hpp>
#include <simt/thread/builtins.hpp>

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

/// Memory that `allocate` gives, within the limit.
template <class Allocate>
void* make_device_object(std::size_t bytes, [[maybe_unused]] Allocate const& allocate) noexcept {
  std::size_t const whole = take_of_heap(bytes, sizeof(heap_header));
#if SIMT_CHECK && !SIMT_PROFILE
  // (The checker's operator delete knows these.)
  checked_library const library;
  void* const p = whole == 0 ? nullptr : simt_check_allocate(bytes);
#else
  void* const p = whole == 0 ? nullptr : allocate();
#endif
  if (p == nullptr) {
    give_to_heap(whole);
    return nullptr;
  }
  keep_device_object(p, whole);
#if SIMT_CHECK
  simt_check_allocated(p, bytes, simt_memory_heap);
#endif
  return p;
}

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
  std::size_t const whole = simt::detail::take_of_heap(bytes, sizeof(heap_header));
#if SIMT_CHECK
  simt::detail::checked_library const library;
  void* const p = whole == 0 ? nullptr : simt_check_allocate(whole);
#else
  void* const p = whole == 0 ? nullptr : std::malloc(whole);
#endif
  if (p == nullptr) {
    simt::detail::give_to_heap(whole);
    return nullptr;
  }
  auto* const out = ::new (p) heap_header{heap_header::live, whole} + 1;
#if SIMT_CHECK
  simt_check_allocated(out, bytes, simt_memory_heap);
#endif
  return out;
}

inline void device_free(void* p) {
  using simt::detail::heap_header;
  if (p == nullptr) return;
#if SIMT_CHECK
  simt::detail::checked_library const library;
  if (!simt_check_may_free(p)) return;
#endif
  auto* const header = static_cast<heap_header*>(p) - 1;
  if (header->mark != heap_header::live)
    throw device_fault(error_code::illegal_address,
                       "simt: free in a kernel of a pointer that the kernels' heap does not know");
  header->mark = 0;
  simt::detail::give_to_heap(header->bytes);
#if SIMT_CHECK
  simt_check_freed(p);
#else
  std::free(header);
#endif
}

/// Stands for `new T` and `delete p` in device code, as the .cu step writes them: `new
/// (device_heap) T`, which is null where the heap's limit does not suffice, and
/// `device_delete->*p`.
/// - CUDA:    new and delete in device code
/// - Errors:  null, and no constructor runs, where the limit does not suffice
/// - Differs: what host code deletes counts until another object takes its place
/// - Source:  CUDA C Programming Guide 8.0, E.5.2 (Operators) and B.18
struct device_heap_tag {};
inline constexpr device_heap_tag device_heap{};

struct device_delete_object {
  template <class T>
  void operator->*(T* p) const {
    // The table knows the whole object, of which p may be a base.
    if constexpr (std::is_polymorphic_v<T>)
      simt::detail::forget_device_object(dynamic_cast<void const*>(p));
    else
      simt::detail::forget_device_object(p);
    delete p;
  }
};
struct device_delete_array {
  template <class T>
  void operator->*(T* p) const {
    // In front of an array of objects with destructors stands their number.
    constexpr std::size_t number =
        alignof(T) > sizeof(std::size_t) ? alignof(T) : sizeof(std::size_t);
    auto const* const at = reinterpret_cast<std::byte const*>(p);
    if (p != nullptr && !simt::detail::forget_device_object(at))
      simt::detail::forget_device_object(at - number);
    delete[] p;
  }
};
inline constexpr device_delete_object device_delete{};
inline constexpr device_delete_array device_delete_all{};

/// A counter of time.
/// - CUDA:    clock_t clock() in device code
/// - Source:  CUDA C Programming Guide 8.0, B.11 (Time Function)
inline std::clock_t device_clock() noexcept {
  return static_cast<std::clock_t>(simt::detail::read_clock());
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI

inline void* operator new(std::size_t bytes, simt::cuda::device_heap_tag) noexcept {
  return simt::detail::make_device_object(bytes,
                                          [&] { return ::operator new(bytes, std::nothrow); });
}
inline void* operator new[](std::size_t bytes, simt::cuda::device_heap_tag) noexcept {
  return simt::detail::make_device_object(bytes,
                                          [&] { return ::operator new[](bytes, std::nothrow); });
}
inline void* operator new(std::size_t bytes, std::align_val_t alignment,
                          simt::cuda::device_heap_tag) noexcept {
  return simt::detail::make_device_object(
      bytes, [&] { return ::operator new(bytes, alignment, std::nothrow); });
}
inline void* operator new[](std::size_t bytes, std::align_val_t alignment,
                            simt::cuda::device_heap_tag) noexcept {
  return simt::detail::make_device_object(
      bytes, [&] { return ::operator new[](bytes, alignment, std::nothrow); });
}
// For constructors that throw.
inline void operator delete(void* p, simt::cuda::device_heap_tag) noexcept {
  simt::detail::forget_device_object(p);
  ::operator delete(p);
}
inline void operator delete[](void* p, simt::cuda::device_heap_tag) noexcept {
  simt::detail::forget_device_object(p);
  ::operator delete[](p);
}
inline void operator delete(void* p, std::align_val_t alignment,
                            simt::cuda::device_heap_tag) noexcept {
  simt::detail::forget_device_object(p);
  ::operator delete(p, alignment);
}
inline void operator delete[](void* p, std::align_val_t alignment,
                              simt::cuda::device_heap_tag) noexcept {
  simt::detail::forget_device_object(p);
  ::operator delete[](p, alignment);
}
