// SPDX-License-Identifier: MIT
#include <simt/lanes/index/index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <limits>
#include <vector>

using simt_test::at_widths;
using simt_test::for_widths;

// The same formulas run on indices in a kernel and on ints in plain loops.
namespace {

using simt::dim3;
using simt::select;
using simt::varying;

template <class A, class B>
auto six(A const& a, B const& b) {
  return select(a < b, 1, 0) + select(a <= b, 2, 0) + select(a > b, 4, 0) + select(a >= b, 8, 0) +
         select(a == b, 16, 0) + select(a != b, 32, 0);
}

struct bounds {
  int n;
  unsigned u;
  long l;
  unsigned long z;
};

// The plain C++ side mixes int, unsigned and size_t on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
/// put(x) takes each value as a long. Results stay in range: int overflow is undefined in C++.
template <class X, class Y, class Z, class Put>
void formulas(X tx, Y ty, Z tz, bounds const& b, Put put) {
  auto const ux = simt::let<unsigned>(tx);
  auto const lx = simt::let<long>(tx);
  auto const zx = simt::let<unsigned long>(tx);
  put(tx + ty * 16 + tz * 256);
  put(tx * 3 - ty * 5 + 2 * tz - 7);
  put(b.n - tx);
  put(-tx + b.n * ty);
  put(+tx);
  put(b.l * tx + ty);
  put((tx + 1) * b.n - (ty - 2) * b.n);
  put(ux + b.u);
  put(ux - 5u);  // wraps below 0
  put(b.u * ux);
  put(zx - b.z);
  put(lx * 1000000000L);
  put(b.z + tx);
  put(tx << 3);
  put((ty + tx) << 0);
  put((tx + ty) % 7);
  put((tx + b.n) / 3);
  put((tx - 5) / 3);
  put(tx ^ 5);
  put(~tx & 6);
  put(tx >> 1);
  put(tx * ty + tz);
  put(tx - tx);
  put((tx - ty) * (tz + 1));
  put(tx + ux);
  put(lx + tx);
  put(simt::let<float>(tx) * 0.5f);
  put(select(tx < b.n, tx * 2, ty));
  for (int j = -3; j < 40; j += 5) {
    put(six(tx, j) + 64 * six(j, tx));
    put(six(tx * 3 - 7, j) + 64 * six(j, tx * 3 - 7));
    put(six(10 - tx, long{j}) + 64 * six(long{j}, 10 - tx));
    put(six(ty, j) + 64 * six(j, tx + 2 * ty));
    put(six(ux, static_cast<unsigned>(j)) + 64 * six(static_cast<unsigned>(j), ux - 4u));
    put(six(zx + b.z, static_cast<unsigned long>(j)) + 64 * six(static_cast<unsigned long>(j), zx));
  }
  put(six(tx, ty) + 64 * six(ty + 1, tx));
}
#pragma GCC diagnostic pop
constexpr int formula_count = 28 + 9 * 6 + 1;

constexpr bounds some_bounds{5, 4000000000u, -3000000000L, 9ul};

template <int W, class Block>
void check_formulas(Block shape, dim3 extents) {
  auto const total = static_cast<int>(extents.count());
  std::vector<long> got(static_cast<std::size_t>(total * formula_count), -99), expected = got;
  simt::launch_at<W>(
      [total](auto& t, simt::ptr<long> o) {
        auto const id = t.threadIdx.x + t.threadIdx.y * t.blockDim.x +
                        t.threadIdx.z * (t.blockDim.x * t.blockDim.y);
        int k = 0;
        formulas(t.threadIdx.x, t.threadIdx.y, t.threadIdx.z, some_bounds,
                 [&](auto const& x) { o[k++ * total + id] = x; });
      },
      simt::shape{1, shape}, got.data());
  int id = 0, count = 0;
  for (int z = 0; z < static_cast<int>(extents.z); ++z)
    for (int y = 0; y < static_cast<int>(extents.y); ++y)
      for (int x = 0; x < static_cast<int>(extents.x); ++x) {
        int k = 0;
        formulas(x, y, z, some_bounds, [&](auto v) {
          expected[static_cast<std::size_t>(k++ * total + id)] = static_cast<long>(v);
        });
        count = k;
        ++id;
      }
  CHECK(count == formula_count);
  INFO("width ", W, ", block ", extents.x, " x ", extents.y, " x ", extents.z);
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != expected[i] && ++wrong < 4) {
      INFO("formula ", i / static_cast<std::size_t>(total), ", thread ",
           i % static_cast<std::size_t>(total));
      CHECK(got[i] == expected[i]);
    }
  CHECK(wrong == 0);
}
template <int W, int X, int Y = 1, int Z = 1>
void check_static() {
  check_formulas<W>(simt::block_shape<X, Y, Z>, dim3(unsigned{X}, unsigned{Y}, unsigned{Z}));
}

}  // namespace

TEST_CASE("[BLT-004] index: algebra and comparisons in a block of one dimension") {
  for_widths<1, simt::simd::native_lanes>([]<int W>() {
    check_formulas<W>(33, dim3(33));
    check_formulas<W>(64, dim3(64));
  });
}
TEST_CASE("[BLT-004] index: algebra and comparisons in blocks of run-time shape") {
  for (dim3 const block : {dim3(3, 5, 7), dim3(32, 3, 2), dim3(10, 10)})
    check_formulas<32>(block, block);
}
TEST_CASE("[BLT-004] index: algebra and comparisons in blocks of static shape") {
  check_static<1, 7, 5>();
  check_static<simt::whole_block, 7, 5>();
  check_static<32, 4, 4, 4>();
  check_static<32, 3, 5, 7>();
}

namespace {

/// The thread's number in the grid by CUDA's formula, at its place; everything else untouched.
struct number_threads {
  template <class T>
  void operator()(T& t, simt::ptr<int> o, simt::ptr<long> p) const {
    auto const in_block = t.threadIdx.z * (t.blockDim.x * t.blockDim.y) +
                          t.threadIdx.y * t.blockDim.x + t.threadIdx.x;
    auto const block =
        t.blockIdx.z * t.gridDim.x * t.gridDim.y + t.blockIdx.y * t.gridDim.x + t.blockIdx.x;
    auto const i = block * (t.blockDim.x * t.blockDim.y * t.blockDim.z) + in_block;
    o[i] = in_block;
    p[i * 2 + 1] = i;  // strided
    o[i] += t.blockIdx.x * 10000 + t.warpSize * 100000;
  }
};

template <int W, class Block>
void check_numbers(dim3 grid, Block shape, dim3 extents) {
  auto const threads = static_cast<int>(extents.count());
  auto const n = static_cast<std::size_t>(grid.count() * extents.count());
  std::vector<int> o(n + 8, -1);
  std::vector<long> p(2 * n + 8, -1);
  simt::launch_at<W>(number_threads{}, simt::shape{grid, shape}, o.data(), p.data());
  INFO("width ", W, ", block ", extents.x, " x ", extents.y, " x ", extents.z);
  int wrong = 0;
  for (std::size_t i = 0; i < n + 8; ++i) {
    int const block = static_cast<int>(i) / threads;
    int const in_block = static_cast<int>(i) % threads;
    int const bx = block % static_cast<int>(grid.x);
    wrong += o[i] != (i < n ? in_block + bx * 10000 + 3200000 : -1);
    if (i < n) wrong += p[2 * i + 1] != static_cast<long>(i) || p[2 * i] != -1;
  }
  CHECK(wrong == 0);
}
template <int X, int Y, int Z, int... W>
void check_static_numbers() {
  for_widths<W...>([]<int V>() {
    check_numbers<V>(dim3(2, 2, 2), simt::block_shape<X, Y, Z>,
                     dim3(unsigned{X}, unsigned{Y}, unsigned{Z}));
  });
}

}  // namespace

TEST_CASE(
    "[HIER-002][HIER-004][HIER-006][BLT-001][BLT-002][BLT-003][BLT-005] built-ins: run-time "
    "shapes") {
  at_widths([]<int W>() {
    for (int const n : {1, 31, 33, 100, 128, 1024}) check_numbers<W>(dim3(3), n, dim3(unsigned(n)));
    for (dim3 const b : {dim3(7, 5), dim3(3, 5, 7), dim3(10, 10), dim3(32, 3), dim3(64, 2, 2),
                         dim3(1, 1, 33), dim3(1, 100)})
      check_numbers<W>(dim3(3, 2, 2), b, b);
  });
}
TEST_CASE("[HIER-002][HIER-004][HIER-006][BLT-001][BLT-002][BLT-003] built-ins: static shapes") {
  constexpr int all = simt::whole_block, native = simt::simd::native_lanes;
  check_static_numbers<1, 1, 1, all>();
  check_static_numbers<31, 1, 1, 1, native>();
  check_static_numbers<33, 1, 1, 32>();
  check_static_numbers<100, 1, 1, 64, all>();
  check_static_numbers<7, 5, 1, native, 32>();
  check_static_numbers<3, 5, 7, 32, all>();
  check_static_numbers<10, 10, 1, 64>();
  check_static_numbers<8, 8, 2, 1, native, 32, 64>();
  check_static_numbers<64, 2, 1, 32>();
  check_static_numbers<1024, 1, 1, 32>();
  check_static_numbers<32, 32, 1, 64>();
}

// A guard that overshoots in two dimensions.
SIMT_KERNEL(guarded, (simt::ptr<int> o, int w, int h)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  simt_if (x < w && y < h) o[y * w + x] += x + 1000 * y;
}
// A grid-stride loop: every element once, whatever the grid.
SIMT_KERNEL(strided, (simt::ptr<int> o, int n)) {
  simt_for (auto i = blockIdx.x * blockDim.x + threadIdx.x, i < n, i += gridDim.x * blockDim.x)
    o[i] += i + 1;
}
// All bounds of a loop, and elements behind its end.
SIMT_KERNEL(stepped, (simt::ptr<int> o, int from, int n, int step)) {
  auto i = threadIdx.x + from;
  int turns = 0;
  simt_while (i < n) {
    o[i] += 1;
    i += step;
    ++turns;
  }
  simt_for (auto k = threadIdx.x * 2, k < n, ++k) o[k] += 100;
}

TEST_CASE("[HIER-007][HIER-018] index: a guard in two dimensions") {
  static constexpr int w = 37, h = 11;
  auto const check = [](auto run) {
    std::vector<int> o(w * h + 50, 5);
    run(o.data());
    int wrong = 0;
    for (int i = 0; i < w * h + 50; ++i)
      wrong += o[static_cast<std::size_t>(i)] != (i < w * h ? 5 + i % w + 1000 * (i / w) : 5);
    CHECK(wrong == 0);
  };
  at_widths([&]<int W>() {
    INFO("width ", W);
    check([](int* o) {
      simt::launch_at<W>(guarded, simt::shape{dim3(4, 3), dim3(10, 5)}, o, w, h);
    });
    check([](int* o) {
      simt::launch_at<W>(guarded, simt::shape{dim3(2, 6), simt::block_shape<32, 2>}, o, w, h);
    });
  });
  check([](int* o) {
    simt::launch_at<simt::whole_block>(guarded, simt::shape{dim3(5, 3), simt::block_shape<8, 4>}, o,
                                       w, h);
  });
}

TEST_CASE("[HIER-025] index: a grid-stride loop visits every element once") {
  at_widths([]<int W>() {
    for (int const n : {0, 1, 31, 100, 1000})
      for (int const block : {1, 33, 64}) {
        std::vector<int> o(1010, 7);
        simt::launch_at<W>(strided, simt::shape{3, block}, o.data(), n);
        INFO("width ", W, ", n ", n, ", block ", block);
        int wrong = 0;
        for (int i = 0; i < 1010; ++i)
          wrong += o[static_cast<std::size_t>(i)] != (i < n ? 8 + i : 7);
        CHECK(wrong == 0);
      }
  });
}

TEST_CASE("index: loops that step an index by a uniform") {
  at_widths([]<int W>() {
    for (int const block : {1, 20, 33}) {
      std::vector<int> got(300, 0), expected(300, 0);
      simt::launch_at<W>(stepped, simt::shape{1, block}, got.data(), 3, 150, 40);
      for (int t = 0; t < block; ++t) {
        for (int i = t + 3; i < 150; i += 40) expected[static_cast<std::size_t>(i)] += 1;
      }
      // In lock step threads write the same element in one turn only if their indices are equal.
      for (int k = 0; k < 150; ++k)
        for (int t = 0; 2 * t <= k && t < block; ++t) expected[static_cast<std::size_t>(k)] += 100;
      INFO("width ", W, ", block ", block);
      CHECK(got == expected);
    }
  });
}

TEST_CASE("index: offsets beyond 2^31 and below 0") {
  for_widths<1, 32>([]<int W>() {
    std::vector<std::ptrdiff_t> o(6 * 40, -1);
    auto* const out = o.data();
    simt::launch_at<W>(
        [out](auto& t, simt::ptr<char> p) {
          auto const i = t.threadIdx.x;
          varying<long, W> const v = simt::let<long>(i) * 3000000000L;
          varying<unsigned, W> const u = simt::let<unsigned>(i) + 4294967200u;
          auto const own = simt::value(i);
          auto const put = [&](int k, auto const& where) {
            for (int l = 0; l < W; ++l)
              if (own.lane(l) < 40) {
                auto const& x = where.lane_index();
                if constexpr (requires { x.at(l); })
                  out[k * 40 + own.lane(l)] = x.at(l);
                else
                  out[k * 40 + own.lane(l)] = static_cast<std::ptrdiff_t>(x.lane(l));
              }
          };
          put(0, &p[i * 100000000]);  // the mathematical value, where int would overflow
          put(1, &p[simt::let<long>(i) * 3000000000L + 5]);
          put(2, &p[(i - 20) * 200000000]);
          put(3, &p[v + 1]);
          put(4, &p[u]);
          put(5, &p[2147483647 + simt::let<unsigned long>(i) * 8u]);
        },
        simt::shape{1, 40}, static_cast<char*>(nullptr));
    INFO("width ", W);
    for (int i = 0; i < 40; ++i) {
      auto const at = [&](int k) { return o[static_cast<std::size_t>(k * 40 + i)]; };
      CHECK(at(0) == i * 100000000L);
      CHECK(at(1) == i * 3000000000L + 5);
      CHECK(at(2) == (i - 20) * 200000000L);
      CHECK(at(3) == i * 3000000000L + 1);
      CHECK(at(4) == static_cast<std::ptrdiff_t>(static_cast<unsigned>(i) + 4294967200u));
      CHECK(at(5) == 2147483647L + i * 8L);
    }
  });
}
