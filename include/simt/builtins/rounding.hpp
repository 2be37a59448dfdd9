#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/lanes/functions.hpp>
#include <simt/simd/directed.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

// Operations that detail::call runs on registers.
#define SIMT_DETAIL_DIRECTED(name)                     \
  template <simd::rounding Mode>                       \
  struct directed_##name {                             \
    template <class R, int L, class... X>              \
    SIMT_INLINE static simd::vec<R, L> apply(X... x) { \
      return simd::directed::name<Mode, R, L>(x...);   \
    }                                                  \
  };
SIMT_DETAIL_DIRECTED(add)
SIMT_DETAIL_DIRECTED(sub)
SIMT_DETAIL_DIRECTED(mul)
SIMT_DETAIL_DIRECTED(div)
SIMT_DETAIL_DIRECTED(rcp)
SIMT_DETAIL_DIRECTED(sqrt)
SIMT_DETAIL_DIRECTED(fma)
#undef SIMT_DETAIL_DIRECTED

/// f of registers of From gives registers of To, with the same number of lanes.
template <class To, class From, class F, class X>
SIMT_INLINE auto convert_lanes(F f, X&& x) {
  using FR = simd::register_t<From>;
  using TR = simd::register_t<To>;
  if constexpr (!lane_value<X>) {
    return static_cast<To>(
        f.template operator()<TR, FR, 1>(static_cast<FR>(static_cast<From>(uniform_of(x)))));
  } else {
    constexpr int W = width_of<plain<X>>;
    using V = varying<From, W>;
    using O = varying<To, W>;
    auto const v = convert_to<From, W>(std::forward<X>(x));
    O r;
    keeping_mask([&]() SIMT_LAMBDA_INLINE {
      if constexpr (V::lanes == O::lanes) {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          r.v[i] = f.template operator()<TR, FR, V::lanes>(v.v[i]);
        });
      } else {
        constexpr int H = V::part / 2;
        simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
          if constexpr (V::lanes > O::lanes) {  // 32 to 64 bits
            simd::vec<FR, H> h[2];
            __builtin_memcpy(h, &v.v[i], sizeof h);
            r.v[2 * i] = f.template operator()<TR, FR, H>(h[0]);
            r.v[2 * i + 1] = f.template operator()<TR, FR, H>(h[1]);
          } else {
            r.v[i] = simd::join_halves<TR, H>(f.template operator()<TR, FR, H>(v.v[2 * i]),
                                              f.template operator()<TR, FR, H>(v.v[2 * i + 1]));
          }
        });
      }
    });
    return r;
  }
}

template <simd::rounding Mode>
struct directed_integer {
  template <class To, class From, int L>
  SIMT_INLINE simd::vec<To, L> operator()(simd::vec<From, L> x) const {
    return simd::directed::to_integer<Mode, To, From, L>(x);
  }
};
template <simd::rounding Mode>
struct directed_float {
  template <class To, class From, int L>
  SIMT_INLINE simd::vec<To, L> operator()(simd::vec<From, L> x) const {
    return simd::directed::convert<Mode, To, From, L>(x);
  }
};

/// Correctly rounded: a double has bits to spare.
struct rsqrt_nearest {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    auto const one = [](float f) {
      return static_cast<float>(1.0 / std::sqrt(static_cast<double>(f)));
    };
    if constexpr (L == 1) {
      return one(x);
    } else {
      simd::vec<R, L> r;
      for (int l = 0; l < L; ++l) r[l] = one(x[l]);
      return r;
    }
  }
};

}  // namespace detail

/// Arithmetic in a given rounding mode, never fused with what stands beside it, and conversions
/// that take the nearest number where the type has no room.
/// - CUDA:    __fadd_rn, _rz, _ru, _rd; __fsub, __fmul, __fdiv, __frcp, __fsqrt, __fmaf; __dadd,
///            __dsub, __dmul, __ddiv, __drcp, __dsqrt, __fma; __frsqrt_rn; __float2int_rn,
///            __double2float_rz, __ull2double_ru and so on
/// - Shape:   each operand uniform or with lanes; uniform where all are
/// - Cost:    an instruction with AVX-512 and for _rn; elsewhere the others change the processor's
///            rounding mode and back
/// - Source:  CUDA C Programming Guide 8.0, D.2 (Intrinsic Functions); CUDA Math API
#define SIMT_DETAIL_DIRECTED_1(name, op, mode, T)                                            \
  template <class X>                                                                         \
  requires detail::function_call<X>                                                          \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                               \
    return detail::call<detail::directed_##op<simd::rounding::mode>, T>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_DIRECTED_2(name, op, mode, T)                                            \
  template <class X, class Y>                                                                \
  requires detail::function_call<X, Y>                                                       \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                                        \
    return detail::call<detail::directed_##op<simd::rounding::mode>, T>(std::forward<X>(x),  \
                                                                        std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_DIRECTED_3(name, op, mode, T)                        \
  template <class X, class Y, class Z>                                   \
  requires detail::function_call<X, Y, Z>                                \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {             \
    return detail::call<detail::directed_##op<simd::rounding::mode>, T>( \
        std::forward<X>(x), std::forward<Y>(y), std::forward<Z>(z));     \
  }
#define SIMT_DETAIL_DIRECTED_CONVERSION(name, kind, mode, From, To)                         \
  template <class X>                                                                        \
  requires detail::function_call<X>                                                         \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                              \
    return detail::convert_lanes<To, From>(detail::directed_##kind<simd::rounding::mode>{}, \
                                           std::forward<X>(x));                             \
  }
#define SIMT_DETAIL_MODES(F, name, op, ...)    \
  F(name##_rn, op, nearest, __VA_ARGS__) \
  F(name##_rz, op, zero, __VA_ARGS__)    \
  F(name##_ru, op, up, __VA_ARGS__)      \
  F(name##_rd, op, down, __VA_ARGS__)
#define SIMT_DETAIL_ROUNDED_1(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_DIRECTED_1, name, op, T)
#define SIMT_DETAIL_ROUNDED_2(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_DIRECTED_2, name, op, T)
#define SIMT_DETAIL_ROUNDED_3(name, effect, op, T) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_DIRECTED_3, name, op, T)
#define SIMT_DETAIL_ROUNDED_CONVERSION(name, effect, kind, From, To) \
  SIMT_DETAIL_MODES(SIMT_DETAIL_DIRECTED_CONVERSION, name, kind, From, To)
#define SIMT_DETAIL_EXACT_CONVERSION(name, effect, kind, From, To) \
  SIMT_DETAIL_DIRECTED_CONVERSION(name, kind, nearest, From, To)
SIMT_BUILTINS_ROUNDED_1(SIMT_DETAIL_ROUNDED_1)
SIMT_BUILTINS_ROUNDED_2(SIMT_DETAIL_ROUNDED_2)
SIMT_BUILTINS_ROUNDED_3(SIMT_DETAIL_ROUNDED_3)
SIMT_BUILTINS_ROUNDED_CONVERSIONS(SIMT_DETAIL_ROUNDED_CONVERSION)
SIMT_BUILTINS_EXACT_CONVERSIONS(SIMT_DETAIL_EXACT_CONVERSION)
#undef SIMT_DETAIL_DIRECTED_1
#undef SIMT_DETAIL_DIRECTED_2
#undef SIMT_DETAIL_DIRECTED_3
#undef SIMT_DETAIL_DIRECTED_CONVERSION
#undef SIMT_DETAIL_MODES
#undef SIMT_DETAIL_ROUNDED_1
#undef SIMT_DETAIL_ROUNDED_2
#undef SIMT_DETAIL_ROUNDED_3
#undef SIMT_DETAIL_ROUNDED_CONVERSION
#undef SIMT_DETAIL_EXACT_CONVERSION
template <class X>
requires detail::function_call<X>
[[nodiscard]] SIMT_INLINE auto __frsqrt_rn(X&& x) {
  return detail::call<detail::rsqrt_nearest, float>(std::forward<X>(x));
}

namespace detail {
template <int Shift>
struct word_of_double {
  template <class To, class From, int L>
  SIMT_INLINE simd::vec<To, L> operator()(simd::vec<From, L> x) const {
    using U = simd::vec<std::uint64_t, L>;
    U const u = simd::bits_as<U>(x) >> Shift;
    return simd::convert<To, std::uint64_t, L>(u);
  }
};
}  // namespace detail

/// The upper and lower word of a double, and a double of two words.
/// - CUDA:    __double2hiint, __double2loint, __hiloint2double
template <class X>
requires detail::function_call<X>
[[nodiscard]] SIMT_INLINE auto __double2hiint(X&& x) {
  return detail::convert_lanes<int, double>(detail::word_of_double<32>{}, std::forward<X>(x));
}
template <class X>
requires detail::function_call<X>
[[nodiscard]] SIMT_INLINE auto __double2loint(X&& x) {
  return detail::convert_lanes<int, double>(detail::word_of_double<0>{}, std::forward<X>(x));
}
template <class X, class Y>
requires detail::function_call<X, Y>
[[nodiscard]] SIMT_INLINE auto __hiloint2double(X&& hi, Y&& lo) {
  constexpr int W = detail::call_width<X, Y>();
  if constexpr (W == 0) {
    auto const word = [](auto&& x) SIMT_LAMBDA_INLINE {
      return static_cast<std::uint32_t>(static_cast<int>(detail::uniform_of(x)));
    };
    return simd::bits_as<double>(std::uint64_t{word(hi)} << 32 | word(lo));
  } else {
    using U = varying<std::uint64_t, W>;
    auto const wide = [](varying<int, W> const& x) SIMT_LAMBDA_INLINE {
      return detail::convert_to<std::uint64_t, W>(detail::convert_to<unsigned, W>(x));
    };
    U const h = wide(detail::convert_to<int, W>(std::forward<X>(hi)));
    U const l = wide(detail::convert_to<int, W>(std::forward<Y>(lo)));
    varying<double, W> r;
    simd::each<U::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] =
          simd::bits_as<typename varying<double, W>::vec>((typename U::vec)(h.v[i] << 32 | l.v[i]));
    });
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
