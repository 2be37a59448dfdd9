#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/varying_pointer.hpp>
#include <simt/simd/indexed.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A place in memory for each lane that holds a pointer. It takes the operators of a pointer, and
/// loads it for each.
template <class T, class Index>
class pointer_place : public pointer_tag {
 public:
  using pointer = std::remove_cv_t<T>;
  using value_type = pointer;
  static constexpr int width = Index::width;
  using result = varying<pointer, width>;

  SIMT_INLINE pointer_place(T* p, Index const& i) : p_(p), i_(i) {}
  pointer_place(pointer_place const&) = default;

  SIMT_INLINE result load() const {
    using V = varying<std::int64_t, width>;
    if constexpr (width == 1) {
      result r;
      r.a.v[0] =
          active_mask().all
              ? static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(p_[index_lanes(i_).v[0]]))
              : 0;
      return r;
    } else if constexpr (contiguous) {
      return result::from_addresses(
          load_lanes<std::int64_t>(reinterpret_cast<std::int64_t const*>(p_), i_));
    } else {
      auto const x = index_lanes(i_);
      V r;
      auto& e = active_mask();
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        r.v[j] = simd::gather64<std::int64_t, V::lanes, 8>(
            p_, &x.v[j],
            simd::mask_sub<8, V::part>(active_part<V::part>(e, j * V::lanes / V::part), j));
      });
      return result::from_addresses(r);
    }
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    using V = varying<std::int64_t, width>;
    bool const all = active_mask().all;
    if constexpr (width == 1) {
      if (all) p_[index_lanes(i_).v[0]] = x.lane(0);
    } else if constexpr (contiguous) {
      return store_lanes<std::int64_t>(reinterpret_cast<std::int64_t*>(p_), i_, x.a);
    } else {
      auto const i = index_lanes(i_);
      auto& e = active_mask();
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        simd::scatter64<std::int64_t, V::lanes, 8>(
            p_, &i.v[j],
            simd::mask_sub<8, V::part>(active_part<V::part>(e, j * V::lanes / V::part), j),
            x.a.v[j]);
      });
    }
    mask_after_store(all);
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE pointer_place const& operator=(
      X&& x) const {
    store(result(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE pointer_place const& operator=(pointer_place const& x) const {
    store(x.load());
    return *this;
  }

  // The operators of the pointer that is loaded now.
  SIMT_INLINE auto operator*() const { return *load(); }
  template <class I>
  requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator[](I&& i) const {
    return load()[std::forward<I>(i)];
  }
  template <class M, class S>
  SIMT_INLINE auto operator->*(M S::*member) const {
    return load()->*member;
  }
  template <class I>
  requires(lane_value<I> || uniform_value<I>) SIMT_INLINE friend auto operator+(
      pointer_place const& p, I&& i) {
    return p.load() + std::forward<I>(i);
  }
  template <class I>
  requires(lane_value<I> || uniform_value<I>) SIMT_INLINE friend auto operator-(
      pointer_place const& p, I&& i) {
    return p.load() - std::forward<I>(i);
  }
  SIMT_INLINE auto operator!() const { return !load(); }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

 private:
  // True if whole registers are consecutive. Pointers are loaded as integers then, which is safe:
  // the loads and stores of simd may alias.
  static constexpr bool contiguous = [] {
    if constexpr (thread_index<Index>)
      return Index::run % simd::lanes_of<std::int64_t, part_lanes<width>> == 0;
    else
      return false;
  }();
  T* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
