#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/predicate/box.hpp>
#include <simt/lanes/predicate/compare.hpp>
#include <simt/lanes/predicate/index.hpp>
#include <simt/lanes/predicate/logic.hpp>
#include <simt/lanes/predicate/range.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Truth values of lanes that are evaluated late: part by part, and only for lanes that still
// matter.
// - at(i, live): the mask of part i within `live`
// - uniform_outcome(): 1 if uniforms say that all of the gang's lanes hold, 0 if none does, else -1
//
// Why: copies are written out member by member. g++ 12 copies a struct as memory otherwise, and a
// wide load of what narrow stores have just written waits for all of them. Gone when a defaulted
// copy constructor leaves the code of bench_stencil unchanged.
namespace simt::inline SIMT_ABI::detail {

/// True if evaluating the predicate depends on memory that was read in this expression.
template <class P>
inline constexpr bool predicate_loads = false;
template <simd::compare C, class T, int W, bool Loaded>
inline constexpr bool predicate_loads<compare_predicate<C, T, W, Loaded>> = Loaded;
template <class A, class B>
inline constexpr bool predicate_loads<and_predicate<A, B>> =
    predicate_loads<A> || predicate_loads<B>;
template <class A, class B>
inline constexpr bool predicate_loads<or_predicate<A, B>> =
    predicate_loads<A> || predicate_loads<B>;
template <class A>
inline constexpr bool predicate_loads<not_predicate<A>> = predicate_loads<A>;

/// True if a predicate is made of bounds that few gangs lie across, not of lanes' data nor of the
/// threads' own coordinates: uniform_outcome() nearly always decides.
template <class P>
inline constexpr bool rarely_mixed = false;
template <int W, bool OftenPartial>
inline constexpr bool rarely_mixed<range_predicate<W, OftenPartial>> = !OftenPartial;
template <class G, bool Own, int Axes>
inline constexpr bool rarely_mixed<box_predicate<G, Own, Axes>> = !Own;
template <simd::compare C, class Index, class T>
inline constexpr bool rarely_mixed<index_predicate<C, Index, T>> = !Index::own;
template <int W>
inline constexpr bool rarely_mixed<uniform_predicate<W>> = true;
template <class A, class B>
inline constexpr bool rarely_mixed<and_predicate<A, B>> = rarely_mixed<A> && rarely_mixed<B>;
template <class A, class B>
inline constexpr bool rarely_mixed<or_predicate<A, B>> = rarely_mixed<A> && rarely_mixed<B>;
template <class A>
inline constexpr bool rarely_mixed<not_predicate<A>> = rarely_mixed<A>;

/// Returns x as a predicate of W lanes. Any lane value is a condition: it holds if it is not zero.
template <int W, class X>
SIMT_INLINE auto as_predicate(X&& x) {
  if constexpr (uniform_value<X>)
    return uniform_predicate<W>(static_cast<bool>(std::forward<X>(x)));
  else if constexpr (lane_predicate<X>)
    return plain<X>(std::forward<X>(x));
  else
    return compare_predicate<simd::compare::ne, lane_type<X>, W, from_memory<X&&>>(
        eval(std::forward<X>(x)), varying<lane_type<X>, W>(lane_type<X>{}));
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
