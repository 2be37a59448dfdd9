#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/narrow.hpp>

#include <bit>

// Loads and stores of one register. M is the type in memory, R = register_t<M> the type in the
// register; every address may have any alignment that M has. Masked forms touch no memory of lanes
// that are not in the mask.
namespace simt::inline SIMT_ABI::simd {

namespace detail {
/// True where every access of some lanes is made of one for each lane: the address sanitizer sees
/// no masked load or store and no gather or scatter, as these are not C++ to it.
inline constexpr bool sanitized_lanes = SIMT_ASAN;

/// True for numbers of 8 and 16 bits that load_narrow and store_narrow know.
template <class M, int L, class R>
inline constexpr bool is_narrow = sizeof(M) < 4 &&
                                  sizeof(R) == 4 && std::is_integral_v<R>&& has_narrow<L>;
}  // namespace detail

// g++ knows the size of a small global array and sees a register's width read from it on a path
// that the lane count never takes.
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif

template <class M, int L, class R = register_t<M>>
SIMT_INLINE vec<R, L> load(M const* p) {
  if constexpr (L == 1) {
    return static_cast<R>(*p);
  } else if constexpr (sizeof(M) == sizeof(R)) {
    return *reinterpret_cast<typename detail::vector_of<R, L>::memory const*>(p);
  } else if constexpr (detail::is_narrow<M, L, R>) {
    using Narrow = detail::memory_int<M>;
    return (vec<R, L>)load_narrow<Narrow, L>(reinterpret_cast<Narrow const*>(p));
  } else {
    using Narrow = detail::memory_int<M>;
    using Unpacked = typename detail::vector_of<Narrow, L>::type;
    Unpacked n = *reinterpret_cast<typename detail::vector_of<Narrow, L>::memory const*>(p);
    return __builtin_convertvector(n, vec<R, L>);
  }
}

/// Values that go through this are worked out in the order of the calls.
template <class V>
SIMT_INLINE void keep_order([[maybe_unused]] V& v) {
#if defined(__SSE2__)
  asm volatile("" : "+v"(v));
#endif
}

template <class M, int L, class R = register_t<M>>
SIMT_INLINE void store(M* p, vec<R, L> v) {
  if constexpr (L == 1) {
    *p = static_cast<M>(v);
  } else if constexpr (sizeof(M) == sizeof(R)) {
    *reinterpret_cast<typename detail::vector_of<R, L>::memory*>(p) = v;
  } else if constexpr (detail::is_narrow<M, L, R>) {
    using Narrow = detail::memory_int<M>;
    store_narrow<Narrow, L>(reinterpret_cast<Narrow*>(p), (vec<int, L>)v);
  } else {
    using Narrow = detail::memory_int<M>;
    using Packed = typename detail::vector_of<Narrow, L>::type;
    *reinterpret_cast<typename detail::vector_of<Narrow, L>::memory*>(p) =
        __builtin_convertvector(v, Packed);
  }
}

#if SIMT_ISA_AVX512
namespace detail {
/// Loads the elements of Size bytes that m says, zeros for the others.
// Why: g++ 12 takes the masked load intrinsics for calls that may write any memory: what it knew of
// memory, the execution mask above all, it would have to read again behind each. As instructions
// they say what they read. Gone when consecutive masked loads do not reload the mask without.
template <class V, int Size, class M>
SIMT_INLINE V maskz_load(void const* p, M m) {
#if defined(__GNUC__) && !defined(__clang__)
  struct memory {
    char bytes[sizeof(V)];
  } __attribute__((may_alias));
  auto const& from = *static_cast<memory const*>(p);
  V r;
  if constexpr (Size == 1)
    asm("vmovdqu8 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else if constexpr (Size == 2)
    asm("vmovdqu16 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else if constexpr (Size == 4)
    asm("vmovdqu32 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else
    asm("vmovdqu64 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  return r;
#else
  if constexpr (sizeof(V) == 16)
    return (V)_mm_maskz_loadu_epi8(m, p);
  else if constexpr (sizeof(V) == 32 && Size == 1)
    return (V)_mm256_maskz_loadu_epi8(m, p);
  else if constexpr (sizeof(V) == 32)
    return (V)_mm256_maskz_loadu_epi16(m, p);
  else if constexpr (Size == 1)
    return (V)_mm512_maskz_loadu_epi8(m, p);
  else if constexpr (Size == 2)
    return (V)_mm512_maskz_loadu_epi16(m, p);
  else if constexpr (Size == 4)
    return (V)_mm512_maskz_loadu_epi32(m, p);
  else
    return (V)_mm512_maskz_loadu_epi64(m, p);
#endif
}
}  // namespace detail
#endif

namespace detail {
/// True if a register is read as a whole where some lanes of it are wanted, within the page of one
/// of these: put together lane by lane in memory, it would be read before the lanes have got there.
/// A sanitizer would see an access that the program does not make.
inline constexpr bool reads_beside = !SIMT_ASAN && !SIMT_TSAN;

template <std::size_t Bytes>
SIMT_INLINE bool is_in_one_page(void const* p) {
  return (reinterpret_cast<std::uintptr_t>(p) & 4095u) <= 4096 - Bytes;
}
template <class M, int L, class R = register_t<M>>
SIMT_COLD vec<R, L> load_by_lane(M const* p, std::uint32_t lanes) {
  vec<R, L> r{};
  for (; lanes != 0; lanes &= lanes - 1) {
    int const l = std::countr_zero(lanes);
    r[l] = static_cast<R>(p[l]);
  }
  return r;
}
template <class M, int L, class R = register_t<M>>
SIMT_INLINE void store_by_lane(M* p, std::uint32_t lanes, vec<R, L> v) {
  for (; lanes != 0; lanes &= lanes - 1) {
    int const l = std::countr_zero(lanes);
    p[l] = static_cast<M>(v[l]);
  }
}
}  // namespace detail

/// Lanes outside the mask read as 0.
template <class M, int L, class R = register_t<M>>
SIMT_INLINE vec<R, L> load_masked(M const* p, mask<sizeof(R), L> m) {
  if constexpr (L == 1) {
    return m ? static_cast<R>(*p) : R{};
  } else if constexpr (detail::sanitized_lanes) {
    return detail::load_by_lane<M, L, R>(p, register_mask_bits<sizeof(R), L>(m));
  } else {
#if SIMT_ISA_AVX512
    if (m == 0)
      return vec<R, L>{};  // known where lanes part by their coordinates, else well predicted
    if constexpr (sizeof(M) == sizeof(R))
      return detail::maskz_load<vec<R, L>, sizeof(M)>(p, m);
    else
      return (vec<R, L>)widen<int, detail::memory_int<M>, L>(
          detail::maskz_load<__typeof__(detail::load_low<L * sizeof(M)>(p)), sizeof(M)>(p, m));
#else
#if SIMT_ISA_AVX2
    if constexpr (sizeof(M) == 4)
      return (vec<R, L>)_mm256_maskload_epi32(reinterpret_cast<int const*>(p), (__m256i)m);
    else if constexpr (sizeof(M) == 8)
      return (vec<R, L>)_mm256_maskload_epi64(reinterpret_cast<long long const*>(p), (__m256i)m);
    else
#endif
    {
      auto const b = register_mask_bits<sizeof(R), L>(m);
      if (b == 0) return vec<R, L>{};
      if (b == (1u << L) - 1 || (detail::reads_beside && detail::is_in_one_page<L * sizeof(M)>(p)))
          [[likely]] {
        asm("" : "+r"(p));  // compilers may know an array that ends within the register
        using I = vec<signed_of<R>, L>;
        return (vec<R, L>)((I)load<M, L>(p) & (I)m);
      }
      return detail::load_by_lane<M, L, R>(p, b);
    }
#endif
  }
}

template <class M, int L, class R = register_t<M>>
SIMT_INLINE void store_masked(M* p, mask<sizeof(R), L> m, vec<R, L> v) {
  if constexpr (L == 1) {
    if (m) *p = static_cast<M>(v);
  } else if constexpr (detail::sanitized_lanes) {
    detail::store_by_lane<M, L, R>(p, register_mask_bits<sizeof(R), L>(m), v);
  } else {
#if SIMT_ISA_AVX512
    if (m == 0) return;
    if constexpr (sizeof(M) == 4)
      _mm512_mask_storeu_epi32(p, m, (__m512i)v);
    else if constexpr (sizeof(M) == 8)
      _mm512_mask_storeu_epi64(p, m, (__m512i)v);
    else if constexpr (sizeof(M) == 2)
      _mm512_mask_cvtepi32_storeu_epi16(p, m, (__m512i)v);
    else
      _mm512_mask_cvtepi32_storeu_epi8(p, m, (__m512i)v);
#else
    // Most registers are wanted whole or not at all. AMD's processors with AVX2 take twelve cycles
    // and more for a masked store, and loads of what it wrote wait for it.
    auto const b = register_mask_bits<sizeof(R), L>(m);
    if (b == (1u << L) - 1) return store<M, L>(p, v);
    if (b == 0) return;
#if SIMT_ISA_AVX2
    if constexpr (sizeof(M) == 4)
      _mm256_maskstore_epi32(reinterpret_cast<int*>(p), (__m256i)m, (__m256i)v);
    else if constexpr (sizeof(M) == 8)
      _mm256_maskstore_epi64(reinterpret_cast<long long*>(p), (__m256i)m, (__m256i)v);
    else
#endif
      detail::store_by_lane<M, L, R>(p, b, v);
#endif
  }
}

/// Mask of a whole register of 32-bit lanes.
using whole_mask = part_mask<native_lanes>;

namespace detail {
/// L lanes of some masks as bits.
template <int L>
SIMT_INLINE std::uint64_t bits_of_masks(whole_mask const* masks) {
  std::uint64_t bits = 0;
  each<L / native_lanes>([&](int k) SIMT_LAMBDA_INLINE {
    bits |= std::uint64_t{mask_bits<native_lanes>(masks[k])} << (k * native_lanes);
  });
  return bits;
}
/// Copies the numbers whose bits are set in `lanes`, eight at once where all of them are.
template <int L, class N>
SIMT_INLINE void copy_some(N* to, N const* from, std::uint64_t lanes) {
  for (int first = 0; first < L; first += 8) {
    auto some = static_cast<unsigned>(lanes >> first) & 255u;
    if (some == 255)
      __builtin_memcpy(to + first, from + first, 8 * sizeof(N));
    else
      for (; some != 0; some &= some - 1) {
        int const l = first + std::countr_zero(some);
        to[l] = from[l];
      }
  }
}
/// Loads the register at p, if that is within the page of a lane in the masks, else such lanes.
// Why: a call, which is pure: compilers drop it where the result is not used, and know that it
// writes nothing. Loads of a few lanes are seldom, and there are many of them.
template <class N, int L>
[[gnu::noinline, gnu::pure]] vec<N, L> load_some_by_call(N const* p, whole_mask const* masks) {
  auto const lanes = bits_of_masks<L>(masks);
  vec<N, L> r;
  if (reads_beside && is_in_one_page<sizeof r>(p) && lanes != 0) [[likely]] {
    __builtin_memcpy(&r, p, sizeof r);
    return r;
  }
  N some[L] = {};
  copy_some<L>(some, p, lanes);
  __builtin_memcpy(&r, some, sizeof r);
  return r;
}
template <class N, int L>
SIMT_COLD void store_some_by_call(N* p, whole_mask const* masks, vec<N, L> v) {
  N some[L];
  __builtin_memcpy(some, &v, sizeof some);
  copy_some<L>(p, some, bits_of_masks<L>(masks));
}
}  // namespace detail

/// Loads the numbers of 8 or 16 bits whose lanes are in the masks of all L; the others are
/// anything.
template <class N, int L>
SIMT_INLINE vec<N, L> load_some(N const* p, whole_mask const* masks) {
#if SIMT_ISA_AVX512
  using V = vec<N, L>;
  using M = std::conditional_t<L == 64, __mmask64, __mmask32>;
  if constexpr (!detail::sanitized_lanes) {
    return detail::maskz_load<V, sizeof(N)>(p, static_cast<M>(detail::bits_of_masks<L>(masks)));
  }
#endif
  return detail::load_some_by_call<N, L>(p, masks);
}
/// Stores those numbers.
template <class N, int L>
SIMT_INLINE void store_some(N* p, whole_mask const* masks, vec<N, L> v) {
#if SIMT_ISA_AVX512
  if constexpr (!detail::sanitized_lanes) {
    auto const lanes = detail::bits_of_masks<L>(masks);
    if constexpr (sizeof v == 32)
      return _mm256_mask_storeu_epi8(p, static_cast<__mmask32>(lanes), (__m256i)v);
    else if constexpr (sizeof(N) == 1)
      return _mm512_mask_storeu_epi8(p, lanes, (__m512i)v);
    else
      return _mm512_mask_storeu_epi16(p, static_cast<__mmask32>(lanes), (__m512i)v);
  }
#endif
  detail::store_some_by_call<N, L>(p, masks, v);
}

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

}  // namespace simt::inline SIMT_ABI::simd
