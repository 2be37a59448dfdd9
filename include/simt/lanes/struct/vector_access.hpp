#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/each_active.hpp>
#include <simt/lanes/index/index.hpp>
#include <simt/simd/interleave.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The offsets i * Stride of all lanes, in bytes.
template <std::ptrdiff_t Stride, class Index>
class vector_offsets {
 public:
  SIMT_INLINE explicit vector_offsets(Index const& i) {
    using V = varying<std::int64_t, Index::width>;
    if constexpr (thread_index<Index>)
      i_ = &i;
    else
      for (int j = 0; j < V::count; ++j)
        simd::store<std::int64_t, V::lanes>(at_ + j * V::lanes, i.v[j]);
  }
  SIMT_INLINE std::ptrdiff_t operator[](int l) const {
    if constexpr (thread_index<Index>)
      return i_->at(l) * Stride;
    else
      return at_[l] * Stride;
  }

 private:
  union {
    Index const* i_;
    alignas(64) std::int64_t at_[thread_index<Index> ? 1 : Index::width];
  };
};

/// Loads a register of the vectors of N elements that lie at p + at[l], p + at[l + 1] …
// Why: joined in registers. In memory, a register would be read that smaller stores have just
// written, and wait for them.
template <class E, int N, int L, class Offsets>
SIMT_INLINE auto load_joined(char const* p, Offsets const& at, int l) {
  using R = simd::register_t<E>;
  if constexpr (L == N)
    return simd::load<E, N>(reinterpret_cast<E const*>(p + at[l]));
  else
    return simd::join_halves<R, L / 2>(load_joined<E, N, L / 2>(p, at, l),
                                       load_joined<E, N, L / 2>(p, at, l + L / 2 / N));
}
/// True if registers of L elements are joined of vectors of N.
template <class E, int N, int L>
inline constexpr bool is_joined = N % 2 == 0 && L % N == 0 && N * sizeof(E) >= 16 &&
                                  sizeof(simd::register_t<E>) == sizeof(E);

/// Loads (gather_vectors) and stores (scatter_vectors) vectors that are not consecutive, or under a
/// mask that is not full: each lane's is copied as a whole, and N rows of W elements hold their
/// members.
// Why: these are calls. In line, g++ 12 and clang 14 make an access a gather or scatter for each
// member and register, under masks and without. The index is a copy: a reference would keep it in
// memory throughout the caller.
template <std::ptrdiff_t Stride, class E, int N, int W, class Index>
[[gnu::noinline]] void gather_vectors(E const* p, Index const ix, E* rows) {
  using V = varying<E, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  vector_offsets<Stride, Index> const at(ix);
  auto const* const from = reinterpret_cast<char const*>(p);
  auto const in_rows = [&](auto const& load) SIMT_LAMBDA_INLINE {
    for (int j = 0; j < V::count; ++j) {
      simd::vec<R, L> in[N], r[N];
      simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = load(j * N + c); });
      simd::deinterleave<R, L, N>(in, r);
      simd::each<N>(
          [&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(rows + c * W + j * L, r[c]); });
    }
  };
  if constexpr (is_joined<E, N, L>)
    if (active_mask().all) [[likely]]
      return in_rows([&](int n) SIMT_LAMBDA_INLINE {
        return load_joined<E, N, L>(from, at, n * (L / N));
      });
  alignas(64) E vectors[N * W] = {};
  each_active<W>([&](int l) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(vectors + l * N, from + at[l], N * sizeof(E));
  });
  in_rows([&](int n) SIMT_LAMBDA_INLINE { return simd::load<E, L>(vectors + n * L); });
}
template <std::ptrdiff_t Stride, class E, int N, int W, class Index>
[[gnu::noinline]] void scatter_vectors(E* p, Index const ix, E const* rows) {
  using V = varying<E, W>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  vector_offsets<Stride, Index> const at(ix);
  alignas(64) E vectors[N * W];
  for (int j = 0; j < V::count; ++j) {
    simd::vec<R, L> in[N], r[N];
    simd::each<N>(
        [&](int c) SIMT_LAMBDA_INLINE { in[c] = simd::load<E, L>(rows + c * W + j * L); });
    simd::interleave<R, L, N>(in, r);
    simd::each<N>(
        [&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(vectors + (j * N + c) * L, r[c]); });
  }
  auto* const to = reinterpret_cast<char*>(p);
  each_active<W>([&](int l) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(to + at[l], vectors + l * N, N * sizeof(E));
  });
}

/// True if whole registers of vectors are consecutive.
template <std::ptrdiff_t Stride, class E, int N, class Index>
inline constexpr bool are_in_line = [] {
  if constexpr (thread_index<Index> && Stride == N * static_cast<std::ptrdiff_t>(sizeof(E)))
    return Index::run % varying<E, Index::width>::lanes == 0;
  else
    return false;
}();

/// Loads whole vectors: element e of lane l lies e elements behind byte ix.at(l) * Stride of p.
template <std::ptrdiff_t Stride, class E, int N, class Index>
SIMT_INLINE void load_vectors(E const* p, Index const& ix,
                              varying<E, Index::width>* const (&out)[N]) {
  using V = varying<E, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  constexpr int W = Index::width;
  if constexpr (are_in_line<Stride, E, N, Index>) {
    if (active_mask().all) [[likely]] {
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        auto const* q = p + ix.at(j * L) * N;
        simd::vec<R, L> in[N], r[N];
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = simd::load<E, L>(q + c * L); });
        simd::deinterleave<R, L, N>(in, r);
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c]->v[j] = r[c]; });
      });
      return;
    }
  }
  alignas(64) E t[N * W];
  keeping_mask([&]() SIMT_LAMBDA_INLINE { gather_vectors<Stride, E, N, W>(p, ix, t); });
  simd::each<N>([&](int c) SIMT_LAMBDA_INLINE {
    simd::each<V::count>(
        [&](int j) SIMT_LAMBDA_INLINE { out[c]->v[j] = simd::load<E, L>(t + c * W + j * L); });
  });
}
/// Stores whole vectors.
template <std::ptrdiff_t Stride, class E, int N, class Index>
SIMT_INLINE void store_vectors(E* p, Index const& ix,
                               varying<E, Index::width> const* const (&from)[N]) {
  using V = varying<E, Index::width>;
  using R = typename V::reg;
  constexpr int L = V::lanes;
  constexpr int W = Index::width;
  bool const all = active_mask().all;
  if constexpr (are_in_line<Stride, E, N, Index>) {
    if (all) [[likely]] {
      simd::each<V::count>([&](int j) SIMT_LAMBDA_INLINE {
        auto* q = p + ix.at(j * L) * N;
        simd::vec<R, L> in[N], r[N];
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { in[c] = from[c]->v[j]; });
        simd::interleave<R, L, N>(in, r);
        simd::each<N>([&](int c) SIMT_LAMBDA_INLINE { simd::store<E, L>(q + c * L, r[c]); });
      });
      mask_still_full(active_mask());
      return;
    }
  }
  alignas(64) E t[N * W];
  simd::each<N>([&](int c) SIMT_LAMBDA_INLINE {
    simd::each<V::count>(
        [&](int j) SIMT_LAMBDA_INLINE { simd::store<E, L>(t + c * W + j * L, from[c]->v[j]); });
  });
  scatter_vectors<Stride, E, N, W>(p, ix, t);
  mask_after_store(all);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
