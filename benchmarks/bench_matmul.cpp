// SPDX-License-Identifier: MIT
//
// C = A B with blocks of 16 x 16 threads, one element of C a thread: straight from memory
// (matmul_naive), and through tiles in shared memory (matmul_tiled, CUDA C Programming
// Guide 3.2.4).

#include <simt/simt.hpp>

#include <memory>
#include <vector>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int tile = 16;
constexpr int vectors = tile / simd::lanes;          // of a tile's row
constexpr int rows = simd::registers / 2 / vectors;  // whose sums fit into registers

struct data {
  explicit data(int n)
      : a(random_floats(std::size_t(n) * std::size_t(n), 11, -1, 1)),
        b(random_floats(std::size_t(n) * std::size_t(n), 12, -1, 1)),
        c(a.size()) {}
  buffer<float> const a, b;
  buffer<float> c;
  std::vector<double> want;
};

/// The triple loop in the order i, k, j: with j last it reads along rows. (Compilers that exchange
/// loops make this of the textbook order; those that do not take twenty times as long for it.)
[[gnu::noinline]] void scalar_naive(float const* __restrict a, float const* __restrict b,
                                    float* __restrict c, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

/// Blocks of k, rows innermost: the simple loop order that is kind to the cache.
[[gnu::noinline]] void scalar_blocked(float const* __restrict a, float const* __restrict b,
                                      float* __restrict c, int n) {
  constexpr int depth = 64;
  for (int i = 0; i < n * n; ++i) c[i] = 0;
  for (int first = 0; first < n; first += depth)
    for (int i = 0; i < n; ++i)
      for (int k = first; k < first + depth; ++k) {
        float const factor = a[i * n + k];
        for (int j = 0; j < n; ++j) c[i * n + j] += factor * b[k * n + j];
      }
}

[[gnu::noinline]] void hand_naive(float const* a, float const* b, float* c, int n) {
  int const across = n / tile;
  for_blocks(across * across, 16, [=](int block) {
    int const row = block / across * tile, column = block % across * tile;
    for (int top = 0; top < tile; top += rows) {
      float const* const __restrict a_rows = a + (row + top) * n;
      f32 sum[rows][vectors] = {};
      for (int k = 0; k < n; ++k) {
        f32 b_row[vectors];
        BENCH_UNROLL
        for (int v = 0; v < vectors; ++v)
          b_row[v] = simd::load(b + k * n + column + v * simd::lanes);
        BENCH_UNROLL
        for (int r = 0; r < rows; ++r) {
          f32 const factor = simd::splat(a_rows[r * n + k]);
          BENCH_UNROLL
          for (int v = 0; v < vectors; ++v) sum[r][v] = simd::fma(b_row[v], factor, sum[r][v]);
        }
      }
      BENCH_UNROLL
      for (int r = 0; r < rows; ++r) {
        BENCH_UNROLL
        for (int v = 0; v < vectors; ++v)
          simd::store(c + (row + top + r) * n + column + v * simd::lanes, sum[r][v]);
      }
    }
  });
}

[[gnu::noinline]] void hand_tiled(float const* a, float const* b, float* c, int n) {
  int const across = n / tile;
  for_blocks(across * across, 16, [=](int block) {
    int const row = block / across * tile, column = block % across * tile;
    alignas(64) float a_tile[tile][tile], b_tile[tile][tile];
    f32 sum[tile][vectors] = {};
    for (int m = 0; m < n; m += tile) {
      BENCH_UNROLL
      for (int r = 0; r < tile; ++r) {
        BENCH_UNROLL
        for (int x = 0; x < tile; x += simd::lanes) {
          simd::store(&a_tile[r][x], simd::load(a + (row + r) * n + m + x));
          simd::store(&b_tile[r][x], simd::load(b + (m + r) * n + column + x));
        }
      }
      // As many rows at a time as registers hold: all sixteen with AVX-512.
      BENCH_KEEP_ROLLED
      for (int top = 0; top < tile; top += rows) {
        f32 part[rows][vectors];
        BENCH_UNROLL
        for (int r = 0; r < rows; ++r) {
          BENCH_UNROLL
          for (int v = 0; v < vectors; ++v) part[r][v] = sum[top + r][v];
        }
        BENCH_KEEP_ROLLED
        for (int e = 0; e < tile; ++e) {
          f32 b_row[vectors];
          BENCH_UNROLL
          for (int v = 0; v < vectors; ++v) b_row[v] = simd::load(&b_tile[e][v * simd::lanes]);
          BENCH_UNROLL
          for (int r = 0; r < rows; ++r) {
            f32 const factor = simd::splat(a_tile[top + r][e]);
            BENCH_UNROLL
            for (int v = 0; v < vectors; ++v) part[r][v] = simd::fma(b_row[v], factor, part[r][v]);
          }
        }
        BENCH_UNROLL
        for (int r = 0; r < rows; ++r) {
          BENCH_UNROLL
          for (int v = 0; v < vectors; ++v) sum[top + r][v] = part[r][v];
        }
      }
    }
    BENCH_UNROLL
    for (int r = 0; r < tile; ++r) {
      BENCH_UNROLL
      for (int v = 0; v < vectors; ++v)
        simd::store(c + (row + r) * n + column + v * simd::lanes, sum[r][v]);
    }
  });
}

SIMT_KERNEL(matmul_naive,
            (simt::ptr<float const> a, simt::ptr<float const> b, simt::ptr<float> c, int n)) {
  auto row = blockIdx.y * tile + threadIdx.y;
  auto column = blockIdx.x * tile + threadIdx.x;
  varying<float> sum = 0.f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

SIMT_KERNEL_TEMPLATE((int Tile), (Tile), matmul_tiled,
                     (simt::ptr<float const> a, simt::ptr<float const> b, simt::ptr<float> c,
                      int n)) {
  __shared__ simt::tile<float[Tile][Tile]> a_tile, b_tile;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto row = blockIdx.y * Tile + ty;
  auto column = blockIdx.x * Tile + tx;
  varying<float> sum = 0.f;
  for (int m = 0; m < n; m += Tile) {
    a_tile[ty][tx] = a[row * n + (m + tx)];
    b_tile[ty][tx] = b[(m + ty) * n + column];
    __syncthreads();
    for (int e = 0; e < Tile; ++e) sum += a_tile[ty][e] * b_tile[e][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

constexpr int wide = 32;

template <class Kernel>
void lane(Kernel const& kernel, data& d, int n) {
  simt::launch(kernel, simt::shape{simt::dim3(n / tile, n / tile), simt::block_shape<tile, tile>},
               d.a.data(), d.b.data(), d.c.data(), n);
}

constexpr int best_depth = 128, best_rows = 64, best_columns = 32;

/// 64 results a thread, 8 at a time in registers: a strip of b stays in shared memory while rows of
/// a, which are the same for all threads, pass by. Sums begin at zero and meet c behind the loop:
/// g++ keeps half of those on the stack that begin as what c holds.
SIMT_KERNEL(matmul_registers,
            (simt::ptr<float const> a, simt::ptr<float const> b, simt::ptr<float> c, int n)) {
  constexpr int group = 8;
  __shared__ simt::tile<float[best_depth][best_columns]> strip;
  auto tx = threadIdx.x;
  auto column = blockIdx.x * best_columns + tx;
  int top = blockIdx.y * best_rows;
  for (int m = 0; m < n; m += best_depth) {
    for (int k = 0; k < best_depth; ++k) strip[k][tx] = b[(m + k) * n + column];
    __syncthreads();
    for (int row = top; row < top + best_rows; row += group) {
      varying<float> sum[group];
      simt::unroll<0, group>([&](auto r) SIMT_LAMBDA_INLINE { sum[r] = 0.f; });
      BENCH_KEEP_ROLLED
      for (int k = 0; k < best_depth; ++k) {
        varying<float> value = strip[k][tx];
        simt::unroll<0, group>(
            [&](auto r) SIMT_LAMBDA_INLINE { sum[r] += a[(row + r) * n + (m + k)] * value; });
      }
      simt::unroll<0, group>([&](auto r) SIMT_LAMBDA_INLINE {
        if (m > 0) sum[r] += c[(row + r) * n + column];
        c[(row + r) * n + column] = sum[r];
      });
    }
    __syncthreads();
  }
}

void best(data& d, int n) {
  simt::launch(
      matmul_registers,
      simt::shape{simt::dim3(n / best_columns, n / best_rows), simt::block_shape<best_columns>},
      d.a.data(), d.b.data(), d.c.data(), n);
}

verdict check(data& d, int n) {
  if (d.want.empty()) {
    d.want.resize(d.c.size());
    for_blocks(n, 1, [&](int i) {
      double* const row = &d.want[std::size_t(i) * std::size_t(n)];
      for (int k = 0; k < n; ++k) {
        double const factor = d.a[std::size_t(i * n + k)];
        for (int j = 0; j < n; ++j) row[j] += factor * d.b[std::size_t(k * n + j)];
      }
    });
  }
  return compare(d.c, d.want, 1e-5, std::sqrt(n));  // a row times a column is about sqrt(n)
}

workload make_common(std::shared_ptr<data> const& d, int n) {
  workload w;
  w.bytes = 12. * n * n;
  w.amount = w.flops = 2. * n * n * n;
  w.unit = "GFLOP/s";
  w.reset = [d] { std::fill(d->c.begin(), d->c.end(), -1e9f); };
  w.check = [d, n] { return check(*d, n); };
  return w;
}

workload make_naive(sizes const& s) {
  int const n = s.matmul;
  auto const d = std::make_shared<data>(n);
  workload w = make_common(d, n);
  w.variants = {
      {"lane", tile * tile, [d, n] { lane(matmul_naive, *d, n); }},
      {"hand", tile * tile, [d, n] { hand_naive(d->a.data(), d->b.data(), d->c.data(), n); }},
      {"plain", simd::lanes,
       [d, n] { plain::matmul_unpacked(d->a.data(), d->b.data(), d->c.data(), n); },
       "no copy of b in another order, as in the kernel; matmul_tiled has the fastest"},
      {"scalar", 1, [d, n] { scalar_naive(d->a.data(), d->b.data(), d->c.data(), n); }},
  };
  return w;
}

workload make_tiled(sizes const& s) {
  int const n = s.matmul;
  auto const d = std::make_shared<data>(n);
  workload w = make_common(d, n);
  w.variants = {
      {"lane", tile * tile, [d, n] { lane(matmul_tiled<tile>, *d, n); }},
      {"hand", tile * tile, [d, n] { hand_tiled(d->a.data(), d->b.data(), d->c.data(), n); }},
      {"best", best_columns, [d, n] { best(*d, n); }},
      {"plain", simd::lanes, [d, n] { plain::matmul(d->a.data(), d->b.data(), d->c.data(), n); }},
      {"scalar", 1, [d, n] { scalar_blocked(d->a.data(), d->b.data(), d->c.data(), n); }},
  };
  cuda::add(w, [d, n] { cuda::matmul_tiled(d->a.data(), d->b.data(), d->c.data(), n); });
  return w;
}

/// The same with tiles of 32 x 32.
workload make_wide(sizes const& s) {
  int const n = s.matmul;
  auto const d = std::make_shared<data>(n);
  workload w = make_common(d, n);
  w.variants = {{"lane", tile * tile, [d, n] {
                   simt::launch(
                       matmul_tiled<wide>,
                       simt::shape{simt::dim3(n / wide, n / wide), simt::block_shape<wide, wide>},
                       d->a.data(), d->b.data(), d->c.data(), n);
                 }}};
  cuda::add(w, [d, n] { cuda::matmul_tiled_32(d->a.data(), d->b.data(), d->c.data(), n); });
  return w;
}

registration const registered_naive{"matmul_naive", make_naive};
registration const registered_tiled{"matmul_tiled", make_tiled};
registration const registered_wide{"matmul_tiled_32", make_wide};

}  // namespace
}  // namespace bench
