#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/scope.hpp>
#include <simt/lanes/index/partner_comparison.hpp>
#include <simt/lanes/predicate.hpp>
#include <simt/simd/mask_words.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Holds the masks of a statement whose lanes part by data or by their own coordinates.
template <int W, early_exits L>
class parted_lanes {
  static constexpr int P = part_lanes<W>;
  static constexpr int N = parts_of<W>;
  using M = simd::part_mask<P>;

 public:
  /// Evaluates p for the active lanes: `take` are those of the first side. Returns as bits which
  /// sides have lanes: 1 the first, 2 the second.
  template <class Pred>
  SIMT_INLINE int part(Pred const& p, M (&take)[N]) {
    auto& e = active_mask();
    was_all_ = e.all;
    if constexpr (simd::has_bit_masks &&
                  ((is_whole_box<Pred> && W >= 64) || is_partner_comparison<Pred> ||
                   (std::is_same_v<Pred, varying<bool, W>> && has_mask_words<W>)))
      return part_words(p, take);
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { saved_[i] = active_part<P>(e, i); });
    return part_saved(p, take);
  }
  /// The same where all lanes are active.
  template <class Pred>
  SIMT_INLINE int part_all(Pred const& p, M (&take)[N]) {
    was_all_ = true;
    simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { saved_[i] = simd::mask_full<P>(); });
    return part_saved(p, take);
  }
  /// Makes the lanes of the first side active.
  SIMT_INLINE void enter(M const (&take)[N]) {
    auto& e = active_mask();
    mixed_ = true;
    prefix_ = e.prefix;
    set_mask(e, take);
  }
  /// Makes the lanes of the second side active.
  SIMT_INLINE void otherwise() const {
    if (!mixed_) return;
    auto& e = active_mask();
    set_mask(e, other_);
    keep_removed_out<W, L>(e);
  }
  /// Restores the lanes that came in, less those that left meanwhile.
  SIMT_INLINE void leave() const {
    if (mixed_) restore_mask<P, N, L>(active_mask(), was_all_, saved_, prefix_);
  }

 private:
  /// Parts the lanes of saved_.
  template <class Pred>
  SIMT_INLINE int part_saved(Pred const& p, M (&take)[N]) {
    auto some = simd::mask_none<P>();
    auto rest = simd::mask_none<P>();
    keeping_mask([&]() SIMT_LAMBDA_INLINE {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
        take[i] = p.at(i, saved_[i]);
        other_[i] = simd::mask_andnot<P>(saved_[i], take[i]);
        some = simd::mask_or<P>(some, take[i]);
        rest = simd::mask_or<P>(rest, other_[i]);
      });
    });
    if (!simd::mask_any<P>(rest)) return simd::mask_any<P>(some) ? 1 : 0;
    return simd::mask_any<P>(some) ? 3 : 2;
  }
  SIMT_INLINE static void set_mask(execution_mask& e, M const* m) {
    if constexpr (P == 1) {
      e.all = m[0];
    } else {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { e.masks[i] = m[i]; });
      e.all = false;
      e.prefix = no_run;
    }
  }

  /// Does what part() does with masks that are words, without a loop over the parts.
  template <class Pred>
  SIMT_INLINE int part_words(Pred const& p, M (&take)[N]) {
    auto& e = active_mask();
    auto live = words_of<W>(e.masks);
    if (e.all) live = ~mask_words<W>{};
    mask_words<W> taken;
    if constexpr (std::is_same_v<Pred, varying<bool, W>>) {
      taken = words_of<W>(p.masks);
    } else {
      p.fill(take);
      taken = words_of<W>(take);
    }
    taken &= live;
    auto const other = live & ~taken;
    set_words<W>(take, taken);
    set_words<W>(saved_, live);
    set_words<W>(other_, other);
    return (simd::any_bits<W / 64>(taken) ? 1 : 0) | (simd::any_bits<W / 64>(other) ? 2 : 0);
  }

  M saved_[N];
  M other_[N];
  bool was_all_ = false;
  bool mixed_ = false;
  int prefix_ = no_run;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
