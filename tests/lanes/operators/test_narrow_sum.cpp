// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/lone_pages.hpp"

// Sums of narrow numbers are sums of ints, whatever lanes they are added up in: compared, stored, converted,
// assigned to and passed on.
namespace {

using namespace simt;

constexpr int results = 24;

/// Serial: one thread.
template <class T, class Out>
void expect(T const* a, int i, Out* out, T* bytes, int few) {
  int const sum = a[i] + a[i + 1] + a[i + 2];
  int const diff = a[i] - a[i + 1];
  int r[results] = {};
  r[0] = sum;
  r[1] = diff;
  r[2] = sum < 100;
  r[3] = sum <= diff;
  r[4] = diff > -50;
  r[5] = diff >= 100000;
  r[6] = sum != -100000;
  r[7] = (a[i] | a[i + 1]) == 3;
  r[8] = (a[i] & a[i + 1]) * 3;
  r[9] = ((a[i] + a[i + 1]) ^ a[i + 2]) + 1;
  int s = sum;
  s += 70000;
  r[10] = s;
  r[11] = s == 70000 + sum;
  int t = a[i] + a[i + 1];
  if (i % 3 == 0) t = t * 1000;
  ++t;
  r[12] = t;
  r[13] = t > 1000;
  r[14] = std::max(sum, diff);
  r[15] = sum == 3 || (sum > 10 && a[i] != 0);
  r[16] = (a[i] + a[i + 1]) / 2;
  r[17] = (a[i] + a[i + 1] + 1) >> 1;
  r[18] = i % 5 == 0 ? a[i] + a[i + 1] : -1;
  r[19] = static_cast<short>(sum);
  r[20] = ((((a[i] + a[i]) + (a[i] + a[i])) + ((a[i] + a[i]) + (a[i] + a[i]))) +
           (((a[i] + a[i]) + (a[i] + a[i])) + ((a[i] + a[i]) + (a[i] + a[i])))) *
          1000;
  r[21] = few > 0 && i < few ? a[i] - a[i + 2] : 5;
  r[22] = ~(a[i] + a[i + 1]);
  r[23] = -(a[i] + a[i + 1]);
  for (int k = 0; k < results; ++k) out[k] = static_cast<Out>(r[k]);
  bytes[0] = static_cast<T>(a[i] + a[i + 1]);
  bytes[1] = static_cast<T>(a[i] - a[i + 1] - a[i + 2]);
  bytes[2] = (a[i] + a[i + 1]) > 77;
}

template <class X>
auto changed(X const& x) {
  auto c = x + x;
  c += 7;
  return c;
}

SIMT_KERNEL_TEMPLATE((class T), (T), sums,
                     (ptr<T const> a, ptr<int> out, ptr<T> bytes, int n, int few)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    auto const sum = a[i] + a[i + 1] + a[i + 2];
    auto diff = a[i] - a[i + 1];
    out[i] = sum;
    out[n + i] = diff;
    out[2 * n + i] = sum < 100;
    out[3 * n + i] = sum <= diff;
    out[4 * n + i] = diff > -50;
    out[5 * n + i] = diff >= 100000;
    out[6 * n + i] = sum != -100000;
    out[7 * n + i] = (a[i] | a[i + 1]) == 3;
    out[8 * n + i] = (a[i] & a[i + 1]) * 3;
    out[9 * n + i] = ((a[i] + a[i + 1]) ^ a[i + 2]) + 1;
    auto s = sum;
    s += 70000;
    out[10 * n + i] = s;
    out[11 * n + i] = s == 70000 + sum;
    auto t = a[i] + a[i + 1];
    simt_if (i % 3 == 0) t = t * 1000;
    ++t;
    out[12 * n + i] = t;
    out[13 * n + i] = t > 1000;
    out[14 * n + i] = max(sum, diff);
    varying<T> own = a[i];
    out[15 * n + i] = sum == 3 || (sum > 10 && own != 0);
    out[16 * n + i] = (a[i] + a[i + 1]) / 2;
    out[17 * n + i] = (a[i] + a[i + 1] + 1) >> 1;
    varying<int> some = -1;
    simt_if (i % 5 == 0) some = a[i] + a[i + 1];
    out[18 * n + i] = some;
    out[19 * n + i] = varying<short>(sum);
    auto const e = (a[i] + a[i]) + (a[i] + a[i]);
    auto const f = (e + e) + (e + e);
    out[20 * n + i] = f * 1000;
    out[21 * n + i] = 5;
    simt_if (i < few) out[21 * n + i] = a[i] - a[i + 2];
    out[22 * n + i] = ~(a[i] + a[i + 1]);
    out[23 * n + i] = -(a[i] + a[i + 1]);
    bytes[i] = a[i] + a[i + 1];
    bytes[n + i] = a[i] - a[i + 1] - a[i + 2];
    bytes[2 * n + i] = (a[i] + a[i + 1]) > 77;
  }
}

/// Stores narrow numbers again: sums beyond their range, comparisons of such sums, and
/// both where some threads are active. Serial: one thread.
template <class T>
void expect_narrow(T const* a, int i, T* out, int bound) {
  int const many = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4] + a[i] + a[i + 1] + a[i + 2];
  out[0] = (many | a[i + 2]) == bound;
  out[1] = i % 3 == 1 ? static_cast<T>(a[i] + a[i + 4]) : many <= bound;
  out[2] = static_cast<T>((many ^ a[i]) - a[i + 1]);
  out[3] = (many & (a[i] | a[i + 1])) >= bound;
  out[4] = static_cast<T>((a[i] + a[i + 3]) / 2);
}
constexpr int narrow_results = 5;

SIMT_KERNEL_TEMPLATE((class T), (T), narrow_sums, (ptr<T const> a, ptr<T> out, int n, int bound)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    auto const many = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4] + a[i] + a[i + 1] + a[i + 2];
    out[i] = (many | a[i + 2]) == bound;
    simt_if (i % 3 == 1) out[n + i] = a[i] + a[i + 4];
    else out[n + i] = many <= bound;
    out[2 * n + i] = (many ^ a[i]) - a[i + 1];
    out[3 * n + i] = (many & (a[i] | a[i + 1])) >= bound;
    out[4 * n + i] = (a[i] + a[i + 3]) / 2;
  }
}

template <class T, int W>
void check_narrow_sums() {
  constexpr int n = 64 * 3 + 37;
  std::vector<T> a(n + 64);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<T>((i % 7 == 0 ? 255 : i % 11 == 0 ? 128 : (i * 37 + i / 5) >> (i % 8)) *
                          (sizeof(T) == 2 && i % 5 != 0 ? 257 : 1));
  // Around the ends of what a capped byte says, and beyond all sums.
  for (int bound : {-1, 0, 3, 20, 254, 255, 256, 700, 1000000}) {
    std::vector<T> out(narrow_results * n, T(9)), want(out);
    for (int i = 0; i < n; ++i) {
      T r[narrow_results];
      expect_narrow(a.data(), i, r, bound);
      for (int k = 0; k < narrow_results; ++k) want[static_cast<std::size_t>(k * n + i)] = r[k];
    }
    launch_at<W>(narrow_sums<T>, shape{(n + 63) / 64, block_shape<64>},
                 static_cast<T const*>(a.data()), out.data(), n, bound);
    CAPTURE(W);
    CAPTURE(bound);
    for (int k = 0; k < narrow_results; ++k) {
      CAPTURE(k);
      CHECK(std::equal(out.begin() + k * n, out.begin() + (k + 1) * n, want.begin() + k * n));
    }
  }
}

TEST_CASE("sums of bytes and shorts that are stored as such are those of ints") {
  check_narrow_sums<unsigned char, 32>();
  check_narrow_sums<unsigned char, 64>();
  check_narrow_sums<signed char, 32>();
  check_narrow_sums<unsigned short, 32>();
  check_narrow_sums<short, 32>();
}

SIMT_KERNEL(add_some, (ptr<unsigned char const> a, ptr<unsigned char> out, int first, int end)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= first && i < end) out[i] = a[i] + a[i + 1];
}

TEST_CASE("sums of bytes read no page and write nothing beside the active threads") {
  simt_test::lone_pages const pages;
  auto* const bytes = reinterpret_cast<unsigned char*>(pages.begin());
  auto const length = static_cast<std::size_t>(pages.end() - pages.begin());
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 64);
  for (int size : {1, 5, 31, 33, 64}) {
    CAPTURE(size);
    auto const n = static_cast<std::size_t>(size);
    for (std::size_t at : {std::size_t{0}, length / 2 - n / 2 - 1, length - n - 1}) {
      std::vector<unsigned char> out(256, 9), want(out);
      for (std::size_t i = 0; i < n; ++i)
        want[40 + i] = static_cast<unsigned char>(bytes[at + i] + bytes[at + i + 1]);
      launch_at<64>(add_some, shape{2, block_shape<128>},
                    reinterpret_cast<unsigned char const*>(
                        reinterpret_cast<std::uintptr_t>(bytes + at) - 40),
                    out.data(), 40, 40 + size);
      CHECK(out == want);
    }
  }
}

SIMT_KERNEL(passed_on, (ptr<unsigned char const> a, ptr<int> out, ptr<float> other, int n)) {
  auto i = threadIdx.x;
  out[i] = changed(a[i] + a[i + 1]);
  simt_if (i < n) out[i] += changed(a[i] - a[i + 1]) == 7;
  other[i] = 0.5f * (a[i] + a[i + 1]);
}

template <class T, int W>
void check_sums() {
  constexpr int n = 64 * 5 + 37;
  std::vector<T> a(n + 64), bytes(3 * n, T(9)), want_bytes(bytes);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<T>(i % 7 == 0 ? 255 : i % 11 == 0 ? 128 : (i * 37 + i / 5) >> (i % 4));
  std::vector<int> out(results * n, -1), want(out);
  constexpr int few = 100;
  for (int i = 0; i < n; ++i) {
    int r[results];
    T b[3];
    expect(a.data(), i, r, b, few);
    for (int k = 0; k < results; ++k) want[static_cast<std::size_t>(k * n + i)] = r[k];
    for (int k = 0; k < 3; ++k) want_bytes[static_cast<std::size_t>(k * n + i)] = b[k];
  }
  launch_at<W>(sums<T>, shape{(n + 63) / 64, block_shape<64>}, static_cast<T const*>(a.data()),
               out.data(), bytes.data(), n, few);
  CAPTURE(W);
  for (int k = 0; k < results; ++k) {
    CAPTURE(k);
    CHECK(std::equal(out.begin() + k * n, out.begin() + (k + 1) * n, want.begin() + k * n));
  }
  CHECK(bytes == want_bytes);
}

TEST_CASE("sums of bytes are those of ints") {
  check_sums<unsigned char, 1>();
  check_sums<unsigned char, simd::native_lanes>();
  check_sums<unsigned char, 32>();
  check_sums<unsigned char, 64>();
  check_sums<signed char, 1>();
  check_sums<signed char, 32>();
  check_sums<signed char, 64>();
}

TEST_CASE("sums of bytes go to functions and come back") {
  std::vector<unsigned char> a(65);
  std::vector<int> out(64, -1);
  std::vector<float> other(64);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<unsigned char>(i * 91 / (1 + i % 3));
  launch(passed_on, shape{1, block_shape<64>}, static_cast<unsigned char const*>(a.data()),
         out.data(), other.data(), 40);
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(out[i] == 2 * (a[i] + a[i + 1]) + 7 + (i < 40 && a[i] == a[i + 1] ? 1 : 0));
    CHECK(other[i] == 0.5f * static_cast<float>(a[i] + a[i + 1]));
  }
}

}  // namespace
