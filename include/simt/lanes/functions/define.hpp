#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/call.hpp>
#include <simt/simd/math.hpp>

// Defines name and name##f by simd::math::name of registers. Call: the operands that they take.
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
// Defines functions that SIMT_FAST_MATH replaces: name##f by the function object `fast`.
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
