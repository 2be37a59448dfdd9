#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying/boolean.hpp>
#include <simt/lanes/varying/loaded.hpp>
#include <simt/lanes/varying/number.hpp>
#include <simt/simd/truncate.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class X>
inline constexpr bool is_varying = false;
template <class T, int W>
inline constexpr bool is_varying<varying<T, W>> = true;

/// Wraps int lanes to the 8 or 16 bits of T.
template <class T, class R, int L>
SIMT_INLINE simd::vec<R, L> narrow(simd::vec<R, L> v) {
  if constexpr (sizeof(T) >= 4) {
    return v;
  } else if constexpr (L == 1) {
    return static_cast<R>(static_cast<T>(v));
  } else if constexpr (std::is_signed_v<simd::number_of<T>>) {
    constexpr int s = 32 - 8 * static_cast<int>(sizeof(T));
    return (simd::vec<R, L>)((simd::vec<unsigned, L>)v << s) >> s;
  } else {
    return v & simd::broadcast<R, L>(static_cast<R>((1u << (8 * sizeof(T))) - 1u));
  }
}

/// Returns the varying that x stands for.
template <class T, int W>
SIMT_INLINE varying<T, W> const& eval(varying<T, W> const& x) {
  return x;
}
template <lane_predicate X>
  requires(!is_varying<plain<X>>)
SIMT_INLINE varying<bool, plain<X>::width> eval(X const& x) {
  using V = varying<bool, plain<X>::width>;
  V r;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::parts>(
        [&](int i) SIMT_LAMBDA_INLINE { r.masks[i] = x.at(i, simd::mask_full<V::part>()); });
  });
  return r;
}
template <thread_index X>
SIMT_INLINE auto eval(X const& x) {
  return x.decay();
}
template <lane_element X>
SIMT_INLINE auto eval(X&& x) {
  static_assert(!std::is_lvalue_reference_v<X>,
                "simt: this name stands for a place in memory (it was declared with auto from "
                "p[i]), not for its value: write varying<T> x = p[i]; or auto x = "
                "simt::value(p[i]);");
  return x.load();
}

/// A register's lanes as the R that lanes of T are kept in, which is int where T has 8 or 16 bits.
template <class T, class R, class From, int L>
SIMT_INLINE simd::vec<R, L> lanes_as(simd::vec<From, L> v) {
  if constexpr (!std::is_floating_point_v<From> || !std::is_integral_v<R>)
    return simd::convert<R, From, L>(v);
  else if constexpr (sizeof(R) == 4 && std::is_unsigned_v<simd::number_of<T>>)
    return (simd::vec<R, L>)simd::truncate<unsigned, From, L>(v);
  else
    return simd::truncate<R, From, L>(v);
}

/// Converts the lanes of x to T, register by register.
template <class T, int W, class S>
SIMT_INLINE varying<T, W> convert_varying(varying<S, W> const& x) {
  using From = varying<S, W>;
  using To = varying<T, W>;
  if constexpr (std::is_same_v<S, T>) {
    return x;
  } else if constexpr (std::is_same_v<S, bool>) {
    To r;
    auto const one = simd::broadcast<typename To::reg, To::lanes>(typename To::reg{1});
    simd::each<To::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto const m =
          simd::mask_sub<sizeof(typename To::reg), To::part>(x.masks[i * To::lanes / To::part], i);
      r.v[i] = simd::select<typename To::reg, To::lanes>(m, one, typename To::vec{});
    });
    return r;
  } else if constexpr (std::is_same_v<T, bool>) {
    To r;
    simd::each<To::parts>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (From::lanes == To::part) {
        r.masks[i] = simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
            simd::mask_full<To::part>(), x.v[i], typename From::vec{});
      } else {
        auto const f = simd::mask_sub<8, To::part>(simd::mask_full<To::part>(), 0);
        r.masks[i] = simd::mask_join<To::part>(
            simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
                f, x.v[2 * i], typename From::vec{}),
            simd::compare_lanes<simd::compare::ne, typename From::reg, From::lanes>(
                f, x.v[2 * i + 1], typename From::vec{}));
      }
    });
    return r;
  } else {
    using FR = typename From::reg;
    using TR = typename To::reg;
    To r;
    if constexpr (std::is_same_v<FR, float> && std::is_same_v<TR, int> && std::is_signed_v<T> &&
                  From::lanes == To::lanes && From::count == To::count) {
      simd::truncate_all<int, float, To::lanes>(x.v, r.v);
      simd::each<To::count>(
          [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = narrow<T, TR, To::lanes>(r.v[i]); });
    } else if constexpr (From::lanes == To::lanes) {
      simd::each<To::count>([&](int i) SIMT_LAMBDA_INLINE {
        r.v[i] = narrow<T, TR, To::lanes>(lanes_as<T, TR, FR, To::lanes>(x.v[i]));
      });
    } else {
      constexpr int H = To::part / 2;
      simd::each<To::parts>([&](int i) SIMT_LAMBDA_INLINE {
        if constexpr (From::lanes > To::lanes) {  // 32 to 64 bits
          using Half = simd::vec<FR, H>;
          Half h[2];
          __builtin_memcpy(h, &x.v[i], sizeof h);
          r.v[2 * i] = lanes_as<T, TR, FR, H>(h[0]);
          r.v[2 * i + 1] = lanes_as<T, TR, FR, H>(h[1]);
        } else {  // 64 to 32 bits
          r.v[i] = narrow<T, TR, To::lanes>(
              simd::join_halves<TR, H>(lanes_as<T, TR, FR, H>(x.v[2 * i]),
                                       lanes_as<T, TR, FR, H>(x.v[2 * i + 1])));
        }
      });
    }
    return r;
  }
}

/// Returns x as a varying<T, W>: lanes are converted, a uniform goes to every lane.
template <class T, int W, class X>
SIMT_INLINE varying<T, W> convert_to(X&& x) {
  if constexpr (lane_value<X>) {
    static_assert(width_of<plain<X>> == W,
                  "simt: the two values belong to gangs of different width");
    return convert_varying<T, W>(eval(std::forward<X>(x)));
  } else {
    return varying<T, W>(uniform_as<T>(std::forward<X>(x)));
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
