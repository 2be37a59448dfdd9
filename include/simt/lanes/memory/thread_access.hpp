#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/partial_mask.hpp>
#include <simt/lanes/memory/column_access.hpp>
#include <simt/lanes/memory/shared_memory.hpp>
#include <simt/lanes/memory/strided_access.hpp>
#include <simt/simd/stream.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns true if the n elements that begin `at` elements into an array of Size may be read for
/// lanes that are not active, too, instead of under their mask.
template <std::ptrdiff_t Size>
SIMT_INLINE bool may_read(std::ptrdiff_t at, std::ptrdiff_t n) {
  return !SIMT_TSAN && Size >= n && at >= 0 && at <= Size - n;
}

/// Loads p[ix] by a thread index.
template <class M, std::ptrdiff_t Size = 0, class Index>
SIMT_INLINE varying<M, Index::width> load_lanes(M const* p, Index const& ix) {
  using V = varying<std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>, Index::width>;
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  auto const* q = reinterpret_cast<N const*>(p);
  auto& e = active_mask();
  V r;
  if constexpr (is_column<V, Index>) {
    return convert_varying<M, Index::width>(load_column<V>(q + ix.base, ix.sx));
  } else if constexpr (strided_by_call<V, Index>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { load_by_call<V>(q, ix, r); });
  } else if constexpr (by_loop<V, Index>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { load_in_loop<V>(q, ix, r); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes); });
  } else if (Index::run % V::lanes == 0 &&
             may_read<Size>(ix.lowest(), ix.highest() - ix.lowest() + 1)) {
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes); });
  } else {
    partial_before const before(e);
    if constexpr (masks_by_call<V>) {
      // Not of an array and a row in it that the compiler knows: most of these are read whole.
      if (Size == 0 || !__builtin_constant_p(ix.base)) {
        mask_still_partial(e, before);
        V some;
        keeping_mask([&]() SIMT_LAMBDA_INLINE { load_by_call<V>(q, Index(ix), some); });
        return convert_varying<M, Index::width>(some);
      }
    }
    partial_mask<V::width> const active(e);
    // A row that is the whole gang has few parts with active lanes here, and no others are read.
    if constexpr (V::lanes == V::part && Index::run % V::lanes == 0 && Index::run < V::width &&
                  Size == 0) {
      if (int const l = active.only_lane(); l >= 0) {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          r.v[i] = typename V::vec{};
          if (simd::mask_any<V::part>(active.masks[i]))
            r.v[i] = simd::broadcast<typename V::reg, V::lanes>(
                static_cast<typename V::reg>(q[ix.at(i * V::lanes) + l]));
        });
        return convert_varying<M, Index::width>(r);
      }
    }
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      // The compiler knows the bound: all of tile[y + 1][x] but the last row may be read. In a gang
      // of many registers it often knows it only when it has unrolled the loop around.
      if (Index::run % V::lanes == 0 && (V::count >= 16 || __builtin_constant_p(ix.base)) &&
          may_read<Size>(ix.at(i * V::lanes), V::lanes))
        r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes);
      else
        r.v[i] = load_part_masked<N, V::lanes>(q, ix, i * V::lanes,
                                               active.template of<typename V::reg, V::lanes>(i));
    });
    mask_still_partial(e, before);
  }
  return convert_varying<M, Index::width>(r);
}

/// True if active lanes are stored with what memory has for the others, which only this thread may
/// write. AVX2's masked stores take several times as long on some machines, and where there are
/// none at all, each lane would be stored by itself.
template <class V, class Index, std::ptrdiff_t Size>
inline constexpr bool stores_blended =
    !simd::has_fast_masked_store && Size > 0 && V::lanes > 1 && Index::run % V::lanes == 0;

/// Stores x to p[ix] by a thread index.
template <class M, std::ptrdiff_t Size = 0, class Index>
SIMT_INLINE void store_lanes(M* p, Index const& ix, varying<M, Index::width> const& x) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  auto* q = reinterpret_cast<N*>(p);
  auto const y = convert_varying<N, Index::width>(x);
  auto& e = active_mask();
  if constexpr (is_column<V, Index>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { store_column<V>(q + ix.base, ix.sx, y); });
  } else if constexpr (strided_by_call<V, Index>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { store_by_call<V>(q, ix, y); });
  } else if constexpr (by_loop<V, Index>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { store_in_loop<V>(q, ix, y); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto v = y.v[i];
      // Why: a long run is loaded and stored in ascending order. Left to themselves g++ 12 and
      // clang 14 move loads to where they are used next, and the processor's prefetcher loses
      // track: a tree over a tile that is filled from memory takes three to five times as long.
      // Gone when bench_reduce is as fast without it.
      if constexpr (V::count >= 8 && Index::width <= 256 && Index::run == Index::width)
        simd::keep_order(v);
      store_part<N, V::lanes>(q, ix, i * V::lanes, v);
    });
    mask_still_full(e);
  } else {
    partial_before const before(e);
    partial_mask<V::width> const active(e);
    if constexpr (stores_blended<V, Index, Size>) {
      if (may_read<Size>(ix.lowest(), ix.highest() - ix.lowest() + 1) && in_shared_memory(p))
          [[likely]] {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          auto* const to = q + ix.at(i * V::lanes);
          simd::store<N, V::lanes>(to, simd::select<typename V::reg, V::lanes>(
                                           active.template of<typename V::reg, V::lanes>(i), y.v[i],
                                           simd::load<N, V::lanes>(to)));
        });
        return mask_still_partial(e, before);
      }
    }
    if constexpr (masks_by_call<V> || (stores_blended<V, Index, Size> && by_call<V>)) {
      mask_still_partial(e, before);
      V const copy(y);
      return keeping_mask([&]() SIMT_LAMBDA_INLINE { store_by_call<V>(q, Index(ix), copy); });
    }
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      store_part_masked<N, V::lanes>(q, ix, i * V::lanes,
                                     active.template of<typename V::reg, V::lanes>(i), y.v[i]);
    });
    mask_still_partial(e, before);
  }
}

/// Stores x to p[ix] past the caches, where whole registers of all lanes lie one behind the other
/// in a grid for which that pays; else as store_lanes.
template <class M, std::ptrdiff_t Size = 0, class Index>
SIMT_INLINE void stream_lanes(M* p, Index const& ix, varying<M, Index::width> const& x) {
  using V = varying<M, Index::width>;
  if constexpr (simd::has_streams && Index::run % V::lanes == 0 && V::lanes > 1 &&
                sizeof(M) == sizeof(typename V::reg)) {
    auto& e = active_mask();
    if (e.all && simd::streams_pay) {
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        simd::stream<M, V::lanes>(p + ix.at(i * V::lanes), x.v[i]);
      });
      return mask_still_full(e);
    }
  }
  store_lanes<M, Size>(p, ix, x);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
