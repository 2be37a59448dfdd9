#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/warp/collective.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

/// The state of a vote: bit l of `yes` is lane l's predicate, bit l of `here` says that it takes
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
SIMT_INLINE varying<typename Vote::type, W> vote_lanes(Pred const& p, M const& named) {
  using V = varying<typename Vote::type, W>;
  using R = typename V::reg;
  constexpr int P = V::part;
  constexpr int N = 32 / P;
  auto const mask = meeting_mask<W>(named);
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
            simd::broadcast<unsigned, P>(b.yes) & m, simd::broadcast<unsigned, P>(b.here) & m);
      });
    } else {
      if constexpr (std::is_same_v<M, unsigned>) {
        b.yes &= mask;
        b.here &= mask;
      }
      auto const s =
          simd::broadcast<R, P>(static_cast<R>(Vote::template apply<unsigned>(b.yes, b.here)));
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

}  // namespace detail

/// Asks the threads of a warp for a truth value.
/// - CUDA:    __all(predicate), __any, __ballot, and the same with _sync and a mask
/// - Shape:   one answer for each warp of the gang, as a varying; the predicate may be uniform
/// - Needs:   as the shuffles
/// - Order:   inactive threads are not asked: their bits are 0, and __all ignores them
/// - Errors:  as the shuffles
/// - Differs: the answer is a varying, since a gang may hold several warps: simt_if (__any(p))
/// - Source:  CUDA C Programming Guide 8.0, B.13 (Warp Vote Functions); 9.0 for _sync
#define SIMT_DETAIL_FREE_VOTE(name, effect, op)                                                   \
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
SIMT_BUILTINS_VOTES(SIMT_DETAIL_FREE_VOTE)
#undef SIMT_DETAIL_FREE_VOTE

namespace detail {

/// The votes as members of a gang of W lanes.
template <int W>
struct vote_functions {
#define SIMT_DETAIL_MEMBER_VOTE(name, effect, op)                                      \
  template <class X>                                                                   \
  SIMT_INLINE static auto name(X&& predicate, call_site site = call_site::current()) { \
    return vote<op, W>(no_mask{}, std::forward<X>(predicate), site);                   \
  }                                                                                    \
  template <class M, class X>                                                          \
  SIMT_INLINE static auto name##_sync(M&& mask, X&& predicate) {                       \
    return vote<op, W>(std::forward<M>(mask), std::forward<X>(predicate), {});         \
  }
  SIMT_BUILTINS_VOTES(SIMT_DETAIL_MEMBER_VOTE)
#undef SIMT_DETAIL_MEMBER_VOTE
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

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
