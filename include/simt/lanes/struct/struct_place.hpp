#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/struct/place_base.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The place of a struct for each lane, p[i]. It is loaded and stored lane by lane.
template <class T, class Index, std::ptrdiff_t Stride>
class aggregate_place
    : public struct_place_base<aggregate_place<T, Index, Stride>, T, Index, Stride> {
  using base = struct_place_base<aggregate_place, T, Index, Stride>;
  using base::p_, base::i_;

 public:
  using base::width, base::operator=;
  using typename base::result, typename base::value_type;

  SIMT_INLINE aggregate_place(T* p, Index const& i) : base(p, i) {}
  aggregate_place(aggregate_place const&) = default;

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
  SIMT_INLINE aggregate_place const& operator=(aggregate_place const& x) const {
    store(x.load());
    return *this;
  }

 private:
  SIMT_INLINE T* at(std::ptrdiff_t i) const {
    return reinterpret_cast<T*>(reinterpret_cast<same_const<char, T>*>(p_) + i * Stride);
  }
  SIMT_INLINE std::ptrdiff_t lane_of(int l) const {
    return simd::get<std::int64_t, Index::lanes>(i_.v[l / Index::lanes], l % Index::lanes);
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
