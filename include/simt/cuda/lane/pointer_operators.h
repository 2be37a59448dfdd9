#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

// Pointers of C++ moved by lanes.
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator+(T* p, I&& i) {
  return cuda::lane::addr(cuda::lane::at(p, std::forward<I>(i)));
}
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator+(I&& i, T* p) {
  return cuda::lane::addr(cuda::lane::at(p, std::forward<I>(i)));
}
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator-(T* p, I&& i) {
  return cuda::lane::addr(cuda::lane::at(p, -std::forward<I>(i)));
}

namespace detail {

template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator+(
    lane_pointer<T, Index> const& p, I&& i) {
  if constexpr (lane_value<I>)
    return ptr<T>(p.address()) + (p.lane_index() + std::forward<I>(i));
  else
    return lane_pointer<T, Index>(p.address() + static_cast<std::ptrdiff_t>(uniform_of(i)),
                                  p.lane_index());
}
template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator+(
    I&& i, lane_pointer<T, Index> const& p) {
  return p + std::forward<I>(i);
}
template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator-(
    lane_pointer<T, Index> const& p, I&& i) {
  if constexpr (lane_value<I>)
    return ptr<T>(p.address()) + (p.lane_index() - std::forward<I>(i));
  else
    return lane_pointer<T, Index>(p.address() - static_cast<std::ptrdiff_t>(uniform_of(i)),
                                  p.lane_index());
}
template <class T, class Index, class I>
requires uniform_value<I> SIMT_INLINE lane_pointer<T, Index>
&operator+=(lane_pointer<T, Index>& p, I&& i) { return p.set(p + std::forward<I>(i)); }
template <class T, class Index, class I>
requires uniform_value<I> SIMT_INLINE lane_pointer<T, Index>
&operator-=(lane_pointer<T, Index>& p, I&& i) { return p.set(p - std::forward<I>(i)); }
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index>& operator++(lane_pointer<T, Index>& p) {
  return p += 1;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index>& operator--(lane_pointer<T, Index>& p) {
  return p -= 1;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index> operator++(lane_pointer<T, Index>& p, int) {
  auto const old = p;
  p += 1;
  return old;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index> operator--(lane_pointer<T, Index>& p, int) {
  auto const old = p;
  p -= 1;
  return old;
}
/// Differences of pointers of which one at least has lanes.
template <class A, class B>
requires(pointer_operand<A>&& pointer_operand<B> &&
         (lane_pointer_value<A> || lane_pointer_value<B>)) SIMT_INLINE auto
operator-(A const& a, B const& b) {
  constexpr int W =
      pointer_width<plain<A>> != 0 ? pointer_width<plain<A>> : pointer_width<plain<B>>;
  using E = std::remove_pointer_t<cuda::lane::scalar<A>>;
  auto const bytes = convert_varying<std::int64_t, W>(address_lanes<W>(a)) -
                     convert_varying<std::int64_t, W>(address_lanes<W>(b));
  return varying<std::ptrdiff_t, W>(bytes / static_cast<std::int64_t>(sizeof(E)));
}

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
