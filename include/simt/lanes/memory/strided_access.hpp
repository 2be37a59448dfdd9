#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/simd/indexed.hpp>
#include <simt/simd/strided.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

// Loads and stores by a thread index, register by register. Its lanes are consecutive, all in one
// place, or strided, as a column of a matrix is.
namespace simt::inline SIMT_ABI::detail {

/// True if a register of strided lanes of M is one masked gather or scatter here; otherwise strided
/// access loops over the lanes.
template <class M, int L, class R>
inline constexpr bool strided_by_gather = simd::has_masked_gather && sizeof(M) >= 4 &&
                                    sizeof(M) == sizeof(R) && L * sizeof(M) == 64;
/// The offsets from an index' base of a register's lanes, as gathers and scatters of 64-bit offsets
/// want them.
template <class R, int L, class Index>
struct strided_offsets {
  static constexpr int H = simd::wide_lanes<R, L>;
  simd::vec<std::int64_t, H> o[L / H];
  SIMT_INLINE strided_offsets(Index const& ix, int lane) {
    simd::each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
      o[k] = ix.template offsets<std::int64_t, H>(lane + k * H);
    });
  }
};

/// The mask of a register of L lanes as bits, where all of them are active.
template <int L>
inline constexpr std::uint32_t full_mask_bits = L == 32 ? ~0u : (1u << (L % 32)) - 1u;

/// The distance between lanes where whole registers of them are members of consecutive structures
/// and simd loads and stores such; else 0.
template <class M, int L, class Index>
inline constexpr int member_step = [] {
  if constexpr (L > 1) {
    if (simd::has_strided<M, L, 2> && Index::template run_by<2> % L == 0) return 2;
    if (simd::has_strided<M, L, 3> && Index::template run_by<3> % L == 0) return 3;
    if (simd::has_strided<M, L, 4> && Index::template run_by<4> % L == 0) return 4;
  }
  return 0;
}();

/// Loads the L lanes that begin at `lane`.
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE simd::vec<R, L> load_part(M const* p, Index const& ix, int lane) {
  if constexpr (Index::run % L == 0) {
    return simd::load<M, L>(p + ix.at(lane));
  } else if constexpr (Index::equal_run % L == 0) {
    return simd::broadcast<R, L>(static_cast<R>(p[ix.at(lane)]));
  } else if constexpr (Index::run > 1 && L % Index::run == 0) {
    alignas(64) M t[L];
    simd::each<L / Index::run>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(t + i * Index::run, p + ix.at(lane + i * Index::run),
                       sizeof(M) * std::size_t(Index::run));
    });
    return simd::load<M, L>(t);
  } else if constexpr (constexpr int step = member_step<M, L, Index>; step != 0) {
    return simd::load_strided<M, L, step>(p + ix.at(lane));
  } else if constexpr (strided_by_gather<M, L, R>) {
    return simd::gather64<M, L, sizeof(M)>(
        p + ix.base, strided_offsets<R, L, Index>(ix, lane).o,
        simd::mask_sub<sizeof(R), L * sizeof(R) / 4>(simd::mask_full<L * sizeof(R) / 4>(), 0));
  } else {
    simd::vec<R, L> r{};
    simd::each<L>([&](int i) SIMT_LAMBDA_INLINE {
      simd::set<R, L>(r, i, static_cast<R>(p[ix.at(lane + i)]));
    });
    return r;
  }
}
/// Loads those of the L lanes that begin at `lane` that are in m; the others are zero.
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE simd::vec<R, L> load_part_masked(M const* p, Index const& ix, int lane,
                                             simd::mask<sizeof(R), L> m) {
  if constexpr (Index::run % L == 0) {
    return simd::load_masked<M, L>(p + ix.at(lane), m);
  } else if constexpr (Index::equal_run % L == 0) {
    if (simd::register_mask_bits<sizeof(R), L>(m) == 0) return simd::vec<R, L>{};
    return simd::broadcast<R, L>(static_cast<R>(p[ix.at(lane)]));
  } else if constexpr (strided_by_gather<M, L, R>) {
    if (simd::register_mask_bits<sizeof(R), L>(m) == 0) return simd::vec<R, L>{};
    return simd::gather64<M, L, sizeof(M)>(p + ix.base,
                                           strided_offsets<R, L, Index>(ix, lane).o, m);
  } else {
    if (simd::register_mask_bits<sizeof(R), L>(m) == full_mask_bits<L>)
      return load_part<M, L>(p, ix, lane);
    simd::vec<R, L> r{};
    for (auto b = simd::register_mask_bits<sizeof(R), L>(m); b != 0; b &= b - 1) {
      int const l = std::countr_zero(b);
      simd::set<R, L>(r, l, static_cast<R>(p[ix.at(lane + l)]));
    }
    return r;
  }
}
/// Stores the L lanes that begin at `lane`.
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE void store_part(M* p, Index const& ix, int lane, simd::vec<R, L> v) {
  if constexpr (Index::run % L == 0) {
    simd::store<M, L>(p + ix.at(lane), v);
  } else if constexpr (Index::run > 1 && L % Index::run == 0) {
    alignas(64) M t[L];
    simd::store<M, L>(t, v);
    simd::each<L / Index::run>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(p + ix.at(lane + i * Index::run), t + i * Index::run,
                       sizeof(M) * std::size_t(Index::run));
    });
  } else if constexpr (constexpr int step = member_step<M, L, Index>; step != 0) {
    simd::store_strided<M, L, step>(p + ix.at(lane), v);
  } else {
    simd::each<L>([&](int i) SIMT_LAMBDA_INLINE {
      p[ix.at(lane + i)] = static_cast<M>(simd::get<R, L>(v, i));
    });
  }
}
/// Stores those of the L lanes that begin at `lane` that are in m.
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE void store_part_masked(M* p, Index const& ix, int lane, simd::mask<sizeof(R), L> m,
                                   simd::vec<R, L> v) {
  if constexpr (Index::run % L == 0) {
    simd::store_masked<M, L>(p + ix.at(lane), m, v);
  } else if constexpr (Index::equal_run % L == 0) {  // one place: the highest lane wins
    if (auto const b = simd::register_mask_bits<sizeof(R), L>(m); b != 0)
      p[ix.at(lane)] = static_cast<M>(simd::get<R, L>(v, 31 - std::countl_zero(b)));
  } else if constexpr (strided_by_gather<M, L, R>) {
    if (simd::register_mask_bits<sizeof(R), L>(m) != 0)
      simd::scatter64<M, L, sizeof(M)>(p + ix.base, strided_offsets<R, L, Index>(ix, lane).o, m, v);
  } else {
    if (simd::register_mask_bits<sizeof(R), L>(m) == full_mask_bits<L>)
      return store_part<M, L>(p, ix, lane, v);
    for (auto b = simd::register_mask_bits<sizeof(R), L>(m); b != 0; b &= b - 1) {
      int const l = std::countr_zero(b);
      p[ix.at(lane + l)] = static_cast<M>(simd::get<R, L>(v, l));
    }
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
