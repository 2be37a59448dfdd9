#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/errors.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Control flow for threads that may part. A statement runs each side under the mask of the lanes
// that take it. Every statement also takes a uniform condition, at the cost of the plain C++ one.

/// Runs a statement once for each turn of the scope s, unrolled. The switch lets an `else` that
/// follows find its if.
#ifdef __clang__
#define SIMT_DETAIL_UNROLL_TURNS _Pragma("clang loop unroll(full)")
#else
#define SIMT_DETAIL_UNROLL_TURNS _Pragma("GCC unroll 3")
#endif
#define SIMT_DETAIL_BOTH_SIDES(turn, s, ...)                                           \
  switch (int turn = 0; 0)                                                            \
  case 0:                                                                             \
  default:                                                                            \
    SIMT_DETAIL_UNROLL_TURNS for (auto s = __VA_ARGS__; turn < s.turns; s.next(turn), ++turn)

#define SIMT_DETAIL_CAT2(a, b) a##b
#define SIMT_DETAIL_CAT(a, b) SIMT_DETAIL_CAT2(a, b)
#define SIMT_DETAIL_UNIQUE(a) SIMT_DETAIL_CAT(a, __COUNTER__)

#define SIMT_DETAIL_LAMBDA(...) [&]() SIMT_LAMBDA_INLINE { return (__VA_ARGS__); }

namespace simt::inline SIMT_ABI::detail {

/// Says whether threads may leave the flow within a statement: by simt_break, simt_continue,
/// simt_return or a failed assertion.
///
/// Where none does, all come out of it that went in, and the masks that it saved hold: no question
/// at each end, and no branch behind which the compiler knows less of the mask. Lane forms know it
/// by their text.
enum class early_exits { possible, none };

/// Takes the lanes out of the restored mask that left within the statement.
template <int W, early_exits L>
SIMT_INLINE void keep_removed_out(execution_mask& e) {
  if constexpr (L == early_exits::possible)
    if (e.removed_any) [[unlikely]]
      drop_removed<W>(e);
}

/// Restores a mask that was saved as parts. Lanes that left meanwhile stay out.
template <int P, int N, early_exits L>
SIMT_INLINE void restore_mask(execution_mask& e, bool was_all, simd::part_mask<P> const* saved,
                              int prefix) {
  if (was_all) {
    e.all = true;
  } else if constexpr (P != 1) {
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.masks[i] = saved[i]; });
    e.all = false;
  }
  if constexpr (P != 1) e.prefix = prefix;
  keep_removed_out<P, L>(e);
}

/// Tells the compiler after a statement that the mask is partial, where it knew so before it.
// Why: g++ 12 and clang 14 do not see it where ways with and without changes of the mask come
// together.
SIMT_INLINE void mask_stays_partial(bool was_all) {
  if (__builtin_constant_p(was_all) && !was_all) active_mask().all = false;
}

/// The turns of a simt_if, one for each side. There are always both, a side without lanes is
/// skipped, so that compilers unroll the loop and know the mask on either side.
class two_sides {
 public:
  static constexpr int turns = 2;
  // Why: the turn is a variable of the statement itself. g++ 12 counts the turns only of a loop
  // whose counter is no member.
  SIMT_INLINE static constexpr bool is_first(int turn) { return turn == 0; }
  SIMT_INLINE bool skipped(int turn) const { return turn == 0 ? !first_ : !second_; }

 protected:
  SIMT_INLINE void only_otherwise() {
    first_ = false;
    second_ = true;
  }
  bool first_ = true;
  bool second_ = false;
  bool ended_ = false;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
