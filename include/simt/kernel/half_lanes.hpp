#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/half.hpp>
#include <simt/kernel/rounding.hpp>
#include <simt/lanes/aggregate.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Numbers of 16 bits, and pairs of them, with lanes.
namespace simt::inline SIMT_ABI {

/// Base of values with lanes of 16-bit floating-point numbers. In this namespace for
/// argument-dependent lookup.
struct short_lanes_tag {};

namespace detail {

template <class F>
inline constexpr bool own_lanes<short_float<F>> = true;
template <class F>
inline constexpr bool own_lanes<short_pair<F>> = true;

/// What an operand is: its format, lanes (0: uniform) and numbers (0: no operand of these).
template <class X>
struct short_class {
  static constexpr int numbers = 0;
};
template <class F>
struct short_class<short_float<F>> {
  using format = F;
  static constexpr int numbers = 1;
  static constexpr int width = 0;
};
template <class F>
struct short_class<short_pair<F>> {
  using format = F;
  static constexpr int numbers = 2;
  static constexpr int width = 0;
};
template <class T, int W>
requires(short_class<T>::numbers > 0) struct short_class<varying<T, W>> : short_class<T> {
  static constexpr int width = W;
};
template <class T, class Index, std::ptrdiff_t Stride>
requires(short_class<std::remove_cv_t<T>>::numbers >
         0) struct short_class<aggregate_place<T, Index, Stride>>
    : short_class<std::remove_cv_t<T>> {
  static constexpr int width = Index::width;
};

template <class... X>
consteval int short_width() {
  int w = 0;
  ((w = w != 0 ? w : short_class<plain<X>>::width), ...);
  return w;
}
/// Operands of one kind of which at least one has lanes.
template <int N, class X, class... Rest>
concept short_lanes = short_class<plain<X>>::numbers == N &&
                      ((short_class<plain<Rest>>::numbers == N &&
                        std::is_same_v<typename short_class<plain<X>>::format,
                                       typename short_class<plain<Rest>>::format>)&&...) &&
                      (short_width<X, Rest...>() > 0);
template <class X>
using short_format = typename short_class<plain<X>>::format;

/// Each lane rounded to the format, still as floats.
template <class F, simd::rounding Mode, int W>
SIMT_INLINE varying<float, W> round_to_short(varying<float, W> const& x) {
  using V = varying<float, W>;
  V r;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::widen<F, V::lanes>(simd::narrow<F, Mode, V::lanes>(x.v[i]));
    });
  });
  return r;
}
template <class F, int W>
SIMT_INLINE varying<unsigned, W> short_bits_of(varying<float, W> const& x) {
  varying<unsigned, W> r;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<varying<unsigned, W>::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::narrow<F, simd::rounding::nearest, varying<float, W>::lanes>(x.v[i]);
    });
  });
  return r;
}
template <class F, int W>
SIMT_INLINE varying<float, W> short_from_bits(varying<unsigned, W> const& b) {
  varying<float, W> r;
  exec_keeping([&]() SIMT_LAMBDA_INLINE {
    simd::each<varying<unsigned, W>::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::widen<F, varying<float, W>::lanes>(b.v[i]);
    });
  });
  return r;
}
/// Lanes of any type as floats that round to the format as they would.
template <class F, int W, class X>
SIMT_INLINE varying<float, W> roundable_lanes(X&& x) {
  using T = lane_type<X>;
  if constexpr (std::is_same_v<T, float> || sizeof(T) < 4 ||
                (sizeof(T) == 4 && std::is_integral_v<T> && F::fraction == 10)) {
    return convert_to<float, W>(std::forward<X>(x));  // exact, or beyond the format's range
  } else {
    return call_by_lane<float, T>([](T v) { return roundable(v); },
                                  convert_to<T, W>(std::forward<X>(x)));
  }
}

}  // namespace detail

/// A 16-bit floating-point number for each thread, kept as the float of the same value.
/// - CUDA:    a local variable of type __half or __nv_bfloat16
/// - Order:   assignment changes the active lanes only
/// - Differs: a NaN of memory may come back with other bits
/// - Cost:    each operation is float's and a conversion there and back
/// - Source:  CUDA Math API, Half Precision and Bfloat16
template <class F, int W>
class varying<short_float<F>, W> : public short_lanes_tag {
 public:
  using value_type = short_float<F>;
  using format = F;
  static constexpr int width = W;

  varying<float, W> f;  // for the library's own use

  varying() = default;
  varying(varying const&) = default;
  SIMT_INLINE varying(short_float<F> x) : f(static_cast<float>(x)) {}
  template <class X>
  requires std::is_arithmetic_v<X> SIMT_INLINE varying(X x) : varying(short_float<F>(x)) {}
  /// Any lanes of numbers, rounded to nearest.
  template <detail::lane_value X>
  SIMT_INLINE varying(X&& x)
      : f(detail::round_to_short<F, simd::rounding::nearest>(
            detail::roundable_lanes<F, W>(std::forward<X>(x)))) {}
  template <class P>
  requires(detail::is_aggregate_place<detail::plain<P>>&&
               std::is_same_v<typename detail::plain<P>::value_type, short_float<F>>) SIMT_INLINE
      varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}
  /// Floats that are values of the format already.
  SIMT_INLINE static varying exactly(varying<float, W> const& x) { return varying(x, 0); }

  SIMT_INLINE varying& operator=(varying const& o) {
    f.assign(o.f);
    return *this;
  }
  SIMT_INLINE operator varying<float, W>() const { return f; }

  [[nodiscard]] short_float<F> lane(int l) const { return short_float<F>(f.lane(l)); }
  void set_lane(int l, short_float<F> x) { f.set_lane(l, static_cast<float>(x)); }

  // For shuffles: what is exchanged, and the value made of it again.
  static constexpr bool exchanged_as_lanes = true;
  template <class G>
  SIMT_INLINE varying exchanged(G g) const {
    return exactly(g(f));
  }

 private:
  SIMT_INLINE varying(varying<float, W> const& x, int) : f(x) {}
};

/// Two of them for each thread.
/// - CUDA:    a local variable of type __half2 or __nv_bfloat162
template <class F, int W>
class varying<short_pair<F>, W> : public short_lanes_tag {
 public:
  using value_type = short_pair<F>;
  using format = F;
  static constexpr int width = W;

  varying<short_float<F>, W> x, y;

  varying() = default;
  varying(varying const&) = default;
  SIMT_INLINE varying(short_pair<F> p) : x(p.x), y(p.y) {}
  SIMT_INLINE varying(varying<short_float<F>, W> const& a, varying<short_float<F>, W> const& b)
      : x(a), y(b) {}
  template <class P>
  requires(detail::is_aggregate_place<detail::plain<P>>&&
               std::is_same_v<typename detail::plain<P>::value_type, short_pair<F>>) SIMT_INLINE
      varying(P&& p)
      : varying(detail::plain<P>::read(std::forward<P>(p))) {}

  varying& operator=(varying const&) = default;

  [[nodiscard]] short_pair<F> lane(int l) const { return {x.lane(l), y.lane(l)}; }
  void set_lane(int l, short_pair<F> p) {
    x.set_lane(l, p.x);
    y.set_lane(l, p.y);
  }
  static constexpr bool exchanged_as_lanes = true;
  template <class G>
  SIMT_INLINE varying exchanged(G g) const {
    return {x.exchanged(g), y.exchanged(g)};
  }
};

namespace detail {

/// A number or pair in memory for each lane: the bits of one integer.
template <class T, class Index, std::ptrdiff_t Stride>
requires(short_class<std::remove_cv_t<T>>::numbers > 0) class aggregate_place<T, Index, Stride>
    : public aggregate_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;
  using format = typename value_type::format;

  SIMT_INLINE aggregate_place(T* p, Index const& i) : p_(p), i_(i) {}
  aggregate_place(aggregate_place const&) = default;

  template <class P>
  SIMT_INLINE static result read(P&& x) {
    return read_place(std::forward<P>(x));
  }
  SIMT_INLINE result load() const {
    auto const bits = convert_to<unsigned, width>(words().load());
    if constexpr (is_pair) {
      using half = varying<short_float<format>, width>;
      varying<unsigned, width> low, high;
      simd::each<varying<unsigned, width>::count>([&](int j) SIMT_LAMBDA_INLINE {
        low.v[j] = bits.v[j] & simd::splat<unsigned, varying<unsigned, width>::lanes>(0xffffu);
        high.v[j] = bits.v[j] >> 16;
      });
      return result(half::exactly(short_from_bits<format>(low)),
                    half::exactly(short_from_bits<format>(high)));
    } else {
      return result::exactly(short_from_bits<format>(bits));
    }
  }
  SIMT_INLINE void store(result const& o) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if constexpr (is_pair) {
      auto const low = short_bits_of<format>(o.x.f), high = short_bits_of<format>(o.y.f);
      varying<unsigned, width> bits;
      simd::each<varying<unsigned, width>::count>(
          [&](int j) SIMT_LAMBDA_INLINE { bits.v[j] = low.v[j] | (high.v[j] << 16); });
      words().store(bits);
    } else {
      words().store(convert_to<word, width>(short_bits_of<format>(o.f)));
    }
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE aggregate_place const& operator=(
      X&& x) const {
    store(result(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& x) const {
    store(x.load());
    return *this;
  }
  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }
  static constexpr std::ptrdiff_t stride = Stride;

 private:
  static constexpr bool is_pair = sizeof(value_type) == 4;
  using word = std::conditional_t<is_pair, unsigned, unsigned short>;
  SIMT_INLINE auto words() const {
    return strided_place<Stride>(reinterpret_cast<same_const<word, T>*>(p_), i_);
  }
  T* p_;
  Index i_;
};

/// The floats of an operand: of all lanes, or a number.
template <int W, class X>
SIMT_INLINE varying<float, W> short_floats(X&& x) {
  if constexpr (short_class<plain<X>>::width == 0)
    return varying<float, W>(static_cast<float>(x));
  else if constexpr (is_aggregate_place<plain<X>>)
    return plain<X>::read(std::forward<X>(x)).f;
  else
    return x.f;
}
/// An operand with all its lanes.
template <int W, class X>
SIMT_INLINE auto short_value(X&& x) {
  using H = std::conditional_t<short_class<plain<X>>::numbers == 1, short_float<short_format<X>>,
                               short_pair<short_format<X>>>;
  return varying<H, W>(std::forward<X>(x));
}

/// Op on the registers of the operands' floats, the result rounded.
template <class Op, class X, class... Rest>
SIMT_INLINE auto short_call(X&& x, Rest&&... rest) {
  using F = short_format<X>;
  constexpr int W = short_width<X, Rest...>();
  using V = varying<float, W>;
  return [](auto const&... v) SIMT_LAMBDA_INLINE {
    V r;
    exec_keeping([&]() SIMT_LAMBDA_INLINE {
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        constexpr int L = V::lanes;
        r.v[i] = simd::widen<F, L>(
            simd::narrow<F, simd::rounding::nearest, L>(Op::template apply<F, L>(v.v[i]...)));
      });
    });
    return varying<short_float<F>, W>::exactly(r);
  }(short_floats<W>(std::forward<X>(x)), short_floats<W>(std::forward<Rest>(rest))...);
}

struct short_add {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return a + b;
  }
};
struct short_sub {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return a - b;
  }
};
struct short_mul {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::short_multiply<F, L>(a, b);
  }
};
struct short_div {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::short_divide<F, L>(a, b);
  }
};
struct short_fma {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b, V c) {
    return simd::short_fma<F, L>(a, b, c);
  }
};
struct short_min {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::math::fmin<float, L>(a, b);
  }
};
struct short_max {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::math::fmax<float, L>(a, b);
  }
};
template <class Op>
struct short_saturated {
  template <class F, int L, class V, class... X>
  SIMT_INLINE static V apply(V a, X... x) {
    V const r = Op::template apply<F, L>(a, x...);
    V const zero{}, one = simd::splat<float, L>(1.0f);
    V const positive = r > zero ? r : zero;
    return positive < one ? positive : one;
  }
};
template <class Op>
struct short_relu {
  template <class F, int L, class V, class... X>
  SIMT_INLINE static V apply(V a, X... x) {
    V const r = Op::template apply<F, L>(a, x...);
    V const zero{};
    return r <= zero ? zero : r;
  }
};

}  // namespace detail

// Functions of two and three operands, numbers and pairs.
#define SIMT_DETAIL_SHORT_LANES_2(name, name2, ...)                                 \
  template <class X, class Y>                                                       \
  requires detail::short_lanes<1, X, Y>                                             \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                               \
    return detail::short_call<__VA_ARGS__>(std::forward<X>(x), std::forward<Y>(y)); \
  }                                                                                 \
  template <class X, class Y>                                                       \
  requires detail::short_lanes<2, X, Y>                                             \
  [[nodiscard]] SIMT_INLINE auto name2(X&& x, Y&& y) {                              \
    constexpr int W = detail::short_width<X, Y>();                                  \
    auto const a = detail::short_value<W>(std::forward<X>(x));                      \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                      \
    return plain_pair(name(a.x, b.x), name(a.y, b.y));                              \
  }
#define SIMT_DETAIL_SHORT_LANES_3(name, name2, ...)                                \
  template <class X, class Y, class Z>                                             \
  requires detail::short_lanes<1, X, Y, Z>                                         \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {                       \
    return detail::short_call<__VA_ARGS__>(std::forward<X>(x), std::forward<Y>(y), \
                                           std::forward<Z>(z));                    \
  }                                                                                \
  template <class X, class Y, class Z>                                             \
  requires detail::short_lanes<2, X, Y, Z>                                         \
  [[nodiscard]] SIMT_INLINE auto name2(X&& x, Y&& y, Z&& z) {                      \
    constexpr int W = detail::short_width<X, Y, Z>();                              \
    auto const a = detail::short_value<W>(std::forward<X>(x));                     \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                     \
    auto const c = detail::short_value<W>(std::forward<Z>(z));                     \
    return plain_pair(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                   \
  }
namespace detail {
template <class F, int W>
SIMT_INLINE varying<short_pair<F>, W> plain_pair(varying<short_float<F>, W> const& x,
                                                 varying<short_float<F>, W> const& y) {
  return {x, y};
}
}  // namespace detail
using detail::plain_pair;
#define SIMT_DETAIL_SHORT_FORMS(name, op)                                \
  SIMT_DETAIL_SHORT_LANES_2(__h##name, __h##name##2, detail::op)         \
  SIMT_DETAIL_SHORT_LANES_2(__h##name##_rn, __h##name##2_rn, detail::op) \
  SIMT_DETAIL_SHORT_LANES_2(__h##name##_sat, __h##name##2_sat, detail::short_saturated<detail::op>)
SIMT_DETAIL_SHORT_FORMS(add, short_add)
SIMT_DETAIL_SHORT_FORMS(sub, short_sub)
SIMT_DETAIL_SHORT_FORMS(mul, short_mul)
SIMT_DETAIL_SHORT_LANES_2(__hdiv, __h2div, detail::short_div)
SIMT_DETAIL_SHORT_LANES_2(__hmin, __hmin2, detail::short_min)
SIMT_DETAIL_SHORT_LANES_2(__hmax, __hmax2, detail::short_max)
SIMT_DETAIL_SHORT_LANES_3(__hfma, __hfma2, detail::short_fma)
SIMT_DETAIL_SHORT_LANES_3(__hfma_sat, __hfma2_sat, detail::short_saturated<detail::short_fma>)
SIMT_DETAIL_SHORT_LANES_3(__hfma_relu, __hfma2_relu, detail::short_relu<detail::short_fma>)
#undef SIMT_DETAIL_SHORT_FORMS
#undef SIMT_DETAIL_SHORT_LANES_2
#undef SIMT_DETAIL_SHORT_LANES_3

#define SIMT_DETAIL_SHORT_LANES_OPERATOR(op, name, name2)                                     \
  template <class X, class Y>                                                                 \
  requires detail::short_lanes<1, X, Y>                                                       \
  [[nodiscard]] SIMT_INLINE auto operator op(X&& x, Y&& y) {                                  \
    return name(std::forward<X>(x), std::forward<Y>(y));                                      \
  }                                                                                           \
  template <class X, class Y>                                                                 \
  requires detail::short_lanes<2, X, Y>                                                       \
  [[nodiscard]] SIMT_INLINE auto operator op(X&& x, Y&& y) {                                  \
    return name2(std::forward<X>(x), std::forward<Y>(y));                                     \
  }                                                                                           \
  template <class T, int W, class Y>                                                          \
  requires detail::short_lanes<detail::short_class<T>::numbers, varying<T, W>, Y> SIMT_INLINE \
      varying<T, W>                                                                           \
  &operator op##=(varying<T, W>& x, Y&& y) { return x = x op std::forward<Y>(y); }
SIMT_DETAIL_SHORT_LANES_OPERATOR(+, __hadd, __hadd2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(-, __hsub, __hsub2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(*, __hmul, __hmul2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_DETAIL_SHORT_LANES_OPERATOR

// Comparisons: a truth value for each lane. A NaN makes the ordered ones false.
#define SIMT_DETAIL_SHORT_LANES_COMPARE(op, name)               \
  template <class X, class Y>                                   \
  requires detail::short_lanes<1, X, Y>                         \
  [[nodiscard]] SIMT_INLINE auto operator op(X&& x, Y&& y) {    \
    constexpr int W = detail::short_width<X, Y>();              \
    auto const a = detail::short_floats<W>(std::forward<X>(x)); \
    auto const b = detail::short_floats<W>(std::forward<Y>(y)); \
    return varying<bool, W>(a op b);                            \
  }                                                             \
  template <class X, class Y>                                   \
  requires detail::short_lanes<1, X, Y>                         \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {           \
    return std::forward<X>(x) op std::forward<Y>(y);            \
  }
SIMT_DETAIL_SHORT_LANES_COMPARE(==, __heq)
SIMT_DETAIL_SHORT_LANES_COMPARE(!=, __hneu)
SIMT_DETAIL_SHORT_LANES_COMPARE(<, __hlt)
SIMT_DETAIL_SHORT_LANES_COMPARE(<=, __hle)
SIMT_DETAIL_SHORT_LANES_COMPARE(>, __hgt)
SIMT_DETAIL_SHORT_LANES_COMPARE(>=, __hge)
#undef SIMT_DETAIL_SHORT_LANES_COMPARE

// Functions of one operand: float's, rounded.
#define SIMT_DETAIL_SHORT_LANES_1(name, name2, ...)                                              \
  template <class X>                                                                             \
  requires detail::short_lanes<1, X>                                                             \
  [[nodiscard]] SIMT_INLINE auto name(X&& h) {                                                   \
    auto const x = detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));           \
    return varying<short_float<detail::short_format<X>>, detail::short_width<X>()>(__VA_ARGS__); \
  }                                                                                              \
  template <class X>                                                                             \
  requires detail::short_lanes<2, X>                                                             \
  [[nodiscard]] SIMT_INLINE auto name2(X&& h) {                                                  \
    auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(h));            \
    return plain_pair(name(p.x), name(p.y));                                                     \
  }
SIMT_DETAIL_SHORT_LANES_1(__hneg, __hneg2, -x)
SIMT_DETAIL_SHORT_LANES_1(__habs, __habs2, simt::fabs(x))
SIMT_DETAIL_SHORT_LANES_1(htrunc, h2trunc, simt::trunc(x))
SIMT_DETAIL_SHORT_LANES_1(hceil, h2ceil, simt::ceil(x))
SIMT_DETAIL_SHORT_LANES_1(hfloor, h2floor, simt::floor(x))
SIMT_DETAIL_SHORT_LANES_1(hrint, h2rint, simt::rint(x))
SIMT_DETAIL_SHORT_LANES_1(hsqrt, h2sqrt, simt::sqrt(x))
SIMT_DETAIL_SHORT_LANES_1(hrsqrt, h2rsqrt, simt::rsqrt(x))
SIMT_DETAIL_SHORT_LANES_1(hrcp, h2rcp, 1.0f / x)
SIMT_DETAIL_SHORT_LANES_1(hlog, h2log, simt::log(x))
SIMT_DETAIL_SHORT_LANES_1(hlog2, h2log2, simt::log2(x))
SIMT_DETAIL_SHORT_LANES_1(hlog10, h2log10, simt::log10(x))
SIMT_DETAIL_SHORT_LANES_1(hexp, h2exp, simt::exp(x))
SIMT_DETAIL_SHORT_LANES_1(hexp2, h2exp2, simt::exp2(x))
SIMT_DETAIL_SHORT_LANES_1(hexp10, h2exp10, simt::exp10(x))
SIMT_DETAIL_SHORT_LANES_1(hsin, h2sin, simt::sin(x))
SIMT_DETAIL_SHORT_LANES_1(hcos, h2cos, simt::cos(x))
SIMT_DETAIL_SHORT_LANES_1(htanh, h2tanh, simt::tanh(x))
SIMT_DETAIL_SHORT_LANES_1(htanh_approx, h2tanh_approx, simt::tanh(x))
#undef SIMT_DETAIL_SHORT_LANES_1
template <class X>
requires(detail::short_lanes<1, X> || detail::short_lanes<2, X>) [[nodiscard]] SIMT_INLINE auto
operator-(X&& x) {
  if constexpr (detail::short_class<detail::plain<X>>::numbers == 1)
    return __hneg(std::forward<X>(x));
  else
    return __hneg2(std::forward<X>(x));
}
template <class X>
requires detail::short_lanes<1, X>
[[nodiscard]] SIMT_INLINE auto __hisnan(X&& h) {
  auto const x = detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));
  return varying<bool, detail::short_width<X>()>(x != x);
}

// Conversions.
#define SIMT_DETAIL_SHORT_LANES_FROM(t, H, suffix, mode)                                   \
  template <detail::lane_value X>                                                          \
  [[nodiscard]] SIMT_INLINE auto __float2##t##_##suffix(X&& x) {                           \
    constexpr int W = detail::plain<X>::width;                                             \
    return varying<H, W>::exactly(detail::round_to_short<H::format, simd::rounding::mode>( \
        detail::convert_to<float, W>(std::forward<X>(x))));                                \
  }
#define SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, name)                 \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rn)                        \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rz)                        \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, ru)                        \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rd)                        \
  template <detail::lane_value X>                                   \
  [[nodiscard]] SIMT_INLINE auto __##name##2##t##_rn(X&& x) {       \
    return varying<H, detail::plain<X>::width>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_SHORT_LANES_TO(t, H, name, suffix)                                      \
  template <class X>                                                                        \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __##t##2##name##_##suffix(X&& h) {                     \
    return __float2##name##_##suffix(                                                       \
        detail::short_floats<detail::short_width<X>()>(std::forward<X>(h)));                \
  }
#define SIMT_DETAIL_SHORT_LANES_NAMES(t, H, H2, t2)                                            \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rn, nearest)                                              \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rz, zero)                                                 \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, ru, up)                                                   \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rd, down)                                                 \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, int)                                                   \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, uint)                                                  \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, ll)                                                    \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, ull)                                                   \
  template <detail::lane_value X>                                                              \
  [[nodiscard]] SIMT_INLINE auto __float2##t(X&& x) {                                          \
    return __float2##t##_rn(std::forward<X>(x));                                               \
  }                                                                                            \
  template <detail::lane_value X>                                                              \
  [[nodiscard]] SIMT_INLINE auto __float2##t2##_rn(X&& x) {                                    \
    auto const h = __float2##t(std::forward<X>(x));                                            \
    return plain_pair(h, h);                                                                   \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::function_call<X, Y> && (detail::lane_value<X> || detail::lane_value<Y>))    \
      [[nodiscard]] SIMT_INLINE auto __floats2##t2##_rn(X&& x, Y&& y) {                        \
    constexpr int W = detail::call_width<X, Y>();                                              \
    return plain_pair(__float2##t(detail::convert_to<float, W>(std::forward<X>(x))),           \
                      __float2##t(detail::convert_to<float, W>(std::forward<Y>(y))));          \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t##2float(X && h) {                                   \
    return detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));                 \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t2##2float2(X && h) {                                 \
    auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(h));          \
    return make_float2(p.x.f, p.y.f);                                                          \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::short_lanes<1, X, Y> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __halves2##t2(X&& x, Y&& y) {                             \
    constexpr int W = detail::short_width<X, Y>();                                             \
    return plain_pair(detail::short_value<W>(std::forward<X>(x)),                              \
                      detail::short_value<W>(std::forward<Y>(y)));                             \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::short_lanes<1, X, Y> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto make_##t2(X&& x, Y&& y) {                                 \
    return __halves2##t2(std::forward<X>(x), std::forward<Y>(y));                              \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t##2##t2(X&& x) {                                     \
    auto const h = detail::short_value<detail::short_width<X>()>(std::forward<X>(x));          \
    return plain_pair(h, h);                                                                   \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __low2##t(X&& x) {                                        \
    return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).x;                \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __high2##t(X&& x) {                                       \
    return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).y;                \
  }
SIMT_DETAIL_SHORT_LANES_NAMES(half, __half, __half2, half2)
SIMT_DETAIL_SHORT_LANES_NAMES(bfloat16, __nv_bfloat16, __nv_bfloat162, bfloat162)
#undef SIMT_DETAIL_SHORT_LANES_NAMES
#undef SIMT_DETAIL_SHORT_LANES_TO
#undef SIMT_DETAIL_SHORT_LANES_INTEGER
#undef SIMT_DETAIL_SHORT_LANES_FROM

template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __low2float(X&& x) {
  return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).x.f;
}
template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __high2float(X&& x) {
  return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).y.f;
}
template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __lowhigh2highlow(X&& x) {
  auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(x));
  return plain_pair(p.y, p.x);
}

/// c ? a : b, lane by lane.
template <detail::lane_value C, class A, class B>
requires(detail::short_class<detail::plain<A>>::numbers > 0 &&
         detail::short_class<detail::plain<A>>::numbers ==
             detail::short_class<detail::plain<B>>::numbers) [[nodiscard]] SIMT_INLINE
    auto select(C&& c, A&& a, B&& b) {
  constexpr int W = detail::width_of<detail::plain<C>>;
  varying<bool, W> const p(std::forward<C>(c));
  auto const x = detail::short_value<W>(std::forward<A>(a));
  auto const y = detail::short_value<W>(std::forward<B>(b));
  auto const one = [&](auto const& u, auto const& v) SIMT_LAMBDA_INLINE {
    return detail::plain<decltype(u)>::exactly(detail::blend_lanes<float, W>(p, u.f, v.f));
  };
  if constexpr (detail::short_class<detail::plain<A>>::numbers == 1)
    return one(x, y);
  else
    return plain_pair(one(x.x, y.x), one(x.y, y.y));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
