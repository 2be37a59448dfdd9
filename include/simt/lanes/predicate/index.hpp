#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/predicate/compare.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns to - from for numbers of type T; of far ones 2^62 with its sign.
template <class T>
SIMT_INLINE constexpr std::ptrdiff_t distance(std::ptrdiff_t from, std::ptrdiff_t to) {
  if constexpr (sizeof(T) < 8) return to - from;
  constexpr auto most = std::ptrdiff_t{1} << 62;
  std::ptrdiff_t d = 0;
  bool const is_far = __builtin_sub_overflow(to, from, &d) || d < -most || d > most;
  return !is_far ? d : to < from ? -most : most;
}

/// A comparison with a uniform of an index that is not consecutive: bounds first, lanes after.
template <simd::compare C, class Index, class T>
struct index_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = Index::width;
  static constexpr int part = part_lanes<width>;
  Index index;
  T bound;
  SIMT_INLINE index_predicate(Index const& x, T y) : index(x), bound(y) {}
  SIMT_INLINE index_predicate(index_predicate const& o) : index(o.index), bound(o.bound) {}
  SIMT_DETAIL_NO_ASSIGNMENT(index_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const {
    // Bounds decide only where the values are the mathematical ones: unsigned types wrap.
    if (!index.has_bounds()) return -1;
    auto const lowest = index.lowest();
    auto const highest = index.highest();
    using V = typename Index::value_type;
    if constexpr (std::is_unsigned_v<T> || std::is_unsigned_v<V>) {
      if (lowest < 0) return -1;
      if constexpr (sizeof(V) < 8) {
        if (highest > static_cast<std::ptrdiff_t>(std::numeric_limits<V>::max())) return -1;
      }
      if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
        if (bound > static_cast<T>(std::numeric_limits<std::ptrdiff_t>::max())) return -1;
      }
    }
    auto const lo = static_cast<long long>(lowest);
    auto const hi = static_cast<long long>(highest);
    auto const b = static_cast<long long>(bound);
    if constexpr (C == simd::compare::lt) return hi < b ? 1 : lo >= b ? 0 : -1;
    if constexpr (C == simd::compare::le) return hi <= b ? 1 : lo > b ? 0 : -1;
    if constexpr (C == simd::compare::gt) return lo > b ? 1 : hi <= b ? 0 : -1;
    if constexpr (C == simd::compare::ge) return lo >= b ? 1 : hi < b ? 0 : -1;
    if constexpr (C == simd::compare::eq) return lo == b && hi == b ? 1 : lo > b || hi < b ? 0 : -1;
    if constexpr (C == simd::compare::ne) return lo > b || hi < b ? 1 : lo == b && hi == b ? 0 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    using V = typename Index::value_type;
    if constexpr (!Index::is_widened &&
                  ((std::is_signed_v<T> && std::is_signed_v<V>) ||
                   (Index::own && sizeof(T) == 4))) {  // mathematical, as uniform_outcome() has it
      if constexpr (sizeof(V) < 8 && !Index::has_fixed_strides)
        if (!index.has_bounds()) return by_lane(i, live);
      auto const first = index.at(i * part);
      auto const b = static_cast<std::ptrdiff_t>(bound);
      if constexpr (Index::equal_run % part == 0) {
        return simd::compare_one<C>(first, b) ? live : simd::mask_none<part>();
      } else if constexpr (Index::run % part == 0) {
        auto const d = distance<T>(first, b);
        auto const below = simd::mask_first<part>(d);
        auto const up_to = simd::mask_first<part>(d + 1);
        if constexpr (C == simd::compare::lt) return simd::mask_and<part>(live, below);
        if constexpr (C == simd::compare::le) return simd::mask_and<part>(live, up_to);
        if constexpr (C == simd::compare::gt) return simd::mask_andnot<part>(live, up_to);
        if constexpr (C == simd::compare::ge) return simd::mask_andnot<part>(live, below);
        auto const equal = simd::mask_andnot<part>(up_to, below);
        if constexpr (C == simd::compare::eq) return simd::mask_and<part>(live, equal);
        if constexpr (C == simd::compare::ne) return simd::mask_andnot<part>(live, equal);
      } else {
        return compare_predicate<C, T, width, false>(index.template as<T>().decay(),
                                                     varying<T, width>(bound))
            .at(i, live);
      }
    } else {
      return by_lane(i, live);
    }
  }

 private:
  SIMT_INLINE simd::part_mask<part> by_lane(int i, simd::part_mask<part> live) const {
    return compare_predicate<C, T, width, false>(convert_varying<T, width>(index.decay()),
                                                 varying<T, width>(bound))
        .at(i, live);
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
