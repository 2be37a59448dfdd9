#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/lanes/functions.hpp>
#include <simt/simd/math/fast_trig.hpp>

// The functions of CUDA that <cmath> lacks, on uniforms and on lanes, and what of them stands bare
// in kernels. All others are found by argument-dependent lookup (lanes/functions.hpp) or are
// <cmath>'s.
namespace simt::inline SIMT_ABI {

// - CUDA:    __sinf, __cosf, __tanf, __tanhf, __expf, __exp10f, __logf, __log2f, __log10f, __powf,
//            __saturatef, __fdividef, fdividef
// - Differs: __logf and its kind and __tanhf are as exact as the functions without __; negative x in
//            __powf gives NaN, as there
// - Source:  CUDA C Programming Guide 8.0, D.2 (Intrinsic Functions)
namespace detail {
struct divide_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    return x / y;
  }
};
/// The quotient; of divisors above 2^126 it is that by infinity.
struct fast_divide_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    using B = simd::batch<R, L>;
    auto const divisor = simd::to_batch<R, L>(y);
    return x / simd::to_vec(select(abs(divisor) > B(R(0x1p126)), divisor * B(R(4)), divisor));
  }
};
/// Sine and cosine of angles in turns that one product gives.
struct fast_sin_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::to_vec(simd::detail::f32::fast_sin(simd::to_batch<R, L>(x)));
  }
};
struct fast_cos_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::to_vec(simd::detail::f32::fast_cos(simd::to_batch<R, L>(x)));
  }
};
struct fast_tan_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return fast_sin_function::apply<R, L>(x) / fast_cos_function::apply<R, L>(x);
  }
};
struct saturate_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {  // NaN becomes 0
    return simd::math::fmin<R, L>(simd::math::fmax<R, L>(x, simd::broadcast<R, L>(R{0})),
                                  simd::broadcast<R, L>(R{1}));
  }
};
}  // namespace detail

#define SIMT_DETAIL_FAST_1(name, effect, operation)                    \
  template <class X>                                                  \
  requires detail::function_call<X>                                   \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                        \
    return detail::call<detail::operation, float>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_FAST_2(name, effect, operation)                                            \
  template <class X, class Y>                                                                 \
  requires detail::function_call<X, Y>                                                        \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                                         \
    return detail::call<detail::operation, float>(std::forward<X>(x), std::forward<Y>(y)); \
  }
SIMT_BUILTINS_FAST_1(SIMT_DETAIL_FAST_1)
SIMT_BUILTINS_FAST_2(SIMT_DETAIL_FAST_2)
#undef SIMT_DETAIL_FAST_1
#undef SIMT_DETAIL_FAST_2

/// - CUDA:    __sincosf(x, &s, &c)
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void __sincosf(X&& x, S const& s, C const& c) {
  auto const sine = __sinf(x), cosine = __cosf(x);
  *s = sine;
  *c = cosine;
}

namespace detail {

/// Names that a kernel finds without qualification, for uniform arguments, too.
struct math_functions {
#define SIMT_DETAIL_MEMBER(name, ...) \
  template <class... X>               \
  requires function_call<X...>        \
  [[nodiscard]] SIMT_INLINE static auto name(X&&... x) { return simt::name(std::forward<X>(x)...); }
#define SIMT_DETAIL_MEMBER_F(name, ...) \
  SIMT_DETAIL_MEMBER(name)              \
  SIMT_DETAIL_MEMBER(name##f)
  SIMT_BUILTINS_EXTREMES(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_CUDA_MATH_1(SIMT_DETAIL_MEMBER_F)
  SIMT_BUILTINS_CUDA_MATH_2(SIMT_DETAIL_MEMBER_F)
  SIMT_BUILTINS_CUDA_MATH_3(SIMT_DETAIL_MEMBER_F)
  SIMT_BUILTINS_CUDA_MATH_4(SIMT_DETAIL_MEMBER_F)
  SIMT_BUILTINS_FAST_1(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_FAST_2(SIMT_DETAIL_MEMBER)
#undef SIMT_DETAIL_MEMBER_F
#undef SIMT_DETAIL_MEMBER
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
