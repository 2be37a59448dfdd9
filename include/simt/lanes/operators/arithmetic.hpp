#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/index/split_index.hpp>
#include <simt/lanes/index/widened_index.hpp>
#include <simt/lanes/operators/narrow_sum.hpp>
#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns a uniform integer as an offset.
template <class B>
SIMT_INLINE std::ptrdiff_t offset_of(B&& b) {
  return static_cast<std::ptrdiff_t>(uniform_of(std::forward<B>(b)));
}

/// Returns a * b for an index a. The stride stays known where b is a constant of the type system,
/// as a block's size is.
template <class T, class A, class B>
SIMT_INLINE auto index_times_value(A const& a, B&& b) {
  if constexpr (constant_value<B>)
    return index_product_fixed<T, std::ptrdiff_t{plain<B>::value}>(a);
  else
    return index_product<T>(a, static_cast<std::ptrdiff_t>(uniform_of(std::forward<B>(b))));
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator+(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_pair<A, B>)
    return detail::index_sum<T>(a, b);
  else if constexpr (detail::index_and_integer<A, B>)
    return detail::index_sum<T>(a, detail::offset_of(std::forward<B>(b)));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_sum<T>(b, detail::offset_of(std::forward<A>(a)));
  else if constexpr (detail::split_pair<A, B>)
    return detail::split_sum<T>(a, b);
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_plus<T>(a, detail::offset_of(std::forward<B>(b)));
  else if constexpr (detail::split_and_integer<B, A>)
    return detail::split_plus<T>(b, detail::offset_of(std::forward<A>(a)));
  else if constexpr (detail::partner_and_integer<A, B>)
    return detail::partner_plus<T>(a, detail::offset_of(std::forward<B>(b)));
  else if constexpr (detail::partner_and_integer<B, A>)
    return detail::partner_plus<T>(b, detail::offset_of(std::forward<A>(a)));
  else if constexpr (detail::makes_narrow_sum<detail::add_op, A, B>)
    return detail::combine_narrow<detail::add_op>(std::forward<A>(a), std::forward<B>(b));
  else
    return detail::combine<detail::add_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator-(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_pair<A, B>)
    return detail::index_difference<T>(a, b);
  else if constexpr (detail::index_and_integer<A, B>)
    return detail::index_sum<T>(
        a, detail::wrapping_difference<std::ptrdiff_t>(0, detail::offset_of(std::forward<B>(b))));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_sum<T>(
        detail::index_product_fixed<T, -1>(b),
        static_cast<std::ptrdiff_t>(detail::uniform_of(std::forward<A>(a))));
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_plus<T>(a, -detail::offset_of(std::forward<B>(b)));
  else if constexpr (detail::makes_narrow_sum<detail::sub_op, A, B>)
    return detail::combine_narrow<detail::sub_op>(std::forward<A>(a), std::forward<B>(b));
  else
    return detail::combine<detail::sub_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator*(A&& a, B&& b) {
  using T = detail::arithmetic_type<A, B>;
  if constexpr (detail::index_and_integer<A, B>)
    return detail::index_times_value<T>(a, std::forward<B>(b));
  else if constexpr (detail::index_and_integer<B, A>)
    return detail::index_times_value<T>(b, std::forward<A>(a));
  else if constexpr (detail::split_and_integer<A, B>)
    return detail::split_times<T>(a, detail::offset_of(std::forward<B>(b)));
  else if constexpr (detail::split_and_integer<B, A>)
    return detail::split_times<T>(b, detail::offset_of(std::forward<A>(a)));
  else
    return detail::combine<detail::mul_op, T>(std::forward<A>(a), std::forward<B>(b));
}

template <detail::lane_value A>
SIMT_INLINE auto operator-(A&& a) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::thread_index<A>) {
    return detail::index_product_fixed<T, -1>(a);
  } else {
    constexpr int W = detail::plain<A>::width;
    using V = varying<T, W>;
    auto const x = detail::convert_to<T, W>(std::forward<A>(a));
    V r;
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (std::is_floating_point_v<T>)
        r.v[i] = -x.v[i];
      else
        r.v[i] = detail::sub_op::apply<typename V::reg, V::lanes>(typename V::vec{}, x.v[i]);
    });
    return detail::result_of<T, W, A&&>(r);
  }
}
template <detail::lane_value A>
SIMT_INLINE auto operator+(A&& a) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::thread_index<A>)
    return a;
  else
    return detail::result_of<T, detail::plain<A>::width, A&&>(
        detail::convert_to<T, detail::plain<A>::width>(std::forward<A>(a)));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
