#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// An argument of a mathematical function.
template <class X>
concept function_operand = lane_value<X> || uniform_value<X>;
/// Arguments of functions that take uniforms alone, too.
template <class... X>
concept function_call = (function_operand<X> && ...);
/// Arguments of functions that take uniforms only beside lanes: <cmath> has them for uniforms.
template <class... X>
concept has_lanes_in = (lane_value<X> || ...);
template <class... X>
concept lane_call = function_call<X...> && has_lanes_in<X...>;

/// float where every operand is float, else double: the overloads of <cmath>.
template <class... X>
using math_type = std::conditional_t<(std::is_same_v<lane_type<X>, float> && ...), float, double>;

/// Returns the number of lanes of a call, 0 where all arguments are uniform.
template <class... X>
consteval int call_width() {
  int w = 0;
  ((w = w != 0 ? w : width_of<plain<X>>), ...);
  return w;
}

/// True for functions of a dozen operations and more that are in line; others are shorter, or calls
/// by themselves.
template <class F>
inline constexpr bool is_long = false;
/// True if such a function is a call for each register. Gangs of eight registers of doubles and
/// more would have eight copies of it in line, of which each holds half the processor's registers.
template <class F, class V>
inline constexpr bool called_by_register =
    is_long<F> && V::count >= 8 && std::is_same_v<typename V::value_type, double>;
/// Calls F for one register, out of line.
template <class F, class R, int L, class... X>
[[gnu::noinline, gnu::const]] simd::vec<R, L> call_register(X... x) {
  return F::template apply<R, L>(x...);
}

/// Calls F on the registers of the operands, converted to T; on one T where all are uniform.
template <class F, class T, class... X>
SIMT_INLINE auto call(X&&... x) {
  constexpr int W = call_width<X...>();
  if constexpr (W == 0) {
    return F::template apply<T, 1>(static_cast<T>(uniform_of(std::forward<X>(x)))...);
  } else {
    static_assert(((width_of<plain<X>> == 0 || width_of<plain<X>> == W) && ...),
                  "simt: the values belong to gangs of different width");
    using V = varying<T, W>;
    return [](auto const&... v) SIMT_LAMBDA_INLINE {
      V r;
      keeping_mask([&]() SIMT_LAMBDA_INLINE {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          if constexpr (called_by_register<F, V> && V::lanes > 1)
            r.v[i] = call_register<F, typename V::reg, V::lanes>(v.v[i]...);
          else
            r.v[i] = F::template apply<typename V::reg, V::lanes>(v.v[i]...);
        });
      });
      return result_of<T, W, X&&...>(r);
    }(convert_to<T, W>(std::forward<X>(x))...);
  }
}

/// Calls F, which gives masks, as isnan does, on the registers of x.
template <class F, class T, class X>
SIMT_INLINE auto call_predicate(X&& x) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  using R = typename V::reg;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  varying<bool, W> r;
  simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
    if constexpr (V::lanes == V::part)
      r.masks[i] = F::template apply<R, V::lanes>(v.v[i]);
    else
      r.masks[i] = simd::mask_join<V::part>(F::template apply<R, V::lanes>(v.v[2 * i]),
                                        F::template apply<R, V::lanes>(v.v[2 * i + 1]));
  });
  return r;
}

/// Calls f(T) for each lane, one after another; the result's lanes are Us.
template <class U, class T, class F, class... X>
[[gnu::noinline]] auto call_by_lane(F f, X const&... x) {
  constexpr int W = call_width<X...>();
  varying<U, W> r;
  for (int l = 0; l < W; ++l) r.set_lane(l, f(static_cast<T>(x.lane(l))...));
  return r;
}

/// An address at which a function leaves a second result: &x of a varying, &p[i] of memory.
template <class P>
concept out_address = requires(P const& p) {
  *p;
}
&&(!std::is_pointer_v<P> || lane_value<std::remove_pointer_t<P>>);
/// Names the type in which a function of X works that leaves its like at an address P: C++'s
/// overload that takes both.
template <class X, class P>
using placed_math_type =
    std::conditional_t<std::is_same_v<lane_type<decltype(*std::declval<P const&>())>, float>,
                       math_type<X>, double>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
