#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/lanes/varying.hpp>
#include <simt/simd/indexed.hpp>
#include <simt/simd/strided.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

// Loads and stores by a thread index, register by register: of lanes that lie one behind the other,
// all in one place, or apart, as a column of a matrix does.
namespace simt::inline SIMT_ABI::detail {

/// A register of lanes that lie apart in memory, as a column of a matrix does: where gathers and
/// scatters take masks, one of them stands for a loop over the lanes.
template <class M, int L, class R>
inline constexpr bool is_gathered = SIMT_ISA_AVX512 && sizeof(M) >= 4 &&
                                    sizeof(M) == sizeof(R) && L * sizeof(M) == 64;
/// The offsets of lanes lane … from an index' base, as gathers and scatters of 64-bit offsets want
/// them.
template <class R, int L, class Index>
struct apart {
  static constexpr int H = simd::wide_lanes<R, L>;
  simd::vec<std::int64_t, H> o[L / H];
  SIMT_INLINE apart(Index const& ix, int lane) {
    simd::each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
      o[k] = ix.template offsets<std::int64_t, H>(lane + k * H);
    });
  }
};

/// The mask of a register's L lanes as bits, where all of them are active.
template <int L>
inline constexpr std::uint32_t all_bits = L == 32 ? ~0u : (1u << (L % 32)) - 1u;

/// The distance between lanes, where whole registers of them are members of structures that lie one
/// behind the other, and loads and stores of these are to be had; else 0.
template <class M, int L, class Index>
inline constexpr int member_step = [] {
  if constexpr (L > 1) {
    if (simd::has_strided<M, L, 2> && Index::template run_by<2> % L == 0) return 2;
    if (simd::has_strided<M, L, 3> && Index::template run_by<3> % L == 0) return 3;
    if (simd::has_strided<M, L, 4> && Index::template run_by<4> % L == 0) return 4;
  }
  return 0;
}();

/// Lanes j*L … of an access through a thread index.
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE simd::vec<R, L> load_part(M const* p, Index const& ix, int lane) {
  if constexpr (Index::run % L == 0) {
    return simd::load<M, L>(p + ix.at(lane));
  } else if constexpr (Index::equal_run % L == 0) {
    return simd::splat<R, L>(static_cast<R>(p[ix.at(lane)]));
  } else if constexpr (Index::run > 1 && L % Index::run == 0) {
    alignas(64) M t[L];
    simd::each<L / Index::run>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(t + i * Index::run, p + ix.at(lane + i * Index::run),
                       sizeof(M) * std::size_t(Index::run));
    });
    return simd::load<M, L>(t);
  } else if constexpr (constexpr int step = member_step<M, L, Index>; step != 0) {
    return simd::load_strided<M, L, step>(p + ix.at(lane));
  } else if constexpr (is_gathered<M, L, R>) {
    return simd::gather64<M, L, sizeof(M)>(
        p + ix.base, apart<R, L, Index>(ix, lane).o,
        simd::mask_sub<sizeof(R), L * sizeof(R) / 4>(simd::mask_full<L * sizeof(R) / 4>(), 0));
  } else {
    simd::vec<R, L> r{};
    simd::each<L>([&](int i) SIMT_LAMBDA_INLINE {
      simd::set<R, L>(r, i, static_cast<R>(p[ix.at(lane + i)]));
    });
    return r;
  }
}
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE simd::vec<R, L> load_part_masked(M const* p, Index const& ix, int lane,
                                             simd::mask<sizeof(R), L> m) {
  if constexpr (Index::run % L == 0) {
    return simd::load_masked<M, L>(p + ix.at(lane), m);
  } else if constexpr (Index::equal_run % L == 0) {
    if (simd::register_mask_bits<sizeof(R), L>(m) == 0) return simd::vec<R, L>{};
    return simd::splat<R, L>(static_cast<R>(p[ix.at(lane)]));
  } else if constexpr (is_gathered<M, L, R>) {
    if (simd::register_mask_bits<sizeof(R), L>(m) == 0) return simd::vec<R, L>{};
    return simd::gather64<M, L, sizeof(M)>(p + ix.base, apart<R, L, Index>(ix, lane).o, m);
  } else {
    if (simd::register_mask_bits<sizeof(R), L>(m) == all_bits<L>)
      return load_part<M, L>(p, ix, lane);
    simd::vec<R, L> r{};
    for (auto b = simd::register_mask_bits<sizeof(R), L>(m); b != 0; b &= b - 1) {
      int const l = std::countr_zero(b);
      simd::set<R, L>(r, l, static_cast<R>(p[ix.at(lane + l)]));
    }
    return r;
  }
}
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
template <class M, int L, class Index, class R = simd::register_t<M>>
SIMT_INLINE void store_part_masked(M* p, Index const& ix, int lane, simd::mask<sizeof(R), L> m,
                                   simd::vec<R, L> v) {
  if constexpr (Index::run % L == 0) {
    simd::store_masked<M, L>(p + ix.at(lane), m, v);
  } else if constexpr (Index::equal_run % L == 0) {  // one place: the highest lane wins
    if (auto const b = simd::register_mask_bits<sizeof(R), L>(m); b != 0)
      p[ix.at(lane)] = static_cast<M>(simd::get<R, L>(v, 31 - std::countl_zero(b)));
  } else if constexpr (is_gathered<M, L, R>) {
    if (simd::register_mask_bits<sizeof(R), L>(m) != 0)
      simd::scatter64<M, L, sizeof(M)>(p + ix.base, apart<R, L, Index>(ix, lane).o, m, v);
  } else {
    if (simd::register_mask_bits<sizeof(R), L>(m) == all_bits<L>)
      return store_part<M, L>(p, ix, lane, v);
    for (auto b = simd::register_mask_bits<sizeof(R), L>(m); b != 0; b &= b - 1) {
      int const l = std::countr_zero(b);
      p[ix.at(lane + l)] = static_cast<M>(simd::get<R, L>(v, l));
    }
  }
}

/// Gangs of so many registers go through what lies apart in a loop behind a call: in line, each
/// access of 256 lanes is thousands of instructions, and the time is the memory's either way.
template <class V>
inline constexpr bool by_call = V::count >= 8;
/// An access by a thread index that is not one of whole registers, or of one value each.
template <class V, class Index>
inline constexpr bool is_apart = Index::run % V::lanes != 0 && Index::equal_run % V::lanes != 0 &&
                                 (Index::run == 1 || V::lanes % Index::run != 0);
template <class V, class Index>
inline constexpr bool lies_apart = by_call<V> && is_apart<V, Index>;

/// The same of bytes and shorts in half as many registers: lanes go one by one, as no gather takes
/// them, in a loop that stands where the access does. (A call takes registers from what is around.)
template <class V, class Index>
inline constexpr bool by_loop =
    !by_call<V> && V::count >= 4 && sizeof(typename V::value_type) < 4 && is_apart<V, Index> &&
    member_step<typename V::value_type, V::lanes, Index> == 0;

/// Calls for each register of a V whole(i) where all its lanes are active, some(i, mask) where
/// some are, none(i) elsewhere.
template <class V, class Whole, class Some, class None>
SIMT_INLINE void each_register(Whole&& whole, Some&& some, None&& none) {
  using R = typename V::reg;
  constexpr int P = V::part;
  auto const& e = exec();
  for (int i = 0; i < V::count; ++i) {
    auto const part = exec_part<P>(e, i * V::lanes / P);
    if (simd::mask_all<P>(part))
      whole(i);
    else if (simd::mask_any<P>(part))
      some(i, simd::mask_sub<sizeof(R), P>(part, i));
    else
      none(i);
  }
}
/// The same of a V that is stored.
template <class V, class Whole, class Some>
SIMT_INLINE void store_each_register(Whole&& whole, Some&& some) {
  each_register<V>(whole, some, [](int) {});
}
/// The same of r, which holds what whole and some give, and zero in the lanes that are not active.
/// (Not cleared first: g++ does that by an instruction that takes longer than the loads.)
template <class V, class Whole, class Some>
SIMT_INLINE void load_each_register(V& r, Whole&& whole, Some&& some) {
  each_register<V>([&](int i) SIMT_LAMBDA_INLINE { r.v[i] = whole(i); },
                   [&](int i, auto m) SIMT_LAMBDA_INLINE { r.v[i] = some(i, m); },
                   [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = typename V::vec{}; });
}
/// Zero in all lanes, active or not. What inactive ones of an uninitialised variable hold takes
/// part in arithmetic, and a small integer, taken for a float, is a denormal: a hundred cycles each.
template <class V>
SIMT_INLINE void clear_lanes(V& r) {
  for (auto& v : r.v) v = typename V::vec{};
}
template <class V, class N, class Index>
SIMT_INLINE void load_in_loop(N const* p, Index const& ix, V& r) {
  load_each_register(
      r, [&](int i) SIMT_LAMBDA_INLINE { return load_part<N, V::lanes>(p, ix, i * V::lanes); },
      [&](int i, auto m) SIMT_LAMBDA_INLINE {
        return load_part_masked<N, V::lanes>(p, ix, i * V::lanes, m);
      });
}
template <class V, class N, class Index>
SIMT_INLINE void store_in_loop(N* p, Index const& ix, V const& y) {
  store_each_register<V>(
      [&](int i) SIMT_LAMBDA_INLINE { store_part<N, V::lanes>(p, ix, i * V::lanes, y.v[i]); },
      [&](int i, auto m) SIMT_LAMBDA_INLINE {
        store_part_masked<N, V::lanes>(p, ix, i * V::lanes, m, y.v[i]);
      });
}
template <class V, class N, class Index>
[[gnu::noinline]] void load_apart(N const* p, Index const& ix, V& r) {
  load_in_loop(p, ix, r);
}
template <class V, class N, class Index>
[[gnu::noinline]] void store_apart(N* p, Index const& ix, V const& y) {
  store_in_loop(p, ix, y);
}

/// Whether accesses of some of the threads are calls: without masked instructions, each register of
/// them is a branch and a loop over lanes, which is what most of a kernel's code would be, for masks
/// that are mostly those of the last gang. (Copied there and back, so that the case that all are
/// active has registers.)
template <class V>
inline constexpr bool masks_by_call =
    !SIMT_ISA_AVX512 && !SIMT_ISA_AVX2 && V::lanes > 1 && V::count >= 4;

/// A column of a matrix in a large device function, in two registers and more: lanes lie apart by a
/// number that the text does not tell. An access is a call there: in line each is dozens of
/// statements, and compilers get functions of hundreds of them. (Elsewhere a call within a loop, be
/// it for a case that hardly occurs, keeps what the loop needs out of registers.)
template <class V, class Index>
inline constexpr bool is_column =
    V::count > 1 && V::lanes > 1 && Index::geometry_type::gx == Index::width &&
    std::is_same_v<decltype(Index::sx), far_stride>;
template <int W>
using column_index = index<std::ptrdiff_t, geometry<W, W, 1, 1>, dynamic_stride, fixed_stride<0>,
                           fixed_stride<0>, false>;

template <int W>
SIMT_INLINE bool is_full_gang(exec_state const& e) {
  constexpr int P = part_lanes<W>;
  bool full = true;
  simd::each<parts_of<W>>(
      [&](int i) SIMT_LAMBDA_INLINE { full = full && simd::mask_all<P>(e.k[i]); });
  return e.all || full;
}
/// L lanes that lie `step` apart: four by four, as g++ puts a wider register together lane by lane,
/// each under a mask. (And a gather of them takes longer than their loads.)
template <class R, int L, class N>
SIMT_INLINE simd::vec<R, L> load_steps(N const* p, std::ptrdiff_t step) {
  if constexpr (L > 4) {
    return simd::join_halves<R, L / 2>(load_steps<R, L / 2>(p, step),
                                       load_steps<R, L / 2>(p + L / 2 * step, step));
  } else {
    simd::vec<R, L> r{};
    simd::each<L>([&](int l) SIMT_LAMBDA_INLINE {
      simd::set<R, L>(r, l, static_cast<R>(p[l * step]));
    });
    return r;
  }
}
template <class V, class N>
[[gnu::noinline, gnu::pure]] V load_column(N const* p, std::ptrdiff_t step) {
  V r;
  if (is_full_gang<V::width>(exec())) [[likely]]
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = load_steps<typename V::reg, V::lanes>(p + i * V::lanes * step, step);
    });
  else
    load_apart<V>(p, column_index<V::width>(0, {step}, {}, {}), r);
  return r;
}
/// (y as a copy: a reference would keep it in memory throughout the caller.)
template <class V, class N>
[[gnu::noinline]] void store_column(N* p, std::ptrdiff_t step, V y) {
  if (!is_full_gang<V::width>(exec())) [[unlikely]]
    return store_apart<V>(p, column_index<V::width>(0, {step}, {}, {}), y);
  simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
    simd::each<V::lanes>([&](int l) SIMT_LAMBDA_INLINE {
      *p = static_cast<N>(simd::get<typename V::reg, V::lanes>(y.v[i], l));
      p += step;
    });
  });
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
