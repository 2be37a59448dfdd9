#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/blend.hpp>
#include <simt/lanes/functions/absolute.hpp>
#include <simt/lanes/functions/define.hpp>
#include <simt/lanes/functions/fma.hpp>
#include <simt/lanes/functions/min_max.hpp>
#include <simt/lanes/functions/root.hpp>
#include <simt/lanes/operators.hpp>

#include <cmath>
#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_2(hypot, lane_call)

// Not in <cmath>: these take uniforms, too.
SIMT_DETAIL_FUNCTION_2(rhypot, function_call)
SIMT_DETAIL_FUNCTION_3(norm3d, function_call)
SIMT_DETAIL_FUNCTION_3(rnorm3d, function_call)
SIMT_DETAIL_FUNCTION_4(norm4d, function_call)
SIMT_DETAIL_FUNCTION_4(rnorm4d, function_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// The largest element of a vector whose squares are added as they are; beyond it, and below 1 over
/// it, every element is multiplied by norm_step or 1 over it, a power of two, so that no square
/// overflows or vanishes.
template <class T>
inline constexpr T norm_large = T(sizeof(T) == 4 ? 0x1p60 : 0x1p500);
template <class T>
inline constexpr T norm_step = T(sizeof(T) == 4 ? 0x1p80 : 0x1p600);

/// Returns the length of the vector p[0] … p[dim - 1], or 1 over it.
template <bool Reciprocal, class T, class P>
SIMT_INLINE auto call_norm(int dim, P const& p) {
  constexpr int W = width_of<plain<decltype(p[0])>>;
  using V = varying<T, W>;
  V largest = T{0};
  for (int i = 0; i < dim; ++i)
    largest = call<max_function, T>(largest, call<abs_function, T>(convert_to<T, W>(p[i])));
  // fmax has dropped NaN, which the sum brings back; infinity wins.
  V const scale =
      blend_lanes<T, W>(largest > norm_large<T>, V(1 / norm_step<T>),
                        blend_lanes<T, W>(largest < 1 / norm_large<T>, V(norm_step<T>), V(T{1})));
  V sum = T{0};
  for (int i = 0; i < dim; ++i) {
    V const x = V(convert_to<T, W>(p[i])) * scale;
    sum = call<fma_function, T>(x, x, sum);
  }
  V const root = call<sqrt_function, T>(sum);
  V const r = Reciprocal ? V(V(T{1}) / root * scale) : V(root / scale);
  auto const end = Reciprocal ? T{0} : std::numeric_limits<T>::infinity();
  return V(blend_lanes<T, W>(largest == std::numeric_limits<T>::infinity(), V(end), r));
}
/// Returns the same of one thread's array.
template <bool Reciprocal, class T>
T array_norm(int dim, T const* p) {
  T largest{0};
  for (int i = 0; i < dim; ++i) largest = simd::math::fmax<T, 1>(largest, std::fabs(p[i]));
  if (largest == std::numeric_limits<T>::infinity()) return Reciprocal ? T{0} : largest;
  T const scale = largest > norm_large<T>       ? 1 / norm_step<T>
                  : largest < 1 / norm_large<T> ? norm_step<T>
                                                : T{1};
  T sum{0};
  for (int i = 0; i < dim; ++i) {
    T const x = p[i] * scale;
    sum = simd::multiply_add<T, 1>(x, x, sum);
  }
  T const root = std::sqrt(sum);
  return Reciprocal ? 1 / root * scale : root / scale;
}
template <class P>
concept lane_array = requires(P const& p) {
  p[0];
}
&&lane_value<decltype(std::declval<P const&>()[0])>;

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns the length of the vector of the `dim` elements of p (norm), or 1 over it (rnorm),
/// without overflow on the way.
/// - CUDA:    norm(dim, p), rnorm, normf, rnormf
/// - Shape:   p: an array of varyings, simt::local, or memory for each lane; one length a lane
/// - Source:  CUDA Math API; CUDA C Programming Guide 8.0, D.1 (Standard Functions)
template <detail::lane_array P>
[[nodiscard]] SIMT_INLINE auto norm(int dim, P const& p) {
  return detail::call_norm<false, detail::math_type<decltype(p[0])>>(dim, p);
}
template <detail::lane_array P>
[[nodiscard]] SIMT_INLINE auto normf(int dim, P const& p) {
  return detail::call_norm<false, float>(dim, p);
}
template <detail::lane_array P>
[[nodiscard]] SIMT_INLINE auto rnorm(int dim, P const& p) {
  return detail::call_norm<true, detail::math_type<decltype(p[0])>>(dim, p);
}
template <detail::lane_array P>
[[nodiscard]] SIMT_INLINE auto rnormf(int dim, P const& p) {
  return detail::call_norm<true, float>(dim, p);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
