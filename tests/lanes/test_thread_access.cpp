// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/thread_access.hpp>
#include <simt/simt.hpp>

#include "support/lone_pages.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <vector>

// Rows of memory of which some threads read: at the ends of what may be read, from any address, and
// across the border of two pages.
namespace {

using namespace simt;

SIMT_KERNEL_TEMPLATE((class T), (T), between,
                     (ptr<T const> in, ptr<T> out, int first, int last, int odd)) {
  auto i = threadIdx.x;
  simt_if (i >= first && i < last && (i % 2 == 1 || odd == 0)) out[i] = in[i - first];
}

template <class T, int W>
void check_row(std::byte* at, int n, int first, int odd) {
  constexpr int threads = 64;
  std::vector<T> values, out(threads, T(99)), want(threads, T(99));
  for (int i = 0; i < n; ++i) values.push_back(static_cast<T>(i * 7 + 1));
  std::memcpy(at, values.data(), values.size() * sizeof(T));
  for (int i = first; i < first + n; ++i)
    if (i % 2 == 1 || odd == 0)
      want[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(i - first)];
  launch_at<W>(between<T>, shape{1, threads}, reinterpret_cast<T const*>(at), out.data(), first,
               first + n, odd);
  CAPTURE(W);
  CAPTURE(n);
  CAPTURE(first);
  CHECK(out == want);
}

template <class T>
void check_rows() {
  simt_test::lone_pages const pages;
  std::ptrdiff_t const middle = (pages.end() - pages.begin()) / 2;
  for (int n : {1, 2, 3, 7, 17, 40})
    for (int first : {0, 1, 5, 23})
      for (int odd : {0, 1}) {
        auto const size = static_cast<std::ptrdiff_t>(sizeof(T));
        for (std::byte* at : {pages.begin(), pages.end() - n * size,
                              pages.begin() + middle - n / 2 * size}) {
          check_row<T, 1>(at, n, first, odd);
          check_row<T, simd::native_lanes>(at, n, first, odd);
          check_row<T, 64>(at, n, first, odd);
        }
      }
}

TEST_CASE("rows that end with a page are read by some of the threads") {
  check_rows<signed char>();
  check_rows<short>();
  check_rows<float>();
  check_rows<unsigned>();
  check_rows<double>();
}

}  // namespace
