#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/partial_mask.hpp>
#include <simt/lanes/memory/shared_memory.hpp>
#include <simt/lanes/memory/strided_access.hpp>
#include <simt/lanes/operators.hpp>
#include <simt/simd/permute.hpp>

#include <memory>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

template <class T>
class ptr;

namespace detail {

/// A uniform place in memory, `p[n]`. Reads as a T; a varying assigned to it leaves the value of
/// one active lane, as on a GPU where threads write to one address.
template <class T>
class uniform_place : public uniform_element_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_place(T* p) : p_(p) {}
  uniform_place(uniform_place const&) = default;

  SIMT_INLINE operator T const&() const&& { return *p_; }
  operator T const&() const& {
    static_assert(always_false<T>,
                  "simt: this name stands for a place in memory (it was declared with auto from "
                  "p[n]), not for its value: write T x = p[n];");
    return *p_;
  }
  SIMT_INLINE ptr<T> operator&() const;

  template <uniform_value X>
  SIMT_INLINE uniform_place const& operator=(X&& x) const {
    if (exec_any(exec())) *p_ = static_cast<T>(uniform_of(std::forward<X>(x)));
    return *this;
  }
  SIMT_INLINE uniform_place const& operator=(uniform_place const& x) const {
    if (exec_any(exec())) *p_ = *x.p_;
    return *this;
  }
  template <lane_value X>
  SIMT_INLINE uniform_place const& operator=(X&& x) const {
    auto const v = convert_to<value_type, plain<X>::width>(std::forward<X>(x));
    auto const b = exec_bits(exec());
    for (int w = max_lanes / 64 - 1; w >= 0; --w)
      if (b.word[w] != 0) {
        *p_ = v.lane(w * 64 + 63 - std::countl_zero(b.word[w]));
        break;
      }
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                       \
  template <uniform_value X>                                                           \
  SIMT_INLINE uniform_place const& operator op##=(X&& x) const {                       \
    if (exec_any(exec())) *p_ = static_cast<T>(*p_ op uniform_of(std::forward<X>(x))); \
    return *this;                                                                      \
  }                                                                                    \
  template <lane_value X>                                                              \
  SIMT_INLINE uniform_place const& operator op##=(X&& x) const {                       \
    return *this = value_type(*p_) op std::forward<X>(x);                              \
  }
  SIMT_DETAIL_COMPOUND(+)
  SIMT_DETAIL_COMPOUND(-)
  SIMT_DETAIL_COMPOUND(*)
  SIMT_DETAIL_COMPOUND(/)
  SIMT_DETAIL_COMPOUND(%)
  SIMT_DETAIL_COMPOUND(&)
  SIMT_DETAIL_COMPOUND(|)
  SIMT_DETAIL_COMPOUND(^)
  SIMT_DETAIL_COMPOUND(<<)
  SIMT_DETAIL_COMPOUND(>>)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE T& operator++() const { return exec_any(exec()) ? ++*p_ : *p_; }
  SIMT_INLINE T& operator--() const { return exec_any(exec()) ? --*p_ : *p_; }
  SIMT_INLINE T operator++(int) const { return exec_any(exec()) ? (*p_)++ : *p_; }
  SIMT_INLINE T operator--(int) const { return exec_any(exec()) ? (*p_)-- : *p_; }

 private:
  T* p_;
};

/// A place in memory for each lane, `p[i]`: base address and the lanes' index, which is a thread
/// index (whose shape decides how memory is accessed), a split one or a varying integer. Size: the
/// elements that p is known to begin, 0 where that is unknown.
template <class T, class Index, std::ptrdiff_t Size = 0>
class place;

/// Whether the n elements that begin `at` elements into an array of Size may be read for lanes that
/// are not active, too, instead of under their mask.
template <std::ptrdiff_t Size>
SIMT_INLINE bool may_read(std::ptrdiff_t at, std::ptrdiff_t n) {
  return !SIMT_TSAN && Size >= n && at >= 0 && at <= Size - n;
}

/// Loads of arithmetic M by a thread index.
template <class M, std::ptrdiff_t Size = 0, class Index>
SIMT_INLINE varying<M, Index::width> load_lanes(M const* p, Index const& ix) {
  using V = varying<std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>, Index::width>;
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  auto const* q = reinterpret_cast<N const*>(p);
  auto& e = exec();
  V r;
  if constexpr (is_column<V, Index>) {
    return convert_varying<M, Index::width>(load_column<V>(q + ix.base, ix.sx));
  } else if constexpr (lies_apart<V, Index>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { load_apart<V>(q, ix, r); });
  } else if constexpr (by_loop<V, Index>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { load_in_loop<V>(q, ix, r); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes); });
  } else if (Index::run % V::lanes == 0 &&
             may_read<Size>(ix.lowest(), ix.highest() - ix.lowest() + 1)) {
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes); });
  } else {
    bool const removed = e.removed_any;
    if constexpr (masks_by_call<V>) {
      // (Not of an array and a row in it that the compiler knows: most of these are read whole.)
      if (Size == 0 || !__builtin_constant_p(ix.base)) {
        exec_still_partial(e, removed);
        V some;
        exec_keeping([&]() SIMT_LAMBDA_INLINE { load_apart<V>(q, Index(ix), some); });
        return convert_varying<M, Index::width>(some);
      }
    }
    partial_mask<V::width> const active(e);
    // (A row that is the whole gang has few parts with active lanes then, and no others are read.)
    if constexpr (V::lanes == V::part && Index::run % V::lanes == 0 && Index::run < V::width &&
                  Size == 0) {
      if (int const l = active.only_lane(); l >= 0) {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          r.v[i] = typename V::vec{};
          if (simd::mask_any<V::part>(active.k[i]))
            r.v[i] = simd::splat<typename V::reg, V::lanes>(
                static_cast<typename V::reg>(q[ix.at(i * V::lanes) + l]));
        });
        return convert_varying<M, Index::width>(r);
      }
    }
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      // A bound known to the compiler: all of tile[y + 1][x] but the last row may be read.
      if (Index::run % V::lanes == 0 && __builtin_constant_p(ix.base) &&
          may_read<Size>(ix.at(i * V::lanes), V::lanes))
        r.v[i] = load_part<N, V::lanes>(q, ix, i * V::lanes);
      else
        r.v[i] = load_part_masked<N, V::lanes>(q, ix, i * V::lanes,
                                               active.template of<typename V::reg, V::lanes>(i));
    });
    exec_still_partial(e, removed);
  }
  return convert_varying<M, Index::width>(r);
}
/// Whether active lanes are stored with what memory has for the others, which only this thread may
/// write: AVX2's masked stores take several times as long on some machines (12 cycles on Zen 3), and
/// where there are none at all, each lane is stored by itself.
template <class V, class Index, std::ptrdiff_t Size>
inline constexpr bool stores_blended =
    !SIMT_ISA_AVX512 && Size > 0 && V::lanes > 1 && Index::run % V::lanes == 0;

template <class M, std::ptrdiff_t Size = 0, class Index>
SIMT_INLINE void store_lanes(M* p, Index const& ix, varying<M, Index::width> const& x) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  auto* q = reinterpret_cast<N*>(p);
  auto const y = convert_varying<N, Index::width>(x);
  auto& e = exec();
  if constexpr (is_column<V, Index>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { store_column<V>(q + ix.base, ix.sx, y); });
  } else if constexpr (lies_apart<V, Index>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { store_apart<V>(q, ix, y); });
  } else if constexpr (by_loop<V, Index>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { store_in_loop<V>(q, ix, y); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      auto v = y.v[i];
      // A long run is loaded and stored in ascending order: left to themselves the compilers move
      // loads to where they are used next, and the processor's prefetcher loses track (a tree over
      // a tile that is filled from memory takes three to five times as long).
      if constexpr (V::count >= 8 && Index::width <= 256 && Index::run == Index::width)
        simd::keep_order(v);
      store_part<N, V::lanes>(q, ix, i * V::lanes, v);
    });
    exec_still_full(e);
  } else {
    bool const removed = e.removed_any;
    partial_mask<V::width> const active(e);
    if constexpr (stores_blended<V, Index, Size>) {
      if (may_read<Size>(ix.lowest(), ix.highest() - ix.lowest() + 1) && in_shared_memory(p))
          [[likely]] {
        simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
          auto* const to = q + ix.at(i * V::lanes);
          simd::store<N, V::lanes>(
              to, simd::blend<typename V::reg, V::lanes>(
                      active.template of<typename V::reg, V::lanes>(i), y.v[i],
                      simd::load<N, V::lanes>(to)));
        });
        return exec_still_partial(e, removed);
      }
    }
    if constexpr (masks_by_call<V> || (stores_blended<V, Index, Size> && by_call<V>)) {
      exec_still_partial(e, removed);
      V const copy(y);
      return exec_keeping([&]() SIMT_LAMBDA_INLINE { store_apart<V>(q, Index(ix), copy); });
    }
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      store_part_masked<N, V::lanes>(q, ix, i * V::lanes,
                                     active.template of<typename V::reg, V::lanes>(i), y.v[i]);
    });
    exec_still_partial(e, removed);
  }
}

/// One register of a gather or scatter by varying indices. The indices of a part come as 32-bit
/// or as 64-bit lanes.
template <class N, class I, int W>
struct indexed_access {
  using V = varying<N, W>;
  using R = typename V::reg;
  using X = varying<I, W>;
  static constexpr int L = V::lanes;
  static constexpr int P = V::part;
  static constexpr bool narrow_index = sizeof(I) < 8 && !(sizeof(I) == 4 && std::is_unsigned_v<I>);

  SIMT_INLINE static std::ptrdiff_t lane_index(X const& x, int l) {
    return static_cast<std::ptrdiff_t>(
        simd::get<typename X::reg, X::lanes>(x.v[l / X::lanes], l % X::lanes));
  }
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
  /// The indices of register j in 64 bits.
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
  /// 1: the lanes of register j are consecutive, 0: all equal, -1: neither.
  SIMT_INLINE static int shape(X const& x, int j) {
    if constexpr (L > 1 && narrow_index && X::lanes == L) {
      auto const first = simd::splat<int, L>(x.v[j][0]);
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
      auto const first = simd::splat<std::int64_t, H>(o[0][0]);
      bool consecutive = true, equal = true;
      simd::each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
        D const d = o[k] - first;
        auto const full = simd::mask_sub<8, H * 2>(simd::mask_full<H * 2>(), 0);
        auto const run = simd::iota<std::int64_t, H>() + simd::splat<std::int64_t, H>(k * H);
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

/// Lanes whose indices are an aligned block of L elements with the lane numbers xored, as those of
/// the partners in a butterfly are: one access and one permute instead of a gather.
template <class N, class I, int W>
struct butterfly_access {
  using A = indexed_access<N, I, W>;
  using R = typename A::R;
  static constexpr int L = A::L;
  static constexpr bool possible =
      simd::has_lane_permutes<L> && sizeof(N) == 4 && A::narrow_index && A::X::lanes == L;

  std::ptrdiff_t first;  // of the block
  int by;                // what the lane numbers are xored with
  bool is_one;

  SIMT_INLINE butterfly_access(typename A::X const& x, int j) {
    auto const index = A::indices(x, j);
    int const zero = index[0];
    is_one = simd::mask_all<L>(simd::compare_lanes<simd::compare::eq, int, L>(
        simd::mask_full<L>(), index ^ simd::splat<int, L>(zero), simd::iota<int, L>()));
    by = zero & (L - 1);
    first = zero - by;
  }

  SIMT_INLINE simd::vec<R, L> load(N const* p, simd::part_mask<L> m) const {
    if (by == 0) return simd::load_masked<N, L>(p + first, m);
    return simd::xor_lanes<R, L>(simd::load_masked<N, L>(p + first, simd::xor_mask<L>(m, by)), by);
  }
  SIMT_INLINE void store(N* p, simd::part_mask<L> m, simd::vec<R, L> v) const {
    if (by == 0)
      simd::store_masked<N, L>(p + first, m, v);
    else
      simd::store_masked<N, L>(p + first, simd::xor_mask<L>(m, by), simd::xor_lanes<R, L>(v, by));
  }
};

/// A gather or scatter of one register, unless its lanes are a butterfly's.
template <class N, class I, int W, class M>
SIMT_INLINE auto load_scattered(N const* p, varying<I, W> const& x, int j, M m) {
  if constexpr (butterfly_access<N, I, W>::possible) {
    if (!simd::mask_any<butterfly_access<N, I, W>::L>(m))
      return simd::vec<typename indexed_access<N, I, W>::R, butterfly_access<N, I, W>::L>{};
    if (butterfly_access<N, I, W> const b(x, j); b.is_one) return b.load(p, m);
  }
  return indexed_access<N, I, W>::load(p, x, j, m);
}
template <class N, class I, int W, class M, class V>
SIMT_INLINE void store_scattered(N* p, varying<I, W> const& x, int j, M m, V v) {
  if constexpr (butterfly_access<N, I, W>::possible) {
    if (!simd::mask_any<butterfly_access<N, I, W>::L>(m)) return;
    if (butterfly_access<N, I, W> const b(x, j); b.is_one) return b.store(p, m, v);
  }
  indexed_access<N, I, W>::store(p, x, j, m, v);
}

/// The element that lane 0 would have where all active lanes of register j lie one behind the other,
/// as they do where only lanes at the rim have clamped indices; null where they do not.
template <class N, class I, int W, class M>
SIMT_INLINE N* run_of_active(N* p, varying<I, W> const& x, int j, M m) {
  using A = indexed_access<std::remove_const_t<N>, I, W>;
  if constexpr (A::L > 1 && A::narrow_index && A::X::lanes == A::L) {
    auto const bits = simd::register_mask_bits<sizeof(typename A::R), A::L>(m);
    if (bits == 0) return nullptr;
    int const at = std::countr_zero(bits);
    int const first = simd::get<int, A::L>(A::indices(x, j), at) - at;
    auto const is_run = simd::compare_lanes<simd::compare::ne, int, A::L>(
        m, A::indices(x, j), simd::splat<int, A::L>(first) + simd::iota<int, A::L>());
    if (!simd::mask_any<A::L>(is_run)) return p + first;
  }
  return nullptr;
}

/// The same under a mask.
template <class N, class I, int W, class M>
SIMT_INLINE auto load_active(N const* p, varying<I, W> const& x, int j, M m) {
  if (N const* const run = run_of_active(p, x, j, m); run != nullptr)
    return simd::load_masked<N, indexed_access<N, I, W>::L>(run, m);
  return load_scattered(p, x, j, m);
}
template <class N, class I, int W, class M, class V>
SIMT_INLINE void store_active(N* p, varying<I, W> const& x, int j, M m, V v) {
  if (N* const run = run_of_active(p, x, j, m); run != nullptr)
    return simd::store_masked<N, indexed_access<N, I, W>::L>(run, m, v);
  store_scattered(p, x, j, m, v);
}
/// The same where all lanes of the register are active.
template <class A, class N, class X>
SIMT_INLINE simd::vec<typename A::R, A::L> load_whole(N const* p, X const& x, int j) {
  using R = typename A::R;
  int const s = A::shape(x, j);
  if (s == 1) return simd::load<N, A::L>(p + A::lane_index(x, j * A::L));
  if (s == 0)
    return simd::splat<R, A::L>(static_cast<R>(p[A::lane_index(x, j * A::L)]));
  return load_scattered(p, x, j, simd::mask_sub<sizeof(R), A::P>(simd::mask_full<A::P>(), j));
}
template <class A, class N, class X>
SIMT_INLINE void store_whole(N* p, X const& x, int j, simd::vec<typename A::R, A::L> v) {
  if (A::shape(x, j) == 1)
    simd::store<N, A::L>(p + A::lane_index(x, j * A::L), v);
  else
    store_scattered(p, x, j,
                    simd::mask_sub<sizeof(typename A::R), A::P>(simd::mask_full<A::P>(), j), v);
}

template <class V, class N, class I, int W>
[[gnu::noinline]] void load_scattered_apart(N const* p, varying<I, W> const& x, V& r) {
  using A = indexed_access<N, I, W>;
  load_each_register(
      r, [&](int j) SIMT_LAMBDA_INLINE { return load_whole<A>(p, x, j); },
      [&](int j, auto m) SIMT_LAMBDA_INLINE { return load_active(p, x, j, m); });
}
template <class V, class N, class I, int W>
[[gnu::noinline]] void store_scattered_apart(N* p, varying<I, W> const& x, V const& y) {
  using A = indexed_access<N, I, W>;
  store_each_register<V>(
      [&](int j) SIMT_LAMBDA_INLINE { store_whole<A>(p, x, j, y.v[j]); },
      [&](int j, auto m) SIMT_LAMBDA_INLINE { store_active(p, x, j, m, y.v[j]); });
}

/// Called: by a call in four registers already. (AVX-512's gathers are short.)
template <class M, bool Called = false, class I, int W>
SIMT_INLINE varying<M, W> load_indexed(M const* p, varying<I, W> const& x) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using A = indexed_access<N, I, W>;
  using V = typename A::V;
  auto const* q = reinterpret_cast<N const*>(p);
  V r;
  auto& e = exec();
  if constexpr (by_call<V> || (Called && V::count >= 4 && !SIMT_ISA_AVX512)) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { load_scattered_apart<V>(q, x, r); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE { r.v[j] = load_whole<A>(q, x, j); });
  } else {
    bool const removed = e.removed_any;
    partial_mask<W> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      r.v[j] = load_active(q, x, j, active.template of<typename V::reg, V::lanes>(j));
    });
    exec_still_partial(e, removed);
  }
  return convert_varying<M, W>(r);
}
template <class M, class I, int W>
SIMT_INLINE void store_indexed(M* p, varying<I, W> const& x, varying<M, W> const& y) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using A = indexed_access<N, I, W>;
  using V = typename A::V;
  auto* q = reinterpret_cast<N*>(p);
  auto const z = convert_varying<N, W>(y);
  auto& e = exec();
  if constexpr (by_call<V>) {
    exec_keeping([&]() SIMT_LAMBDA_INLINE { store_scattered_apart<V>(q, x, z); });
  } else if (e.all) [[likely]] {
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE { store_whole<A>(q, x, j, z.v[j]); });
    exec_still_full(e);
  } else {
    bool const removed = e.removed_any;
    partial_mask<W> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      store_active(q, x, j, active.template of<typename V::reg, V::lanes>(j), z.v[j]);
    });
    exec_still_partial(e, removed);
  }
}

/// Loads by an index of which one coordinate is data: rows of memory, unless lanes of a row lie apart.
template <class M, std::ptrdiff_t Size, class Index>
SIMT_INLINE varying<M, Index::width> load_split(M const* p, Index const& ix) {
  using N = std::conditional_t<std::is_same_v<M, bool>, unsigned char, M>;
  using V = varying<N, Index::width>;
  using G = typename Index::geometry_type;
  constexpr int P = V::part;
  constexpr int C = Index::columns;
  auto const* q = reinterpret_cast<N const*>(p);
  auto& e = exec();
  simd::part_mask<P> live[C];
  simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
    live[c] = simd::mask_full<P>();
    if (!e.all) {
      live[c] = e.k[c];
      simd::each<G::gy - 1>([&](int y) SIMT_LAMBDA_INLINE {
        live[c] = simd::mask_or<P>(live[c], e.k[(y + 1) * C + c]);
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
    bool const removed = e.removed_any;
    partial_mask<V::width> const active(e);
    simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
      if (may_read<Size>(at(j), V::lanes))
        r.v[j] = simd::load<N, V::lanes>(q + at(j));
      else
        r.v[j] = simd::load_masked<N, V::lanes>(
            q + at(j), active.template of<typename V::reg, V::lanes>(j));
    });
    exec_still_partial(e, removed);
  }
  return convert_varying<M, Index::width>(r);
}

/// Adds two runs of n <= W elements in memory, in place: what `s[t] += s[t + d]` under `t < n` is.
/// No loop where W has few registers: behind one the compilers know nothing of the mask any more.
template <class T, int W>
SIMT_INLINE void add_run(T* d, T const* a, int n) {
  constexpr int L = simd::lanes_of<T, simd::native_lanes>;
  if constexpr (W <= 16 * L) {
    simd::each<W / L>([&](int i) SIMT_LAMBDA_INLINE {
      if (n >= (i + 1) * L)
        simd::store<T, L>(d + i * L, simd::load<T, L>(d + i * L) + simd::load<T, L>(a + i * L));
    });
    int const whole = n / L * L;
    n -= whole, d += whole, a += whole;
  } else {
    for (; n >= L; n -= L, d += L, a += L)
      simd::store<T, L>(d, simd::load<T, L>(d) + simd::load<T, L>(a));
  }
  if constexpr (L > 8)
    if (n >= 8) {
      simd::store<T, 8>(d, simd::load<T, 8>(d) + simd::load<T, 8>(a));
      n -= 8, d += 8, a += 8;
    }
  if constexpr (L > 4)
    if (n >= 4) {
      simd::store<T, 4>(d, simd::load<T, 4>(d) + simd::load<T, 4>(a));
      n -= 4, d += 4, a += 4;
    }
  if constexpr (L > 2)
    if (n >= 2) {
      simd::store<T, 2>(d, simd::load<T, 2>(d) + simd::load<T, 2>(a));
      n -= 2, d += 2, a += 2;
    }
  if (n >= 1) *d += *a;
}

/// Both places are consecutive in memory and of one type, so that a sum over a prefix of the gang
/// can run over just the live lanes.
template <class A, class B>
inline constexpr bool same_runs = false;
template <class T, thread_index I, std::ptrdiff_t N, class U, thread_index J, std::ptrdiff_t M>
inline constexpr bool same_runs<place<T, I, N>, place<U, J, M>> =
    I::width > 1 &&
    I::run == I::width&& J::run ==
        I::width&& std::is_same_v<std::remove_cv_t<U>, T>&& std::is_arithmetic_v<T> &&
    sizeof(T) >= 4;

template <class T, class Index, std::ptrdiff_t Size>
class place : public element_tag {
 public:
  using value_type = std::remove_cv_t<T>;
  static constexpr int width = Index::width;
  using result = varying<value_type, width>;

  SIMT_INLINE place(T* p, Index const& i) : p_(p), i_(i) {}
  place(place const&) = default;

  SIMT_INLINE result load() const {
    if constexpr (thread_index<Index>)
      return load_lanes<value_type, Size>(p_, i_);
    else if constexpr (split_value<Index>)
      return load_split<value_type, Size>(p_, i_);
    else
      return load_indexed<value_type>(p_, i_);
  }
  /// The same where the compiler's time counts: by a call where an index is data.
  SIMT_INLINE result load_apart() const {
    if constexpr (thread_index<Index> || split_value<Index>)
      return load();
    else
      return load_indexed<value_type, true>(p_, i_);
  }
  SIMT_INLINE void store(result const& x) const {
    static_assert(!std::is_const_v<T>, "simt: this pointer is to const; the kernel cannot store");
    if constexpr (thread_index<Index>) {
      store_lanes<value_type, Size>(p_, i_, x);
    } else if constexpr (split_value<Index>) {
      store_indexed<value_type>(p_, i_.decay(), x);
    } else {
      store_indexed<value_type>(p_, i_, x);
    }
  }

  SIMT_INLINE place const& operator=(place const& o) const {
    store(o.load());
    return *this;
  }
  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator=(X&& x) const {
    store(convert_to<value_type, width>(std::forward<X>(x)));
    return *this;
  }

  template <class X>
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator+=(X&& x) const {
    if constexpr (same_runs<place, plain<X>>) {
      auto& e = exec();
      auto* const to = p_ + i_.base;
      auto const* const from = x.address() + x.lane_index().base;
      // In lock step: no lane may read what another has just written.
      if (!e.all && e.prefix >= 0 && (from >= to || from + e.prefix <= to)) {
        int const n = e.prefix;
        bool const removed = e.removed_any;
        add_run<value_type, width>(to, from, n);
        exec_still_partial(e, removed);
        e.prefix = n;
        return *this;
      }
    }
    store(convert_to<value_type, width>(load() + std::forward<X>(x)));
    return *this;
  }
#define SIMT_DETAIL_COMPOUND(op)                                                             \
  template <class X>                                                                         \
  requires(lane_value<X> || uniform_value<X>) SIMT_INLINE place const& operator op##=(X&& x) \
      const {                                                                                \
    store(convert_to<value_type, width>(load() op std::forward<X>(x)));                      \
    return *this;                                                                            \
  }
  SIMT_DETAIL_COMPOUND(-)
  SIMT_DETAIL_COMPOUND(*)
  SIMT_DETAIL_COMPOUND(/)
  SIMT_DETAIL_COMPOUND(%)
  SIMT_DETAIL_COMPOUND(&)
  SIMT_DETAIL_COMPOUND(|)
  SIMT_DETAIL_COMPOUND(^)
  SIMT_DETAIL_COMPOUND(<<)
  SIMT_DETAIL_COMPOUND(>>)
#undef SIMT_DETAIL_COMPOUND
  SIMT_INLINE result operator++() const {
    result const r = load() + value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator--() const {
    result const r = load() - value_type{1};
    store(r);
    return r;
  }
  SIMT_INLINE result operator++(int) const {
    result const r = load();
    store(r + value_type{1});
    return r;
  }
  SIMT_INLINE result operator--(int) const {
    result const r = load();
    store(r - value_type{1});
    return r;
  }

  SIMT_INLINE T* address() const { return p_; }
  SIMT_INLINE Index const& lane_index() const { return i_; }

  template <class U>
  requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(always_false<U>,
                  "simt: p[i] has one value per thread and does not fit in a uniform: declare the "
                  "result varying<T>, or index with a uniform");
    return U{};
  }

 private:
  T* p_;
  Index i_;
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
