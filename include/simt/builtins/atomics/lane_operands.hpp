#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/operators.hpp>

#include <bit>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Lane by lane access to an operand, uniform or varying.
template <class T, int W, bool Lanes>
struct atomic_operand {
  using V = varying<T, W>;
  alignas(64) typename V::reg x[W];
  template <class X>
  SIMT_INLINE explicit atomic_operand(X&& v) {
    auto const r = convert_to<T, W>(std::forward<X>(v));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      simd::store_to_take_apart<typename V::reg, V::lanes>(x + i * V::lanes, r.v[i]);
    });
  }
  SIMT_INLINE T operator[](int l) const { return static_cast<T>(x[l]); }
};
template <class T, int W>
struct atomic_operand<T, W, false> {
  T x;
  template <class X>
  SIMT_INLINE explicit atomic_operand(X&& v)
      : x(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(v)))) {}
  SIMT_INLINE T operator[](int) const { return x; }
};

/// f(l) for each active lane of the gang, in ascending order.
template <int W, class F>
SIMT_INLINE void for_active(F const& f) {
  auto const& e = active_mask();
  if constexpr (W == 1) {
    if (e.all) f(0);
  } else {
    if (e.all) [[likely]] {
      for (int l = 0; l < W; ++l) f(l);
    } else {
      constexpr int P = part_lanes<W>;
      for (int i = 0; i < parts_of<W>; ++i)
        for (auto b = simd::mask_bits<P>(partial_part<P>(e, i)); b != 0; b &= b - 1)
          f(i * P + std::countr_zero(b));
    }
  }
}
template <int W>
SIMT_INLINE bool any_active() {
  auto const& e = active_mask();
  if (e.all) [[likely]]
    return true;
  if constexpr (W == 1) {
    return false;
  } else {
    auto some = simd::mask_none<part_lanes<W>>();
    simd::each<parts_of<W>>([&](int i) SIMT_LAMBDA_INLINE {
      some = simd::mask_or<part_lanes<W>>(some, partial_part<part_lanes<W>>(e, i));
    });
    return simd::mask_any<part_lanes<W>>(some);
  }
}

/// The result of an atomic: the old values, or nothing where the caller says that it does not read
/// them.
template <class T, int W, bool Read>
using old_values = std::conditional_t<Read, varying<T, W>, void>;

/// The old values, gathered lane by lane. Where nobody reads them the compiler drops the array; of
/// wide gangs it does not find that out by itself.
template <class T, int W, bool Read>
struct atomic_result {
  using V = varying<T, W>;
  alignas(64) typename V::reg x[W];
  SIMT_INLINE atomic_result() {
    if (!active_mask().all) __builtin_memset(x, 0, sizeof x);
  }
  SIMT_INLINE void set(int l, T v) { x[l] = static_cast<typename V::reg>(v); }
  SIMT_INLINE V get() const {
    V r;
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(&r.v[i], x + i * V::lanes, sizeof r.v[i]);
    });
    return r;
  }
};
template <class T, int W>
struct atomic_result<T, W, false> {
  SIMT_INLINE void set(int, T) {}
  SIMT_INLINE void get() const {}
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
