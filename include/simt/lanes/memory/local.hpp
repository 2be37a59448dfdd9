#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {

/// An element of a local array for each lane, by a varying subscript. The array is registers in
/// memory: element n of lane l is number n * W + l.
template <class T, int W>
class local_element {
  using R = typename varying<T, W>::reg;

 public:
  SIMT_INLINE local_element(varying<T, W>* p, varying<int, W> const& k)
      : place_(reinterpret_cast<R*>(p), numbers(k)) {}
  SIMT_INLINE varying<T, W> load() const { return convert_varying<T, W>(place_.load()); }
  SIMT_INLINE void store(varying<T, W> const& x) const { place_.store(convert_varying<R, W>(x)); }

 private:
  SIMT_INLINE static varying<int, W> numbers(varying<int, W> const& k) {
    varying<int, W> e;
    constexpr int L = varying<int, W>::lanes;
    simd::each<varying<int, W>::count>([&](int j) SIMT_LAMBDA_INLINE {
      e.v[j] = k.v[j] * simd::broadcast<int, L>(W) +
               (simd::iota<int, L>() + simd::broadcast<int, L>(j * L));
    });
    return e;
  }

  place<R, varying<int, W>> place_;
};
/// The same of truth values, whose registers are masks: one lane after the other.
template <int W>
class local_element<bool, W> {
 public:
  SIMT_INLINE local_element(varying<bool, W>* p, varying<int, W> const& k) : p_(p), k_(k) {}
  SIMT_INLINE varying<bool, W> load() const {
    varying<bool, W> r = false;
    each_active<W>([&](int l) { r.set_lane(l, p_[k_.lane(l)].lane(l)); });
    return r;
  }
  SIMT_INLINE void store(varying<bool, W> const& x) const {
    each_active<W>([&](int l) { p_[k_.lane(l)].set_lane(l, x.lane(l)); });
  }

 private:
  varying<bool, W>* p_;
  varying<int, W> k_;
};

/// The place of such an element: what a subscript that differs between threads gives.
template <class T, int W>
class local_place : public element_tag {
  using V = varying<T, W>;

 public:
  using value_type = T;
  static constexpr int width = W;
  SIMT_INLINE local_place(V* p, varying<int, W> const& k) : element_(p, k) {}
  local_place(local_place const&) = default;

  SIMT_INLINE V load() const { return element_.load(); }
  SIMT_INLINE void store(V const& x) const { element_.store(x); }

  SIMT_INLINE local_place const& operator=(local_place const& o) const {
    store(o.load());
    return *this;
  }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE local_place const& operator=(
      X&& x) const {
    store(convert_to<T, W>(std::forward<X>(x)));
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                                   \
  template <class X>                                                                               \
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE local_place const& operator op##=(X&& x) \
      const {                                                                                      \
    store(convert_to<T, W>(load() op std::forward<X>(x)));                                         \
    return *this;                                                                                  \
  }
  SIMT_DETAIL_COMPOUND_ASSIGNMENTS(SIMT_DETAIL_COMPOUND)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE V operator++() const {
    V const r = load() + 1;
    store(r);
    return r;
  }
  SIMT_INLINE V operator--() const {
    V const r = load() - 1;
    store(r);
    return r;
  }
  SIMT_INLINE V operator++(int) const {
    V const r = load();
    store(r + 1);
    return r;
  }
  SIMT_INLINE V operator--(int) const {
    V const r = load();
    store(r - 1);
    return r;
  }

 private:
  local_element<T, W> element_;
};

/// A local array after some of its subscripts.
template <class Rest, int W, class Index>
class local_row {
  using T = std::remove_all_extents_t<Rest>;
  using Row = std::remove_extent_t<Rest>;
  static constexpr int step = static_cast<int>(sizeof(Row) / sizeof(T));

 public:
  SIMT_INLINE local_row(varying<T, W>* p, Index const& i) : p_(p), i_(i) {}
  local_row(local_row const&) = default;
  SIMT_DETAIL_NO_ASSIGNMENT(local_row, SIMT_DETAIL_ROW)
  template <class J>
  requires(lane_value<J> || uniform_value<J>) SIMT_INLINE decltype(auto) operator[](J&& j) const {
    if constexpr (lane_value<J>)
      return subscript<Row>(p_,
                            varying<int, W>(convert_to<int, W>(std::forward<J>(j)) * step + i_));
    else if constexpr (lane_value<Index>)
      return subscript<Row>(
          p_, varying<int, W>(i_ + static_cast<int>(uniform_of(std::forward<J>(j))) * step));
    else
      return subscript<Row>(p_, i_ + static_cast<int>(uniform_of(std::forward<J>(j))) * step);
  }

  template <class Left, class K>
  SIMT_INLINE static decltype(auto) subscript(varying<T, W>* p, K const& k) {
    if constexpr (std::is_array_v<Left>) {
      return local_row<Left, W, K>(p, k);
    } else if constexpr (lane_value<K> && plain_struct<T>) {  // structs of all lanes, in turn
      varying<int, W> e;
      each_active<W>([&](int l) { e.set_lane(l, k.lane(l) * W + l); });
      return ptr<T>(reinterpret_cast<T*>(p))[e];
    } else if constexpr (lane_value<K>) {
      static_assert(std::is_arithmetic_v<T>,
                    "simt::local: a subscript that differs between threads needs numbers as "
                    "elements; use one local array for each member");
      return local_place<T, W>(p, k);
    } else {
      return static_cast<varying<T, W>&>(p[k]);
    }
  }

 private:
  varying<T, W>* p_;
  Index i_;
};

}  // namespace detail

/// An array for each thread, with subscripts that may differ between threads. In a kernel
/// `local<float[8]>` has the gang's width.
/// - CUDA:    float a[8];
/// - Shape:   a[n] is a varying where n is uniform, else a place
/// - Needs:   subscripts within the array, also for inactive threads' uniform ones
/// - Order:   assignments change the active lanes only
/// - Differs: elements are indeterminate at first, as in CUDA; where every subscript is uniform,
///            a plain array `varying<float> a[8]` does and stays in registers
/// - Cost:    a varying subscript gathers or scatters
/// - Source:  CUDA C Programming Guide 8.0, 5.3.2 (Local Memory)
template <class Array, int W>
class local {
  static_assert(std::is_array_v<Array> && std::extent_v<Array> > 0,
                "simt::local: write the array type, local<float[8]>");
  using T = std::remove_all_extents_t<Array>;
  using Row = detail::local_row<Array, W, int>;
  static constexpr int count = static_cast<int>(sizeof(Array) / sizeof(T));

 public:
  local() = default;
  /// Sets every element of every thread to x.
  SIMT_INLINE explicit local(T const& x) {
    for (auto& a : a_) new (&a) varying<T, W>(x);
  }

  template <class I>
  requires(detail::lane_value<I> || detail::uniform_value<I>) SIMT_INLINE decltype(auto) operator[](
      I&& i) {
    return Row(a_, 0)[std::forward<I>(i)];
  }

 private:
  varying<T, W> a_[count];
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
