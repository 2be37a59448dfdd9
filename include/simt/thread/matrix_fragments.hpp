#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/half.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/warp.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Warp matrix functions: D = A · B + C, where A has M rows and K columns, B has K rows and N
/// columns, and a warp's threads hold each matrix in parts, their fragments.
///
/// A thread computes M · N / 32 neighbouring elements of one row. Its fragments of A and B are that
/// row and those columns, so that products need no other thread; which element of a matrix x[i] is,
/// CUDA leaves open, too.
/// - Errors:  other types and shapes do not compile
/// - Source:  CUDA C++ Programming Guide 12.4, 7.24 (Warp Matrix Functions)
namespace simt::inline SIMT_ABI::nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
/// Numbers of 19 bits in 32, kept in floats.
struct tf32;
}  // namespace precision

namespace detail {

/// The types that keep an element of A or B, and sums of products.
template <class Stored, class Sum>
struct element_types {
  using stored = Stored;
  using sum = Sum;
};
template <class T>
struct element {};
template <>
struct element<__half> : element_types<__half, float> {};
template <>
struct element<__nv_bfloat16> : element_types<__nv_bfloat16, float> {};
template <>
struct element<precision::tf32> : element_types<float, float> {};
template <>
struct element<double> : element_types<double, double> {};
template <>
struct element<signed char> : element_types<signed char, std::int64_t> {};
template <>
struct element<unsigned char> : element_types<unsigned char, std::int64_t> {};

template <class T, class... U>
inline constexpr bool is_one_of = (std::is_same_v<T, U> || ...);

/// True if there are fragments of such elements in that shape.
template <bool IsSum, class T, int M, int N, int K>
constexpr bool exists() {
  if constexpr (M == 16 && N == 16 && K == 8)
    return std::is_same_v<T, std::conditional_t<IsSum, float, precision::tf32>>;
  else if constexpr (M == 8 && N == 8 && K == 4)
    return std::is_same_v<T, double>;
  else if constexpr (K == 16 &&
                     ((M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32)))
    return IsSum ? is_one_of<T, float, __half, int>
                 : is_one_of<T, __half, __nv_bfloat16, signed char, unsigned char>;
  else
    return false;
}

/// The elements of a product that a thread computes: `width` of one row, from a column on.
template <int M, int N>
struct part {
  static constexpr int width = M * N / 32;
  int const lane = static_cast<int>(simt::detail::thread_rank() % 32);
  int const row = lane * width / N;
  int const column = lane * width % N;
};

/// An element's value as hardware reads it.
template <class T>
SIMT_INLINE auto value(typename element<T>::stored x) {
  if constexpr (std::is_same_v<T, precision::tf32>)
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xffffe000u);
  else
    return static_cast<typename element<T>::sum>(x);
}

/// A sum as an element of D; `finite`: the nearest number that is finite and in its range.
template <class D, class Sum>
SIMT_INLINE D rounded(Sum sum, bool finite) {
  if constexpr (std::is_same_v<D, int>) {
    using limits = std::numeric_limits<int>;
    return static_cast<int>(finite ? std::clamp<Sum>(sum, limits::min(), limits::max()) : sum);
  } else {
    if (finite && !std::is_same_v<D, double>) {
      Sum const largest = std::is_same_v<D, __half> ? Sum(65504) : std::numeric_limits<Sum>::max();
      sum = sum != sum ? Sum(0) : std::clamp(sum, -largest, largest);
    }
    return static_cast<D>(sum);
  }
}

template <class X, int Count>
struct elements {
  static constexpr int num_elements = Count;
  using element_type = X;
  X x[Count];
};

}  // namespace detail

/// A thread's part of a matrix. `Layout` is that of A's and B's memory, row_major or col_major.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  static_assert(sizeof(T) == 0,
                "simt: there is no such wmma::fragment. __half, __nv_bfloat16, signed char and "
                "unsigned char have M, N, K of 16, 16, 16 or 32, 8, 16 or 8, 32, 16; "
                "precision::tf32 has 16, 16, 8, double 8, 8, 4. A and B have a layout, sums none");
};
template <int M, int N, int K, class T, class Layout>
requires(
    detail::exists<false, T, M, N, K>() &&
    detail::is_one_of<Layout, row_major, col_major>) class fragment<matrix_a, M, N, K, T, Layout>
    : public detail::elements<typename detail::element<T>::stored, K> {
};
template <int M, int N, int K, class T, class Layout>
requires(
    detail::exists<false, T, M, N, K>() &&
    detail::is_one_of<Layout, row_major, col_major>) class fragment<matrix_b, M, N, K, T, Layout>
    : public detail::elements<typename detail::element<T>::stored, K * detail::part<M, N>::width> {
};
template <int M, int N, int K, class T>
requires(detail::exists<true, T, M, N, K>()) class fragment<accumulator, M, N, K, T, void>
    : public detail::elements<T, detail::part<M, N>::width> {
};

/// Sets all elements of a fragment.
template <class Use, int M, int N, int K, class T, class Layout>
SIMT_INLINE void fill_fragment(
    fragment<Use, M, N, K, T, Layout>& f,
    std::type_identity_t<typename fragment<Use, M, N, K, T, Layout>::element_type> const& x) {
  for (auto& each : f.x) each = x;
}

/// Loads A's or B's part; `ldm` is the distance of rows, or of columns, in elements.
/// - Order:   waits for all threads of the warp before, so that their stores are seen
template <int M, int N, int K, class T, class Layout>
SIMT_INLINE void load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout>& f,
                                  typename detail::element<T>::stored const* p, unsigned ldm) {
  cuda::__syncwarp();
  std::size_t const row = static_cast<std::size_t>(detail::part<M, N>{}.row);
  for (std::size_t k = 0; k < K; ++k)
    f.x[k] = std::is_same_v<Layout, row_major> ? p[row * ldm + k] : p[k * ldm + row];
}
template <int M, int N, int K, class T, class Layout>
SIMT_INLINE void load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout>& f,
                                  typename detail::element<T>::stored const* p, unsigned ldm) {
  cuda::__syncwarp();
  constexpr std::size_t width = detail::part<M, N>::width;
  std::size_t const column = static_cast<std::size_t>(detail::part<M, N>{}.column);
  for (std::size_t k = 0; k < K; ++k)
    for (std::size_t j = 0; j < width; ++j)
      f.x[k * width + j] =
          std::is_same_v<Layout, row_major> ? p[k * ldm + column + j] : p[(column + j) * ldm + k];
}
/// The same of a matrix of sums, whose layout is an argument.
template <int M, int N, int K, class T>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T>& f,
                                  std::type_identity_t<T> const* p, unsigned ldm, layout_t layout) {
  cuda::__syncwarp();
  detail::part<M, N> const part;
  std::size_t const row = static_cast<std::size_t>(part.row);
  for (std::size_t j = 0; j < part.width; ++j) {
    std::size_t const column = static_cast<std::size_t>(part.column) + j;
    f.x[j] = p[layout == mem_row_major ? row * ldm + column : column * ldm + row];
  }
}

/// Stores sums.
/// - Order:   waits for all threads of the warp before and after
template <int M, int N, int K, class T>
SIMT_INLINE void store_matrix_sync(std::type_identity_t<T>* p,
                                   fragment<accumulator, M, N, K, T> const& f, unsigned ldm,
                                   layout_t layout) {
  cuda::__syncwarp();
  detail::part<M, N> const part;
  std::size_t const row = static_cast<std::size_t>(part.row);
  for (std::size_t j = 0; j < part.width; ++j) {
    std::size_t const column = static_cast<std::size_t>(part.column) + j;
    p[layout == mem_row_major ? row * ldm + column : column * ldm + row] = f.x[j];
  }
  cuda::__syncwarp();
}

/// Computes D = A · B + C. Products are exact but double's, which are rounded with their sum; sums
/// of floats are in the order of k, those of __half are rounded once, at the end.
/// - Shape:   satf takes the largest finite number for what is beyond, the largest int for larger
///            sums, and 0 for NaN
template <int M, int N, int K, class D, class T, class LayoutA, class LayoutB, class C>
SIMT_INLINE void mma_sync(fragment<accumulator, M, N, K, D>& d,
                          fragment<matrix_a, M, N, K, T, LayoutA> const& a,
                          fragment<matrix_b, M, N, K, T, LayoutB> const& b,
                          fragment<accumulator, M, N, K, C> const& c, bool satf = false) {
  using sum_type = typename detail::element<T>::sum;
  if constexpr (std::is_same_v<T, __half>)
    static_assert(detail::is_one_of<C, float, __half> && detail::is_one_of<D, float, __half>,
                  "simt: wmma::mma_sync adds products of __half to float or __half");
  else if constexpr (std::is_same_v<sum_type, std::int64_t>)
    static_assert(std::is_same_v<C, int> && std::is_same_v<D, int>,
                  "simt: wmma::mma_sync adds products of 8-bit integers to int");
  else
    static_assert(std::is_same_v<C, sum_type> && std::is_same_v<D, sum_type>,
                  "simt: wmma::mma_sync adds products of __nv_bfloat16 and tf32 to float, those "
                  "of double to double");
  constexpr std::size_t width = detail::part<M, N>::width;
  sum_type sums[width];
  for (std::size_t j = 0; j < width; ++j) sums[j] = static_cast<sum_type>(c.x[j]);
  for (std::size_t k = 0; k < K; ++k) {
    auto const of_a = detail::value<T>(a.x[k]);
    for (std::size_t j = 0; j < width; ++j) {
      auto const of_b = detail::value<T>(b.x[k * width + j]);
      if constexpr (std::is_same_v<T, double>)
        sums[j] = std::fma(of_a, of_b, sums[j]);
      else
        sums[j] += of_a * of_b;
    }
  }
  for (std::size_t j = 0; j < width; ++j) d.x[j] = detail::rounded<D>(sums[j], satf);
}

/// The nearest number of tf32; halfway cases are rounded away from zero.
SIMT_INLINE float __float_to_tf32(float x) {
  std::uint32_t const bits = std::bit_cast<std::uint32_t>(x);
  bool const is_finite = (bits & 0x7f800000u) != 0x7f800000u;
  return std::bit_cast<float>(is_finite ? (bits + 0x1000u) & 0xffffe000u : bits);
}

}  // namespace simt::inline SIMT_ABI::nvcuda::wmma
