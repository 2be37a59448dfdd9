#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/warp/vote.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

inline void complete_match(warp_request* const (&lanes)[32], std::uint32_t participants) {
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1) {
    int const l = std::countr_zero(rest);
    std::uint32_t equal = 0;
    for (std::uint32_t other = participants; other != 0; other &= other - 1) {
      int const o = std::countr_zero(other);
      if (lanes[o]->in == lanes[l]->in) equal |= 1u << o;
    }
    lanes[l]->out = equal | std::uint64_t{participants} << 32;
  }
}

/// For each lane: the lanes with the same bits (yes) and those that take part (here).
template <int W>
struct match_result {
  varying<unsigned, W> equal;
  varying<unsigned, W> here;
};

template <int W, class T, class M>
SIMT_INLINE match_result<W> match_lanes(varying<T, W> const& x, M const& named) {
  using V = varying<T, W>;
  using R = simd::signed_of<typename V::reg>;  // NaNs match by their bits, -0 is not 0
  constexpr int L = V::lanes;
  constexpr int N = 32 / L;
  constexpr int P = V::part;
  constexpr int Q = 32 / P;
  auto const mask = meeting_mask<W>(named);
  auto const& e = active_mask();
  match_result<W> r;
  auto const every = simd::mask_sub<sizeof(R), P>(simd::mask_full<P>(), 0);
  simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
    alignas(64) R value[32];
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(value + i * L, &x.v[w * N + i], sizeof x.v[0]);
    });
    std::uint32_t const active = warp_active<W>(e, w);
    simd::vec<unsigned, P> out[Q] = {};
    std::uint32_t rest = active;
    if constexpr (std::is_same_v<M, unsigned>) rest &= mask;
    while (rest != 0) {
      auto const key = simd::broadcast<R, L>(value[std::countr_zero(rest)]);
      std::uint32_t equal = 0;
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        equal |=
            simd::register_mask_bits<sizeof(R), L>(simd::compare_lanes<simd::compare::eq, R, L>(
                every, (simd::vec<R, L>)x.v[w * N + i], key))
            << (i * L);
      });
      auto const s = simd::broadcast<unsigned, P>(equal);
      simd::each<Q>([&](int i) SIMT_LAMBDA_INLINE {
        out[i] = simd::select<unsigned, P>(simd::mask_from_bits<P>(equal >> (i * P)), s, out[i]);
      });
      rest &= ~equal;
    }
    simd::each<Q>([&](int i) SIMT_LAMBDA_INLINE {
      auto const here =
          mask_register<unsigned, P>(mask, w * Q + i) & simd::broadcast<unsigned, P>(active);
      r.equal.v[w * Q + i] = out[i] & here;
      r.here.v[w * Q + i] = here;
    });
  });
  return r;
}

template <int W, class M, class X>
SIMT_INLINE match_result<W> match(M&& mask, X&& value, warp_kind kind) {
  check_warp_width<W>();
  using T = promoted_type<X>;
  auto const x = convert_to<T, W>(std::forward<X>(value));
  auto const m = as_warp_mask<W>(std::forward<M>(mask));
  if constexpr (W == 1) {
    match_result<1> r{0u, 0u};
    if (!active_mask().all) return r;
    warp_request q;
    __builtin_memcpy(&q.in, &x.v[0], sizeof x.v[0]);
    meet_warp(q, kind, m, {}, &complete_match);
    mask_still_full(active_mask());
    r.equal.v[0] = static_cast<unsigned>(q.out);
    r.here.v[0] = static_cast<unsigned>(q.out >> 32);
    return r;
  } else {
    return match_lanes<W>(x, m);
  }
}

template <int W, class M, class X>
SIMT_INLINE varying<unsigned, W> match_any(M&& mask, X&& value) {
  return match<W>(std::forward<M>(mask), std::forward<X>(value), warp_kind::match_any).equal;
}
template <int W, class M, class X, class P>
SIMT_INLINE varying<unsigned, W> match_all(M&& mask, X&& value, varying<P, W>* pred) {
  auto const r = match<W>(std::forward<M>(mask), std::forward<X>(value), warp_kind::match_all);
  varying<unsigned, W> out;
  varying<int, W> same;
  simd::each<varying<unsigned, W>::count>([&](int i) SIMT_LAMBDA_INLINE {
    auto const one = is_zero(r.equal.v[i] ^ r.here.v[i]);
    using U = std::remove_const_t<decltype(one)>;
    out.v[i] = r.here.v[i] & (U{} - one);
    same.v[i] = (typename varying<int, W>::vec)one;
  });
  *pred = same;
  return out;
}

}  // namespace detail

/// The lanes of the mask that hold the same bits as the caller.
/// - CUDA:    __match_any_sync(mask, value)
/// - Shape:   value of 4 or 8 bytes, compared by its bits
/// - Cost:    one comparison of the warp for each different value
/// - Source:  CUDA C Programming Guide 9.0, B.14 (Warp Match Functions)
template <class M, class X>
requires detail::warp_operands<M, X> SIMT_INLINE auto __match_any_sync(M&& mask, X&& value) {
  return detail::match_any<detail::warp_width_of<M, X>>(std::forward<M>(mask),
                                                        std::forward<X>(value));
}
/// The mask, and *pred 1, where all lanes of the mask hold the same bits; else 0 and 0.
/// - CUDA:    __match_all_sync(mask, value, &pred)
/// - Source:  CUDA C Programming Guide 9.0, B.14 (Warp Match Functions)
template <class M, class X, class P, int W>
SIMT_INLINE auto __match_all_sync(M&& mask, X&& value, varying<P, W>* pred) {
  return detail::match_all<W>(std::forward<M>(mask), std::forward<X>(value), pred);
}

namespace detail {

/// The same as members of a gang of W lanes.
template <int W>
struct match_functions {
  template <class M, class X>
  SIMT_INLINE static auto __match_any_sync(M&& mask, X&& value) {
    return match_any<W>(std::forward<M>(mask), std::forward<X>(value));
  }
  template <class M, class X, class P>
  SIMT_INLINE static auto __match_all_sync(M&& mask, X&& value, varying<P, W>* pred) {
    return match_all<W>(std::forward<M>(mask), std::forward<X>(value), pred);
  }
};

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
