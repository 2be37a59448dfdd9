#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/lanes/index/index.hpp>

#include <bit>
#include <cstdint>
#include <string>

// Common to shuffles, votes, matches and reductions: a gang of 32 lanes or more holds whole warps;
// gangs of width 1 meet in the block.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Where a warp function without a mask was called: threads of a gang of width 1 that wait at one
/// place belong together.
struct call_site {
  char const* file;
  int line;
  static constexpr call_site current(char const* f = __builtin_FILE(),
                                     int l = __builtin_LINE()) noexcept {
    return {f, l};
  }
};

namespace detail {

template <int W>
consteval void check_warp_width() {
  static_assert(W == 1 || W % 32 == 0,
                "simt: a warp function needs whole warps: launch this kernel with a gang width of "
                "1 or a multiple of 32, as in simt::launch_at<32>(kernel, …)");
}

template <class... X>
inline constexpr int warp_width_of = 0;
template <class X, class... Rest>
inline constexpr int warp_width_of<X, Rest...> =
    width_of<plain<X>> != 0 ? width_of<plain<X>> : warp_width_of<Rest...>;

/// Operands of a warp function of which one has lanes, so that the gang's width is known.
template <class... X>
concept warp_operands = ((lane_value<X> || uniform_value<X>)&&...) && (lane_value<X> || ...);

/// The mask of the forms without _sync: whoever is active.
struct no_mask {};

template <class M>
concept mask_operand = lane_value<M> || uniform_value<M>;

/// A mask as the functions below take it: no_mask, unsigned, or one for each lane.
template <int W, class M>
SIMT_INLINE auto as_warp_mask(M&& m) {
  if constexpr (std::is_same_v<plain<M>, no_mask>)
    return no_mask{};
  else if constexpr (W == 1)
    return static_cast<unsigned>(convert_to<unsigned, 1>(std::forward<M>(m)).v[0]);
  else if constexpr (lane_value<M>)
    return convert_to<unsigned, W>(std::forward<M>(m));
  else
    return static_cast<unsigned>(static_cast<lane_type<M>>(std::forward<M>(m)));
}

/// Active lanes of warp w of the gang.
template <int W>
SIMT_INLINE std::uint32_t warp_active(execution_mask const& e, int w) {
  constexpr int P = part_lanes<W>;
  constexpr int N = 32 / P;
  if (e.all) return ~0u;
  std::uint32_t b = 0;
  simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
    b |= simd::mask_bits<P>(partial_part<P>(e, w * N + i)) << (i * P);
  });
  return b;
}

/// Lanes of warp w that exist and have not returned.
SIMT_INLINE std::uint32_t warp_live(execution_mask const& e, int w) {
  return e.live_all ? ~0u : static_cast<std::uint32_t>(e.live.word[w / 2] >> (w % 2 * 32));
}

[[noreturn]] SIMT_COLD inline void throw_warp_mask(int warp, std::uint32_t mask,
                                                   std::uint32_t active) {
  auto const& b = *block::current();
  std::uint32_t const absent = mask & warp_live(active_mask(), warp) & ~active;
  std::uint32_t const bad = absent != 0 ? absent : active & ~mask;
  std::uint64_t const first =
      std::uint64_t{b.current_gang()} * b.info().gang_width + static_cast<unsigned>(warp) * 32u;
  throw barrier_error(
      absent != 0 ? "a warp function's mask names threads that took another branch and do not call "
                    "it: make the mask with __ballot_sync before the branch, or with __activemask"
                  : "a warp function's mask does not name the calling thread",
      b.site(), b.index(),
      thread_range{first + static_cast<unsigned>(std::countr_zero(bad)),
                   first + 31u - static_cast<unsigned>(std::countl_zero(bad))});
}

/// True where lanes that a mask names and that are not active take no part, as on a GPU; not where
/// both ways of a branch call: there a GPU's would meet.
SIMT_COLD inline bool goes_on_without_absent() {
  return block::current()->info().goes_on_without_absent && !active_mask().branches_meet;
}

template <int W>
[[gnu::noinline]] void check_uniform_mask(unsigned mask, int width) {
  auto const& e = active_mask();
  bool const absent_are_left = goes_on_without_absent();
  for (int w = 0; w < W / 32; ++w) {
    std::uint32_t const a = warp_active<W>(e, w);
    if (a == 0) continue;
    std::uint32_t const absent =
        absent_are_left ? 0 : mask & warp_live(e, w) & ~a & segments_of(a, width);
    if ((absent | (a & ~mask)) != 0) throw_warp_mask(w, absent_are_left ? mask & a : mask, a);
  }
}

/// Refuses masks that do not name the caller, or, where a launch does not go on without them, name
/// live threads of another branch. Of a function in groups of `width` lanes, those of the callers'
/// groups count.
template <int W, class M>
SIMT_INLINE void check_warp_mask(M const& mask, [[maybe_unused]] int width = 32) {
  auto& e = active_mask();
  if constexpr (std::is_same_v<M, unsigned>) {
    if (e.all && mask == ~0u) [[likely]]
      return;
    check_uniform_mask<W>(mask, width);
  } else if constexpr (lane_value<M>) {
    constexpr int L = M::lanes;
    constexpr int N = 32 / L;
    bool bad = false;
    simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
      auto const absent = simd::broadcast<unsigned, L>(warp_live(e, w) & ~warp_active<W>(e, w));
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        auto const own = simd::broadcast<unsigned, L>(1u)
                         << (simd::iota<unsigned, L>() +
                             simd::broadcast<unsigned, L>(static_cast<unsigned>(i * L)));
        auto const& m = mask.v[w * N + i];
        auto const wrong = (m & absent) | (~m & own);
        bad |= simd::mask_any<L>(simd::compare_lanes<simd::compare::ne, unsigned, L>(
            active_part<L>(e, w * N + i), wrong, simd::vec<unsigned, L>{}));
      });
    });
    if (bad) [[unlikely]] {
      bool const absent_are_left = goes_on_without_absent();
      for (int w = 0; w < W / 32; ++w) {
        std::uint32_t const a = warp_active<W>(e, w);
        for (std::uint32_t rest = a; rest != 0; rest &= rest - 1) {
          int const l = std::countr_zero(rest);
          std::uint32_t const m = mask.lane(w * 32 + l);
          std::uint32_t const near = segments_of(1u << l, width);
          if (!absent_are_left && (near & m & warp_live(e, w) & ~a) != 0) throw_warp_mask(w, m, a);
          if ((m >> l & 1u) == 0) throw_warp_mask(w, 0u, 1u << l);
        }
      }
    }
  }
}

/// True if the active lanes that a lane's mask names all have that mask themselves.
inline bool masks_agree(std::uint32_t const (&masks)[32], std::uint32_t active) noexcept {
  int named = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    int const l = std::countr_zero(rest);
    std::uint32_t const group = masks[l] & active;
    int const first = std::countr_zero(group);  // l itself is in it
    if (masks[first] != masks[l]) return false;
    if (first == l) named += std::popcount(group);
  }
  return named == std::popcount(active);
}

/// Takes out of each active lane's mask who comes with another one.
SIMT_COLD inline void part_masks(std::uint32_t (&masks)[32], std::uint32_t active) noexcept {
  for (std::uint32_t rest = active; rest != 0;) {
    std::uint32_t const mask = masks[std::countr_zero(rest)];
    std::uint32_t equal = 0;
    for (int l = 0; l < 32; ++l)
      if (masks[l] == mask) equal |= rest & 1u << l;
    for (std::uint32_t some = equal; some != 0; some &= some - 1)
      masks[std::countr_zero(some)] &= equal;
    rest &= ~equal;
  }
}

/// The mask that a warp function works with, after check_warp_mask(): threads meet those alone that
/// come with the same mask, and go on without the others that theirs names.
/// - Source:  recorded on an H200 (compute capability 9.0)
template <int W, class M>
SIMT_INLINE M meeting_mask(M const& mask, int width = 32) {
  check_warp_mask<W>(mask, width);
  if constexpr (lane_value<M>) {
    constexpr int L = M::lanes;
    constexpr int N = 32 / L;
    M met = mask;
    auto const& e = active_mask();
    simd::each<W / 32>([&](int w) SIMT_LAMBDA_INLINE {
      std::uint32_t const active = warp_active<W>(e, w);
      alignas(64) std::uint32_t masks[32];
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        __builtin_memcpy(masks + i * L, &mask.v[w * N + i], sizeof mask.v[0]);
      });
      auto const first = simd::broadcast<unsigned, L>(masks[std::countr_zero(active) & 31]);
      bool differ = false;
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        differ |= simd::mask_any<L>(simd::compare_lanes<simd::compare::ne, unsigned, L>(
            active_part<L>(e, w * N + i), mask.v[w * N + i], first));
      });
      if (differ && !masks_agree(masks, active)) [[unlikely]] {
        part_masks(masks, active);
        simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
          __builtin_memcpy(&met.v[w * N + i], masks + i * L, sizeof met.v[0]);
        });
      }
    });
    return met;
  } else {
    return mask;
  }
}

/// The mask's register for lanes of Size bytes, register r of the gang.
template <class R, int L, class M>
SIMT_INLINE simd::vec<R, L> mask_register(M const& mask, int r) {
  if constexpr (std::is_same_v<M, no_mask>)
    return simd::broadcast<R, L>(static_cast<R>(0xffffffffu));
  else if constexpr (std::is_same_v<M, unsigned>)
    return simd::broadcast<R, L>(static_cast<R>(mask));
  else
    return (simd::vec<R, L>)mask.v[r];
}

/// True if every lane of the gang takes part.
template <class M>
SIMT_INLINE bool warp_full(execution_mask const& e, M const& mask) {
  if constexpr (std::is_same_v<M, no_mask>)
    return e.all;
  else if constexpr (std::is_same_v<M, unsigned>)
    return e.all && mask == ~0u;
  else
    return false;
}

/// Tells the warp functions of gangs of width 1 apart.
enum class warp_kind : int {
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  all,
  any,
  uni,
  ballot,
  active_mask,
  sync,
  match_any,
  match_all,
  reduce
};

/// Fills in the request of a thread that has come to a warp function.
template <class M>
SIMT_INLINE void announce(warp_request& r, warp_kind kind, M mask, call_site site) {
  if constexpr (!std::is_same_v<M, no_mask>) {
    r.mask = mask;
    r.explicit_mask = true;
  }
  r.kind = static_cast<int>(kind);
  r.site_file = site.file;
  r.site_line = site.line;
}

/// Meets the other lanes of the warp from a gang of one thread. Their state, and ours, survives.
template <class M>
SIMT_COLD void meet_warp(warp_request& r, warp_kind kind, M mask, call_site site,
                         warp_completion complete) {
  announce(r, kind, mask, site);
  lanes_put_away const meanwhile;
#if SIMT_CHECK
  checked_wait const wait(simt_wait_warp, block::current()->current_gang());
#endif
  block::current()->warp_collective(r, complete);
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
