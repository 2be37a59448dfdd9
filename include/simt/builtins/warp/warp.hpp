#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/warp/shuffle.hpp>

#include <concepts>
#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// What a vote knows: bit l of `yes` is lane l's predicate, bit l of `here` says that it takes
/// part.
struct ballot_bits {
  std::uint32_t yes;
  std::uint32_t here;
};

inline void complete_vote(warp_request* const (&lanes)[32], std::uint32_t participants) {
  std::uint64_t yes = 0;
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1) {
    int const l = std::countr_zero(rest);
    if (lanes[l]->in != 0) yes |= std::uint64_t{1} << l;
  }
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1)
    lanes[std::countr_zero(rest)]->out = yes | std::uint64_t{participants} << 32;
}

template <class M>
SIMT_INLINE ballot_bits vote_one(bool p, warp_kind kind, M mask, call_site site) {
  if (!active_mask().all) return {};
  warp_request r;
  r.in = p ? 1 : 0;
  meet_warp(r, kind, mask, site, &complete_vote);
  mask_still_full(active_mask());
  return {static_cast<std::uint32_t>(r.out), static_cast<std::uint32_t>(r.out >> 32)};
}

// The results of votes, out of `yes` and `here`: unsigned or vectors of it.
struct vote_ballot {
  using type = unsigned;
  static constexpr warp_kind kind = warp_kind::ballot;
  template <class U>
  SIMT_INLINE static U apply(U yes, U) {
    return yes;
  }
};
struct vote_active {
  using type = unsigned;
  static constexpr warp_kind kind = warp_kind::active_mask;
  template <class U>
  SIMT_INLINE static U apply(U, U here) {
    return here;
  }
};
/// 1 where x is 0.
template <class U>
SIMT_INLINE U is_zero(U x) {
  return (~(x | (U{} - x))) >> 31;
}
struct vote_any {
  using type = int;
  static constexpr warp_kind kind = warp_kind::any;
  template <class U>
  SIMT_INLINE static U apply(U yes, U) {
    return is_zero(yes) ^ 1u;
  }
};
struct vote_all {
  using type = int;
  static constexpr warp_kind kind = warp_kind::all;
  template <class U>
  SIMT_INLINE static U apply(U yes, U here) {
    return is_zero(here & ~yes);
  }
};
struct vote_uni {
  using type = int;
  static constexpr warp_kind kind = warp_kind::uni;
  template <class U>
  SIMT_INLINE static U apply(U yes, U here) {
    return is_zero(here & ~yes) | is_zero(yes);
  }
};

/// One value for each warp of the gang, or, where masks are varying, for each lane.
template <class Vote, int W, class M, class Pred>
SIMT_INLINE varying<typename Vote::type, W> vote_lanes(Pred const& p, M const& mask) {
  using V = varying<typename Vote::type, W>;
  using R = typename V::reg;
  constexpr int P = V::part;
  constexpr int N = 32 / P;
  check_warp_mask<W>(mask);
  auto const& e = active_mask();
  V r;
  simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
    ballot_bits b{0, warp_active<W>(e, w)};
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
      b.yes |= simd::mask_bits<P>(p.at(w * N + i, active_part<P>(e, w * N + i))) << (i * P);
    });
    if constexpr (lane_value<M>) {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        using U = simd::vec<unsigned, P>;
        auto const& m = mask.v[w * N + i];
        r.v[w * N + i] = (simd::vec<R, P>)Vote::template apply<U>(
            simd::splat<unsigned, P>(b.yes) & m, simd::splat<unsigned, P>(b.here) & m);
      });
    } else {
      if constexpr (std::is_same_v<M, unsigned>) {
        b.yes &= mask;
        b.here &= mask;
      }
      auto const s =
          simd::splat<R, P>(static_cast<R>(Vote::template apply<unsigned>(b.yes, b.here)));
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { r.v[w * N + i] = s; });
    }
  });
  return r;
}

template <class Vote, int W, class M, class X>
SIMT_INLINE varying<typename Vote::type, W> vote(M&& mask, X&& predicate, call_site site) {
  check_warp_width<W>();
  auto const p = as_predicate<W>(std::forward<X>(predicate));
  auto const m = as_warp_mask<W>(std::forward<M>(mask));
  if constexpr (W == 1) {
    auto const b = vote_one(p.at(0, true), Vote::kind, m, site);
    varying<typename Vote::type, 1> r;
    r.v[0] = static_cast<typename Vote::type>(Vote::template apply<unsigned>(b.yes, b.here));
    return r;
  } else {
    return vote_lanes<Vote, W>(p, m);
  }
}

template <int W, class M>
SIMT_INLINE void sync_warp(M&& mask) {
  check_warp_width<W>();
  auto const m = as_warp_mask<W>(std::forward<M>(mask));
  if constexpr (W == 1)
    static_cast<void>(vote_one(false, warp_kind::sync, m, {}));
  else
    check_warp_mask<W>(m);
}

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
SIMT_INLINE match_result<W> match_lanes(varying<T, W> const& x, M const& mask) {
  using V = varying<T, W>;
  using R = simd::signed_of<typename V::reg>;  // NaNs match by their bits, -0 is not 0
  constexpr int L = V::lanes;
  constexpr int N = 32 / L;
  constexpr int P = V::part;
  constexpr int Q = 32 / P;
  check_warp_mask<W>(mask);
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
      auto const key = simd::splat<R, L>(value[std::countr_zero(rest)]);
      std::uint32_t equal = 0;
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        equal |=
            simd::register_mask_bits<sizeof(R), L>(simd::compare_lanes<simd::compare::eq, R, L>(
                every, (simd::vec<R, L>)x.v[w * N + i], key))
            << (i * L);
      });
      auto const s = simd::splat<unsigned, P>(equal);
      simd::each<Q>([&](int i) SIMT_LAMBDA_INLINE {
        out[i] = simd::select<unsigned, P>(simd::mask_from_bits<P>(equal >> (i * P)), s, out[i]);
      });
      rest &= ~equal;
    }
    simd::each<Q>([&](int i) SIMT_LAMBDA_INLINE {
      auto const here =
          mask_register<unsigned, P>(mask, w * Q + i) & simd::splat<unsigned, P>(active);
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
SIMT_INLINE varying<T, W> reduce_lanes(varying<T, W> const& x, M const& mask) {
  using V = varying<T, W>;
  constexpr int P = V::part;
  constexpr int N = 32 / P;
  check_warp_mask<W>(mask);
  auto const& e = active_mask();
  V r;
  simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
    std::uint32_t rest = warp_active<W>(e, w);
    std::uint32_t const active = rest;
    auto const among = [&](std::uint32_t lanes) SIMT_LAMBDA_INLINE {
      auto const neutral = simd::splat<T, P>(Op::template neutral<T>);
      simd::vec<T, P> sum = neutral;
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        auto const v =
            simd::select<T, P>(simd::mask_from_bits<P>(lanes >> (i * P)), x.v[w * N + i], neutral);
        sum = i == 0 ? v : Op::template apply<T, P>(sum, v);
      });
      return simd::splat<T, P>(reduce_register<Op, T, P>(sum));
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

#define SIMT_DETAIL_VOTES(F) \
  F(__all, vote_all)         \
  F(__any, vote_any)         \
  F(__uni, vote_uni)         \
  F(__ballot, vote_ballot)

/// Asks the threads of a warp for a truth value.
/// - CUDA:    __all(predicate), __any, __ballot, and the same with _sync and a mask
/// - Shape:   one answer for each warp of the gang, as a varying; the predicate may be uniform
/// - Needs:   as the shuffles
/// - Order:   inactive threads are not asked: their bits are 0, and __all ignores them
/// - Errors:  as the shuffles
/// - Differs: the answer is a varying, since a gang may hold several warps: simt_if (__any(p))
/// - Source:  CUDA C Programming Guide 8.0, B.13 (Warp Vote Functions); 9.0 for _sync
#define SIMT_DETAIL_FREE_VOTE(name, op)                                                           \
  template <detail::lane_value X>                                                                 \
  SIMT_INLINE auto name(X&& predicate, call_site site = call_site::current()) {                   \
    return detail::vote<detail::op, detail::warp_width_of<X>>(detail::no_mask{},                  \
                                                              std::forward<X>(predicate), site);  \
  }                                                                                               \
  template <class M, class X>                                                                     \
  requires detail::warp_operands<M, X> SIMT_INLINE auto name##_sync(M&& mask, X&& predicate) {    \
    return detail::vote<detail::op, detail::warp_width_of<M, X>>(std::forward<M>(mask),           \
                                                                 std::forward<X>(predicate), {}); \
  }
SIMT_DETAIL_VOTES(SIMT_DETAIL_FREE_VOTE)
#undef SIMT_DETAIL_FREE_VOTE

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

#define SIMT_DETAIL_REDUCTIONS(F)         \
  F(__reduce_add_sync, reduce_add, false) \
  F(__reduce_min_sync, reduce_min, false) \
  F(__reduce_max_sync, reduce_max, false) \
  F(__reduce_and_sync, reduce_and, true)  \
  F(__reduce_or_sync, reduce_or, true)    \
  F(__reduce_xor_sync, reduce_xor, true)

/// Combines the values of the lanes of the mask, for each of them.
/// - CUDA:    __reduce_add_sync(mask, value), _min, _max, _and, _or, _xor
/// - Shape:   int or unsigned; the bitwise ones give unsigned
/// - Source:  CUDA C Programming Guide 11.0, B.20 (Warp Reduce Functions)
#define SIMT_DETAIL_FREE_REDUCTION(name, op, bits)                                                \
  template <class M, class X>                                                                     \
  requires detail::warp_operands<M, X> SIMT_INLINE auto name(M&& mask, X&& value) {               \
    return detail::reduce<detail::op, bits, detail::warp_width_of<M, X>>(std::forward<M>(mask),   \
                                                                         std::forward<X>(value)); \
  }
SIMT_DETAIL_REDUCTIONS(SIMT_DETAIL_FREE_REDUCTION)
#undef SIMT_DETAIL_FREE_REDUCTION

namespace detail {

#define SIMT_DETAIL_MEMBER_VOTE(name, op)                                              \
  template <class X>                                                                   \
  SIMT_INLINE static auto name(X&& predicate, call_site site = call_site::current()) { \
    return vote<op, W>(no_mask{}, std::forward<X>(predicate), site);                   \
  }                                                                                    \
  template <class M, class X>                                                          \
  SIMT_INLINE static auto name##_sync(M&& mask, X&& predicate) {                       \
    return vote<op, W>(std::forward<M>(mask), std::forward<X>(predicate), {});         \
  }
#define SIMT_DETAIL_MEMBER_REDUCTION(name, op, bits)                           \
  template <class M, class X>                                                  \
  SIMT_INLINE static auto name(M&& mask, X&& value) {                          \
    return reduce<op, bits, W>(std::forward<M>(mask), std::forward<X>(value)); \
  }

/// The warp functions as members of a gang of W lanes.
template <int W>
struct warp_functions : shuffle_functions<W> {
  SIMT_DETAIL_VOTES(SIMT_DETAIL_MEMBER_VOTE)
  SIMT_DETAIL_REDUCTIONS(SIMT_DETAIL_MEMBER_REDUCTION)
  template <class M, class X>
  SIMT_INLINE static auto __match_any_sync(M&& mask, X&& value) {
    return match_any<W>(std::forward<M>(mask), std::forward<X>(value));
  }
  template <class M, class X, class P>
  SIMT_INLINE static auto __match_all_sync(M&& mask, X&& value, varying<P, W>* pred) {
    return match_all<W>(std::forward<M>(mask), std::forward<X>(value), pred);
  }
  /// - CUDA:    __activemask(): the threads of the warp that run here now
  /// - Source:  CUDA C Programming Guide 9.0, B.13 (Warp Vote Functions)
  SIMT_INLINE static auto __activemask(call_site site = call_site::current()) {
    return vote<vote_active, W>(no_mask{}, true, site);
  }
  /// - CUDA:    __syncwarp(mask)
  /// - Order:   what the lanes of the mask stored before it, they all see after it
  /// - Errors:  barrier_error where the mask names live threads of another branch
  /// - Cost:    none in gangs of whole warps
  /// - Source:  CUDA C Programming Guide 9.0, B.6 (Synchronization Functions)
  SIMT_INLINE static void __syncwarp() { sync_warp<W>(~0u); }
  template <class M>
  SIMT_INLINE static void __syncwarp(M&& mask) {
    sync_warp<W>(std::forward<M>(mask));
  }
};
#undef SIMT_DETAIL_MEMBER_VOTE
#undef SIMT_DETAIL_MEMBER_REDUCTION
#undef SIMT_DETAIL_VOTES
#undef SIMT_DETAIL_REDUCTIONS

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

// The names of warp functions that a kernel body finds without qualification.
#define SIMT_DETAIL_WARP_BUILTINS(G) \
  SIMT_DETAIL_SHUFFLE_BUILTINS(G)    \
  using G::__all;                    \
  using G::__any;                    \
  using G::__uni;                    \
  using G::__ballot;                 \
  using G::__all_sync;               \
  using G::__any_sync;               \
  using G::__uni_sync;               \
  using G::__ballot_sync;            \
  using G::__activemask;             \
  using G::__syncwarp;               \
  using G::__match_any_sync;         \
  using G::__match_all_sync;         \
  using G::__reduce_add_sync;        \
  using G::__reduce_min_sync;        \
  using G::__reduce_max_sync;        \
  using G::__reduce_and_sync;        \
  using G::__reduce_or_sync;         \
  using G::__reduce_xor_sync;

SIMT_DETAIL_QUIET_END
