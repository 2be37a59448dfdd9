#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/warp/collective.hpp>
#include <simt/lanes/operators.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

// The operations of __reduce_*_sync, on numbers and vectors.
struct reduce_add {
  template <class T>
  static constexpr T neutral = T{};
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return add_op::apply<R, L>(a, b);
  }
};
struct reduce_min {
  template <class T>
  static constexpr T neutral = std::numeric_limits<T>::max();
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return b < a ? b : a;
  }
};
struct reduce_max {
  template <class T>
  static constexpr T neutral = std::numeric_limits<T>::lowest();
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a < b ? b : a;
  }
};
struct reduce_and {
  template <class T>
  static constexpr T neutral = static_cast<T>(-1);
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a & b;
  }
};
struct reduce_or {
  template <class T>
  static constexpr T neutral = T{};
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a | b;
  }
};
struct reduce_xor {
  template <class T>
  static constexpr T neutral = T{};
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    return a ^ b;
  }
};

/// All lanes of a register into one.
template <class Op, class R, int L>
SIMT_INLINE R reduce_register(simd::vec<R, L> v) {
  if constexpr (L == 1) {
    return v;
  } else {
    constexpr int H = L / 2;
    simd::vec<R, H> h[2];
    __builtin_memcpy(h, &v, sizeof h);
    return reduce_register<Op, R, H>(Op::template apply<R, H>(h[0], h[1]));
  }
}

template <class Op, class T>
void complete_reduce(warp_request* const (&lanes)[32], std::uint32_t participants) {
  T sum = Op::template neutral<T>;
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1)
    sum = Op::template apply<T, 1>(sum, static_cast<T>(lanes[std::countr_zero(rest)]->in));
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1)
    lanes[std::countr_zero(rest)]->out = static_cast<std::uint64_t>(sum);
}

template <class Op, class T, int W, class M>
SIMT_INLINE varying<T, W> reduce_lanes(varying<T, W> const& x, M const& named) {
  using V = varying<T, W>;
  constexpr int P = V::part;
  constexpr int N = 32 / P;
  auto const mask = meeting_mask<W>(named);
  auto const& e = active_mask();
  V r;
  simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
    std::uint32_t rest = warp_active<W>(e, w);
    std::uint32_t const active = rest;
    auto const among = [&](std::uint32_t lanes) SIMT_LAMBDA_INLINE {
      auto const neutral = simd::broadcast<T, P>(Op::template neutral<T>);
      simd::vec<T, P> sum = neutral;
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        auto const v =
            simd::select<T, P>(simd::mask_from_bits<P>(lanes >> (i * P)), x.v[w * N + i], neutral);
        sum = i == 0 ? v : Op::template apply<T, P>(sum, v);
      });
      return simd::broadcast<T, P>(reduce_register<Op, T, P>(sum));
    };
    if constexpr (std::is_same_v<M, unsigned>) {
      auto const s = among(active & mask);
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { r.v[w * N + i] = s; });
    } else {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { r.v[w * N + i] = simd::vec<T, P>{}; });
      alignas(64) std::uint32_t masks[32];
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        __builtin_memcpy(masks + i * P, &mask.v[w * N + i], sizeof mask.v[0]);
      });
      while (rest != 0) {  // one turn for each group of lanes
        std::uint32_t const lanes = masks[std::countr_zero(rest)] & active;
        auto const s = among(lanes);
        simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
          r.v[w * N + i] =
              simd::select<T, P>(simd::mask_from_bits<P>(lanes >> (i * P)), s, r.v[w * N + i]);
        });
        rest &= ~(lanes | (rest & (0u - rest)));
      }
    }
  });
  return r;
}

// The kinds of a reduction in builtins.def: int or unsigned, or bits, which are unsigned.
inline constexpr bool reduces_numbers = false;
inline constexpr bool reduces_bits = true;

template <class Op, bool Bits, int W, class M, class X>
SIMT_INLINE auto reduce(M&& mask, X&& value) {
  check_warp_width<W>();
  using A = promoted_type<X>;
  static_assert(std::is_integral_v<A> && sizeof(A) == 4,
                "simt: __reduce_*_sync takes int or unsigned, as in CUDA: use shuffles for others");
  using T =
      std::conditional_t<Bits, unsigned, std::conditional_t<std::is_signed_v<A>, int, unsigned>>;
  auto const x = convert_to<T, W>(std::forward<X>(value));
  auto const m = as_warp_mask<W>(std::forward<M>(mask));
  if constexpr (W == 1) {
    varying<T, 1> r = x;
    if (!active_mask().all) return r;
    warp_request q;
    q.in = static_cast<std::uint64_t>(x.v[0]);
    meet_warp(q, warp_kind::reduce, m, {}, &complete_reduce<Op, T>);
    mask_still_full(active_mask());
    r.v[0] = static_cast<T>(q.out);
    return r;
  } else {
    return reduce_lanes<Op, T, W>(x, m);
  }
}

}  // namespace detail

/// Combines the values of the lanes of the mask, for each of them.
/// - CUDA:    __reduce_add_sync(mask, value), _min, _max, _and, _or, _xor
/// - Shape:   int or unsigned; the bitwise ones give unsigned
/// - Source:  CUDA C Programming Guide 11.0, B.20 (Warp Reduce Functions)
#define SIMT_DETAIL_FREE_REDUCTION(name, effect, op, kind)                                        \
  template <class M, class X>                                                                     \
  requires detail::warp_operands<M, X> SIMT_INLINE auto name(M&& mask, X&& value) {               \
    return detail::reduce<detail::op, detail::reduces_##kind, detail::warp_width_of<M, X>>(       \
        std::forward<M>(mask), std::forward<X>(value));                                           \
  }
SIMT_BUILTINS_REDUCTIONS(SIMT_DETAIL_FREE_REDUCTION)
#undef SIMT_DETAIL_FREE_REDUCTION

namespace detail {

/// The same as members of a gang of W lanes.
template <int W>
struct reduce_functions {
#define SIMT_DETAIL_MEMBER_REDUCTION(name, effect, op, kind)                             \
  template <class M, class X>                                                            \
  SIMT_INLINE static auto name(M&& mask, X&& value) {                                    \
    return reduce<op, reduces_##kind, W>(std::forward<M>(mask), std::forward<X>(value)); \
  }
  SIMT_BUILTINS_REDUCTIONS(SIMT_DETAIL_MEMBER_REDUCTION)
#undef SIMT_DETAIL_MEMBER_REDUCTION
};

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
