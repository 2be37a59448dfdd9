#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/lane_bits.hpp>
#include <simt/lanes/gang_parts.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Records which lanes left a loop, a switch or a function early, and when they come back. It lies
/// on the stack of the code that opened it.
// Why: its address is published, so it is apart from the masks, which are wanted in registers.
struct flow_frame {
  enum kind_t : std::uint8_t { loop, switch_body, function };
  flow_frame* outer;
  kind_t kind;
  bool left_any;       // `left` holds lanes that come back when this frame ends
  bool continued_any;  // `continued` holds lanes that come back at the next turn
  bool from_all;       // all lanes were active when this frame began
  void* switch_state;
  void (*switch_case)(void*, long long, bool);
  lane_bits left;
  lane_bits continued;
};

/// As execution_mask::prefix: the active lanes are no run, or nobody knows. Gangs of one have no
/// other.
inline constexpr int no_run = -1;
/// As execution_mask::prefix: all lanes but the first n are active.
constexpr int run_behind(std::ptrdiff_t n) { return -2 - static_cast<int>(n); }
/// True where `masks` is not written for runs, whose parts are read from run_masks instead. Masks
/// that are registers are many stores for a wide gang, and most conditions over a thread's own
/// index are runs.
inline constexpr bool has_unwritten_runs = !simd::has_bit_masks;

/// Says which lanes of the running gang are active, and what control flow did to the others.
///
/// Every assignment tests `all` first. It is set anew after every unmasked store: a store through a
/// pointer may alias it, and straight-line code stays free of masks only where the compiler knows
/// its value.
struct execution_mask {
  bool all = true;            // every lane of the gang is active; masks is then not valid
  bool removed_any = false;   // `removed` is not empty: scopes must not bring those lanes back
  bool branches_meet = false;  // warp functions on both ways of a branch would meet on a GPU
  bool leaving = false;       // a real C++ return is under way because no lane is left
  int prefix = no_run;        // n where the first n lanes are active, or run_behind(n), or no_run
  int width = 1;              // lanes of the running gang
  flow_frame* top = nullptr;  // innermost open frame
  alignas(64) simd::part_mask<simd::native_lanes> masks[max_lanes / simd::native_lanes] = {};
  lane_bits removed = {};     // lanes taken out by break, continue, return
  lane_bits live = {};        // lanes of the gang that exist and have not returned from the kernel
  bool live_all = true;       // live holds every lane
  flow_frame root = {};       // the kernel itself, as what simt_return leaves
};

inline constinit thread_local execution_mask current_execution_mask{};

/// Returns the execution mask of the gang that this thread runs.
SIMT_INLINE execution_mask& active_mask() { return current_execution_mask; }

/// The lanes of three gangs of the largest size, of which those of the second are not active.
struct run_lanes {
  int lane[3 * max_lanes];
};
inline constexpr run_lanes run_masks = [] {
  run_lanes r{};
  for (int i = 0; i < max_lanes; ++i) r.lane[i] = r.lane[2 * max_lanes + i] = -1;
  return r;
}();
/// Returns where the masks of a run's lanes begin.
/// - Needs: prefix != no_run
SIMT_INLINE int const* run_of(int prefix) {
  return run_masks.lane + (prefix >= 0 ? max_lanes - prefix : 2 * max_lanes + 2 + prefix);
}

/// Returns the mask of part i of the running gang, in which not all lanes are active.
template <int P>
SIMT_INLINE simd::part_mask<P> partial_part(execution_mask const& e, int i) {
  if constexpr (P == 1) {
    static_cast<void>(i);
    return false;
  } else if constexpr (!has_unwritten_runs) {
    return e.masks[i];
  } else {
    int const run = e.prefix;
    // Asked first: what the compiler knows of masks it knows where they were written.
    if (run == no_run) return e.masks[i];
    if (__builtin_constant_p(run)) {
      auto const first = simd::mask_first<P>((run >= 0 ? run : -2 - run) - i * P);
      return run >= 0 ? first : simd::mask_andnot<P>(simd::mask_full<P>(), first);
    }
    simd::part_mask<P> m;
    __builtin_memcpy(&m, run_of(run) + i * P, sizeof m);
    return m;
  }
}
/// Returns the mask of part i of the running gang.
template <int P>
SIMT_INLINE simd::part_mask<P> active_part(execution_mask const& e, int i) {
  if constexpr (P == 1) {
    static_cast<void>(i);
    return e.all;
  } else {
    return e.all ? simd::mask_full<P>() : partial_part<P>(e, i);
  }
}

/// Computes, for each of the C parts of a row, the lanes that are active in any row of a gang of W
/// lanes.
template <int W, int C>
SIMT_INLINE void active_columns(execution_mask const& e, simd::part_mask<part_lanes<W>> (&any)[C]) {
  constexpr int P = part_lanes<W>;
  if (e.all) {
    for (auto& m : any) m = simd::mask_full<P>();
    return;
  }
  if constexpr (simd::has_bit_masks && W % 64 == 0 && 4 % C == 0) {
    std::uint64_t some = 0;
    simd::each<W / 64>([&](int i) SIMT_LAMBDA_INLINE {
      std::uint64_t word;
      __builtin_memcpy(&word, &e.masks[4 * i], sizeof word);
      some |= word;
    });
    if constexpr (C <= 2) some |= some >> 32;
    if constexpr (C == 1) some |= some >> 16;
    simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
      any[c] = static_cast<simd::part_mask<P>>(some >> (16 * c));
    });
    return;
  }
  simd::each<C>([&](int c) SIMT_LAMBDA_INLINE { any[c] = partial_part<P>(e, c); });
  simd::each<parts_of<W> / C - 1>([&](int y) SIMT_LAMBDA_INLINE {
    simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
      any[c] = simd::mask_or<P>(any[c], partial_part<P>(e, (y + 1) * C + c));
    });
  });
}

/// Tells the compiler after an unmasked store that all lanes are still active.
// Why: the store may alias the mask.
SIMT_INLINE void mask_still_full(execution_mask& e) {
  e.all = true;
  e.removed_any = false;
}

/// Tells the compiler after a masked access that not all lanes are active.
// Why: g++ 12 takes masked loads for stores as well. With the flag's value known on both ways of an
// `if (e.all)`, both compilers carry it through loops. Gone when `simd::load_masked` leaves `e.all`
// in a register.
SIMT_INLINE void mask_still_partial(execution_mask& e) { e.all = false; }
/// Does so, and restores `removed_any` to what it was before.
// Why: otherwise each simt_if that follows ends in a branch whose cold side may have changed the
// flag.
SIMT_INLINE void mask_still_partial(execution_mask& e, bool removed) {
  e.all = false;
  e.removed_any = removed;
}
/// Keeps what the compiler knows of a partial mask before an access that leaves it alone.
struct partial_before {
  bool removed;
  int prefix;
  SIMT_INLINE explicit partial_before(execution_mask const& e)
      : removed(e.removed_any), prefix(e.prefix) {}
};
/// Tells the compiler after the access what it knew of the mask before it.
SIMT_INLINE void mask_still_partial(execution_mask& e, partial_before const& before) {
  mask_still_partial(e, before.removed);
  if constexpr (has_unwritten_runs) e.prefix = before.prefix;
}

/// Calls f, which must not change the mask, and keeps what the compiler knows of the mask.
// Why: g++ 12 takes the AVX-512 builtins with a rounding mode (comparisons, rounding, scaling) for
// calls that may write any memory. Gone when a comparison between two assignments leaves `e.all` in
// a register.
template <class F>
SIMT_INLINE void keeping_mask(F&& f) {
  auto& e = active_mask();
  bool const all = e.all;
  bool const removed = e.removed_any;
  f();
  e.all = all;
  e.removed_any = removed;
}

/// Returns true if any lane is active. Code runs without one after all have left by simt_break or
/// its kind.
SIMT_INLINE bool any_active(execution_mask const& e) {
  if (e.all || (e.prefix != no_run && e.prefix != 0)) return true;
  if (e.width == 1 || e.prefix == 0) return false;
  if (simd::has_bit_masks && e.width >= 64) {
    std::uint64_t any = 0;
    for (int i = 0; i < e.width / 64; ++i) {
      std::uint64_t word;
      __builtin_memcpy(&word, &e.masks[4 * i], sizeof word);
      any |= word;
    }
    return any != 0;
  }
  constexpr int P = simd::native_lanes;
  auto some = simd::mask_none<P>();
  for (int i = 0; i < e.width / P; ++i) some = simd::mask_or<P>(some, e.masks[i]);
  return simd::mask_any<P>(some);
}

/// Returns the active lanes as bits, for a gang of any width.
SIMT_COLD inline lane_bits active_bits(execution_mask const& e) {
  lane_bits r;
  clear_bits(r);
  if (e.width == 1) {
    r.word[0] = e.all ? 1u : 0u;
    return r;
  }
  constexpr int P = simd::native_lanes;
  for (int i = 0; i < e.width / P; ++i) {
    auto const bit = static_cast<unsigned>(i * P);
    r.word[bit / 64] |= std::uint64_t{simd::mask_bits<P>(active_part<P>(e, i))} << (bit % 64);
  }
  return r;
}

/// Makes the lanes in b the active ones, and no others.
SIMT_COLD inline void set_active(execution_mask& e, lane_bits const& b) {
  e.prefix = no_run;
  if (e.width == 1) {
    e.all = (b.word[0] & 1u) != 0;
    return;
  }
  constexpr int P = simd::native_lanes;
  bool all = true;
  for (int i = 0; i < e.width / P; ++i) {
    e.masks[i] = part_of_bits<P>(b, i);
    all = all && simd::mask_all<P>(e.masks[i]);
  }
  e.all = all;
}

/// Makes the lanes in b active again that left a statement. The gang counts as full only if it did
/// when the statement began (`from_all`).
// Why: a full gang's scopes write no masks on their way out. Where all lanes run, but count as
// partial, the code around such a statement knows the flag and would go on with masks of theirs.
inline void set_active_again(execution_mask& e, bool from_all, lane_bits const& b) {
  set_active(e, b);
  e.all = e.all && from_all;
}

// Why: functions that are called where a loop runs through return the flags, and the caller stores
// them. Compilers do not know what a call may have written, but know a value that it returned: a
// loop in which the call never happens stays free of tests.

/// Takes the removed lanes out of the mask again, after a scope has restored its own. Returns
/// `all`.
SIMT_COLD inline bool without_removed(execution_mask& e) {
  set_active(e, bits_without(active_bits(e), e.removed));
  return e.all;
}
/// Takes the removed lanes out of a gang of W lanes, which is partial then, and lets the compiler
/// know.
template <int W>
SIMT_INLINE void drop_removed(execution_mask& e) {
  bool const all = without_removed(e);
  e.all = W == 1 && all;
  e.removed_any = true;  // or nobody would have asked
}
/// Takes the removed lanes out of a gang of any width.
inline void drop_removed(execution_mask& e) {
  e.all = without_removed(e);
  e.removed_any = true;
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
