// SPDX-License-Identifier: MIT
#include <simt/kernel/kernel.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using simt::block_shape;
using simt::dim3;
using simt::shape;
using simt_test::at_widths;
using simt_test::for_widths;

namespace {

template <class T>
std::vector<T> counting(int n, int modulus) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = static_cast<T>(i * 7 % modulus);
  return v;
}
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// --- Built-in variables --------------------------------------------------------------------------

constexpr int facts = 5;

SIMT_KERNEL(identify, (simt::ptr<int> out, simt::ptr<int> visits)) {
  auto thread = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  int const block = blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y;
  auto rank = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  varying<int> here = threadIdx.x;
  here += threadIdx.y * 2048 + threadIdx.z * 2048 * 2048;
  out[rank * facts + 0] = here;
  out[rank * facts + 1] = blockIdx.x + blockIdx.y * 2048 + blockIdx.z * 2048 * 2048;
  out[rank * facts + 2] = blockDim.x + blockDim.y * 2048 + blockDim.z * 2048 * 2048;
  out[rank * facts + 3] = gridDim.x + gridDim.y * 2048 + gridDim.z * 2048 * 2048;
  out[rank * facts + 4] = warpSize;
  visits[rank] += 1;
}

int packed(unsigned x, unsigned y, unsigned z) {
  return static_cast<int>(x + y * 2048 + z * 2048 * 2048);
}

template <int W, class Block>
void check_identity(dim3 grid, Block block, dim3 extents) {
  auto const n = static_cast<std::size_t>(grid.count() * extents.count());
  std::vector<int> out(n * facts, -1), visits(n, 0), want;
  want.reserve(n * facts);
  // The loops that a launch stands for, x innermost.
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx)
        for (unsigned z = 0; z < extents.z; ++z)
          for (unsigned y = 0; y < extents.y; ++y)
            for (unsigned x = 0; x < extents.x; ++x) {
              want.push_back(packed(x, y, z));
              want.push_back(packed(bx, by, bz));
              want.push_back(packed(extents.x, extents.y, extents.z));
              want.push_back(packed(grid.x, grid.y, grid.z));
              want.push_back(32);
            }
  simt::launch_at<W>(identify, shape{grid, block}, out.data(), visits.data());
  CAPTURE(W);
  CAPTURE(extents.x);
  CAPTURE(extents.y);
  CAPTURE(extents.z);
  CHECK(out == want);
  CHECK(visits == std::vector<int>(n, 1));
}
template <int W, int X, int Y, int Z>
void check_static_identity(dim3 grid) {
  check_identity<W>(grid, block_shape<X, Y, Z>, dim3(X, Y, Z));
}

}  // namespace

TEST_CASE(
    "[HIER-001..HIER-004][HIER-006][BLT-001..BLT-005] built-in variables: every thread of every "
    "block once, shapes at run time") {
  at_widths([]<int W>() {
    for (int const threads : {1, 2, 31, 32, 33, 64, 100, 128, 1023, 1024})
      check_identity<W>(dim3(3), threads, dim3(threads));
    for (dim3 const block : {dim3(5, 7), dim3(16, 16), dim3(32, 3), dim3(64, 2), dim3(1, 40),
                             dim3(3, 5, 7), dim3(4, 4, 4), dim3(1, 1, 64), dim3(32, 2, 3)})
      check_identity<W>(dim3(2, 3, 2), block, block);
  });
}

TEST_CASE("[HIER-002][HIER-003][HIER-004] built-in variables: static shapes, the block as a gang") {
  constexpr int native = simt::simd::native_lanes, all = simt::whole_block;
  check_static_identity<32, 33, 1, 1>(dim3(4));
  check_static_identity<all, 33, 1, 1>(dim3(4));
  check_static_identity<native, 5, 7, 1>(dim3(2, 2));
  check_static_identity<all, 5, 7, 1>(dim3(2, 2));
  check_static_identity<native, 16, 16, 1>(dim3(3, 2));
  check_static_identity<32, 16, 16, 1>(dim3(3, 2));
  check_static_identity<64, 4, 4, 8>(dim3(2, 1, 3));
  check_static_identity<1, 3, 5, 7>(dim3(1, 2, 2));
  check_static_identity<all, 3, 5, 7>(dim3(1, 2, 2));
}

// --- Guards, strides, warps ----------------------------------------------------------------------

namespace {

SIMT_KERNEL(add_matrices, (simt::ptr<float const> a, simt::ptr<float const> b, simt::ptr<float> c,
                           int width, int height)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  simt_if (x < width && y < height) c[y * width + x] = a[y * width + x] + b[y * width + x];
}

SIMT_KERNEL(grid_stride, (simt::ptr<int> visits, int n)) {
  simt_for (auto i = blockIdx.x * blockDim.x + threadIdx.x, i < n, i += gridDim.x * blockDim.x)
    visits[i] += i + 1;
}

SIMT_KERNEL(warp_of, (simt::ptr<int> out)) {
  auto thread = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  varying<int> const id = thread;
  varying<unsigned> const lanes = __ballot(1);
  varying<int> const first = __shfl(id, 0);
  out[thread * 2] = first;
  out[thread * 2 + 1] = __popc(lanes);
}

// Constants of the type system: the strides of a tree, and of a polynomial's powers.
SIMT_KERNEL(unrolled, (simt::ptr<int const> in, simt::ptr<int> out, simt::ptr<int> powers)) {
  __shared__ simt::tile<int[64]> s;
  auto i = threadIdx.x;
  s[i] = in[i];
  simt::unroll_halving<32>([&](auto d) {
    static_assert(32 % d == 0);
    __syncthreads();
    simt_if (i < d) s[i] += s[i + d];
  });
  simt_if (i == 0) out[0] = s[0];
  varying<int> sum = 0, power = 1;
  simt::unroll<1, 8, 3>([&](auto k) {
    power *= i % 5;
    sum += power * k;
  });
  powers[i] = sum;
}

SIMT_KERNEL(one_winner, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  out[blockIdx.x] = i;
  simt_if (i % 3 == 1) out[gridDim.x + blockIdx.x] = i;
}

}  // namespace

TEST_CASE("[HIER-007] two-dimensional index: the guard stops what overshoots") {
  at_widths([]<int W>() {
    for (auto const& [width, height] : {std::pair{1, 1}, {15, 17}, {16, 16}, {33, 7}, {70, 50}}) {
      int const n = width * height;
      auto const a = counting<float>(n, 101), b = counting<float>(n, 37);
      std::vector<float> c(at(n) + 64, -1), want(at(n) + 64, -1);
      for (int i = 0; i < n; ++i) want[at(i)] = a[at(i)] + b[at(i)];
      auto const again = c;
      simt::launch_at<W>(add_matrices,
                         shape{dim3((width + 15) / 16, (height + 7) / 8), block_shape<16, 8>},
                         a.data(), b.data(), c.data(), width, height);
      CHECK(c == want);
      c = again;
      simt::launch_at<W>(add_matrices, shape{dim3((width + 4) / 5, (height + 2) / 3), dim3(5, 3)},
                         a.data(), b.data(), c.data(), width, height);
      CHECK(c == want);
    }
  });
}

TEST_CASE("[HIER-025] grid-stride loop: every element once, whatever the grid") {
  at_widths([]<int W>() {
    for (int const n : {1, 31, 97, 1000, 4099})
      for (int const blocks : {1, 3, 7})
        for (int const threads : {1, 33, 128}) {
          std::vector<int> visits(at(n), 0), want(at(n));
          for (int i = 0; i < n; ++i) want[at(i)] = i + 1;
          simt::launch_at<W>(grid_stride, shape{blocks, threads}, visits.data(), n);
          CHECK(visits == want);
        }
  });
}

TEST_CASE("[HIER-005] warps: 32 consecutive linear thread numbers, the last one partial") {
  for_widths<1, 32, 64>([]<int W>() {
    for (dim3 const block : {dim3(32), dim3(40), dim3(10, 7), dim3(16, 4, 2), dim3(3, 5, 7)}) {
      auto const n = static_cast<int>(block.count());
      std::vector<int> out(at(2 * n), -1);
      simt::launch_at<W>(warp_of, shape{1, block}, out.data());
      for (int t = 0; t < n; ++t) {
        CHECK(out[at(2 * t)] == t / 32 * 32);
        CHECK(out[at(2 * t + 1)] == std::min(32, n - t / 32 * 32));
      }
    }
  });
}

TEST_CASE("[BLT-011] unroll: loops whose counter is a constant") {
  for_widths<1, 32, simt::whole_block>([]<int W>() {
    auto const in = counting<int>(64, 53);
    std::vector<int> out(1, -1), powers(64, -1);
    simt::launch_at<W>(unrolled, shape{1, block_shape<64>}, in.data(), out.data(), powers.data());
    int sum = 0;
    for (int const x : in) sum += x;
    CHECK(out[0] == sum);
    for (int i = 0; i < 64; ++i) {
      int const p = i % 5;
      CHECK(powers[at(i)] == p * 1 + p * p * 4 + p * p * p * 7);
    }
  });
}

TEST_CASE("[HIER-021] threads that write to one address: one of them wins") {
  at_widths([]<int W>() {
    std::vector<int> out(2 * 9, -1);
    simt::launch_at<W>(one_winner, shape{9, 100}, out.data());
    for (int b = 0; b < 9; ++b) {
      CHECK(out[at(b)] >= 0);
      CHECK(out[at(b)] < 100);
      CHECK(out[at(9 + b)] % 3 == 1);
      CHECK(out[at(9 + b)] < 100);
    }
  });
}

// --- Parameters ----------------------------------------------------------------------------------

namespace {

struct matrix {
  int width;
  int height;
  float* elements;
};

SIMT_KERNEL(scale_matrix, (matrix const m, float factor)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt::ptr<float> const elements = m.elements;
  simt_if (i < m.width * m.height) elements[i] = elements[i] * factor;
}

SIMT_KERNEL(mixed_parameters, (simt::ptr<int> out, signed char a, unsigned short b, long long c,
                               bool d, double e, float const f, simt::ptr<int const> none)) {
  auto i = threadIdx.x;
  varying<int> sum = i;
  sum += a + b + static_cast<int>(c) + d + static_cast<int>(e) + static_cast<int>(f);
  if (none) sum += 1000000;
  out[i] = sum;
}

// What a kernel does to its parameters stays with the thread's block.
SIMT_KERNEL(own_parameters, (simt::ptr<int> out, int x)) {
  x += blockIdx.x;
  out += 10 * x;
  out[threadIdx.x] = x;
}

SIMT_KERNEL(add_rows, (simt::ptr<float const[5]> a, simt::ptr<float[5]> b)) {
  auto x = threadIdx.x;
  auto y = threadIdx.y;
  b[y][x] = b[y][x] + a[y][x];
}

SIMT_KERNEL(no_parameters, ()) { __syncthreads(); }

}  // namespace

TEST_CASE("[HIER-014] parameters: a struct by value that holds a pointer") {
  at_widths([]<int W>() {
    auto values = counting<float>(70 * 3, 41);
    auto want = values;
    for (float& x : want) x *= 3;
    matrix m{70, 3, values.data()};
    simt::launch_at<W>(scale_matrix, shape{5, block_shape<48>}, m, 3.0F);
    CHECK(values == want);
    CHECK(m.elements == values.data());
  });
}

TEST_CASE("[HIER-012] parameters: by value, of all types; each block has its own") {
  at_widths([]<int W>() {
    std::vector<int> out(40, -1), want(40);
    for (int i = 0; i < 40; ++i) want[at(i)] = i - 5 + 60000 + 1000 + 1 + 7 + 2;
    using narrow = signed char;
    using shorter = unsigned short;
    simt::launch_at<W>(mixed_parameters, shape{1, block_shape<40>}, out.data(), narrow{-5},
                       shorter{60000}, 1000LL, true, 7.9, 2.5F, nullptr);
    CHECK(out == want);
    simt::launch_at<W>(own_parameters, shape{4, block_shape<10>}, out.data(), 0);
    for (int i = 0; i < 40; ++i) want[at(i)] = i / 10;
    CHECK(out == want);
    simt::launch_at<W>(no_parameters, shape{4, block_shape<10>});
  });
}

TEST_CASE("[HIER-013] parameters: two-dimensional arrays arrive as pointers to rows") {
  at_widths([]<int W>() {
    float a[4][5], b[4][5];
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x) {
        a[y][x] = static_cast<float>(10 * y + x);
        b[y][x] = static_cast<float>(x);
      }
    simt::launch_at<W>(add_rows, shape{1, dim3(5, 4)}, &a[0], &b[0]);
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x) CHECK(b[y][x] == static_cast<float>(10 * y + 2 * x));
  });
}

// --- Templates, namespaces, lambdas --------------------------------------------------------------

namespace outer::inner {
SIMT_KERNEL(named, (simt::ptr<int> out)) { out[threadIdx.x] = threadIdx.x + 1; }
SIMT_KERNEL_TEMPLATE((class T, int Factor, bool Negate), (T, Factor, Negate), scaled,
                     (simt::ptr<T const> in, simt::ptr<T> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<T> x = in[i];
    if constexpr (Negate) x = -x;
    out[i] = x * Factor;
  }
}
}  // namespace outer::inner
namespace other {
SIMT_KERNEL(named, (simt::ptr<int> out)) { out[threadIdx.x] = -threadIdx.x; }
}  // namespace other

namespace {

template <int W, class T, int Factor, bool Negate>
void check_scaled() {
  int const n = 333;
  auto const in = counting<T>(n, 11);
  std::vector<T> out(n, T(1)), want(n);
  for (int i = 0; i < n; ++i)
    want[at(i)] = static_cast<T>((Negate ? -in[at(i)] : in[at(i)]) * Factor);
  simt::launch_at<W>(outer::inner::scaled<T, Factor, Negate>, shape{6, block_shape<64>}, in.data(),
                     out.data(), n);
  CHECK(out == want);
}

}  // namespace

TEST_CASE("[QUAL-002] kernels: of the same name in different namespaces, templates of all kinds") {
  at_widths([]<int W>() {
    std::vector<int> out(50);
    simt::launch_at<W>(outer::inner::named, shape{1, 50}, out.data());
    for (int i = 0; i < 50; ++i) CHECK(out[at(i)] == i + 1);
    simt::launch_at<W>(other::named, shape{1, 50}, out.data());
    for (int i = 0; i < 50; ++i) CHECK(out[at(i)] == -i);
    check_scaled<W, float, 3, false>();
    check_scaled<W, double, 2, true>();
    check_scaled<W, int, -4, true>();
    check_scaled<W, short, 5, false>();
  });
}

TEST_CASE("kernels: lambdas capture by value and by reference, and take arguments") {
  at_widths([]<int W>() {
    int const n = 150;
    std::vector<int> out(at(n), -1), want(at(n));
    int const offset = 5;
    simt::ptr<int> const p = out.data();
    simt::launch_at<W>(
        [=](auto& t) {
          auto i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
          simt_if (i >= n) simt_return;
          p[i] = i * t.warpSize + offset;
        },
        shape{dim3(3), block_shape<64>});
    for (int i = 0; i < n; ++i) want[at(i)] = i * 32 + offset;
    CHECK(out == want);

    // By reference, with a barrier, shared memory and arguments.
    int const factor = 3;
    simt::launch_at<W>(
        [&](auto& t, simt::ptr<int> q, int last) {
          __shared__ simt::tile<int[64]> s;
          auto x = t.threadIdx.x;
          auto i = t.blockIdx.x * 64 + x;
          s[x] = select(i < last, i, -1);
          t.__syncthreads();
          typename std::remove_reference_t<decltype(t)>::template varying<int> r = s[63 - x];
          simt_if (i < last) q[i] = r * factor;
        },
        shape{dim3(3), block_shape<64>}, out.data(), n);
    for (int i = 0; i < n; ++i) {
      int const mirror = i / 64 * 64 + 63 - i % 64;
      want[at(i)] = factor * (mirror < n ? mirror : -1);
    }
    CHECK(out == want);
  });
  // The shape-first form chooses the width itself.
  std::vector<int> out(64);
  simt::launch(
      shape{1, 64}, [](auto& t, simt::ptr<int> q) { q[t.threadIdx.x] = t.threadIdx.x * 2; },
      out.data());
  for (int i = 0; i < 64; ++i) CHECK(out[at(i)] == 2 * i);
}

// --- Device functions ----------------------------------------------------------------------------

namespace {

// Plain templates: for lanes, indices, uniforms and the host.
template <class X>
auto cube(X const& x) {
  return x * x * x;
}
template <class X>
auto clamped(X const& x) {
  return simt_select(x < 0, 0, simt_select(x > 100, 100, x));
}

SIMT_DEVICE(varying<int>, collatz_steps, (varying<int> n)) {
  varying<int> steps = 0;
  simt_while (true) {
    simt_if (n == 1) simt_return(steps);
    simt_if (n % 2 == 0)
      n = n / 2;
    else
      n = 3 * n + 1;
    ++steps;
  }
}

// Returns from a branch, a nested branch, a loop in a loop and a switch in a loop.
SIMT_DEVICE(varying<int>, many_exits, (varying<int> const& x)) {
  simt_if (x < 10) {
    simt_if (x % 2 == 0) simt_return(x * 100);
    simt_if (x == 3) {
      simt_return(-3);
    }
  }
  varying<int> sum = 0;
  simt_for (varying<int> i = 0, i < x, ++i) {
    simt_for (varying<int> j = 0, j < 3, ++j) {
      sum += i * j;
      simt_if (sum > 50 && x % 3 == 0) simt_return(1000 + sum);
    }
    simt_switch (i % 5) {
      simt_case(4) {
        simt_if (x % 7 == 0) simt_return(2000 + i);
        simt_break;
      }
      simt_default++ sum;
    }
  }
  simt_return(sum);
}
int many_exits_reference(int x) {
  if (x < 10) {
    if (x % 2 == 0) return x * 100;
    if (x == 3) return -3;
  }
  int sum = 0;
  for (int i = 0; i < x; ++i) {
    for (int j = 0; j < 3; ++j) {
      sum += i * j;
      if (sum > 50 && x % 3 == 0) return 1000 + sum;
    }
    switch (i % 5) {
      case 4:
        if (x % 7 == 0) return 2000 + i;
        break;
      default:
        ++sum;
    }
  }
  return sum;
}

// No value, writes through a reference; threads that return early keep what they had.
SIMT_DEVICE(void, add_if_odd, (varying<int> & x, simt::ptr<int> hits)) {
  simt_if (x % 2 == 0) simt_return;
  x += 1000;
  atomicAdd(&hits[blockIdx.x], 1);
}

// Calls another, under divergence, with built-ins and a barrier outside of it.
SIMT_DEVICE(varying<float>, blended, (varying<int> const& x)) {
  varying<float> r = 0.5F;
  simt_if (x % 4 == 1) r += static_cast<float>(blockDim.x) + many_exits(*this, x) * 2.0F;
  simt_if (x > 20) simt_return(-r);
  simt_return(r);
}

SIMT_KERNEL(device_functions, (simt::ptr<int> a, simt::ptr<int> b, simt::ptr<float> c,
                               simt::ptr<int> d, simt::ptr<int> hits, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= n) simt_return;
  varying<int> const x = i;
  a[i] = collatz_steps(*this, x + 1);
  b[i] = many_exits(*this, x);
  c[i] = blended(*this, x);
  varying<int> y = x;
  simt_if (x % 3 != 0) add_if_odd(*this, y, hits);
  d[i] = y;
}

SIMT_KERNEL(plain_functions, (simt::ptr<int> out, int uniform)) {
  auto i = threadIdx.x;
  varying<int> const x = i - 20;
  varying<int> sum = cube(x);
  sum += cube(i) + cube(uniform) + clamped(x * 10);
  out[i] = sum;
}

}  // namespace

TEST_CASE("[QUAL-001] SIMT_DEVICE: simt_return at any depth leaves the function, not the kernel") {
  auto const check = []<int W, class Block>(Block block, int threads) {
    int const n = 500;
    int const blocks = (n + threads - 1) / threads;
    std::vector<int> a(at(n) + 50, -7), b(a), d(a), hits(at(blocks), 0), want_hits(hits);
    std::vector<float> c(at(n) + 50, -7.0F);
    simt::launch_at<W>(device_functions, shape{blocks, block}, a.data(), b.data(), c.data(),
                       d.data(), hits.data(), n);
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
      int steps = 0;
      for (long v = i + 1; v != 1; ++steps) v = v % 2 ? 3 * v + 1 : v / 2;
      float blend = 0.5F;
      if (i % 4 == 1)
        blend += static_cast<float>(threads) + static_cast<float>(many_exits_reference(i)) * 2.0F;
      if (i > 20) blend = -blend;
      int y = i;
      if (i % 3 != 0 && i % 2 != 0) {
        y += 1000;
        ++want_hits[at(i / threads)];
      }
      wrong += a[at(i)] != steps || b[at(i)] != many_exits_reference(i) || c[at(i)] != blend ||
               d[at(i)] != y;
    }
    CHECK(wrong == 0);
    CHECK(hits == want_hits);
    for (int i = n; i < n + 50; ++i) wrong += a[at(i)] != -7 || b[at(i)] != -7 || d[at(i)] != -7;
    CHECK(wrong == 0);
  };
  at_widths([&]<int W>() { check.template operator()<W>(block_shape<96>, 96); });
  check.template operator()<32>(75, 75);
  check.template operator()<simt::whole_block>(block_shape<50>, 50);
}

TEST_CASE(
    "[QUAL-004] device functions as plain templates serve lanes, indices, uniforms, the host") {
  at_widths([]<int W>() {
    std::vector<int> out(70), want(70);
    simt::launch_at<W>(plain_functions, shape{1, block_shape<70>}, out.data(), 3);
    for (int i = 0; i < 70; ++i)
      want[at(i)] = cube(i - 20) + cube(i) + cube(3) + clamped((i - 20) * 10);
    CHECK(out == want);
  });
  CHECK(clamped(-5) == 0);
  CHECK(clamped(500) == 100);
}

// --- Automatic variables -------------------------------------------------------------------------

namespace {

SIMT_KERNEL(private_variables, (simt::ptr<int> out, simt::ptr<float> sums)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> history[6];
  varying<float> sum = 0.0F;
  int uniform = blockIdx.x;
  for (int k = 0; k < 6; ++k) {
    history[k] = i * 10 + k;
    simt_if (i % 3 == k % 3) history[k] = -1;
    uniform += k;
    __syncthreads();
    sum += history[k] * 0.5F;
  }
  __syncthreads();
  for (int k = 0; k < 6; ++k) out[i * 6 + k] = history[k] + uniform;
  sums[i] = sum;
}

}  // namespace

TEST_CASE("[QUAL-013] automatic variables: private to a thread, kept across barriers") {
  auto const check = []<int W, class Block>(Block block, int threads) {
    int const n = 3 * threads;
    std::vector<int> out(at(6 * n), -9), want(out);
    std::vector<float> sums(at(n), -9), want_sums(at(n), 0);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 6; ++k) {
        int const h = i % 3 == k % 3 ? -1 : i * 10 + k;
        want[at(6 * i + k)] = h + i / threads + 15;
        want_sums[at(i)] += static_cast<float>(h) * 0.5F;
      }
    simt::launch_at<W>(private_variables, shape{3, block}, out.data(), sums.data());
    CHECK(out == want);
    CHECK(sums == want_sums);
  };
  at_widths([&]<int W>() {
    check.template operator()<W>(block_shape<1>, 1);
    check.template operator()<W>(block_shape<128>, 128);
  });
  check.template operator()<32>(75, 75);
  check.template operator()<simt::whole_block>(block_shape<75>, 75);
}
