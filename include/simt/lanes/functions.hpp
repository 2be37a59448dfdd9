#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/select.hpp>
#include <simt/simd/math.hpp>

SIMT_DETAIL_QUIET_BEGIN

// CUDA's mathematical functions on values with lanes. Argument-dependent lookup finds them, so that
// nothing is hidden: a call with uniform arguments only is still the one of <cmath>. Functions that
// <cmath> lacks take uniforms, too.
namespace simt::inline SIMT_ABI {
namespace detail {

template <class X>
concept function_operand = lane_value<X> || uniform_value<X>;
template <class... X>
concept function_call = (function_operand<X> && ...);
template <class... X>
concept lane_call = (function_operand<X> && ...) && (lane_value<X> || ...);

/// float where every operand is float, else double: the overloads of <cmath>.
template <class... X>
using math_type = std::conditional_t<(std::is_same_v<lane_type<X>, float> && ...), float, double>;

template <class... X>
consteval int call_width() {
  int w = 0;
  ((w = w != 0 ? w : width_of<plain<X>>), ...);
  return w;
}

/// Functions of a dozen operations and more; others are shorter, or calls by themselves.
template <class F>
inline constexpr bool is_long = false;
/// Whether such a function is a call for each register: gangs of eight registers of doubles and more
/// would have eight copies of it in line, of which each holds half the processor's registers.
template <class F, class V>
inline constexpr bool called_by_register =
    is_long<F> && V::count >= 8 && std::is_same_v<typename V::value_type, double>;
template <class F, class R, int L, class... X>
[[gnu::noinline, gnu::const]] simd::vec<R, L> call_register(X... x) {
  return F::template apply<R, L>(x...);
}

/// F on the registers of the operands as Ts; on one T where all are uniform.
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
      exec_keeping([&]() SIMT_LAMBDA_INLINE {
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

/// F gives masks: isnan and the like.
template <class F, class T, class X>
SIMT_INLINE auto call_predicate(X&& x) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  using R = typename V::reg;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  varying<bool, W> r;
  simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
    if constexpr (V::lanes == V::part)
      r.k[i] = F::template apply<R, V::lanes>(v.v[i]);
    else
      r.k[i] = simd::mask_join<V::part>(F::template apply<R, V::lanes>(v.v[2 * i]),
                                        F::template apply<R, V::lanes>(v.v[2 * i + 1]));
  });
  return r;
}

/// f(T) for each lane, one after another; the result's lanes are Us.
template <class U, class T, class F, class... X>
[[gnu::noinline]] auto call_by_lane(F f, X const&... x) {
  constexpr int W = call_width<X...>();
  varying<U, W> r;
  for (int l = 0; l < W; ++l) r.set_lane(l, f(static_cast<T>(x.lane(l))...));
  return r;
}

/// Where a function leaves a second result: &x of a varying, &p[i] of memory.
template <class P>
concept out_address = requires(P const& p) {
  *p;
}
&&(!std::is_pointer_v<P> || lane_value<std::remove_pointer_t<P>>);

// What the functions with __ do faster than those without: no care for a negative base, exponents
// in base 2. All others are as fast as they are exact.
struct fast_exp_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::math::exp2<R, L>(x * simd::splat<R, L>(R(1.44269504088896340736)));
  }
};
struct fast_exp10_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::math::exp2<R, L>(x * simd::splat<R, L>(R(3.32192809488736234787)));
  }
};
struct fast_power_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    return simd::math::exp2<R, L>(y * simd::math::log2<R, L>(x));
  }
};

struct min_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fmin<R, L>(a, b);
    else
      return a < b ? a : b;
  }
};
struct max_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fmax<R, L>(a, b);
    else
      return a > b ? a : b;
  }
};
struct abs_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fabs<R, L>(a);
    else if constexpr (std::is_unsigned_v<R>)
      return a;
    else
      return a < simd::vec<R, L>{} ? sub_op::apply<R, L>(simd::vec<R, L>{}, a) : a;
  }
};
struct round_to_even {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    return simd::math::rint<R, L>(a);
  }
};
struct round_from_zero {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    return simd::math::round<R, L>(a);
  }
};

}  // namespace detail

/// The smaller, the larger value.
/// - CUDA:    min, max (integers, float, double)
/// - Shape:   uniforms and values with lanes mix; uniform where all are
/// - Differs: none; as in CUDA a NaN loses against a number
/// - Source:  CUDA C Programming Guide 8.0, D.1 (Standard Functions)
template <class A, class B>
requires detail::function_call<A, B>
[[nodiscard]] SIMT_INLINE auto min(A&& a, B&& b) {
  return detail::call<detail::min_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
template <class A, class B>
requires detail::function_call<A, B>
[[nodiscard]] SIMT_INLINE auto max(A&& a, B&& b) {
  return detail::call<detail::max_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
/// x, but at least lo and at most hi.
/// - Source:  ours; std::clamp
template <class X, class A, class B>
requires detail::function_call<X, A, B>
[[nodiscard]] SIMT_INLINE auto clamp(X&& x, A&& lo, B&& hi) {
  return min(max(std::forward<X>(x), std::forward<A>(lo)), std::forward<B>(hi));
}
/// |x| of any arithmetic type.
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto abs(X&& x) {
  return detail::call<detail::abs_function, detail::promoted_type<X>>(std::forward<X>(x));
}
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto labs(X&& x) {
  return detail::call<detail::abs_function, long>(std::forward<X>(x));
}
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto llabs(X&& x) {
  return detail::call<detail::abs_function, long long>(std::forward<X>(x));
}

// name and namef by math::name of registers. Call: which operands they take.
#define SIMT_DETAIL_FUNCTION_1(name, Call)                                                  \
  namespace detail {                                                                        \
  struct name##_function {                                                                  \
    template <class R, int L>                                                               \
    SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {                           \
      return simd::math::name<R, L>(x);                                                     \
    }                                                                                       \
  };                                                                                        \
  }                                                                                         \
  template <class X>                                                                        \
  requires detail::Call<X>                                                                  \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                              \
    return detail::call<detail::name##_function, detail::math_type<X>>(std::forward<X>(x)); \
  }                                                                                         \
  template <class X>                                                                        \
  requires detail::Call<X>                                                                  \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x) {                                           \
    return detail::call<detail::name##_function, float>(std::forward<X>(x));                \
  }
// Those that SIMT_FAST_MATH replaces: name##f by the function object fast.
#define SIMT_DETAIL_FUNCTION_FAST_1(name, fast)                                    \
  namespace detail {                                                               \
  struct name##_function {                                                         \
    template <class R, int L>                                                      \
    SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {                  \
      return simd::math::name<R, L>(x);                                            \
    }                                                                              \
  };                                                                               \
  }                                                                                \
  template <class X, bool Fast = (SIMT_FAST_MATH != 0)>                            \
  requires detail::lane_call<X>                                                    \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                     \
    using T = detail::math_type<X>;                                                \
    constexpr bool replaced = Fast && std::is_same_v<T, float>;                    \
    using F = std::conditional_t<replaced, detail::fast, detail::name##_function>; \
    return detail::call<F, T>(std::forward<X>(x));                                 \
  }                                                                                \
  template <class X, bool Fast = (SIMT_FAST_MATH != 0)>                            \
  requires detail::lane_call<X>                                                    \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x) {                                  \
    using F = std::conditional_t<Fast, detail::fast, detail::name##_function>;     \
    return detail::call<F, float>(std::forward<X>(x));                             \
  }
#define SIMT_DETAIL_FUNCTION_2(name, Call)                                                       \
  namespace detail {                                                                             \
  struct name##_function {                                                                       \
    template <class R, int L>                                                                    \
    SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {             \
      return simd::math::name<R, L>(x, y);                                                       \
    }                                                                                            \
  };                                                                                             \
  }                                                                                              \
  template <class X, class Y>                                                                    \
  requires detail::Call<X, Y>                                                                    \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                                            \
    return detail::call<detail::name##_function, detail::math_type<X, Y>>(std::forward<X>(x),    \
                                                                          std::forward<Y>(y));   \
  }                                                                                              \
  template <class X, class Y>                                                                    \
  requires detail::Call<X, Y>                                                                    \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x, Y&& y) {                                         \
    return detail::call<detail::name##_function, float>(std::forward<X>(x), std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_FUNCTION_3(name, Call)                                                      \
  namespace detail {                                                                            \
  struct name##_function {                                                                      \
    template <class R, int L>                                                                   \
    SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y,              \
                                             simd::vec<R, L> z) {                               \
      return simd::math::name<R, L>(x, y, z);                                                   \
    }                                                                                           \
  };                                                                                            \
  }                                                                                             \
  template <class X, class Y, class Z>                                                          \
  requires detail::Call<X, Y, Z>                                                                \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {                                    \
    return detail::call<detail::name##_function, detail::math_type<X, Y, Z>>(                   \
        std::forward<X>(x), std::forward<Y>(y), std::forward<Z>(z));                            \
  }                                                                                             \
  template <class X, class Y, class Z>                                                          \
  requires detail::Call<X, Y, Z>                                                                \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x, Y&& y, Z&& z) {                                 \
    return detail::call<detail::name##_function, float>(std::forward<X>(x), std::forward<Y>(y), \
                                                        std::forward<Z>(z));                    \
  }

#define SIMT_DETAIL_FUNCTION_4(name, Call)                                                       \
  namespace detail {                                                                             \
  struct name##_function {                                                                       \
    template <class R, int L>                                                                    \
    SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y,               \
                                             simd::vec<R, L> z, simd::vec<R, L> w) {             \
      return simd::math::name<R, L>(x, y, z, w);                                                 \
    }                                                                                            \
  };                                                                                             \
  }                                                                                              \
  template <class X, class Y, class Z, class V>                                                  \
  requires detail::Call<X, Y, Z, V>                                                              \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y, Z&& z, V&& w) {                              \
    return detail::call<detail::name##_function, detail::math_type<X, Y, Z, V>>(                 \
        std::forward<X>(x), std::forward<Y>(y), std::forward<Z>(z), std::forward<V>(w));         \
  }                                                                                              \
  template <class X, class Y, class Z, class V>                                                  \
  requires detail::Call<X, Y, Z, V>                                                              \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x, Y&& y, Z&& z, V&& w) {                           \
    return detail::call<detail::name##_function, float>(std::forward<X>(x), std::forward<Y>(y),  \
                                                        std::forward<Z>(z), std::forward<V>(w)); \
  }

// - CUDA:    the functions of the same names, float with f and double (or overloaded) without
// - Differs: with SIMT_FAST_MATH expf, exp10f and powf are __expf, __exp10f and __powf
// - Cost:    vectorised but for nextafter, logb, remquo and the Bessel functions j and y
// - Source:  CUDA C Programming Guide 8.0, D.1 (Standard Functions)
SIMT_DETAIL_FUNCTION_1(sqrt, lane_call)
SIMT_DETAIL_FUNCTION_1(cbrt, lane_call)
SIMT_DETAIL_FUNCTION_2(hypot, lane_call)
SIMT_DETAIL_FUNCTION_FAST_1(exp, fast_exp_function)
SIMT_DETAIL_FUNCTION_1(exp2, lane_call)
SIMT_DETAIL_FUNCTION_FAST_1(exp10, fast_exp10_function)
SIMT_DETAIL_FUNCTION_1(expm1, lane_call)
SIMT_DETAIL_FUNCTION_1(log, lane_call)
SIMT_DETAIL_FUNCTION_1(log2, lane_call)
SIMT_DETAIL_FUNCTION_1(log10, lane_call)
SIMT_DETAIL_FUNCTION_1(log1p, lane_call)
SIMT_DETAIL_FUNCTION_1(sin, lane_call)
SIMT_DETAIL_FUNCTION_1(cos, lane_call)
namespace detail {
template <class F>
  requires(std::is_same_v<F, exp_function> || std::is_same_v<F, exp2_function> ||
           std::is_same_v<F, exp10_function> || std::is_same_v<F, log_function> ||
           std::is_same_v<F, log2_function> || std::is_same_v<F, log10_function> ||
           std::is_same_v<F, sin_function> || std::is_same_v<F, cos_function>)
inline constexpr bool is_long<F> = true;
}  // namespace detail
SIMT_DETAIL_FUNCTION_1(tan, lane_call)
SIMT_DETAIL_FUNCTION_1(asin, lane_call)
SIMT_DETAIL_FUNCTION_1(acos, lane_call)
SIMT_DETAIL_FUNCTION_1(atan, lane_call)
SIMT_DETAIL_FUNCTION_2(atan2, lane_call)
SIMT_DETAIL_FUNCTION_1(sinh, lane_call)
SIMT_DETAIL_FUNCTION_1(cosh, lane_call)
SIMT_DETAIL_FUNCTION_1(tanh, lane_call)
SIMT_DETAIL_FUNCTION_1(asinh, lane_call)
SIMT_DETAIL_FUNCTION_1(acosh, lane_call)
SIMT_DETAIL_FUNCTION_1(atanh, lane_call)
namespace detail {
struct pow_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    return simd::math::pow<R, L>(x, y);
  }
};
struct square_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L>) {
    return x * x;
  }
};
/// F of x and y. `pow(x, 2)` is a product, as compilers have it for threads: of a negative base, too,
/// but where the fast function is asked for, which has none.
template <class F, class T, class X, class Y>
SIMT_INLINE auto power(X&& x, Y&& y) {
  if constexpr (width_of<plain<Y>> == 0 && std::is_same_v<F, pow_function>) {
    auto const exponent = static_cast<T>(uniform_of(std::forward<Y>(y)));
    if (exponent == T(2)) return call<square_function, T>(std::forward<X>(x), exponent);
    return call<F, T>(std::forward<X>(x), exponent);
  } else {
    return call<F, T>(std::forward<X>(x), std::forward<Y>(y));
  }
}
}  // namespace detail
template <class X, class Y, bool Fast = (SIMT_FAST_MATH != 0)>
requires detail::lane_call<X, Y>
[[nodiscard]] SIMT_INLINE auto pow(X&& x, Y&& y) {
  using T = detail::math_type<X, Y>;
  constexpr bool replaced = Fast && std::is_same_v<T, float>;
  using F = std::conditional_t<replaced, detail::fast_power_function, detail::pow_function>;
  return detail::power<F, T>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, bool Fast = (SIMT_FAST_MATH != 0)>
requires detail::lane_call<X, Y>
[[nodiscard]] SIMT_INLINE auto powf(X&& x, Y&& y) {
  using F = std::conditional_t<Fast, detail::fast_power_function, detail::pow_function>;
  return detail::power<F, float>(std::forward<X>(x), std::forward<Y>(y));
}
SIMT_DETAIL_FUNCTION_1(erf, lane_call)
SIMT_DETAIL_FUNCTION_1(erfc, lane_call)
SIMT_DETAIL_FUNCTION_1(tgamma, lane_call)
SIMT_DETAIL_FUNCTION_1(lgamma, lane_call)
SIMT_DETAIL_FUNCTION_1(floor, lane_call)
SIMT_DETAIL_FUNCTION_1(ceil, lane_call)
SIMT_DETAIL_FUNCTION_1(trunc, lane_call)
SIMT_DETAIL_FUNCTION_1(round, lane_call)
SIMT_DETAIL_FUNCTION_1(rint, lane_call)
SIMT_DETAIL_FUNCTION_1(nearbyint, lane_call)
SIMT_DETAIL_FUNCTION_2(fmod, lane_call)
SIMT_DETAIL_FUNCTION_2(remainder, lane_call)
SIMT_DETAIL_FUNCTION_2(nextafter, lane_call)
SIMT_DETAIL_FUNCTION_2(fdim, lane_call)
SIMT_DETAIL_FUNCTION_1(fabs, lane_call)
SIMT_DETAIL_FUNCTION_2(fmin, lane_call)
SIMT_DETAIL_FUNCTION_2(fmax, lane_call)
SIMT_DETAIL_FUNCTION_3(fma, lane_call)
SIMT_DETAIL_FUNCTION_2(copysign, lane_call)
SIMT_DETAIL_FUNCTION_1(logb, lane_call)
SIMT_DETAIL_FUNCTION_1(j0, lane_call)
SIMT_DETAIL_FUNCTION_1(j1, lane_call)
SIMT_DETAIL_FUNCTION_1(y0, lane_call)
SIMT_DETAIL_FUNCTION_1(y1, lane_call)
// Not in <cmath>: uniforms, too.
SIMT_DETAIL_FUNCTION_1(rsqrt, function_call)
SIMT_DETAIL_FUNCTION_1(rcbrt, function_call)
SIMT_DETAIL_FUNCTION_2(rhypot, function_call)
SIMT_DETAIL_FUNCTION_3(norm3d, function_call)
SIMT_DETAIL_FUNCTION_3(rnorm3d, function_call)
SIMT_DETAIL_FUNCTION_1(sinpi, function_call)
SIMT_DETAIL_FUNCTION_1(cospi, function_call)
SIMT_DETAIL_FUNCTION_1(erfcx, function_call)
SIMT_DETAIL_FUNCTION_1(erfinv, function_call)
SIMT_DETAIL_FUNCTION_1(erfcinv, function_call)
SIMT_DETAIL_FUNCTION_1(normcdf, function_call)
SIMT_DETAIL_FUNCTION_1(normcdfinv, function_call)
SIMT_DETAIL_FUNCTION_1(cyl_bessel_i0, function_call)
SIMT_DETAIL_FUNCTION_1(cyl_bessel_i1, function_call)
SIMT_DETAIL_FUNCTION_4(norm4d, function_call)
SIMT_DETAIL_FUNCTION_4(rnorm4d, function_call)
#undef SIMT_DETAIL_FUNCTION_1
#undef SIMT_DETAIL_FUNCTION_FAST_1
#undef SIMT_DETAIL_FUNCTION_2
#undef SIMT_DETAIL_FUNCTION_3
#undef SIMT_DETAIL_FUNCTION_4

namespace detail {
struct jn_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> n, simd::vec<R, L> x) {
    return simd::math::jn<R, L>(n, x);
  }
};
struct yn_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> n, simd::vec<R, L> x) {
    return simd::math::yn<R, L>(n, x);
  }
};
}  // namespace detail
// Bessel functions of order n, an integer; NaN where n is negative, as in CUDA.
#define SIMT_DETAIL_BESSEL_N(name)                                                               \
  template <class N, class X>                                                                    \
  requires detail::lane_call<N, X>                                                               \
  [[nodiscard]] SIMT_INLINE auto name(N&& n, X&& x) {                                            \
    return detail::call<detail::name##_function, detail::math_type<X>>(std::forward<N>(n),       \
                                                                       std::forward<X>(x));      \
  }                                                                                              \
  template <class N, class X>                                                                    \
  requires detail::lane_call<N, X>                                                               \
  [[nodiscard]] SIMT_INLINE auto name##f(N&& n, X&& x) {                                         \
    return detail::call<detail::name##_function, float>(std::forward<N>(n), std::forward<X>(x)); \
  }
SIMT_DETAIL_BESSEL_N(jn)
SIMT_DETAIL_BESSEL_N(yn)
#undef SIMT_DETAIL_BESSEL_N

namespace detail {

/// What every element is multiplied by so that no square overflows or vanishes, a power of two, for
/// the largest of them.
template <class T>
inline constexpr T norm_large = T(sizeof(T) == 4 ? 0x1p60 : 0x1p500);
template <class T>
inline constexpr T norm_step = T(sizeof(T) == 4 ? 0x1p80 : 0x1p600);

/// The length of the vector p[0] ... p[dim - 1], or 1 over it.
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
/// The same of one thread's array.
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

}  // namespace detail

/// The length of the vector of the `dim` elements of p, and 1 over it, without overflow on the way.
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

#define SIMT_DETAIL_PREDICATE(name)                                               \
  namespace detail {                                                              \
  struct name##_function {                                                        \
    template <class R, int L>                                                     \
    SIMT_INLINE static auto apply(simd::vec<R, L> x) {                            \
      return simd::math::name<R, L>(x);                                           \
    }                                                                             \
  };                                                                              \
  }                                                                               \
  template <detail::lane_value X>                                                 \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                    \
    return detail::call_predicate<detail::name##_function, detail::math_type<X>>( \
        std::forward<X>(x));                                                      \
  }
SIMT_DETAIL_PREDICATE(isnan)
SIMT_DETAIL_PREDICATE(isinf)
SIMT_DETAIL_PREDICATE(isfinite)
SIMT_DETAIL_PREDICATE(signbit)
#undef SIMT_DETAIL_PREDICATE

namespace detail {
/// The integral v as an Integer of 64 bits, the largest or smallest one where it does not fit, the
/// smallest one for NaN.
template <class Integer, class T, int W>
SIMT_INLINE auto saturated_to(varying<T, W> const& v) {
  using V = varying<Integer, W>;
  using Limits = std::numeric_limits<Integer>;
  V const r = convert_to<Integer, W>(v);
  V const low = blend_lanes<Integer, W>(v >= T{-0x1p63}, r, V(Limits::min()));
  return V(blend_lanes<Integer, W>(v >= T{0x1p63}, V(Limits::max()), low));
}
}  // namespace detail
// To the nearest integer: ties to even (rint) or away from zero (round). What fits no long is the
// last long, NaN the first.
#define SIMT_DETAIL_TO_INTEGER(name, Integer, Function)                  \
  template <detail::lane_value X>                                        \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                           \
    using T = detail::math_type<X>;                                      \
    return detail::result_of<Integer, detail::plain<X>::width, X&&>(     \
        detail::saturated_to<Integer, T, detail::plain<X>::width>(       \
            detail::call<detail::Function, T>(std::forward<X>(x))));     \
  }                                                                      \
  template <detail::lane_value X>                                        \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x) {                        \
    return detail::result_of<Integer, detail::plain<X>::width, X&&>(     \
        detail::saturated_to<Integer, float, detail::plain<X>::width>(   \
            detail::call<detail::Function, float>(std::forward<X>(x)))); \
  }
SIMT_DETAIL_TO_INTEGER(lrint, long, round_to_even)
SIMT_DETAIL_TO_INTEGER(llrint, long long, round_to_even)
SIMT_DETAIL_TO_INTEGER(lround, long, round_from_zero)
SIMT_DETAIL_TO_INTEGER(llround, long long, round_from_zero)
#undef SIMT_DETAIL_TO_INTEGER

namespace detail {

struct ldexp_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> n) {
    return simd::math::ldexp<R, L>(x, n);
  }
};

/// sin and cos in one go, into *s and *c.
template <class T, bool Pi, class X, class S, class C>
SIMT_INLINE void call_sincos(X&& x, S const& s, C const& c) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  V a, b;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (Pi)
        simd::math::sincospi<T, V::lanes>(v.v[i], a.v[i], b.v[i]);
      else
        simd::math::sincos<T, V::lanes>(v.v[i], a.v[i], b.v[i]);
    });
  });
  *s = a;
  *c = b;
}

template <class T, class X, class P>
SIMT_INLINE auto call_frexp(X&& x, P const& exponent) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  V fraction, e;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      fraction.v[i] = simd::math::frexp<typename V::reg, V::lanes>(v.v[i], e.v[i]);
    });
  });
  *exponent = convert_to<int, W>(e);
  return fraction;
}
template <class T, class X, class P>
SIMT_INLINE auto call_modf(X&& x, P const& integral) {
  constexpr int W = plain<X>::width;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  auto const whole = call<trunc_function, T>(v);
  *integral = whole;
  auto const zero = varying<T, W>(T{0});
  return call<copysign_function, T>(
      blend_lanes<T, W>(call_predicate<isinf_function, T>(v), zero, v - whole), v);
}
template <class T, class X, class Y, class P>
SIMT_INLINE auto call_remquo(X&& x, Y&& y, P const& quotient) {
  constexpr int W = call_width<X, Y>();
  auto const a = convert_to<T, W>(std::forward<X>(x));
  auto const b = convert_to<T, W>(std::forward<Y>(y));
  auto const q = call_by_lane<int, T>(
      [](T u, T w) {
        int n = 0;
        static_cast<void>(std::remquo(u, w, &n));
        return n;
      },
      a, b);
  *quotient = q;
  return call<remainder_function, T>(a, b);
}

}  // namespace detail

/// x * 2^n
template <class X, class N>
requires detail::lane_call<X, N>
[[nodiscard]] SIMT_INLINE auto ldexp(X&& x, N&& n) {
  return detail::call<detail::ldexp_function, detail::math_type<X>>(std::forward<X>(x),
                                                                    std::forward<N>(n));
}
template <class X, class N>
requires detail::lane_call<X, N>
[[nodiscard]] SIMT_INLINE auto ldexpf(X&& x, N&& n) {
  return detail::call<detail::ldexp_function, float>(std::forward<X>(x), std::forward<N>(n));
}
#define SIMT_DETAIL_ALIAS(name, ldexp)                          \
  template <class X, class N>                                   \
  requires detail::lane_call<X, N>                              \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, N&& n) {           \
    return simt::ldexp(std::forward<X>(x), std::forward<N>(n)); \
  }
SIMT_DETAIL_ALIAS(scalbn, ldexp)
SIMT_DETAIL_ALIAS(scalbnf, ldexpf)
SIMT_DETAIL_ALIAS(scalbln, ldexp)
SIMT_DETAIL_ALIAS(scalblnf, ldexpf)
#undef SIMT_DETAIL_ALIAS

/// The exponent of x as an int.
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto ilogb(X&& x) {
  using T = detail::math_type<X>;
  return detail::call_by_lane<int, T>(
      [](T a) { return std::ilogb(a); },
      detail::convert_to<T, detail::plain<X>::width>(std::forward<X>(x)));
}
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto ilogbf(X&& x) {
  return simt::ilogb(detail::convert_to<float, detail::plain<X>::width>(std::forward<X>(x)));
}

// Functions with a second result, left at an address: &x of a varying or &p[i]. Active lanes only.
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincos(X&& x, S const& s, C const& c) {
  detail::call_sincos<detail::math_type<X>, false>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincosf(X&& x, S const& s, C const& c) {
  detail::call_sincos<float, false>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincospi(X&& x, S const& s, C const& c) {
  detail::call_sincos<detail::math_type<X>, true>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincospif(X&& x, S const& s, C const& c) {
  detail::call_sincos<float, true>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto frexp(X&& x, P const& exponent) {
  return detail::call_frexp<detail::math_type<X>>(std::forward<X>(x), exponent);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto frexpf(X&& x, P const& exponent) {
  return detail::call_frexp<float>(std::forward<X>(x), exponent);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto modf(X&& x, P const& integral) {
  return detail::call_modf<detail::math_type<X>>(std::forward<X>(x), integral);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto modff(X&& x, P const& integral) {
  return detail::call_modf<float>(std::forward<X>(x), integral);
}
template <class X, class Y, detail::out_address P>
requires detail::lane_call<X, Y> SIMT_INLINE auto remquo(X&& x, Y&& y, P const& quotient) {
  return detail::call_remquo<detail::math_type<X, Y>>(std::forward<X>(x), std::forward<Y>(y),
                                                      quotient);
}
template <class X, class Y, detail::out_address P>
requires detail::lane_call<X, Y> SIMT_INLINE auto remquof(X&& x, Y&& y, P const& quotient) {
  return detail::call_remquo<float>(std::forward<X>(x), std::forward<Y>(y), quotient);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
