#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/partial_mask.hpp>
#include <simt/lanes/memory/access_by_call.hpp>
#include <simt/lanes/memory/butterfly_access.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the address that lane 0 would have where all active lanes of register j lie one behind
/// the other, as they do where only lanes at the rim have clamped indices; else null.
template <class N, class I, int W, class M>
SIMT_INLINE N* run_of_active(N* p, varying<I, W> const& x, int j, M m) {
  using A = indexed_access<std::remove_const_t<N>, I, W>;
  if constexpr (A::L > 1 && A::narrow_index && A::X::lanes == A::L) {
    auto const bits = simd::register_mask_bits<sizeof(typename A::R), A::L>(m);
    if (bits == 0) return nullptr;
    int const at = std::countr_zero(bits);
    int const first = simd::get<int, A::L>(A::indices(x, j), at) - at;
    auto const is_run = simd::compare_lanes<simd::compare::ne, int, A::L>(
        m, A::indices(x, j), simd::broadcast<int, A::L>(first) + simd::iota<int, A::L>());
    if (!simd::mask_any<A::L>(is_run)) return p + first;
  }
  return nullptr;
}

/// Loads register j for the lanes of m.
template <class N, class I, int W, class M>
SIMT_INLINE auto load_active(N const* p, varying<I, W> const& x, int j, M m) {
  if (N const* const run = run_of_active(p, x, j, m); run != nullptr)
    return simd::load_masked<N, indexed_access<N, I, W>::L>(run, m);
  return load_scattered(p, x, j, m);
}
/// Stores register j for the lanes of m.
template <class N, class I, int W, class M, class V>
SIMT_INLINE void store_active(N* p, varying<I, W> const& x, int j, M m, V v) {
  if (N* const run = run_of_active(p, x, j, m); run != nullptr)
    return simd::store_masked<N, indexed_access<N, I, W>::L>(run, m, v);
  store_scattered(p, x, j, m, v);
}
/// Loads register j, whose lanes are all active.
template <class A, class N, class X>
SIMT_INLINE simd::vec<typename A::R, A::L> load_whole(N const* p, X const& x, int j) {
  using R = typename A::R;
  int const s = A::shape(x, j);
  if (s == 1) return simd::load<N, A::L>(p + A::lane_index(x, j * A::L));
  if (s == 0)
    return simd::broadcast<R, A::L>(static_cast<R>(p[A::lane_index(x, j * A::L)]));
  return load_scattered(p, x, j, simd::mask_sub<sizeof(R), A::P>(simd::mask_full<A::P>(), j));
}
/// Stores register j, whose lanes are all active.
template <class A, class N, class X>
SIMT_INLINE void store_whole(N* p, X const& x, int j, simd::vec<typename A::R, A::L> v) {
  if (A::shape(x, j) == 1)
    simd::store<N, A::L>(p + A::lane_index(x, j * A::L), v);
  else
    store_scattered(p, x, j,
                    simd::mask_sub<sizeof(typename A::R), A::P>(simd::mask_full<A::P>(), j), v);
}

/// Gathers all registers, out of line.
template <class V, class N, class I, int W>
[[gnu::noinline]] void gather_by_call(N const* p, varying<I, W> const& x, V& r) {
  using A = indexed_access<N, I, W>;
  load_each_register(
      r, [&](int j) SIMT_LAMBDA_INLINE { return load_whole<A>(p, x, j); },
      [&](int j, auto m) SIMT_LAMBDA_INLINE { return load_active(p, x, j, m); });
}
/// Scatters all registers, out of line.
template <class V, class N, class I, int W>
[[gnu::noinline]] void scatter_by_call(N* p, varying<I, W> const& x, V const& y) {
  using A = indexed_access<N, I, W>;
  store_each_register<V>(
      [&](int j) SIMT_LAMBDA_INLINE { store_whole<A>(p, x, j, y.v[j]); },
      [&](int j, auto m) SIMT_LAMBDA_INLINE { store_active(p, x, j, m, y.v[j]); });
}

/// Loads p[x]. Called: by a call in four registers already, unless gathers are as short as
/// AVX-512's.
template <class M, bool Called = false, class I, int W>
SIMT_INLINE varying<M, W> load_indexed(M const* p, varying<I, W> const& x) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using A = indexed_access<N, I, W>;
  using V = typename A::V;
  auto const* q = reinterpret_cast<N const*>(p);
  V r;
  auto& e = active_mask();
  if constexpr (by_call<V> || (Called && V::count >= 4 && !simd::has_masked_gather)) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { gather_by_call<V>(q, x, r); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE { r.v[j] = load_whole<A>(q, x, j); });
  } else {
    partial_before const before(e);
    partial_mask<W> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      r.v[j] = load_active(q, x, j, active.template of<typename V::reg, V::lanes>(j));
    });
    mask_still_partial(e, before);
  }
  return convert_varying<M, W>(r);
}
/// Stores y to p[x]. Where lanes write to one place, the highest lane wins.
template <class M, class I, int W>
SIMT_INLINE void store_indexed(M* p, varying<I, W> const& x, varying<M, W> const& y) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using A = indexed_access<N, I, W>;
  using V = typename A::V;
  auto* q = reinterpret_cast<N*>(p);
  auto const z = convert_varying<N, W>(y);
  auto& e = active_mask();
  if constexpr (by_call<V>) {
    keeping_mask([&]() SIMT_LAMBDA_INLINE { scatter_by_call<V>(q, x, z); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE { store_whole<A>(q, x, j, z.v[j]); });
    mask_still_full(e);
  } else {
    partial_before const before(e);
    partial_mask<W> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      store_active(q, x, j, active.template of<typename V::reg, V::lanes>(j), z.v[j]);
    });
    mask_still_partial(e, before);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
