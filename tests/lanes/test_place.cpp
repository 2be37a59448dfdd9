// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>
#include <widths.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

// Loads and stores through simt::ptr, against plain loops over threads.
namespace {

using namespace simt_test::arrays;
using simt_test::at_widths;
using simt_test::for_widths;

template <class T, int W>
void check_access() {
  array<T> in(5);
  array<int> where;
  each_thread([&](int i) { where[i] = shuffled(i); });
  INFO("width ", W, ", ", sizeof(T), " bytes");
  // Each statement alone, and under a mask; then again in plain C++.
  {
    array<T> got, expected;
    run<W>(
        [](auto& t, simt::ptr<T> o, simt::ptr<T const> a) {
          auto const i = t.threadIdx.x;
          o[i] = a[i];
          simt_if (i % 3 == 0) o[i] = a[i + 1];
          simt_if (i < 20) o[i + threads] = a[i];  // a prefix
          simt_if (i >= 70) o[i + threads] = a[i];
        },
        got.begin(), in.begin());
    each_thread([&](int i) {
      expected[i] = i % 3 == 0 ? in[i + 1] : in[i];
      if (i < 20 || i >= 70) expected[i + threads] = in[i];
    });
    CHECK((got == expected));
  }
  {  // strides, backwards, one element for all
    array<T> got, expected;
    run<W>(
        [](auto& t, simt::ptr<T> o, simt::ptr<T const> a) {
          auto const i = t.threadIdx.x;
          o[2 * i] = a[3 * i];
          simt_if (i % 2 == 1) o[2 * i + 1] = a[3 * i - 1];
          o[i * 0 - 5] = a[9];
          simt_if (i > 50) o[threads * 2 + i * 1] = a[threads - i];
          int const uniform = 7;
          o[-9] = a[uniform];
          simt_if (i == 40) o[-10] = a[i * 0 + 3];
        },
        got.begin(), in.begin());
    each_thread([&](int i) {
      expected[2 * i] = in[3 * i];
      if (i % 2 == 1) expected[2 * i + 1] = in[3 * i - 1];
    });
    each_thread([&](int i) {
      if (i > 50) expected[threads * 2 + i] = in[threads - i];
    });
    expected[-5] = in[9];
    expected[-9] = in[7];
    expected[-10] = in[3];
    CHECK((got == expected));
  }
  {  // gathers and scatters by indices of every kind
    array<T> got, expected;
    run<W>(
        [](auto& t, simt::ptr<T> o, simt::ptr<T const> a, simt::ptr<int const> w) {
          auto const i = t.threadIdx.x;
          varying<int, W> const j = w[i];
          varying<T, W> x = a[j];
          simt_if (i % 4 != 2) x = a[simt::let<long>(j) + 1];
          o[j] = x;
          varying<unsigned, W> const u = simt::let<unsigned>(j) + 77u;
          simt_if (j % 5 != 3) o[u] = a[u];
          varying<std::uint8_t, W> const c = j;
          simt_if (j % 5 == 3) o[c + 154] = a[c];
        },
        got.begin(), in.begin(), where.begin());
    each_thread([&](int i) {
      int const j = shuffled(i);
      expected[j] = i % 4 != 2 ? in[j + 1] : in[j];
      if (j % 5 != 3) expected[j + 77] = in[j + 77];
      if (j % 5 == 3) expected[j + 154] = in[j];
    });
    CHECK((got == expected));
  }
  {  // indices that turn out consecutive or equal at run time
    array<T> got, expected;
    array<int> line, same;
    each_thread([&](int i) { line[i] = i + 3; });
    each_thread([&](int i) { same[i] = 11; });
    run<W>(
        [](auto& t, simt::ptr<T> o, simt::ptr<T const> a, simt::ptr<int const> w,
           simt::ptr<int const> v) {
          auto const i = t.threadIdx.x;
          varying<int, W> const j = w[i], k = v[i];
          simt_if (i < threads) {
            o[j] = a[j + 2];
            o[simt::let<long>(j) + threads + 5] = a[simt::let<long>(j)];
            o[i + 2 * threads + 10] = a[k];
          }
        },
        got.begin(), in.begin(), line.begin(), same.begin());
    each_thread([&](int i) {
      expected[i + 3] = in[i + 5];
      expected[i + 3 + threads + 5] = in[i + 3];
    });
    each_thread([&](int i) { expected[i + 2 * threads + 10] = in[11]; });
    CHECK((got == expected));
  }
}

template <class T, int W>
void check_compound() {
  array<T> got, expected, in(40);
  auto const some = [](int i) { return static_cast<T>((i % 7 + 7) % 7 + 3); };
  for (int i = -guard; i < size - guard; ++i) {
    in[i] = some(i);
    got[i] = expected[i] = static_cast<T>(content<T>(i) / T(8));
  }
  run<W>(
      [](auto& t, simt::ptr<T> o, simt::ptr<T const> a) {
        auto const i = t.threadIdx.x;
        o[i] += a[i];
        simt_if (i % 3 != 1) {
          o[i] -= T(3);
          o[i] *= a[i + 1];
          o[i] /= T(2);
        }
        varying<int, W> const j = i * 2 + 1;
        simt_if (i % 2 == 0) o[j + 76] += a[i] + 1;
        simt_if (i < 30) ++o[i];
        simt_if (i < 31) o[i]--;
        varying<T, W> const before = o[i]++;
        varying<T, W> const after = --o[j + 77];
        simt_if (i == 5) {
          o[-20] = before;
          o[-21] = after;
        }
        simt_if (i < 40) o[i] += a[i + 2];
      },
      got.begin(), in.begin());
  each_thread([&](int i) { expected[i] = static_cast<T>(expected[i] + in[i]); });
  each_thread([&](int i) {
    if (i % 3 == 1) return;
    expected[i] = static_cast<T>(expected[i] - T(3));
    expected[i] = static_cast<T>(expected[i] * in[i + 1]);
    expected[i] = static_cast<T>(expected[i] / T(2));
  });
  each_thread([&](int i) {
    if (i % 2 == 0) expected[i * 2 + 77] = static_cast<T>(expected[i * 2 + 77] + in[i] + 1);
  });
  each_thread([&](int i) {
    if (i < 30) ++expected[i];
  });
  each_thread([&](int i) {
    if (i < 31) expected[i]--;
  });
  T const before = expected[5];
  each_thread([&](int i) { expected[i]++; });
  each_thread([&](int i) { --expected[i * 2 + 78]; });
  expected[-21] = expected[5 * 2 + 78];
  expected[-20] = before;
  each_thread([&](int i) {
    if (i < 40) expected[i] = static_cast<T>(expected[i] + in[i + 2]);
  });
  INFO("width ", W, ", ", sizeof(T), " bytes");
  CHECK((got == expected));
}

SIMT_KERNEL_TEMPLATE((class T), (T), two_threads,
                     (simt::ptr<T const> in, simt::ptr<T> out, std::ptrdiff_t step)) {
  simt_if (threadIdx.x < 2) out[threadIdx.x * step] = in[threadIdx.x * step];
}

/// Threads from 7 on access neighbours, by indices that only they have; the others' lead nowhere.
SIMT_KERNEL_TEMPLATE((class T), (T), rim, (simt::ptr<T const> in, simt::ptr<T> out)) {
  varying<int> const i = threadIdx.x;
  varying<int> const at = simt::select(i < 7, 1 << 30, i - 3);
  varying<int> const mixed = simt::select(i < 7, 1 << 30, i ^ 5);
  simt_if (i >= 7) {
    out[at + 1] = in[at];
    simt_if (i < 71) out[mixed + 80] = in[mixed];
  }
}

}  // namespace

TEST_CASE("place: loads and stores of 8 and 16 bits and bool") {
  check_access<bool, 1>();
  check_access<bool, native>();
  check_access<std::int8_t, native>();
  check_access<std::uint16_t, native>();
}
TEST_CASE("place: loads and stores of 32 bits") {
  check_access<int, 1>();
  check_access<int, native>();
  check_access<float, 32>();
  check_access<int, 64>();
}
TEST_CASE("place: loads and stores of 64 bits") {
  check_access<double, 1>();
  check_access<double, native>();
  check_access<std::uint64_t, native>();
}

TEST_CASE("place: compound assignment, ++ and --, all and some threads") {
  at_widths([]<int W>() { check_compound<int, W>(); });
  check_compound<std::int8_t, native>();
  check_compound<double, native>();
  check_compound<std::int64_t, 32>();
  check_compound<float, 32>();
}

namespace {

enum class colour : std::uint8_t { red, green, blue };

SIMT_KERNEL(bits, (simt::ptr<unsigned> o, simt::ptr<unsigned const> a)) {
  auto const i = threadIdx.x;
  o[i] ^= a[i];
  o[i] |= 16u;
  o[i] &= ~a[i + 1];
  o[i] <<= 3;
  o[i] >>= i % 5;
  o[i] %= 1000003u;
}
// In lock step: threads read before any of them writes.
SIMT_KERNEL(overlap, (simt::ptr<int> o, int n)) {
  auto const i = threadIdx.x;
  simt_if (i < n) o[i] = o[i + 1];
  simt_if (i >= 100 && i < 120) o[i] += o[i + 3];
}
SIMT_KERNEL(enumerations, (simt::ptr<colour> o, simt::ptr<colour const> a)) {
  auto const i = threadIdx.x;
  varying<colour> const c = a[i];
  simt_if (c == colour::green)
    o[i] = colour::blue;
  else
    o[i] = c;
  simt_if (colour::red != c && c < colour::blue && i == 76) o[i + 1] = c;
}
SIMT_KERNEL(rows, (simt::ptr<short> o, simt::ptr<short const> a, int pitch)) {
  auto const x = threadIdx.x;
  auto const y = threadIdx.y;
  o[y * pitch + x] = a[x * pitch + y];
  simt_if ((x + y) % 2 == 0) o[y * pitch + x] += a[y];
}

}  // namespace

TEST_CASE("place: bitwise compound assignment") {
  at_widths([]<int W>() {
    array<unsigned> got, expected, in(3);
    run<W>(bits, got.begin(), in.begin());
    each_thread([&](int i) {
      unsigned x = expected[i];
      x ^= in[i];
      x |= 16u;
      x &= ~in[i + 1];
      x <<= 3;
      x >>= i % 5;
      expected[i] = x % 1000003u;
    });
    INFO("width ", W);
    CHECK((got == expected));
  });
}

TEST_CASE("[HIER-020] place: a gang reads before it writes") {
  // Between gangs the order is open, so one gang holds all threads.
  for_widths<32, 64>([]<int W>() {
    std::vector<int> o(200), expected;
    for (int i = 0; i < 200; ++i) o[static_cast<std::size_t>(i)] = i * i;
    expected = o;
    simt::launch_at<W>(overlap, simt::shape{1, simt::block_shape<32>}, o.data(), 20);
    for (std::size_t i = 0; i < 20; ++i) expected[i] = static_cast<int>((i + 1) * (i + 1));
    INFO("width ", W);
    CHECK(o == expected);
  });
  std::vector<int> o(200), expected;
  for (int i = 0; i < 200; ++i) o[static_cast<std::size_t>(i)] = i * i;
  expected = o;
  simt::launch_at<simt::whole_block>(overlap, simt::shape{1, simt::block_shape<128>}, o.data(), 99);
  for (std::size_t i = 0; i < 99; ++i) expected[i] = static_cast<int>((i + 1) * (i + 1));
  for (std::size_t i = 100; i < 120; ++i) expected[i] = static_cast<int>(i * i + (i + 3) * (i + 3));
  CHECK(o == expected);
}

TEST_CASE("place: enumerations") {
  at_widths([]<int W>() {
    std::vector<colour> a(90), o(90, colour::red);
    for (std::size_t i = 0; i < 90; ++i) a[i] = static_cast<colour>(i % 3);
    run<W>(enumerations, o.data(), a.data());
    INFO("width ", W);
    for (std::size_t i = 0; i < 90; ++i)
      CHECK(o[i] == (i == 77                     ? colour::green
                     : i > threads || i % 3 == 0 ? colour::red
                                                 : colour::blue));
  });
}

TEST_CASE("[HIER-004] place: a column's threads lie far apart, others' places nowhere") {
  auto const check = []<class T>(T first, T second) {
    alignas(16) static T near[2];  // what is read, what is written
    alignas(16) T far[2] = {second, T{}};
    near[0] = first;
    auto const step =
        (reinterpret_cast<std::intptr_t>(far) - reinterpret_cast<std::intptr_t>(near)) /
        static_cast<std::intptr_t>(sizeof(T));
    at_widths([&]<int W>() {
      near[1] = far[1] = T{};
      simt::launch_at<W>(two_threads<T>, simt::shape{1, 40}, near, near + 1, step);
      INFO("width ", W, " of ", sizeof(T), " bytes, step ", step);
      CHECK(near[1] == first);
      CHECK(far[1] == second);
    });
  };
  check(1.5f, 2.5f);
  check(1.5, 2.5);
  check(std::uint64_t{1} << 40, std::uint64_t{3} << 50);
  check(7, -8);
  check(short{7}, short{-8});
  check(static_cast<signed char>(7), static_cast<signed char>(-8));
}

TEST_CASE("[HIER-004] place: runs of active threads beside threads whose indices lead nowhere") {
  auto const check = []<class T>(T) {
    at_widths([]<int W>() {
      array<T> in, got(5), expected(5);
      run<W>(rim<T>, in.begin(), got.begin());
      each_thread([&](int i) {
        if (i < 7) return;
        expected[i - 2] = in[i - 3];
        if (i < 71) expected[(i ^ 5) + 80] = in[i ^ 5];
      });
      INFO("width ", W, ", ", sizeof(T), " bytes");
      CHECK((got == expected));
    });
  };
  check(1.5f);
  check(1.5);
  check(short{1});
  check(std::int64_t{1});
}

TEST_CASE("[HIER-004] place: rows and columns of blocks whose rows fit no register") {
  auto const check = [](auto shape, int w, int h, auto launch) {
    constexpr int pitch = 13;
    std::vector<short> got(400, -1), expected(400, -1), in(400);
    for (std::size_t i = 0; i < 400; ++i) in[i] = static_cast<short>(i * 7);
    launch(shape, got.data(), in.data(), pitch);
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        auto const at = static_cast<std::size_t>(y * pitch + x);
        expected[at] = in[static_cast<std::size_t>(x * pitch + y)];
        if ((x + y) % 2 == 0)
          expected[at] = static_cast<short>(expected[at] + in[static_cast<std::size_t>(y)]);
      }
    INFO("block ", w, " x ", h);
    CHECK(got == expected);
  };
  at_widths([&]<int W>() {
    INFO("width ", W);
    auto const launch = [](auto s, short* o, short* a, int pitch) {
      simt::launch_at<W>(rows, simt::shape{1, s}, o, a, pitch);
    };
    check(simt::block_shape<5, 12>, 5, 12, launch);
    check(simt::block_shape<8, 8>, 8, 8, launch);
  });
  auto const run_time = [](auto s, short* o, short* a, int pitch) {
    simt::launch_at<32>(rows, simt::shape{1, s}, o, a, pitch);
  };
  check(simt::dim3(7, 5), 7, 5, run_time);
  check(simt::dim3(10, 10), 10, 10, run_time);
  auto const whole = [](auto s, short* o, short* a, int pitch) {
    simt::launch_at<simt::whole_block>(rows, simt::shape{1, s}, o, a, pitch);
  };
  check(simt::block_shape<7, 5>, 7, 5, whole);
  check(simt::block_shape<4, 11>, 4, 11, whole);
}
