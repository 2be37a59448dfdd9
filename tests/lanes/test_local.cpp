// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/local.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

using namespace simt;

// Every thread sorts its own eight numbers, then counts them in bins.
SIMT_KERNEL_TEMPLATE((class T), (T), sort_eight,
                     (ptr<T const> in, ptr<T> out, ptr<int> bins, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  local<T[8]> a;
  local<int[4]> count(0);
  varying<T> plain[8];
  simt_if (i < n) {
    for (int k = 0; k < 8; ++k) {
      plain[k] = in[i * 8 + k];
      a[k] = plain[k];
    }
    // Insertion sort: every thread stops where its own number belongs.
    for (int k = 1; k < 8; ++k) {
      varying<T> x = a[k];
      varying<int> j = k;
      simt_while (j > 0 && simt_lazy(a[j - 1] > x)) {
        a[j] = a[j - 1];
        --j;
      }
      a[j] = x;
    }
    for (int k = 0; k < 8; ++k) {
      out[i * 8 + k] = a[k];
      ++count[plain[k] % T(4)];
      count[plain[7 - k] % T(4)] += 2;
    }
    for (int k = 0; k < 4; ++k) bins[i * 4 + k] = count[k];
  }
}

template <class T, int W>
void check_sort(int n) {
  auto const count = static_cast<std::size_t>(n);
  std::vector<T> in(8 * count), out(8 * count), want;
  std::vector<int> bins(4 * count), want_bins(4 * count);
  std::mt19937 r(static_cast<unsigned>(n));
  for (auto& x : in) x = static_cast<T>(r() % 120);
  want = in;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 8; ++k)
      want_bins[4 * i + static_cast<std::size_t>(in[8 * i + k] % T(4))] += 3;
    std::sort(want.begin() + static_cast<std::ptrdiff_t>(8 * i),
              want.begin() + static_cast<std::ptrdiff_t>(8 * i + 8));
  }
  launch_at<W>(sort_eight<T>, shape{(n + 63) / 64, block_shape<64>}, in.data(), out.data(), bins.data(), n);
  CAPTURE(W);
  CAPTURE(n);
  CHECK(out == want);
  CHECK(bins == want_bins);
}

TEST_CASE("local arrays: subscripts that differ between threads") {
  for (int n : {1, 33, 100}) {
    check_sort<int, 1>(n);
    check_sort<int, simd::native_lanes>(n);
    check_sort<unsigned char, 32>(n);
    check_sort<long long, 32>(n);
  }
}

// Two dimensions; a device function with a local array of its own; masked stores.
template <class V>
V transposed_sum(V x) {
  V m[2][2] = {{x, x + 1}, {x * 2, x * 3}};
  return m[0][1] - m[1][0];
}
SIMT_KERNEL(matrices, (ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  local<float[3][4]> m(-1.0f);
  varying<int> r = i % 3, c = i % 4;
  simt_if (i % 2 == 0) m[r][c] = i;
  m[1][c] += 0.5f;
  m[r][2] -= 0.25f;
  m[2][3] = 8.0f;
  simt_if (i < n) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 4; ++l) out[i * 12 + (k * 4 + l)] = m[k][l] + transposed_sum(m[k][l]);
  }
}
template <int W>
void check_matrices(int n) {
  std::vector<float> out(static_cast<std::size_t>(12 * n)), want;
  for (int i = 0; i < n; ++i) {
    float m[3][4];
    for (auto& row : m)
      for (auto& x : row) x = -1;
    if (i % 2 == 0) m[i % 3][i % 4] = static_cast<float>(i);
    m[1][i % 4] += 0.5f;
    m[i % 3][2] -= 0.25f;
    m[2][3] = 8;
    for (auto& row : m)
      for (auto x : row) want.push_back(x + transposed_sum(x));
  }
  launch_at<W>(matrices, shape{(n + 63) / 64, block_shape<64>}, out.data(), n);
  CAPTURE(W);
  CHECK(out == want);
}
TEST_CASE("local arrays of two dimensions, under masks") {
  for (int n : {1, 33, 100}) {
    check_matrices<1>(n);
    check_matrices<simd::native_lanes>(n);
    check_matrices<32>(n);
  }
}

// Truth values: a sieve of each thread's own, crossed out from where the thread begins.
SIMT_KERNEL(sieves, (ptr<int> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  local<bool[2][6]> crossed(false);
  varying<int> row = i % 2;
  simt_for(varying<int> k = i % 3, k < 6, k += 2) crossed[row][k] = true;
  crossed[row][i % 6] ^= true;
  simt_if (i % 5 == 0) crossed[1 - row][i % 6] = crossed[row][(i + 1) % 6];
  simt_if (i < n) {
    varying<int> bits = 0;
    for (int k = 0; k < 12; ++k) bits += select(crossed[k / 6][k % 6], 1 << k, 0);
    out[i] = bits;
  }
}
template <int W>
void check_sieves(int n) {
  std::vector<int> out(static_cast<std::size_t>(n)), want;
  for (int i = 0; i < n; ++i) {
    bool crossed[2][6] = {};
    for (int k = i % 3; k < 6; k += 2) crossed[i % 2][k] = true;
    crossed[i % 2][i % 6] ^= true;
    if (i % 5 == 0) crossed[1 - i % 2][i % 6] = crossed[i % 2][(i + 1) % 6];
    int bits = 0;
    for (int k = 0; k < 12; ++k) bits += crossed[k / 6][k % 6] << k;
    want.push_back(bits);
  }
  launch_at<W>(sieves, shape{(n + 63) / 64, block_shape<64>}, out.data(), n);
  CAPTURE(W);
  CHECK(out == want);
}
TEST_CASE("local arrays of truth values") {
  for (int n : {1, 33, 100}) {
    check_sieves<1>(n);
    check_sieves<simd::native_lanes>(n);
    check_sieves<64>(n);
  }
}

}  // namespace
