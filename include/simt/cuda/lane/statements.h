#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/builtins/atomics/spin.hpp>
#include <simt/builtins/warp/collective.hpp>
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/loop.hpp>

#include <cstdint>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// Asks the compiler to unroll the plain loop that follows.
/// Why: clang alone. g++ 12 takes no such request where the condition calls a function, and warns;
/// it unrolls small loops of known length by itself. Not needed where `#pragma GCC unroll` before
/// such a loop compiles without a warning.
#ifdef __clang__
#define SIMT_DETAIL_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SIMT_LANE_UNROLL(n) SIMT_DETAIL_PRAGMA(unroll n)
#else
#define SIMT_LANE_UNROLL(n)
#endif
/// for with its parts in one macro: SIMT_LANE_FOR((condition), step) body
#define SIMT_LANE_FOR(condition, ...)                                                \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_), \
                    SIMT_DETAIL_COMMA static_cast<void>((__VA_ARGS__)), condition)

// Statements that no thread leaves but at their end (by break, continue, return or an assertion).
template <class C>
SIMT_INLINE auto make_whole_if(C&& c) {
  return d::make_if<d::early_exits::none>(std::forward<C>(c));
}
/// simt_if
#define SIMT_LANE_WHOLE_IF(...)                                                        \
  SIMT_DETAIL_IF(SIMT_DETAIL_UNIQUE(simt_turn_), SIMT_DETAIL_UNIQUE(simt_if_scope_), \
                 ::simt_l::make_whole_if, __VA_ARGS__)
#define SIMT_DETAIL_WHOLE_WHILE(s, step, ...)                                   \
  for (auto s = ::simt_l::d::make_while<::simt_l::d::early_exits::none>(            \
           SIMT_DETAIL_LAMBDA(__VA_ARGS__));                                    \
       s.test(__VA_ARGS__); s.next() step)
/// simt_while
#define SIMT_LANE_WHOLE_WHILE(...) \
  SIMT_DETAIL_WHOLE_WHILE(SIMT_DETAIL_UNIQUE(simt_loop_), , __VA_ARGS__)
/// SIMT_LANE_FOR
#define SIMT_LANE_WHOLE_FOR(condition, ...)                                                  \
  SIMT_DETAIL_WHOLE_WHILE(SIMT_DETAIL_UNIQUE(simt_loop_),                                    \
                          SIMT_DETAIL_COMMA static_cast<void>((__VA_ARGS__)), condition)

// What a kernel is written as that reads and writes memory in a good many branches.
// Why: g++ 12 takes minutes, or hours, for optimising the loops of some hundreds of accesses with
// masks, most of it in update_ssa (-ftime-report: tree SSA incremental). No longer needed when
// tests/cu/lanes/large.cu compiles as fast with [[gnu::noinline]] alone.
#if defined(__GNUC__) && !defined(__clang__)
#define SIMT_LANE_BRANCHY [[gnu::noinline, gnu::optimize("no-tree-loop-optimize")]]
#else
#define SIMT_LANE_BRANCHY [[gnu::noinline]]
#endif

/// Begins a turn of a loop that may wait for other gangs or blocks, see the .cu step's spin_loops.
SIMT_INLINE void waiting_turn() { d::note_turn(); }

/// Has gangs of one thread wait where the ways of a warp's threads join, as more warp functions
/// follow: see the .cu step's warp_branches. Others are together there.
template <class G>
SIMT_INLINE void join_warp(G const&, [[maybe_unused]] int site) {
  if constexpr (G::gang_width == 1) {
    if (!d::active_mask().all) return;
    warp_request r;
    r.is_join = true;
    d::meet_warp(r, d::warp_kind::sync, d::no_mask{}, {"", site},
                 [](warp_request* const(&)[32], std::uint32_t) {});
    d::mask_still_full(d::active_mask());
  }
}

/// Says on which way gangs of one thread are within a call: see simt::cuda::warp_call. Lanes of
/// wider ones part by their masks.
template <class G>
class warp_call {
 public:
  SIMT_INLINE warp_call(G const&, std::uint32_t) {}
};
template <class G>
requires(G::gang_width == 1) class warp_call<G> : cuda::warp_call {
 public:
  SIMT_INLINE warp_call(G const&, std::uint32_t place) : cuda::warp_call{place} {}
};

/// Says that in this scope warp functions may be called on both ways of a branch, with one mask: a
/// GPU's threads would meet there, lanes come one way after the other.
class branches_meet {
 public:
  branches_meet() : before_(std::exchange(d::active_mask().branches_meet, true)) {}
  ~branches_meet() { d::active_mask().branches_meet = before_; }
  branches_meet(branches_meet const&) = delete;
  branches_meet& operator=(branches_meet const&) = delete;

 private:
  bool before_;
};

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
