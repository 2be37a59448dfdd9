#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Indices of the partners in a butterfly, `threadIdx.x ^ j`: of a register of lanes whose first
// value is a multiple of its length, the partners are as many consecutive values in another order.
namespace simt::inline SIMT_ABI::detail {

/// An index whose lane l has the value (linear.at(l) ^ by) + shift.
template <class Linear>
struct partner_index : lane_tag {
  using linear_type = Linear;
  using value_type = typename Linear::value_type;
  using geometry_type = typename Linear::geometry_type;
  static constexpr int width = Linear::width;
  static constexpr int part = part_lanes<width>;

  Linear linear;
  value_type by;
  std::ptrdiff_t shift;

  SIMT_INLINE partner_index(Linear const& l, value_type b, std::ptrdiff_t s)
      : linear(l), by(b), shift(s) {}
  SIMT_INLINE partner_index(partner_index const& o)
      : linear(o.linear), by(o.by), shift(o.shift) {}
  SIMT_INLINE partner_index& operator=(partner_index const& o) & {
    linear = o.linear;
    by = o.by;
    shift = o.shift;
    return *this;
  }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  SIMT_INLINE varying<value_type, width> decay() const {
    using V = varying<value_type, width>;
    using R = typename V::reg;
    auto r = linear.decay();
    auto const b = simd::broadcast<R, V::lanes>(static_cast<R>(by));
    auto const s = simd::broadcast<R, V::lanes>(static_cast<R>(shift));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = (r.v[i] ^ b) + s; });
    return r;
  }

  /// Holds what the lanes' numbers within a register of L lanes are xored with.
  template <int L>
  SIMT_INLINE int within() const {
    return static_cast<int>(static_cast<unsigned>(by) & (L - 1u));
  }
  /// Returns true if the partners of each register of L lanes are consecutive values.
  template <int L>
  SIMT_INLINE bool is_aligned() const {
    static_assert(Linear::run % L == 0);
    if constexpr (Linear::run == width) return (linear.base & (L - 1)) == 0;
    std::ptrdiff_t low = 0;
    simd::each<width / L>([&](int i) SIMT_LAMBDA_INLINE { low |= linear.at(i * L); });
    return (low & (L - 1)) == 0;
  }
  /// Returns the least of the partners of the L lanes that begin at `lane`.
  template <int L>
  SIMT_INLINE std::ptrdiff_t first(int lane) const {
    auto const there = static_cast<value_type>(static_cast<value_type>(linear.at(lane)) ^ by);
    return static_cast<std::ptrdiff_t>(there & ~static_cast<value_type>(L - 1)) + shift;
  }
  /// Returns true if the partners of the gang's lanes are the gang's lanes.
  SIMT_INLINE bool stays_in_gang() const {
    if constexpr (Linear::run != width || (width & (width - 1)) != 0) return false;
    return (linear.base & (width - 1)) == 0 && static_cast<unsigned>(by) < unsigned{width};
  }
};

template <class X>
inline constexpr bool is_partner_index = false;
template <class L>
inline constexpr bool is_partner_index<partner_index<L>> = true;
template <class X>
concept partner_value = is_partner_index<plain<X>>;

template <partner_value X>
SIMT_INLINE auto eval(X const& x) {
  return x.decay();
}

/// Operands whose `^` is a partner's index.
template <class A, class B>
concept makes_partner = index_and_integer<A, B> && sizeof(lane_type<A>) == 4 &&
                        sizeof(lane_type<B>) <= 4 && plain<A>::width != 1 &&
                        plain<A>::run % part_lanes<plain<A>::width> == 0;
template <class A, class B>
concept partner_and_integer =
    partner_value<A> && uniform_value<B> && std::is_integral_v<lane_type<B>> &&
    (sizeof(lane_type<B>) <= 4 || plain<A>::linear_type::own);

template <class T, class A>
SIMT_INLINE auto make_partner(A const& a, T by) {
  auto const linear = a.template as<T>();
  return partner_index<plain<decltype(linear)>>(linear, by, 0);
}
/// Returns a + n.
template <class T, class A>
SIMT_INLINE auto partner_plus(A const& a, std::ptrdiff_t n) {
  auto const linear = a.linear.template as<T>();
  return partner_index<plain<decltype(linear)>>(linear, static_cast<T>(a.by), a.shift + n);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
