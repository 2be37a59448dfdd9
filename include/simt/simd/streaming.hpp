#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace simt::inline SIMT_ABI::simd {

/// True while the thread runs a grid of so many threads that what each of them writes once would
/// not stay in the caches near its core.
inline constinit thread_local bool streams_pay = false;

/// Says so for a while. What is stored past the caches meanwhile is seen before what the thread
/// does afterwards.
class streaming {
 public:
  explicit streaming(bool pays) noexcept : before_(streams_pay) { streams_pay = pays; }
  streaming(streaming const&) = delete;
  streaming& operator=(streaming const&) = delete;
  ~streaming() {
#if defined(__SSE2__)
    if (streams_pay) _mm_sfence();
#endif
    streams_pay = before_;
  }

 private:
  bool const before_;
};

}  // namespace simt::inline SIMT_ABI::simd
