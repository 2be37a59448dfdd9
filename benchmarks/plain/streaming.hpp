#pragma once
// SPDX-License-Identifier: MIT

#include <unistd.h>

#include <cstddef>

#include "../hand_simd.hpp"

namespace bench::plain {

/// True where an array that is only written had better go past the caches: it would not stay in them
/// until somebody reads it, and a store through them reads each line first.
[[nodiscard]] inline bool leaves_the_cache(std::size_t bytes) { return bytes > (32u << 20); }

/// The size of the last cache, or 32 MiB where the system does not say.
[[nodiscard]] inline std::size_t last_cache() {
  long size = 0;
#if defined(_SC_LEVEL3_CACHE_SIZE)
  size = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
  return size > 0 ? static_cast<std::size_t>(size) : std::size_t{32u << 20};
}

/// Stores a register, past the caches if `Past`. Needs: p is a multiple of a register then.
template <bool Past>
BENCH_INLINE void put(float* p, simd::f32 v) {
#if defined(BENCH_AVX512)
  if constexpr (Past) return _mm512_stream_ps(p, v);
#elif defined(BENCH_AVX2)
  if constexpr (Past) return _mm256_stream_ps(p, v);
#elif defined(__SSE2__)
  if constexpr (Past) return _mm_stream_ps(p, v);
#endif
  simd::store(p, v);
}

}  // namespace bench::plain
