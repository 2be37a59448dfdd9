#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/conversions.h>
#include <simt/cuda/lane/fused.h>
#include <simt/cuda/lane/statements.h>

#include <algorithm>

SIMT_DETAIL_QUIET_BEGIN

// An if whose sides give an element of a shared array one of two values.
namespace simt::inline SIMT_ABI::cuda::lane {

/// True where a choice between rows of memory runs part by part in a loop: in gangs of so many
/// registers that neither values nor masks fit, where masks are registers as well.
template <class G, class To, class C, class X, class Y>
inline constexpr bool chooses_by_parts = false;
template <class G, class T, d::thread_index I, std::ptrdiff_t N, class C, d::thread_index J,
          std::ptrdiff_t M, d::thread_index K, std::ptrdiff_t L>
inline constexpr bool
    chooses_by_parts<G, d::place<T, I, N>, C, d::place<T, J, M>, d::place<T, K, L>> =
        d::has_unwritten_runs&& d::lane_predicate<C> && sizeof(T) == 4 &&
        takes_rows<d::place<T, I, N>>&& takes_rows<d::place<T, J, M>>&& takes_rows<
            d::place<T, K, L>>&& d::parts_of<G::gang_width> >= 16;

/// The masks of a condition, part by part, and what is read where it holds.
template <class C>
struct condition_parts {
  C const& c;
  template <class Mask>
  SIMT_INLINE Mask part(int i, Mask live) const {
    return c.at(i, live);
  }
  template <class Parts, class Place>
  SIMT_INLINE bool is_disjoint(stored_range const& s, Parts const& parts, Place const&) const {
    return parts.is_disjoint(s);
  }
};
template <int W, bool Often>
struct condition_parts<d::range_predicate<W, Often>> {
  d::range_predicate<W, Often> const& c;
  template <class Mask>
  SIMT_INLINE Mask part(int i, Mask live) const {
    constexpr int P = d::part_lanes<W>;
    if (c.lo > 0 && c.hi < W) [[unlikely]]
      return c.at(i, live);
    int const bound = static_cast<int>(std::clamp<std::ptrdiff_t>(c.lo <= 0 ? c.hi : c.lo, 0, W));
    Mask m;
    __builtin_memcpy(&m, d::run_of(c.lo <= 0 ? bound : d::run_behind(bound)) + i * P, sizeof m);
    return simd::mask_and<P>(m, live);
  }
  /// True where what is read of a place for the lanes that take it is disjoint from s.
  template <class Parts, class Place>
  SIMT_INLINE bool is_disjoint(stored_range const& s, Parts const& parts, Place const& y) const {
    auto const index = y.lane_index();
    if constexpr (plain<decltype(index)>::run == W) {
      auto const first = y.address() + index.base;
      return c.lo >= c.hi || s.is_disjoint(first + std::max<std::ptrdiff_t>(c.lo, 0),
                                           first + std::min<std::ptrdiff_t>(c.hi, W));
    } else {
      return parts.is_disjoint(s);
    }
  }
};

/// to = c ? f(x, y) : x, of elements of one type; where c does not hold, y is not read.
template <class T, class G, class To, class C, class X, class Y, class F>
SIMT_INLINE void assign_where(G const& g, To const& to, C const& c, X const& x, Y const& y,
                              F const& f) {
  if constexpr (chooses_by_parts<G, To, C, X, Y>) {
    constexpr int W = G::gang_width, P = d::part_lanes<W>;
    using V = varying<T, W>;
    using R = varying<T, P>;
    auto const index = to.lane_index();
    T* const memory = to.address();
    stored_range const s{reinterpret_cast<char const*>(memory + index.lowest()),
                         reinterpret_cast<char const*>(memory + index.highest() + 1)};
    auto const old = parts_of(x), more = parts_of(y);
    condition_parts<C> const takes{c};
    bool const at_once = old.is_disjoint(s) && takes.is_disjoint(s, more, y);
    V later;
    if (!at_once) [[unlikely]]
      d::clear_lanes(later);
    auto& e = d::active_mask();
    d::partial_before const before(e);
    auto const run = [&](auto whole) SIMT_LAMBDA_INLINE {
#pragma GCC unroll 2
      for (int i = 0; i < d::parts_of<W>; ++i) {
        auto const live = whole.value ? simd::mask_full<P>() : d::partial_part<P>(e, i);
        auto const take = takes.part(i, live);
        R const a = old.part(i, whole, live), b = more.part(i, std::false_type{}, take);
        R const z = d::convert_to<T, P>(f(a, b));
        auto const r = simd::select<typename R::reg, P>(take, z.v[0], a.v[0]);
        if (!at_once) [[unlikely]]
          later.v[i] = r;
        else if constexpr (whole.value)
          simd::store<T, P>(memory + index.at(i * P), r);
        else
          simd::store_masked<T, P>(memory + index.at(i * P), live, r);
      }
    };
    if (e.all) {
      run(std::true_type{});
      d::mask_still_full(e);
    } else {
      run(std::false_type{});
      d::mask_still_partial(e, before);
    }
    if (!at_once) [[unlikely]]
      to.store(later);
  } else {
    var<G, T> chosen;
    chosen = cast<T>(g, lane::get(x));
    SIMT_LANE_WHOLE_IF(c) { chosen = cast<T>(g, f(chosen, lane::get(y))); }
    to = chosen;
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
