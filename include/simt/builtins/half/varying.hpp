#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/half.hpp>
#include <simt/builtins/rounding.hpp>
#include <simt/lanes/struct.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Numbers of 16 bits, and pairs of them, for each thread: values and places in memory.
namespace simt::inline SIMT_ABI {

/// Base of values with lanes of 16-bit floating-point numbers. In this namespace for
/// argument-dependent lookup.
struct short_lanes_tag {};

namespace detail {

template <class F>
inline constexpr bool own_lanes<short_float<F>> = true;
template <class F>
inline constexpr bool own_lanes<short_pair<F>> = true;

/// Classifies an operand: its format, lanes (0: uniform) and numbers (0: no operand of these).
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
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::widen<F, V::lanes>(simd::narrow<F, Mode, V::lanes>(x.v[i]));
    });
  });
  return r;
}
template <class F, int W>
SIMT_INLINE varying<unsigned, W> short_bits_of(varying<float, W> const& x) {
  varying<unsigned, W> r;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<varying<unsigned, W>::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::narrow<F, simd::rounding::nearest, varying<float, W>::lanes>(x.v[i]);
    });
  });
  return r;
}
template <class F, int W>
SIMT_INLINE varying<float, W> short_from_bits(varying<unsigned, W> const& b) {
  varying<float, W> r;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
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

  SIMT_INLINE varying& operator=(varying const& o) & {
    f.assign(o.f);
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)
  SIMT_INLINE operator varying<float, W>() const { return f; }

  [[nodiscard]] short_float<F> const lane(int l) const { return short_float<F>(f.lane(l)); }
  void set_lane(int l, short_float<F> x) { f.set_lane(l, static_cast<float>(x)); }
  SIMT_DETAIL_NOT_ONE(short_float<F>)

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

  varying& operator=(varying const&) & = default;
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  [[nodiscard]] short_pair<F> const lane(int l) const { return {x.lane(l), y.lane(l)}; }
  void set_lane(int l, short_pair<F> p) {
    x.set_lane(l, p.x);
    y.set_lane(l, p.y);
  }
  SIMT_DETAIL_NOT_ONE(short_pair<F>)
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
    : public struct_place_base<aggregate_place<T, Index, Stride>, T, Index, Stride> {
  using base = struct_place_base<aggregate_place, T, Index, Stride>;
  using base::p_, base::i_;

 public:
  using base::width, base::operator=;
  using typename base::result, typename base::value_type;
  using format = typename value_type::format;

  SIMT_INLINE aggregate_place(T* p, Index const& i) : base(p, i) {}
  aggregate_place(aggregate_place const&) = default;

  SIMT_INLINE result load() const {
    auto const bits = convert_to<unsigned, width>(words().load());
    if constexpr (is_pair) {
      using half = varying<short_float<format>, width>;
      varying<unsigned, width> low, high;
      simd::each<varying<unsigned, width>::count>([&](int j) SIMT_LAMBDA_INLINE {
        low.v[j] = bits.v[j] & simd::broadcast<unsigned, varying<unsigned, width>::lanes>(0xffffu);
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
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& x) const {
    store(x.load());
    return *this;
  }

 private:
  static constexpr bool is_pair = sizeof(value_type) == 4;
  using word = std::conditional_t<is_pair, unsigned, unsigned short>;
  SIMT_INLINE auto words() const {
    return strided_place<Stride>(reinterpret_cast<same_const<word, T>*>(p_), i_);
  }
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
template <class F, int W>
SIMT_INLINE varying<short_pair<F>, W> plain_pair(varying<short_float<F>, W> const& x,
                                                 varying<short_float<F>, W> const& y) {
  return {x, y};
}

}  // namespace detail

// An operator by the functions of numbers and of pairs, for the headers that have those.
#define SIMT_DETAIL_SHORT_LANES_OPERATOR(op, name, name2)    \
  template <class X, class Y>                                \
  requires detail::short_lanes<1, X, Y>                      \
  [[nodiscard]] SIMT_INLINE auto operator op(X&& x, Y&& y) { \
    return name(std::forward<X>(x), std::forward<Y>(y));     \
  }                                                          \
  template <class X, class Y>                                \
  requires detail::short_lanes<2, X, Y>                      \
  [[nodiscard]] SIMT_INLINE auto operator op(X&& x, Y&& y) { \
    return name2(std::forward<X>(x), std::forward<Y>(y));    \
  }

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
