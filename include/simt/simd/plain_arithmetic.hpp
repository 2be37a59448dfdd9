#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace simt::inline SIMT_ABI::simd::detail {

/// While it lives, the thread rounds to the nearest number and traps nothing, whatever it did
/// before: kernels do, whoever runs them.
/// - Cost:    some cycles, where nothing is to be changed
class plain_arithmetic {
 public:
#if defined(__SSE2__)
  plain_arithmetic() noexcept : before_(_mm_getcsr()) {
    if ((before_ & control) != _MM_MASK_MASK) [[unlikely]]
      _mm_setcsr((before_ & ~control) | _MM_MASK_MASK);
  }
  ~plain_arithmetic() {
    if ((before_ & control) != _MM_MASK_MASK) [[unlikely]]
      _mm_setcsr(before_);
  }

 private:
  static constexpr unsigned control = _MM_ROUND_MASK | _MM_MASK_MASK;
  unsigned before_;
#else
  plain_arithmetic() noexcept : before_(std::fegetround()) {
    if (before_ != FE_TONEAREST) [[unlikely]]
      std::fesetround(FE_TONEAREST);
  }
  ~plain_arithmetic() {
    if (before_ != FE_TONEAREST) [[unlikely]]
      std::fesetround(before_);
  }

 private:
  int before_;
#endif

 public:
  plain_arithmetic(plain_arithmetic const&) = delete;
  plain_arithmetic& operator=(plain_arithmetic const&) = delete;
};

}  // namespace simt::inline SIMT_ABI::simd::detail
