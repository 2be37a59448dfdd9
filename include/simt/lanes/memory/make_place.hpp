#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/place.hpp>
#include <simt/lanes/struct/traits.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the value of a place that has no name; a named one does not compile.
template <class P>
SIMT_INLINE auto read_place(P&& x) {
  static_assert(!std::is_lvalue_reference_v<P>,
                "simt: this name stands for a place in memory (it was declared with auto from "
                "p[i]), not for its value: write varying<T> x = p[i];");
  return x.load();
}

template <class T, class Index, std::ptrdiff_t Stride>
class aggregate_place;
template <class T, class Index, std::ptrdiff_t Stride>
class array_place;
template <class T, class Index>
class pointer_place;

template <class X>
inline constexpr bool is_aggregate_place = false;
template <class T, class Index, std::ptrdiff_t Stride>
inline constexpr bool is_aggregate_place<aggregate_place<T, Index, Stride>> = true;

/// Returns the index of an element that is not a plain number: a thread index or 64-bit lanes.
template <class I>
SIMT_INLINE auto wide_index(I&& i) {
  if constexpr (thread_index<I>)
    return plain<I>(i);
  else
    return convert_to<std::int64_t, plain<I>::width>(std::forward<I>(i));
}
/// Returns an index as lanes of 64 bits.
template <class Index>
SIMT_INLINE varying<std::int64_t, Index::width> index_lanes(Index const& i) {
  if constexpr (thread_index<Index>) {
    return i.template as<std::int64_t>().decay();
  } else {
    return i;
  }
}

/// Returns i * From / To, exact: an index in steps of From bytes as one in steps of To.
template <std::ptrdiff_t From, std::ptrdiff_t To, class Index>
SIMT_INLINE auto rescale(Index const& i) {
  if constexpr (From == To) {
    return i;
  } else if constexpr (thread_index<Index>) {
    static_assert(From % To == 0, "simt: a member's size must divide its struct's");
    return index_times_fixed<typename Index::value_type, From / To>(i);
  } else {
    using V = varying<std::int64_t, Index::width>;
    V r;
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      if constexpr (From % To == 0) {
        r.v[j] = mul_op::apply<std::int64_t, V::lanes>(
            i.v[j], simd::broadcast<std::int64_t, V::lanes>(From / To));
      } else {
        static_assert(To % From == 0 && std::has_single_bit(static_cast<unsigned>(To / From)),
                      "simt: a member's size must divide its struct's");
        r.v[j] = i.v[j] >> std::countr_zero(static_cast<unsigned>(To / From));
      }
    });
    return r;
  }
}

/// Returns the place of the M that lies at byte address p + i * Stride in lane i.
template <std::ptrdiff_t Stride, class M, class Index>
SIMT_INLINE auto strided_place(M* p, Index const& i) {
  if constexpr (std::is_array_v<M>) {
    return array_place<M, Index, Stride>(p, i);
  } else if constexpr (is_struct<M>) {
    static_assert(std::is_trivially_copyable_v<M>,
                  "simt: lanes read and write structs that are trivially copyable");
    return aggregate_place<M, Index, Stride>(p, i);
  } else {
    auto const j = rescale<Stride, static_cast<std::ptrdiff_t>(sizeof(M))>(i);
    if constexpr (std::is_pointer_v<M>)
      return pointer_place<M, plain<decltype(j)>>(p, j);
    else
      return place<M, plain<decltype(j)>>(p, j);
  }
}

/// Returns the place p[i], whatever a T is.
template <class T, class Index>
SIMT_INLINE auto make_place(T* p, Index const& i) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    return place<T, Index>(p, i);
  else
    return strided_place<static_cast<std::ptrdiff_t>(sizeof(T))>(p, wide_index(i));
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns the struct at p[i], loaded now.
template <class P>
requires detail::is_aggregate_place<detail::plain<P>>
[[nodiscard]] SIMT_INLINE auto value(P&& p) { return detail::plain<P>::read(std::forward<P>(p)); }

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
