#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/memory/make_place.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The place of a struct for each lane, p[i]. It is loaded and stored lane by lane.
template <class T, class Index, std::ptrdiff_t Stride>
class aggregate_place : public aggregate_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

  SIMT_INLINE aggregate_place(T* p, Index const& i) : p_(p), i_(i) {}
  aggregate_place(aggregate_place const&) = default;

  template <class P>
  SIMT_INLINE static result read(P&& x) {
    return read_place(std::forward<P>(x));
  }
  SIMT_INLINE result load() const {
    result r;
    if constexpr (thread_index<Index>) {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { copy_struct(r.s[l], *at(i_.at(l))); });
    } else {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { copy_struct(r.s[l], *at(lane_of(l))); });
    }
    return r;
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    bool const all = active_mask().all;
    if constexpr (thread_index<Index>) {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { *at(i_.at(l)) = x.s[l]; });
    } else {
      each_active<width>([&](int l) SIMT_LAMBDA_INLINE { *at(lane_of(l)) = x.s[l]; });
    }
    mask_after_store(all);
  }
  template <class X>
  requires std::is_convertible_v<X, result> SIMT_INLINE aggregate_place const& operator=(
      X&& x) const {
    store(result(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& x) const {
    store(x.load());
    return *this;
  }

  /// Returns the place of a member.
  template <class M, class S>
  requires std::is_base_of_v<S, value_type> SIMT_INLINE auto operator->*(M S::*member) const {
    return strided_place<Stride>(&(p_->*member), i_);
  }

  SIMT_DETAIL_NOT_ONE(value_type)

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }
  static constexpr std::ptrdiff_t stride = Stride;

 private:
  SIMT_INLINE T* at(std::ptrdiff_t i) const {
    return reinterpret_cast<T*>(reinterpret_cast<same_const<char, T>*>(p_) + i * Stride);
  }
  SIMT_INLINE std::ptrdiff_t lane_of(int l) const {
    return simd::get<std::int64_t, Index::lanes>(i_.v[l / Index::lanes], l % Index::lanes);
  }
  T* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
