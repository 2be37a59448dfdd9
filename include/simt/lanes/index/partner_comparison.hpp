#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/predicate.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A comparison of threads with their partners, `(t ^ j) > t`: where j is a register's length and
/// more, the lanes of a register have one answer.
template <simd::compare C, class X, class Y>
struct partner_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = X::width;
  static constexpr int part = part_lanes<width>;
  using T = typename X::value_type;
  X partner;
  Y own;
  simd::part_mask<part> within;  // the lanes that hold where a register is its own partner
  bool plain_case;

  SIMT_INLINE partner_predicate(X const& x, Y const& y) : partner(x), own(y) {
    within = simd::compare_lanes<C, int, part>(
        simd::mask_full<part>(),
        simd::iota<int, part>() ^ simd::broadcast<int, part>(x.template within<part>()),
        simd::iota<int, part>());
    plain_case = x.shift == 0 && x.linear.base == y.base && x.template is_aligned<part>();
  }
  SIMT_INLINE partner_predicate(partner_predicate const& o)
      : partner(o.partner), own(o.own), within(o.within), plain_case(o.plain_case) {}
  SIMT_DETAIL_NO_ASSIGNMENT(partner_predicate, SIMT_DETAIL_CONDITION)

  SIMT_INLINE int uniform_outcome() const {
    constexpr bool is_line = X::linear_type::run == width && (width & (width - 1)) == 0;
    if constexpr (is_line) {
      auto const beyond = static_cast<T>(partner.by & ~static_cast<T>(width - 1));
      if (plain_case && beyond != 0 && (own.base & (width - 1)) == 0) {
        auto const at = static_cast<T>(own.base);
        return simd::compare_one<C>(static_cast<T>(at ^ beyond), at) ? 1 : 0;
      }
    }
    return -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    if (!plain_case) [[unlikely]]
      return compare_predicate<C, T, width, false>(partner.decay(), own.decay()).at(i, live);
    auto const mine = static_cast<T>(own.at(i * part));
    auto const theirs = static_cast<T>(partner.template first<part>(i * part));
    if (mine == theirs) return simd::mask_and<part>(live, within);
    return simd::compare_one<C>(theirs, mine) ? live : simd::mask_none<part>();
  }

  /// True if the masks of all registers can be made at once, where the partners are in the gang.
  static constexpr bool has_fill = simd::has_bit_masks && part == 16 && width >= 64 &&
                                   X::linear_type::run == width && (width & (width - 1)) == 0;
  /// Writes the masks of all parts.
  SIMT_INLINE void fill(simd::part_mask<part>* m) const {
    constexpr int N = width / part;
    if (!plain_case || !partner.stays_in_gang()) [[unlikely]] {
      simd::each<N>([&](int i) SIMT_LAMBDA_INLINE { m[i] = at(i, simd::mask_full<part>()); });
      return;
    }
    auto const beyond = static_cast<std::int16_t>(static_cast<unsigned>(partner.by) / part);
    using Rows = simd::vec<std::int16_t, N>;
    auto const row = simd::iota<std::int16_t, N>();
    Rows masks = simd::broadcast<std::int16_t, N>(static_cast<std::int16_t>(within));
    if (beyond != 0)
      masks = (Rows)simd::compare_one<C>((Rows)(row ^ simd::broadcast<std::int16_t, N>(beyond)), row);
    __builtin_memcpy(m, &masks, sizeof masks);
  }
};

/// True for a comparison that fill() makes.
template <class P>
inline constexpr bool is_partner_comparison = false;
template <simd::compare C, class X, class Y>
inline constexpr bool is_partner_comparison<partner_predicate<C, X, Y>> =
    partner_predicate<C, X, Y>::has_fill;

/// Operands that such a comparison takes.
template <class A, class B>
concept partner_and_own = partner_value<A> && thread_index<B> &&
                          std::is_same_v<typename plain<A>::geometry_type,
                                         typename plain<B>::geometry_type> &&
                          std::is_same_v<lane_type<A>, lane_type<B>> &&
                          std::is_same_v<decltype(plain<A>::linear_type::sx),
                                         decltype(plain<B>::sx)> &&
                          plain<B>::run == plain<B>::width;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
