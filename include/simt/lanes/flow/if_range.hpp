#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/saved_mask.hpp>
#include <simt/lanes/predicate.hpp>
#include <simt/simd/mask_words.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Makes the lanes lo … hi-1 active, of a gang that was full before.
template <int W>
SIMT_INLINE void fill_range(execution_mask& e, std::ptrdiff_t lo, std::ptrdiff_t hi) {
  constexpr int P = part_lanes<W>;
  constexpr int N = parts_of<W>;
  if constexpr (simd::has_bit_masks && N % 4 == 0) {  // four parts are one word
    simd::each<N / 4>([&](int i) SIMT_LAMBDA_INLINE {
      auto const upto = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
        return simd::first_bits(n < 0 ? 0u : n > 64 ? 64u : static_cast<unsigned>(n));
      };
      std::uint64_t word = upto(hi - 64 * i);
      if (lo > 0) word &= ~upto(lo - 64 * i);
      __builtin_memcpy(&e.masks[4 * i], &word, sizeof word);
    });
    return;
  }
  range_predicate<W, false> const r(lo, hi);
  simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.masks[i] = r.at(i, simd::mask_full<P>()); });
}
/// Does so, and says that they are a run if they begin or end the gang.
template <int W>
SIMT_INLINE void take_range(execution_mask& e, std::ptrdiff_t lo, std::ptrdiff_t hi) {
  if constexpr (has_unwritten_runs) {
    e.prefix = lo <= 0 ? static_cast<int>(hi) : hi >= W ? run_behind(lo) : no_run;
    if (lo > 0 && hi < W) fill_range<W>(e, lo, hi);
  } else {
    fill_range<W>(e, lo, hi);
    e.prefix = lo <= 0 ? static_cast<int>(hi) : no_run;
  }
  e.all = false;
}
/// Makes the lanes outside lo … hi-1 active, of a gang that was full before.
template <int W>
SIMT_COLD void fill_outside(std::ptrdiff_t lo, std::ptrdiff_t hi) {
  constexpr int P = part_lanes<W>;
  range_predicate<W, false> const r(lo, hi);
  for (int i = 0; i < parts_of<W>; ++i) {
    auto const full = simd::mask_full<P>();
    active_mask().masks[i] = simd::mask_andnot<P>(full, r.at(i, full));
  }
}

/// The scope of a simt_if over the thread's own index below a bound (`tid < d`). The partial case
/// is as likely as the full one and therefore in line; usually all lanes were active and some of
/// them take the first side.
template <int W, early_exits L>
class range_scope : public guarded_sides {
 public:
  SIMT_INLINE explicit range_scope(range_predicate<W, true> const& p)
      : lo_(p.lo), hi_(p.hi), outcome_(p.uniform_outcome()), from_full_(active_mask().all) {}
  range_scope(range_scope const&) = delete;
  range_scope& operator=(range_scope const&) = delete;
  SIMT_INLINE ~range_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE bool skipped(int turn) {
    auto& e = active_mask();
    if (turn == 2) return outcome_ != 0 && !second_;
    if (turn == 0) {
      if (outcome_ == 1) return false;
      if (outcome_ == 0 || from_full_) return true;
      bool const removed = e.removed_any;
      auto const entry = enter_guard<W>(range_predicate<W, true>(lo_, hi_));
      mask_still_partial(e, removed);
      saved_ = entry.saved;
      second_ = entry.rest;
      return saved_ == nullptr;
    }
    if (outcome_ >= 0 || !from_full_) return true;
    take_range<W>(e, lo_, hi_);
    second_ = true;
    return false;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      if (saved_ != nullptr) [[unlikely]]
        guard_otherwise(saved_);
    } else if (turn == 1) {
      if (outcome_ < 0 && from_full_) {
        auto& e = active_mask();
        if (lo_ <= 0) {
          take_range<W>(e, hi_, W);
        } else if (hi_ >= W) {
          take_range<W>(e, 0, lo_);
        } else {
          fill_outside<W>(lo_, hi_);
          e.all = false;
          e.prefix = no_run;
        }
        keep_removed_out<W, L>(e);
      }
    } else {
      leave();
      mask_stays_partial(from_full_);
      ended_ = true;
    }
  }

 private:
  SIMT_INLINE void leave() {
    auto& e = active_mask();
    if (outcome_ < 0 && from_full_) {
      e.all = true;
      e.prefix = no_run;
      keep_removed_out<W, L>(e);
    } else if (saved_ != nullptr) {
      guard_leave<L>(saved_, false);
    }
  }

  std::ptrdiff_t lo_, hi_;
  int outcome_;
  bool from_full_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
