#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>
#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the quotient of integer lanes, without a trap also in inactive lanes: all ones where b
/// is 0, and the least value over -1 wraps to itself, as on a GPU.
template <class R, int L>
SIMT_INLINE simd::vec<R, L> divide_integers(simd::vec<R, L> a, simd::vec<R, L> b) {
  if constexpr (L == 1) {
    if (b == 0) return static_cast<R>(-1);
    if constexpr (std::is_signed_v<R>)
      if (b == -1) return static_cast<R>(0 - static_cast<std::make_unsigned_t<R>>(a));
    return static_cast<R>(a / b);
  } else if constexpr (sizeof(R) == 4) {
    // Exact: a quotient that is no integer is at least 2^-31 away from the next one.
    constexpr int H = L / 2;
    simd::vec<R, H> x[2], y[2], q[2];
    __builtin_memcpy(x, &a, sizeof a);
    __builtin_memcpy(y, &b, sizeof b);
    for (int h = 0; h < 2; ++h)
      q[h] = simd::convert<R, double, H>(simd::convert<double, R, H>(x[h]) /
                                         simd::convert<double, R, H>(y[h]));
    auto r = simd::join_halves<R, H>(q[0], q[1]);
    // Quotients that do not fit convert to anything.
    auto const put = [&](R divisor, simd::vec<R, L> quotient) SIMT_LAMBDA_INLINE {
      r = simd::select<R, L>(simd::compare_lanes<simd::compare::eq, R, L>(
                                simd::mask_full<L>(), b, simd::broadcast<R, L>(divisor)),
                            quotient, r);
    };
    put(R{}, simd::broadcast<R, L>(static_cast<R>(-1)));
    if constexpr (std::is_signed_v<R>)
      put(R{-1}, (simd::vec<R, L>)(simd::vec<unsigned, L>{} - (simd::vec<unsigned, L>)a));
    return r;
  } else {
    simd::vec<R, L> r;
    for (int l = 0; l < L; ++l) r[l] = divide_integers<R, 1>(a[l], b[l]);
    return r;
  }
}

/// Returns true if the compiler knows the divisor, so that it can divide by multiplication.
template <class B>
SIMT_INLINE bool known_divisor(B const& b) {
  if constexpr (uniform_value<B> && std::is_integral_v<plain<B>>)
    return __builtin_constant_p(b) && b > 0;
  else if constexpr (constant_value<B>)
    return plain<B>::value > 0;
  else
    return false;
}

/// Returns a / b, or a % b.
template <bool Modulo, class A, class B>
SIMT_INLINE auto divide(A&& a, B&& b) {
  SIMT_FP_CONTRACT
  using T = arithmetic_type<A, B>;
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  using V = varying<T, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  V r;
  if constexpr (std::is_floating_point_v<T>) {
    static_assert(!Modulo, "simt: % needs integers; use fmod");
    auto const x = convert_to<T, W>(std::forward<A>(a));
    auto const y = convert_to<T, W>(std::forward<B>(b));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = x.v[i] / y.v[i]; });
  } else {
    bool const known = known_divisor(b);
    auto const x = convert_to<T, W>(std::forward<A>(a));
    if (known) {
      if constexpr (uniform_value<B> && !uniform_element<B>) {
        auto const d = static_cast<R>(static_cast<T>(b));
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          if constexpr (L == 1)
            r.v[i] = static_cast<R>(Modulo ? x.v[i] % d : x.v[i] / d);
          else
            r.v[i] = Modulo ? x.v[i] % simd::broadcast<R, L>(d) : x.v[i] / simd::broadcast<R, L>(d);
        });
      }
    } else {
      auto const y = convert_to<T, W>(std::forward<B>(b));
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        auto const q = divide_integers<R, L>(x.v[i], y.v[i]);
        r.v[i] = Modulo ? sub_op::apply<R, L>(x.v[i], mul_op::apply<R, L>(q, y.v[i])) : q;
      });
    }
  }
  return result_of<T, W, A&&, B&&>(r);
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator/(A&& a, B&& b) {
  return detail::divide<false>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator%(A&& a, B&& b) {
  return detail::divide<true>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
