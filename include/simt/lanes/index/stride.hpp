#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/wrapping.hpp>

#include <cstddef>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

// Strides of an index along one coordinate: a type of its own where the value is known at compile
// time. They wrap: a hash multiplies an index by constants of 64 bits.
template <std::ptrdiff_t N>
struct fixed_stride {
  static constexpr bool is_fixed = true;
  SIMT_INLINE constexpr operator std::ptrdiff_t() const { return N; }
};
struct dynamic_stride {
  static constexpr bool is_fixed = false;
  std::ptrdiff_t n;
  SIMT_INLINE constexpr operator std::ptrdiff_t() const { return n; }
};
/// A stride of an address that a large device function gets: accesses through it are calls.
struct far_stride : dynamic_stride {};

template <std::ptrdiff_t A, std::ptrdiff_t B>
SIMT_INLINE constexpr fixed_stride<wrapping_sum(A, B)> stride_add(fixed_stride<A>,
                                                                  fixed_stride<B>) {
  return {};
}
template <class A, class B>
SIMT_INLINE constexpr dynamic_stride stride_add(A a, B b) {
  return {wrapping_sum<std::ptrdiff_t>(a, b)};
}
template <std::ptrdiff_t A, std::ptrdiff_t B>
SIMT_INLINE constexpr fixed_stride<wrapping_difference(A, B)> stride_sub(fixed_stride<A>,
                                                                         fixed_stride<B>) {
  return {};
}
template <class A, class B>
SIMT_INLINE constexpr dynamic_stride stride_sub(A a, B b) {
  return {wrapping_difference<std::ptrdiff_t>(a, b)};
}
SIMT_INLINE constexpr fixed_stride<0> stride_mul(fixed_stride<0>, std::ptrdiff_t) { return {}; }
template <class A>
SIMT_INLINE constexpr dynamic_stride stride_mul(A a, std::ptrdiff_t b) {
  return {wrapping_product<std::ptrdiff_t>(a, b)};
}
template <std::ptrdiff_t C, std::ptrdiff_t A>
SIMT_INLINE constexpr fixed_stride<wrapping_product(A, C)> stride_scale(fixed_stride<A>) {
  return {};
}
template <std::ptrdiff_t C>
SIMT_INLINE constexpr dynamic_stride stride_scale(dynamic_stride a) {
  return {wrapping_product(a.n, C)};
}

template <class S>
inline constexpr bool is_fixed = S::is_fixed;
template <class S, std::ptrdiff_t N>
inline constexpr bool stride_is = std::is_same_v<S, fixed_stride<N>>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
