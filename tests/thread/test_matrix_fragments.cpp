// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <simt/cuda/mma.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

namespace wmma = nvcuda::wmma;

/// D = A · B + C by one warp of several, in two steps of K.
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class C, class D, class S>
__global__ void product(S const* a, S const* b, C const* c, D* d, wmma::layout_t layout,
                        bool satf) {
  if (threadIdx.x / 32 != 1) return;
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> of_a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> of_b;
  wmma::fragment<wmma::accumulator, M, N, K, C> sum;
  wmma::fragment<wmma::accumulator, M, N, K, D> out;
  wmma::load_matrix_sync(sum, c, layout == wmma::mem_row_major ? N : M, layout);
  for (int step = 0; step < 2; ++step) {
    bool const by_rows = std::is_same_v<LayoutA, wmma::row_major>;
    wmma::load_matrix_sync(of_a, a + step * K * (by_rows ? 1 : M), by_rows ? 2 * K : M);
    bool const b_by_rows = std::is_same_v<LayoutB, wmma::row_major>;
    wmma::load_matrix_sync(of_b, b + step * K * (b_by_rows ? N : 1), b_by_rows ? N : 2 * K);
    for (int i = 0; i < of_a.num_elements; ++i) of_a.x[i] = of_a.x[i] + of_a.x[i];
    wmma::mma_sync(out, of_a, of_b, sum, satf);
    for (int i = 0; i < out.num_elements; ++i) sum.x[i] = static_cast<C>(out.x[i]);
  }
  wmma::store_matrix_sync(d, out, layout == wmma::mem_row_major ? N : M, layout);
}

/// True if that is right for small whole numbers, of which all sums are exact.
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class C, class D, class S = T>
bool multiplies(wmma::layout_t layout) {
  bool const is_signed = std::is_same_v<S, signed char> || !std::is_integral_v<S>;
  std::vector<S> a(M * 2 * K), b(2 * K * N);
  std::vector<C> c(M * N);
  std::vector<D> d(M * N);
  auto const number = [&](int i, int few) { return i * 7 % few - (is_signed ? few / 2 : 0); };
  auto const at = [](bool by_rows, int row, int column, int rows, int columns) {
    return static_cast<std::size_t>(by_rows ? row * columns + column : column * rows + row);
  };
  bool const a_rows = std::is_same_v<LayoutA, wmma::row_major>;
  bool const b_rows = std::is_same_v<LayoutB, wmma::row_major>;
  bool const c_rows = layout == wmma::mem_row_major;
  auto const of_a = [&](int i, int k) { return number(3 * i + k, 5); };
  auto const of_b = [&](int k, int j) { return number(k + 5 * j, 6); };
  for (int k = 0; k < 2 * K; ++k) {
    for (int i = 0; i < M; ++i) a[at(a_rows, i, k, M, 2 * K)] = static_cast<S>(of_a(i, k));
    for (int j = 0; j < N; ++j) b[at(b_rows, k, j, 2 * K, N)] = static_cast<S>(of_b(k, j));
  }
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) c[at(c_rows, i, j, M, N)] = static_cast<C>(float(i - 2 * j));
  run_threads(1, 96, 0, KERNEL((product<M, N, K, T, LayoutA, LayoutB, C, D, S>)), a.data(),
              b.data(), c.data(), d.data(), layout, false);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      int sum = i - 2 * j;
      for (int k = 0; k < 2 * K; ++k) sum += 2 * of_a(i, k) * of_b(k, j);
      if (static_cast<double>(d[at(c_rows, i, j, M, N)]) != sum) return false;
    }
  return true;
}

using rows = wmma::row_major;
using columns = wmma::col_major;
using simt::__half;
using simt::__nv_bfloat16;

/// A warp of A = a, B = b and C = c everywhere.
template <int M, int N, int K, class T, class C, class S>
__global__ void constant(S a, S b, C c, C* out, bool satf) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, rows> of_a;
  wmma::fragment<wmma::matrix_b, M, N, K, T, columns> of_b;
  wmma::fragment<wmma::accumulator, M, N, K, C> sum;
  wmma::fill_fragment(of_a, a);
  wmma::fill_fragment(of_b, b);
  wmma::fill_fragment(sum, c);
  wmma::mma_sync(sum, of_a, of_b, sum, satf);
  out[threadIdx.x] = sum.x[sum.num_elements - 1];
}
template <int M, int N, int K, class T, class C, class S>
C constant_product(S a, S b, C c, bool satf = false) {
  std::vector<C> out(32);
  run_threads(1, 32, 0, KERNEL((constant<M, N, K, T, C, S>)), a, b, c, out.data(), satf);
  return out[31];
}

}  // namespace

TEST_CASE("wmma: products of every type and shape, in rows and columns") {
  CHECK(multiplies<16, 16, 16, __half, rows, rows, float, float>(wmma::mem_row_major));
  CHECK(multiplies<16, 16, 16, __half, columns, rows, __half, float>(wmma::mem_col_major));
  CHECK(multiplies<32, 8, 16, __half, rows, columns, float, __half>(wmma::mem_row_major));
  CHECK(multiplies<8, 32, 16, __nv_bfloat16, columns, columns, float, float>(wmma::mem_row_major));
  CHECK(multiplies<32, 8, 16, signed char, rows, rows, int, int>(wmma::mem_col_major));
  CHECK(multiplies<8, 32, 16, unsigned char, columns, rows, int, int>(wmma::mem_row_major));
  CHECK(multiplies<16, 16, 8, wmma::precision::tf32, rows, columns, float, float, float>(
      wmma::mem_row_major));
  CHECK(multiplies<8, 8, 4, double, columns, rows, double, double>(wmma::mem_col_major));
}

TEST_CASE("wmma: rounding and what is beyond the range") {
  float const inf = std::numeric_limits<float>::infinity();
  __half const large = 256.0f;
  CHECK(float(constant_product<16, 16, 16, __half>(large, large, __half(0.0f))) == inf);
  CHECK(float(constant_product<16, 16, 16, __half>(large, large, __half(0.0f), true)) == 65504);
  CHECK(float(constant_product<16, 16, 16, __half>(large, __half(inf), __half(-inf), true)) == 0);
  CHECK(constant_product<16, 16, 16, __half>(large, large, 1.0f) == 1048577.0f);
  // The sum is rounded once, at the end.
  CHECK(float(constant_product<16, 16, 16, __half>(__half(1.0f), __half(0.25f), __half(2048.0f))) ==
        2052);
  int const most = std::numeric_limits<int>::max();
  using byte = signed char;
  CHECK(constant_product<16, 16, 16, byte>(byte(-1), byte(-1), most) == -most + 14);  // 2^32 less
  CHECK(constant_product<16, 16, 16, byte>(byte(-1), byte(-1), most, true) == most);
  CHECK(constant_product<16, 16, 16, byte>(byte(-1), byte(1), -most, true) == -most - 1);

  // Hardware reads 19 bits; the function rounds to them, halves away from zero.
  float const odd = 1 + std::ldexp(1.0f, -11);
  CHECK(constant_product<16, 16, 8, wmma::precision::tf32>(odd, 1.0f, 0.0f) == 8);
  CHECK(wmma::__float_to_tf32(odd) == 1 + std::ldexp(1.0f, -10));
  CHECK(wmma::__float_to_tf32(-odd) == -1 - std::ldexp(1.0f, -10));
  CHECK(wmma::__float_to_tf32(1 + std::ldexp(1.0f, -12)) == 1);
  CHECK(wmma::__float_to_tf32(inf) == inf);
  CHECK(std::isnan(wmma::__float_to_tf32(std::nanf(""))));

  // Products of double are rounded with their sum.
  double const e = std::ldexp(1.0, -30);
  CHECK(constant_product<8, 8, 4, double>(1 + e, 1 - e, -4.0) == -e * e);
}
