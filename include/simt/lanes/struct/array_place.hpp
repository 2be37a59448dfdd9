#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The place of an array that is a member of a struct in memory: its elements are places.
template <class Array, class Index, std::ptrdiff_t Stride>
class array_place {
  using Element = std::remove_extent_t<Array>;

 public:
  static constexpr int width = Index::width;
  SIMT_INLINE array_place(Array* p, Index const& i) : p_(p), i_(i) {}
  array_place(array_place const&) = default;
  SIMT_DETAIL_NO_ASSIGNMENT(array_place, SIMT_DETAIL_ROW)

  template <uniform_value J>
  SIMT_INLINE auto operator[](J&& j) const {
    return strided_place<Stride>(
        &(*p_)[static_cast<std::ptrdiff_t>(uniform_of(std::forward<J>(j)))], i_);
  }
  template <lane_value J>
  SIMT_INLINE auto operator[](J&& j) const {
    constexpr auto size = static_cast<std::int64_t>(sizeof(Element));
    using V = varying<std::int64_t, width>;
    auto const a = index_lanes(i_);
    auto const b = convert_to<std::int64_t, width>(std::forward<J>(j));
    V r;
    simd::each<V::count>([&](int k) SIMT_LAMBDA_INLINE {
      r.v[k] = a.v[k] * simd::broadcast<std::int64_t, V::lanes>(Stride) +
               b.v[k] * simd::broadcast<std::int64_t, V::lanes>(size);
    });
    return strided_place<1>(&(*p_)[0], r);
  }

 private:
  Array* p_;
  Index i_;
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
