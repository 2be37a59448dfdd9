#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>
#include <simt/simd/indexed.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Accesses one register of a gather or scatter by varying indices. The indices of a part come as
/// 32-bit or as 64-bit lanes.
template <class N, class I, int W>
struct indexed_access {
  using V = varying<N, W>;
  using R = typename V::reg;
  using X = varying<I, W>;
  static constexpr int L = V::lanes;
  static constexpr int P = V::part;
  static constexpr bool narrow_index = sizeof(I) < 8 && !(sizeof(I) == 4 && std::is_unsigned_v<I>);

  /// Returns the index of lane l.
  SIMT_INLINE static std::ptrdiff_t lane_index(X const& x, int l) {
    return static_cast<std::ptrdiff_t>(
        simd::get<typename X::reg, X::lanes>(x.v[l / X::lanes], l % X::lanes));
  }
  /// Returns the indices of register j in 32 bits.
  SIMT_INLINE static simd::vec<int, L> indices(X const& x, int j) {
    if constexpr (X::lanes == L) {
      return (simd::vec<int, L>)x.v[j];
    } else {  // 64-bit values by 32-bit indices: half a register of them
      simd::vec<int, L> h[2];
      __builtin_memcpy(h, &x.v[j / 2], sizeof h);
      return h[j & 1];
    }
  }
  static constexpr int H = simd::wide_lanes<R, L>;
  using Wide = simd::vec<std::int64_t, H>;
  /// Writes the indices of register j in 64 bits to o.
  SIMT_INLINE static void wide_indices(X const& x, int j, Wide* o) {
    if constexpr (sizeof(I) == 8) {
      simd::each<L / H>([&](int k) SIMT_LAMBDA_INLINE { o[k] = (Wide)x.v[j * (L / H) + k]; });
    } else if constexpr (L == 1) {
      o[0] = static_cast<std::int64_t>(x.v[j]);
    } else {
      using Element = std::conditional_t<narrow_index, int, unsigned>;
      using Narrow = simd::vec<Element, H>;
      auto const i = indices(x, j);
      Narrow h[L / H];
      __builtin_memcpy(h, &i, sizeof h);
      simd::each<L / H>(
          [&](int k) SIMT_LAMBDA_INLINE { o[k] = simd::convert<std::int64_t, Element, H>(h[k]); });
    }
  }
  SIMT_INLINE static simd::vec<R, L> load(N const* p, X const& x, int j,
                                          simd::mask<sizeof(R), L> m) {
    if constexpr (L == 1) {
      return m ? static_cast<R>(p[lane_index(x, j)]) : R{};
    } else if constexpr (narrow_index) {
      return simd::gather32<N, L, sizeof(N)>(p, indices(x, j), m);
    } else {
      Wide o[L / H];
      wide_indices(x, j, o);
      return simd::gather64<N, L, sizeof(N)>(p, o, m);
    }
  }
  SIMT_INLINE static void store(N* p, X const& x, int j, simd::mask<sizeof(R), L> m,
                                simd::vec<R, L> v) {
    if constexpr (L == 1) {
      if (m) p[lane_index(x, j)] = static_cast<N>(v);
    } else if constexpr (narrow_index) {
      simd::scatter32<N, L, sizeof(N)>(p, indices(x, j), m, v);
    } else {
      Wide o[L / H];
      wide_indices(x, j, o);
      simd::scatter64<N, L, sizeof(N)>(p, o, m, v);
    }
  }
  /// Returns 1 if the indices of register j are consecutive, 0 if they are all equal, else -1.
  SIMT_INLINE static int shape(X const& x, int j) {
    if constexpr (L > 1 && narrow_index && X::lanes == L) {
      auto const first = simd::broadcast<int, L>(x.v[j][0]);
      auto const d = (simd::vec<int, L>)x.v[j] - first;
      if (simd::mask_all<L>(simd::compare_lanes<simd::compare::eq, int, L>(simd::mask_full<L>(), d,
                                                                           simd::iota<int, L>())))
        return 1;
      if (simd::mask_all<L>(simd::compare_lanes<simd::compare::eq, int, L>(simd::mask_full<L>(), d,
                                                                           simd::vec<int, L>{})))
        return 0;
    } else if constexpr (L > 1) {
      using D = simd::vec<std::int64_t, H>;
      Wide o[L / H];
      wide_indices(x, j, o);
      auto const first = simd::broadcast<std::int64_t, H>(o[0][0]);
      bool consecutive = true, equal = true;
      simd::each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
        D const d = o[k] - first;
        auto const full = simd::mask_sub<8, H * 2>(simd::mask_full<H * 2>(), 0);
        auto const run = simd::iota<std::int64_t, H>() + simd::broadcast<std::int64_t, H>(k * H);
        consecutive = consecutive && simd::register_mask_bits<8, H>(
                                         simd::compare_lanes<simd::compare::ne, std::int64_t, H>(
                                             full, d, run)) == 0;
        equal = equal &&
                simd::register_mask_bits<8, H>(
                    simd::compare_lanes<simd::compare::ne, std::int64_t, H>(full, d, D{})) == 0;
      });
      if (consecutive) return 1;
      if (equal) return 0;
    }
    return -1;
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
