#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/blend.hpp>
#include <simt/lanes/memory/pointer_place.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class X>
inline constexpr int pointer_width = 0;
template <lane_pointer_value X>
inline constexpr int pointer_width<X> = X::width;

/// Returns the addresses of an operand as unsigned lanes, as pointers are ordered.
template <int W, class X>
SIMT_INLINE varying<std::uint64_t, W> address_lanes(X const& x) {
  if constexpr (is_uniform_pointer<std::decay_t<X>>) {
    void const volatile* const p = raw_pointer(x);
    return varying<std::uint64_t, W>(
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p)));
  } else if constexpr (requires { x.load(); }) {
    return convert_varying<std::uint64_t, W>(x.load().a);
  } else if constexpr (requires { x.a; }) {
    return convert_varying<std::uint64_t, W>(x.a);
  } else {
    using U = std::remove_pointer_t<decltype(x.address())>;
    return convert_varying<std::uint64_t, W>(
        addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(x.address(), x.lane_index()));
  }
}

template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_pointers(A const& a, B const& b) {
  constexpr int W =
      pointer_width<plain<A>> != 0 ? pointer_width<plain<A>> : pointer_width<plain<B>>;
  constexpr bool loads = requires { a.load(); }
  || requires { b.load(); };
  return compare_predicate<C, std::uint64_t, W, loads>(address_lanes<W>(a), address_lanes<W>(b));
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

#define SIMT_DETAIL_COMPARE(op, name)                                                         \
  template <class A, class B>                                                                 \
  requires(detail::pointer_operand<A> && detail::pointer_operand<B> &&                        \
           (detail::lane_pointer_value<A> || detail::lane_pointer_value<B>)) SIMT_INLINE auto \
  operator op(A&& a, B&& b) {                                                                 \
    return detail::compare_pointers<simd::compare::name>(a, b);                               \
  }
SIMT_DETAIL_COMPARE(<, lt)
SIMT_DETAIL_COMPARE(<=, le)
SIMT_DETAIL_COMPARE(>, gt)
SIMT_DETAIL_COMPARE(>=, ge)
SIMT_DETAIL_COMPARE(==, eq)
SIMT_DETAIL_COMPARE(!=, ne)
#undef SIMT_DETAIL_COMPARE

/// Returns c ? a : b for pointers, lane by lane.
template <class C, class A, class B>
requires(detail::pointer_operand<A>&& detail::pointer_operand<B>&& detail::lane_value<C> &&
         (detail::lane_pointer_value<A> || detail::lane_pointer_value<B>)) [[nodiscard]] SIMT_INLINE
    auto select(C&& c, A&& a, B&& b) {
  constexpr int W = detail::width_of<detail::plain<C>>;
  auto const r =
      detail::blend_lanes(detail::as_predicate<W>(std::forward<C>(c)),
                          detail::convert_varying<std::int64_t, W>(detail::address_lanes<W>(a)),
                          detail::convert_varying<std::int64_t, W>(detail::address_lanes<W>(b)));
  using P = typename std::conditional_t<detail::lane_pointer_value<A>, detail::plain<A>,
                                        detail::plain<B>>::value_type;
  return varying<P, W>::from_addresses(r);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
