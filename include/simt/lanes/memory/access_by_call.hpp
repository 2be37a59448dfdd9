#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/strided_access.hpp>
#include <simt/lanes/memory/turned_access.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// True if a gang has so many registers that strided access is a loop behind a call: in line, each
/// access of 256 lanes is thousands of instructions, and the time is the memory's either way.
template <class V>
inline constexpr bool by_call = V::count >= 8;
/// True if an access by a thread index is neither one of whole registers nor of one value each.
template <class V, class Index>
inline constexpr bool is_strided = Index::run % V::lanes != 0 && Index::equal_run % V::lanes != 0 &&
                                 (Index::run == 1 || V::lanes % Index::run != 0);
/// True if such an access is a call.
template <class V, class Index>
inline constexpr bool strided_by_call = by_call<V> && is_strided<V, Index>;

/// True if a strided access of bytes or shorts is a loop that stands where the access does: lanes
/// go one by one, as no gather takes them, in half as many registers as a call asks for. A call
/// would take registers from what is around.
template <class V, class Index>
inline constexpr bool by_loop =
    !by_call<V> && V::count >= 4 && sizeof(typename V::value_type) < 4 && is_strided<V, Index> &&
    member_step<typename V::value_type, V::lanes, Index> == 0;

/// Calls for each register of a V: whole(i) where all its lanes are active, some(i, mask) where
/// some are, none(i) elsewhere.
template <class V, class Whole, class Some, class Idle>
SIMT_INLINE void each_register(Whole&& whole, Some&& some, Idle&& none) {
  using R = typename V::reg;
  constexpr int P = V::part;
  auto const& e = active_mask();
  for (int i = 0; i < V::count; ++i) {
    auto const part = active_part<P>(e, i * V::lanes / P);
    if (simd::mask_all<P>(part))
      whole(i);
    else if (simd::mask_any<P>(part))
      some(i, simd::mask_sub<sizeof(R), P>(part, i));
    else
      none(i);
  }
}
/// Stores a V register by register: by whole(i) or some(i, mask).
template <class V, class Whole, class Some>
SIMT_INLINE void store_each_register(Whole&& whole, Some&& some) {
  each_register<V>(whole, some, [](int) {});
}
/// Loads r register by register: by whole(i) or some(i, mask), and zero in lanes that are not
/// active.
// Why: r is not cleared first. g++ 12 does that by a string instruction that takes longer than the
// loads. Gone when `r = {}` compiles to vector stores.
template <class V, class Whole, class Some>
SIMT_INLINE void load_each_register(V& r, Whole&& whole, Some&& some) {
  each_register<V>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = whole(i); },
                   [&](int i, auto m) SIMT_LAMBDA_INLINE { r.v[i] = some(i, m); },
                   [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = typename V::vec{}; });
}
/// Sets all lanes to zero, active or not.
// Why: what inactive lanes of an uninitialised variable hold takes part in arithmetic. A small
// integer, taken for a float, is a denormal, which costs a hundred cycles.
template <class V>
SIMT_INLINE void clear_lanes(V& r) {
  for (auto& v : r.v) v = typename V::vec{};
}
/// Loads r by a thread index, register by register.
template <class V, class N, class Index>
SIMT_INLINE void load_in_loop(N const* p, Index const& ix, V& r) {
  load_each_register(
      r, [&](int i) SIMT_LAMBDA_INLINE { return load_part<N, V::lanes>(p, ix, i * V::lanes); },
      [&](int i, auto m) SIMT_LAMBDA_INLINE {
        return load_part_masked<N, V::lanes>(p, ix, i * V::lanes, m);
      });
}
/// Stores y by a thread index, register by register.
template <class V, class N, class Index>
SIMT_INLINE void store_in_loop(N* p, Index const& ix, V const& y) {
  store_each_register<V>(
      [&](int i) SIMT_LAMBDA_INLINE { store_part<N, V::lanes>(p, ix, i * V::lanes, y.v[i]); },
      [&](int i, auto m) SIMT_LAMBDA_INLINE {
        store_part_masked<N, V::lanes>(p, ix, i * V::lanes, m, y.v[i]);
      });
}
/// Loads r by a thread index, out of line.
template <class V, class N, class Index>
[[gnu::noinline]] void load_by_call(N const* p, Index const& ix, V& r) {
  if constexpr (turned_rows<V, Index> != 0)
    if (active_mask().all) return load_turned(p, ix, r);
  load_in_loop(p, ix, r);
}
/// Stores y by a thread index, out of line.
template <class V, class N, class Index>
[[gnu::noinline]] void store_by_call(N* p, Index const& ix, V const& y) {
  if constexpr (turned_rows<V, Index> != 0) {
    std::ptrdiff_t const step = ix.sx;
    bool const apart = step >= turned_rows<V, Index> || step <= -turned_rows<V, Index>;
    if (apart && active_mask().all) return store_turned(p, ix, y);
  }
  store_in_loop(p, ix, y);
}

/// True if an access of some of the threads is a call. Without masked instructions each register is
/// a branch and a loop over lanes, which would be most of a kernel's code, for masks that mostly
/// only the last gang has. Operands are copied there and back, so that the case that all are active
/// has registers. So are those of 8 and 16 bits with AVX2, which masks none of these.
template <class V>
inline constexpr bool masks_by_call =
    (!simd::has_masked_access || (sizeof(typename V::value_type) < 4 && simd::native_lanes < 16)) &&
    V::lanes > 1 && V::count >= 4;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
