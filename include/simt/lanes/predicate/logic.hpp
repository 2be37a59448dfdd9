#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/gang_parts.hpp>
#include <simt/lanes/traits.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// a && b: b is asked for the lanes that a leaves.
template <class A, class B>
struct and_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  B b;
  SIMT_INLINE and_predicate(A const& x, B const& y) : a(x), b(y) {}
  SIMT_INLINE and_predicate(and_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_DETAIL_NO_ASSIGNMENT(and_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const {
    int const x = a.uniform_outcome();
    if (x == 0) return 0;
    int const y = b.uniform_outcome();
    return y == 0 ? 0 : (x == 1 && y == 1) ? 1 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    return b.at(i, a.at(i, live));
  }
};

/// a || b: b is asked for the lanes that a does not take.
template <class A, class B>
struct or_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  B b;
  SIMT_INLINE or_predicate(A const& x, B const& y) : a(x), b(y) {}
  SIMT_INLINE or_predicate(or_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_DETAIL_NO_ASSIGNMENT(or_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const {
    int const x = a.uniform_outcome();
    if (x == 1) return 1;
    int const y = b.uniform_outcome();
    return y == 1 ? 1 : (x == 0 && y == 0) ? 0 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    auto const x = a.at(i, live);
    return simd::mask_or<part>(x, b.at(i, simd::mask_andnot<part>(live, x)));
  }
};

/// !a.
template <class A>
struct not_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  SIMT_INLINE not_predicate(A const& x) : a(x) {}
  SIMT_INLINE not_predicate(not_predicate const& o) : a(o.a) {}
  SIMT_DETAIL_NO_ASSIGNMENT(not_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const {
    int const x = a.uniform_outcome();
    return x < 0 ? -1 : 1 - x;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    return simd::mask_andnot<part>(live, a.at(i, live));
  }
};

/// A uniform truth value beside a predicate.
template <int W>
struct uniform_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  bool on;
  SIMT_INLINE uniform_predicate(bool b) : on(b) {}
  uniform_predicate(uniform_predicate const&) = default;
  SIMT_DETAIL_NO_ASSIGNMENT(uniform_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const { return on ? 1 : 0; }
  SIMT_INLINE simd::part_mask<part> at(int, simd::part_mask<part> live) const {
    return on ? live : simd::mask_none<part>();
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
