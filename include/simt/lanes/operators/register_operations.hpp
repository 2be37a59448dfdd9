#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>
#include <simt/simd/shift.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The vector type in which integer arithmetic may wrap.
template <class R, int L>
using wrapping = simd::vec<std::conditional_t<std::is_integral_v<R> && std::is_signed_v<R>,
                                              std::make_unsigned_t<std::conditional_t<
                                                  std::is_integral_v<R>, R, int>>,
                                              R>,
                           L>;

struct add_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a + (U)b);
  }
};
struct sub_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a - (U)b);
  }
};
struct mul_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    SIMT_FP_CONTRACT
    using U = wrapping<R, L>;
    return (simd::vec<R, L>)((U)a * (U)b);
  }
};
struct and_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a & b;
  }
};
struct or_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a | b;
  }
};
struct xor_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a ^ b;
  }
};
/// Returns all ones where a shift's count is less than the width. Counts at or beyond it, and
/// negative ones, shift all bits out, as on a GPU.
// Why: vector units have it so. Compilers do not where they know the count, nor do units without
// such a shift.
template <class R, int L>
SIMT_INLINE simd::vec<simd::signed_of<R>, L> count_fits(simd::vec<R, L> b) {
  using U = wrapping<R, L>;
  using Lane = std::make_unsigned_t<R>;
  return (simd::vec<simd::signed_of<R>, L>)((U)b < simd::broadcast<Lane, L>(Lane{8 * sizeof(R)}));
}
struct shl_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    using U = wrapping<R, L>;
    using Lane = std::make_unsigned_t<R>;
    constexpr Lane last = 8 * sizeof(R) - 1;
    if constexpr (L == 1) {
      return static_cast<U>(b) <= last ? static_cast<R>(static_cast<U>(a) << b) : R{};
    } else {
      if (!__builtin_constant_p(b[0])) {
        if constexpr (simd::has_variable_shift<R, L>) return simd::shift_left<R, L>(a, b);
      }
      auto const n = (U)b & simd::broadcast<Lane, L>(last);
      return (simd::vec<R, L>)(((U)a << n) & (U)count_fits<R, L>(b));
    }
  }
};
struct shr_op {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    using U = wrapping<R, L>;
    using Lane = std::make_unsigned_t<R>;
    constexpr Lane last = 8 * sizeof(R) - 1;
    if constexpr (L == 1) {
      return static_cast<U>(b) <= last ? static_cast<R>(a >> b)
                                       : (a < 0 ? static_cast<R>(-1) : R{});
    } else {
      if (!__builtin_constant_p(b[0])) {
        if constexpr (simd::has_variable_shift<R, L>) return simd::shift_right<R, L>(a, b);
      }
      auto const fits = (U)count_fits<R, L>(b);
      if constexpr (std::is_signed_v<R>)  // by the last bit where the count is too large
        return a >> (simd::vec<R, L>)(((U)b | ~fits) & simd::broadcast<Lane, L>(last));
      else
        return (a >> (b & simd::broadcast<Lane, L>(last))) & fits;
    }
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
