#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/split_index.hpp>
#include <simt/lanes/memory/gather_scatter.hpp>
#include <simt/lanes/memory/thread_access.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Loads by an index of which one coordinate is data. Rows of memory are loaded as rows, unless
/// lanes of a row are not consecutive.
template <class M, std::ptrdiff_t Size, class Index>
SIMT_INLINE varying<M, Index::width> load_split(M const* p, Index const& ix) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  using G = typename Index::geometry_type;
  constexpr int P = V::part;
  constexpr int C = Index::columns;
  auto const* q = reinterpret_cast<N const*>(p);
  auto& e = active_mask();
  simd::part_mask<P> live[C];
  simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
    live[c] = simd::mask_full<P>();
    if (!e.all) {
      live[c] = partial_part<P>(e, c);
      simd::each<G::gy - 1>([&](int y) SIMT_LAMBDA_INLINE {
        live[c] = simd::mask_or<P>(live[c], partial_part<P>(e, (y + 1) * C + c));
      });
    }
  });
  std::ptrdiff_t shift[C];
  if (!ix.runs(live, shift)) return load_indexed(p, ix.decay());
  auto const at = [&](int j) SIMT_LAMBDA_INLINE {
    int const lane = j * V::lanes, x = lane % G::gx;
    return ix.at(x, lane / G::gx, shift[x / P]);
  };
  V r;
  if (e.all) [[likely]] {
    simd::each<V::count>(
        [&](int j) SIMT_LAMBDA_INLINE { r.v[j] = simd::load<N, V::lanes>(q + at(j)); });
  } else {
    partial_before const before(e);
    partial_mask<V::width> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      if (may_read<Size>(at(j), V::lanes))
        r.v[j] = simd::load<N, V::lanes>(q + at(j));
      else
        r.v[j] = simd::load_masked<N, V::lanes>(
            q + at(j), active.template of<typename V::reg, V::lanes>(j));
    });
    mask_still_partial(e, before);
  }
  return convert_varying<M, Index::width>(r);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
