#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/parted_lanes.hpp>
#include <simt/lanes/flow/saved_mask.hpp>
#include <simt/lanes/index/index_comparison.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The scope of a simt_if over bounds that few gangs lie across (`i < n`, `x > 0 && x < width -
/// 1`). One look at uniforms nearly always decides, so the full case touches no state and the mixed
/// one is out of line.
template <int W, class Pred, early_exits L>
class guard_scope : public guarded_sides {
 public:
  SIMT_INLINE explicit guard_scope(Pred const& p)
      : p_(p), outcome_(p.uniform_outcome()), was_all_(active_mask().all) {}
  guard_scope(guard_scope const&) = delete;
  guard_scope& operator=(guard_scope const&) = delete;
  SIMT_INLINE ~guard_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE bool skipped(int turn) {
    if (turn == 0) return usual() || !enter(p_);
    if (turn == 1) return !whole();
    return outcome_ != 0 && !second_;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      if (saved_ != nullptr) [[unlikely]]
        guard_otherwise(saved_);
    } else if (turn == 2) {
      leave();
      mask_stays_partial(was_all_);
      ended_ = true;
    }
  }

 protected:
  template <class All>
  SIMT_INLINE bool enter(All const& p) {
    auto& e = active_mask();
    bool const removed = e.removed_any;
    auto const entry = enter_guard<W>(All(p));  // a copy: p itself must not need an address
    e.removed_any = removed;
    e.all = was_all_ && entry.saved == nullptr;
    saved_ = entry.saved;
    second_ = entry.rest;
    return saved_ != nullptr;
  }
  SIMT_INLINE void leave() {
    if (saved_ != nullptr) [[unlikely]]
      guard_leave<L>(saved_, was_all_);
  }

  SIMT_INLINE bool usual() const { return __builtin_expect(outcome_ >= 0, 1); }
  SIMT_INLINE bool whole() const { return __builtin_expect(outcome_ == 1, 1); }

  Pred p_;
  int outcome_;
  bool was_all_;
};

/// The scope of a simt_if over a thread's own coordinates and a bound: `tid == 0 && x > 0`. The
/// bound drops out where it holds for the whole gang. A tile's rim (`threadIdx.x == 0`) has masks
/// that the compiler knows where all lanes come in: only then is its first side the usual case.
template <int W, class Own, class Guard, class Both, early_exits L>
class own_and_guard_scope : public guard_scope<W, Guard, L> {
 public:
  SIMT_INLINE own_and_guard_scope(Own const& own, Guard const& guard, Both const& both)
      : guard_scope<W, Guard, L>(guard), own_(own), both_(both) {}
  own_and_guard_scope(own_and_guard_scope const&) = delete;
  own_and_guard_scope& operator=(own_and_guard_scope const&) = delete;
  SIMT_INLINE ~own_and_guard_scope() noexcept(false) {
    if (!this->ended_) [[unlikely]]
      lanes_.leave();
  }
  SIMT_INLINE bool skipped(int turn) {
    if (turn == 0)
      return (this->usual() && (comes_whole() || this->outcome_ == 0)) || !this->enter(both_);
    if (turn == 1) {
      if (!this->whole() || !comes_whole()) return true;
      int const o = own_.uniform_outcome();
      if (o == 1) return false;
      this->second_ = true;
      if (o == 0) return true;
      simd::part_mask<part_lanes<W>> take[parts_of<W>];
      int const sides = is_rim<Own> ? lanes_.part_all(own_, take) : lanes_.part(own_, take);
      this->second_ = (sides & 2) != 0;
      if (sides == 3) lanes_.enter(take);
      return (sides & 1) == 0;
    }
    return this->outcome_ != 0 && !this->second_;
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 1) lanes_.otherwise();
    if (turn == 2) lanes_.leave();
    guard_scope<W, Guard, L>::next(turn);
  }

 private:
  SIMT_INLINE bool comes_whole() const { return !is_rim<Own> || this->was_all_; }

  Own own_;
  Both both_;
  parted_lanes<W, L> lanes_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
