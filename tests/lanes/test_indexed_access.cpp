// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/indexed_access.hpp>
#include <simt/simt.hpp>

#include "support/lone_pages.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

// Numbers of 8 and 16 bits, gathered: every value, at any address, and nothing beyond them is
// touched.
namespace {

using namespace simt;

SIMT_KERNEL_TEMPLATE((class T, class I), (T, I), pick,
                     (ptr<T const> in, ptr<I const> where, ptr<int> out, ptr<int> some, int n)) {
  auto i = threadIdx.x;
  varying<I> w = where[i % n];
  out[i] = in[w];
  simt_if (w % 3 == 1) some[i] = in[w];
}

template <class T, class I, int W>
void check_at(std::byte* at, int n) {
  constexpr int threads = 64;
  std::array<T, threads> values{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    values[i] = static_cast<T>(static_cast<int>(i) * 37 - 11);
    std::memcpy(at + i * sizeof(T), &values[i], sizeof(T));
  }
  std::vector<I> where(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) where[static_cast<std::size_t>(i)] = static_cast<I>(i * 29 % n);
  std::vector<int> out(threads, -1), some(threads, -1), want(threads, -1), want_some(threads, -1);
  for (std::size_t i = 0; i < threads; ++i) {
    auto const w = static_cast<std::size_t>(where[i % static_cast<std::size_t>(n)]);
    want[i] = values[w];
    if (w % 3 == 1) want_some[i] = values[w];
  }
  launch_at<W>(pick<T, I>, shape{1, threads}, reinterpret_cast<T const*>(at), where.data(),
               out.data(), some.data(), n);
  CAPTURE(W);
  CAPTURE(n);
  CAPTURE(sizeof(T));
  CHECK(out == want);
  CHECK(some == want_some);
}

template <class T, class I>
void check_ends() {
  simt_test::lone_pages const page;
  for (int n : {1, 3, 51, 53})  // prime to 29
    for (int moved = 0; moved < 4; ++moved) {
      auto const bytes = static_cast<std::ptrdiff_t>(sizeof(T)) * (n + moved);
      check_at<T, I, 1>(page.end() - bytes, n);
      check_at<T, I, simd::native_lanes>(page.end() - bytes, n);
      check_at<T, I, 64>(page.end() - bytes, n);
      check_at<T, I, 64>(page.begin() + static_cast<std::ptrdiff_t>(sizeof(T)) * moved, n);
    }
}

TEST_CASE("numbers of 8 and 16 bits are gathered from memory that ends with them") {
  check_ends<signed char, int>();
  check_ends<unsigned char, int>();
  check_ends<bool, int>();
  check_ends<short, int>();
  check_ends<unsigned short, int>();
  check_ends<signed char, long long>();
  check_ends<unsigned short, long long>();
}

}  // namespace
