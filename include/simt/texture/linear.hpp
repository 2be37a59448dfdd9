#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/uniform_pointer.hpp>
#include <simt/texture/texel.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Linear memory whose texels lie there as a kernel reads them: a read of a texel is one of memory.
namespace simt::inline SIMT_ABI::detail {

/// The members that a texture function's T has.
template <class T>
struct texel_members {
  using type = T;
  static constexpr int count = 1;
};
template <vector_struct T>
struct texel_members<T> {
  using type = typename vector_traits<T>::element;
  static constexpr int count = vector_traits<T>::size;
};

/// True where a view's texels are Ts.
template <class T>
SIMT_INLINE bool holds_texels(texture_view const& v) {
  using M = texel_members<T>;
  return v.shape == texture_shape::linear && v.channels == M::count &&
         channel_bytes(v.type) == static_cast<int>(sizeof(typename M::type)) &&
         v.type != texel_type::f16 && !v.normalized_read;
}

/// True where all threads that read name texels of the first `size`. Of a thread index the whole
/// gang counts.
template <class I>
SIMT_INLINE bool are_texels(I const& i, int size) {
  if constexpr (thread_index<I>) {
    return i.lowest() >= 0 && i.highest() < size;
  } else {
    using V = varying<int, I::width>;
    auto const& e = active_mask();
    auto const end = simd::broadcast<unsigned, V::lanes>(static_cast<unsigned>(size));
    auto outside = simd::mask_none<V::lanes>();
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      outside = simd::mask_or<V::lanes>(
          outside, simd::compare_lanes<simd::compare::ge, unsigned, V::lanes>(
                       active_part<V::part>(e, j), (simd::vec<unsigned, V::lanes>)i.v[j], end));
    });
    return !simd::mask_any<V::lanes>(outside);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
