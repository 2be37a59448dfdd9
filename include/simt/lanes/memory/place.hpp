#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/add_run.hpp>
#include <simt/lanes/memory/gather_scatter.hpp>
#include <simt/lanes/memory/split_access.hpp>
#include <simt/lanes/memory/thread_access.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A place in memory for each lane, `p[i]`. The index is a thread index, whose shape decides how
/// memory is accessed, a split one or a varying integer. Size: the elements that p is known to
/// begin, 0 where that is unknown.
/// - Order:   assignment stores for the active lanes only
template <class T, class Index, std::ptrdiff_t Size = 0>
class place;

/// True if both places are consecutive in memory and of one type, so that a sum over a prefix of
/// the gang can run over just the active lanes.
template <class A, class B>
inline constexpr bool same_runs = false;
template <class T, thread_index I, std::ptrdiff_t N, class U, thread_index J, std::ptrdiff_t M>
inline constexpr bool same_runs<place<T, I, N>, place<U, J, M>> =
    I::width > 1 &&
    I::run == I::width&& J::run ==
        I::width&& std::is_same_v<std::remove_cv_t<U>, T>&& std::is_arithmetic_v<T> &&
    sizeof(T) >= 4;

template <class T, class Index, std::ptrdiff_t Size>
class place : public element_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

  SIMT_INLINE place(T* p, Index const& i) : p_(p), i_(i) {}
  place(place const&) = default;

  SIMT_INLINE result load() const {
    if constexpr (thread_index<Index>)
      return load_lanes<value_type, Size>(p_, i_);
    else if constexpr (split_value<Index>)
      return load_split<value_type, Size>(p_, i_);
    else
      return load_indexed<value_type>(p_, i_);
  }
  /// Loads, by a call where an index is data: for large functions, where the compiler's time
  /// counts.
  SIMT_INLINE result load_by_call() const {
    if constexpr (thread_index<Index> || split_value<Index>)
      return load();
    else
      return load_indexed<value_type, true>(p_, i_);
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if constexpr (thread_index<Index>) {
      store_lanes<value_type, Size>(p_, i_, x);
    } else if constexpr (split_value<Index>) {
      store_indexed<value_type>(p_, i_.decay(), x);
    } else {
      store_indexed<value_type>(p_, i_, x);
    }
  }

  /// True for bytes that lie as registers of 16-bit lanes hold them.
  static constexpr bool loads_shorts = [] {
    if constexpr (thread_index<Index> && std::is_integral_v<value_type> &&
                  !std::is_same_v<value_type, bool> && sizeof(T) == 1)
      return has_half_width_lanes<width> && Index::run % (2 * part_lanes<width>) == 0;
    else
      return false;
  }();
  /// Loads such bytes for all lanes, which must be active.
  SIMT_INLINE half_width_lanes<width> load_shorts() const {
    using S = half_width_lanes<width>;
    constexpr int P = S::part;
    using N = simd::detail::memory_int<value_type>;
    S r;
    simd::each<S::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::load_shorts<N, P>(reinterpret_cast<N const*>(p_) + i_.at(i * S::lanes));
    });
    return r;
  }

  SIMT_INLINE place const& operator=(place const& o) const {
    store(o.load());
    return *this;
  }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator=(X&& x) const {
    if constexpr (is_byte_sum<plain<X>> && loads_shorts) {
      auto& e = active_mask();
      if (e.all && x.is_fresh()) [[likely]] {
        using S = half_width_lanes<width>;
        using N = simd::detail::memory_int<value_type>;
        simd::each<S::count>([&](int i) SIMT_LAMBDA_INLINE {
          simd::store_shorts<N, S::part>(reinterpret_cast<N*>(p_) + i_.at(i * S::lanes),
                                         x.shorts().v[i]);
        });
        mask_still_full(e);
        return *this;
      }
    }
    if constexpr (lane_predicate<X> && loads_shorts) {
      auto& e = active_mask();
      if (e.all) [[likely]] {
        constexpr int P = part_lanes<width>;
        auto const m = eval(std::forward<X>(x));
        simd::each<width / P / 2>([&](int i) SIMT_LAMBDA_INLINE {
          simd::store_masks<P>(p_ + i_.at(2 * i * P), m.masks[2 * i], m.masks[2 * i + 1]);
        });
        mask_still_full(e);
        return *this;
      }
    }
    store(convert_to<value_type, width>(std::forward<X>(x)));
    return *this;
  }

  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator+=(X&& x) const {
    if constexpr (same_runs<place, plain<X>>) {
      auto& e = active_mask();
      auto* const to = p_ + i_.base;
      auto const* const from = x.address() + x.lane_index().base;
      // In lock step: no lane may read what another has just written.
      if (!e.all && e.prefix >= 0 && (from >= to || from + e.prefix <= to)) {
        int const n = e.prefix;
        bool const removed = e.removed_any;
        add_run<value_type, width>(to, from, n);
        mask_still_partial(e, removed);
        e.prefix = n;
        return *this;
      }
    }
    store(convert_to<value_type, width>(load() + std::forward<X>(x)));
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                             \
  template <class X>                                                                         \
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator op##=(X&& x) \
      const {                                                                                \
    store(convert_to<value_type, width>(load() op std::forward<X>(x)));                      \
    return *this;                                                                            \
  }
  SIMT_DETAIL_COMPOUND(-)
  SIMT_DETAIL_COMPOUND(*)
  SIMT_DETAIL_COMPOUND(/)
  SIMT_DETAIL_COMPOUND(%)
  SIMT_DETAIL_COMPOUND(&)
  SIMT_DETAIL_COMPOUND(|)
  SIMT_DETAIL_COMPOUND(^)
  SIMT_DETAIL_COMPOUND(<<)
  SIMT_DETAIL_COMPOUND(>>)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE result operator++() const {
    result const r = load() + value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator--() const {
    result const r = load() - value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator++(int) const {
    result const r = load();
    store(r + value_type{1});
    return r;
  }
  SIMT_INLINE result operator--(int) const {
    result const r = load();
    store(r - value_type{1});
    return r;
  }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

  template <class U>
  requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(always_false<U>,
                  "simt: p[i] has one value per thread and does not fit in a uniform: declare the "
                  "result varying<T>, or index with a uniform");
    return U{};
  }

 private:
  T* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
