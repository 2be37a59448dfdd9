#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/memory/gather_scatter.hpp>
#include <simt/lanes/memory/thread_access.hpp>
#include <simt/simd/permute.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns true if a register's partners are one row of memory and, at most, a permute.
template <class V, class Index>
SIMT_INLINE bool are_rows(Index const& ix) {
  constexpr int L = V::lanes;
  if (!ix.template is_aligned<L>()) return false;
  return simd::has_xor_lanes<L, sizeof(typename V::reg)> || ix.template within<L>() == 0;
}
/// The lanes of v in the order of their partners.
template <class R, int L>
SIMT_INLINE simd::vec<R, L> swap_lanes(simd::vec<R, L> v, int by) {
  if constexpr (simd::has_xor_lanes<L, sizeof(R)>)
    return simd::xor_lanes<R, L>(v, by);
  else
    return v;
}

/// The same of a mask.
template <class R, int L>
SIMT_INLINE simd::mask<sizeof(R), L> swap_mask(simd::mask<sizeof(R), L> m, int by) {
  if constexpr (simd::has_xor_lanes<L, sizeof(R)>)
    return by == 0 ? m : simd::xor_mask<L>(m, by);
  else
    return m;
}

/// Loads p[ix] of the partners.
template <class M, std::ptrdiff_t Size, class Index>
SIMT_INLINE varying<M, Index::width> load_partners(M const* p, Index const& ix) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  auto const* q = reinterpret_cast<N const*>(p);
  auto& e = active_mask();
  if (!are_rows<V>(ix)) return load_indexed(p, ix.decay());
  int const by = ix.template within<L>();
  V r;
  if (e.all || (ix.stays_in_gang() && may_read<Size>(ix.linear.base + ix.shift, Index::width)))
      [[likely]] {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = simd::load<N, L>(q + ix.template first<L>(i * L));
    });
    if (by != 0)
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = swap_lanes<R, L>(r.v[i], by); });
  } else {
    partial_before const before(e);
    partial_mask<V::width> const active(e);
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto const m = active.template of<R, L>(i);
      r.v[i] = swap_lanes<R, L>(
          simd::load_masked<N, L>(q + ix.template first<L>(i * L), swap_mask<R, L>(m, by)), by);
    });
    mask_still_partial(e, before);
  }
  return convert_varying<M, Index::width>(r);
}

/// Stores x to p[ix] of the partners.
template <class M, class Index>
SIMT_INLINE void store_partners(M* p, Index const& ix, varying<M, Index::width> const& x) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  auto* q = reinterpret_cast<N*>(p);
  auto& e = active_mask();
  if (!are_rows<V>(ix)) return store_indexed(p, ix.decay(), x);
  auto const y = convert_varying<N, Index::width>(x);
  int const by = ix.template within<L>();
  if (e.all) [[likely]] {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      simd::store<N, L>(q + ix.template first<L>(i * L), swap_lanes<R, L>(y.v[i], by));
    });
    mask_still_full(e);
  } else {
    partial_before const before(e);
    partial_mask<V::width> const active(e);
    if (by == 0)
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        simd::store_masked<N, L>(q + ix.template first<L>(i * L), active.template of<R, L>(i),
                                 y.v[i]);
      });
    else
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        simd::store_masked<N, L>(q + ix.template first<L>(i * L),
                                 swap_mask<R, L>(active.template of<R, L>(i), by),
                                 swap_lanes<R, L>(y.v[i], by));
      });
    mask_still_partial(e, before);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
