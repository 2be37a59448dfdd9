#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/memory/uniform_place.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class T, class Index>
class lane_pointer;

/// The base of a place that is made from addresses in integer lanes: not null, for its arithmetic
/// to be defined.
inline constexpr std::int64_t address_base = 1 << 16;

/// Returns the place of the T at each lane's address.
template <class T, int W>
SIMT_INLINE auto place_at(varying<std::int64_t, W> const& address) {
  using V = varying<std::int64_t, W>;
  V r;
  simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
    r.v[j] = address.v[j] - simd::broadcast<std::int64_t, V::lanes>(address_base);
  });
  return strided_place<1>(reinterpret_cast<T*>(static_cast<std::intptr_t>(address_base)), r);
}

/// Returns the addresses p + i * Stride.
template <std::ptrdiff_t Stride, class Index>
SIMT_INLINE varying<std::int64_t, Index::width> addresses(void const* p, Index const& i) {
  using V = varying<std::int64_t, Index::width>;
  auto const x = index_lanes(wide_index(i));
  auto const b = simd::broadcast<std::int64_t, V::lanes>(reinterpret_cast<std::intptr_t>(p));
  V r;
  simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
    r.v[j] = b + mul_op::apply<std::int64_t, V::lanes>(x.v[j],
                                                       simd::broadcast<std::int64_t, V::lanes>(Stride));
  });
  return r;
}

/// A value with a pointer for each lane.
template <class X>
concept lane_pointer_value = std::is_base_of_v<pointer_tag, plain<X>>;
/// True if X is one pointer for all lanes.
template <class X>
inline constexpr bool is_uniform_pointer = std::is_pointer_v<X> || std::is_null_pointer_v<X>;
template <class T>
inline constexpr bool is_uniform_pointer<ptr<T>> = true;
template <class T>
inline constexpr bool is_uniform_pointer<uniform_place<T>> = std::is_pointer_v<T>;
template <class X>
concept pointer_operand = lane_pointer_value<X> || is_uniform_pointer<std::decay_t<X>>;

/// Returns the C++ pointer that a uniform operand stands for.
template <class T>
SIMT_INLINE T* raw_pointer(ptr<T> p) {
  return p.get();
}
template <class T>
SIMT_INLINE T* raw_pointer(T* p) {
  return p;
}
template <class T>
SIMT_INLINE std::remove_cv_t<T> raw_pointer(uniform_place<T> const& p) {
  return p.get();
}
SIMT_INLINE std::nullptr_t raw_pointer(std::nullptr_t) { return nullptr; }

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
