#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>
#include <simt/simd/streaming.hpp>

#include <cstdint>

namespace simt::inline SIMT_ABI::simd {

/// True where registers can be stored past the caches. (The sanitizers see no such store.)
#if defined(__SSE2__) && !SIMT_ASAN && !SIMT_TSAN && !SIMT_CHECK
inline constexpr bool has_streams = true;
#else
inline constexpr bool has_streams = false;
#endif

/// Stores a register past the caches, where its address is a multiple of it: the line is not read
/// first, and whoever reads it finds it in memory.
/// - Order:   other threads see it after a fence or an atomic operation of this one, or the end of
///            `streaming`
template <class M, int L, class R = register_t<M>>
SIMT_INLINE void stream(M* p, vec<R, L> v) {
#if defined(__SSE2__)
  if constexpr (has_streams && L > 1 && sizeof(M) == sizeof(R)) {
    if (reinterpret_cast<std::uintptr_t>(p) % sizeof v == 0) [[likely]] {
      // As an instruction it says what it writes: the intrinsics count as calls.
      auto& to = *reinterpret_cast<typename detail::vector_of<R, L>::memory*>(p);
#if defined(__AVX__)
      asm("vmovntps %1, %0" : "=m"(to) : "v"(v));
#else
      asm("movntps %1, %0" : "=m"(to) : "x"(v));
#endif
      return;
    }
  }
#endif
  store<M, L>(p, v);
}

}  // namespace simt::inline SIMT_ABI::simd
