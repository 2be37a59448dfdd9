#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns a in the lanes where p holds, b in the others.
template <class T, int W, class P>
SIMT_INLINE varying<T, W> blend_lanes(P const& p, varying<T, W> const& a, varying<T, W> const& b) {
  using V = varying<T, W>;
  V r;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
      auto const m = p.at(i, simd::mask_full<V::part>());
      if constexpr (std::is_same_v<T, bool>) {
        r.masks[i] = simd::mask_or<V::part>(simd::mask_and<V::part>(a.masks[i], m),
                                        simd::mask_andnot<V::part>(b.masks[i], m));
      } else {
        simd::each<V::part / V::lanes>([&](int h) SIMT_LAMBDA_INLINE {
          int const j = i * (V::part / V::lanes) + h;
          r.v[j] = simd::select<typename V::reg, V::lanes>(
              simd::mask_sub<sizeof(typename V::reg), V::part>(m, h), a.v[j], b.v[j]);
        });
      }
    });
  });
  return r;
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
