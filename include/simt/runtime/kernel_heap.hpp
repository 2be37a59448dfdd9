#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>

namespace simt::inline SIMT_ABI::detail {

/// Takes bytes, and as many for a header, of the limit of what kernels allocate; none are taken
/// where it answers 0.
/// - CUDA:    cudaLimitMallocHeapSize
[[nodiscard]] std::size_t take_of_heap(std::size_t bytes, std::size_t header) noexcept;

/// Gives back what take_of_heap has answered.
void give_to_heap(std::size_t whole) noexcept;

/// Remembers that the object at p, which `new` in a kernel made, has taken so much of the limit.
void keep_device_object(void const* p, std::size_t whole);

/// Forgets the object at p; whether there was one.
bool forget_device_object(void const* p);

}  // namespace simt::inline SIMT_ABI::detail

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/runtime/detail/heap_table.hpp>
#endif
