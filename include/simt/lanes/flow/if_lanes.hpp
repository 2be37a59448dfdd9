#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/parted_lanes.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The scope of a simt_if over a predicate of W lanes. The mask changes only where lanes differ.
template <int W, early_exits L>
class if_scope : public two_sides {
 public:
  template <class Pred>
  SIMT_INLINE explicit if_scope(Pred const& p) : from_all_(active_mask().all) {
    int const q = p.uniform_outcome();
    if (q == 1) return;
    if (q == 0) {
      only_otherwise();
      return;
    }
    simd::part_mask<part_lanes<W>> take[parts_of<W>];
    int const sides = lanes_.part(p, take);
    first_ = (sides & 1) != 0;
    second_ = (sides & 2) != 0;
    if (sides == 3) lanes_.enter(take);
  }
  if_scope(if_scope const&) = delete;
  if_scope& operator=(if_scope const&) = delete;
  SIMT_INLINE ~if_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      lanes_.leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      lanes_.otherwise();
    } else {
      lanes_.leave();
      mask_stays_partial(from_all_);
      ended_ = true;
    }
  }

 private:
  parted_lanes<W, L> lanes_;
  bool from_all_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
