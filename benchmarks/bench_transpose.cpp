// SPDX-License-Identifier: MIT
//
// A transpose through 32 x 32 tiles in shared memory by blocks of 32 x 8 threads (CUDA sample
// transpose): rows in, rows out.

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

constexpr int tile = 32;

struct data {
  explicit data(int n) : in(random_floats(std::size_t(n) * std::size_t(n), 21)), out(in.size()) {}
  buffer<float> const in;
  buffer<float> out;
};

[[gnu::noinline]] void scalar(float const* __restrict in, float* __restrict out, int n) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) out[y * n + x] = in[x * n + y];
}

[[gnu::noinline]] void hand(float const* in, float* out, int n) {
  int const across = n / tile;
  for_blocks(across * across, 16, [=](int block) {
    float const* const __restrict from =
        in + std::ptrdiff_t(block / across) * tile * n + block % across * tile;
    float* const __restrict to =
        out + std::ptrdiff_t(block % across) * tile * n + block / across * tile;
    // The tile is a square of registers at a time; nothing of it needs memory of its own.
    for (int y = 0; y < tile; y += simd::lanes)
      for (int x = 0; x < tile; x += simd::lanes) {
        simd::f32 row[simd::lanes];
        BENCH_UNROLL
        for (int r = 0; r < simd::lanes; ++r) row[r] = simd::load(from + (y + r) * n + x);
        simd::transpose(row);
        BENCH_UNROLL
        for (int r = 0; r < simd::lanes; ++r) simd::store(to + (x + r) * n + y, row[r]);
      }
  });
}

constexpr int rows = 8;  // of threads in a block: each moves four elements

SIMT_KERNEL(transpose, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  __shared__ simt::tile<float[tile][tile + 1]> s;
  auto x = blockIdx.x * tile + threadIdx.x;
  auto y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows) out[(y + j) * n + x] = s[threadIdx.x][threadIdx.y + j];
}

void lane(float const* in, float* out, int n) {
  simt::launch(transpose,
               simt::shape{simt::dim3(n / tile, n / tile), simt::block_shape<tile, rows>}, in, out,
               n);
}

/// Squares of 16 x 16 elements by a gang each, read across rows and turned in registers: no tile,
/// no barrier, and what is written goes past the caches. A block writes 64 rows by 64 elements,
/// square by square.
constexpr int square = 64, side = 16;
SIMT_KERNEL(transpose_squares, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  for (int i = 0; i < square; i += side)
    for (int j = 0; j < square; j += side) {
      auto x = blockIdx.x * square + j + threadIdx.x;
      auto y = blockIdx.y * square + i + threadIdx.y;
      __stcs(&out[y * n + x], in[x * n + y]);
    }
}

void best(float const* in, float* out, int n) {
  simt::launch(transpose_squares,
               simt::shape{simt::dim3(n / square, n / square), simt::block_shape<side, side>}, in,
               out, n);
}

verdict check(data const& d, int n) {
  double wrong = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      wrong += d.out[std::size_t(x * n + y)] != d.in[std::size_t(y * n + x)];
  return judge(wrong, 0, "wrong elements");
}

workload make(sizes const& s) {
  int const n = s.transpose;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.bytes = 8. * n * n;
  w.reset = [d] { std::fill(d->out.begin(), d->out.end(), -1.f); };
  w.check = [d, n] { return check(*d, n); };
  w.variants = {
      {"lane", tile * rows, [d, n] { lane(d->in.data(), d->out.data(), n); }},
      {"hand", simd::lanes, [d, n] { hand(d->in.data(), d->out.data(), n); }},
      {"best", side * side, [d, n] { best(d->in.data(), d->out.data(), n); }},
      {"plain", simd::lanes, [d, n] { plain::transpose(d->in.data(), d->out.data(), n); }},
      {"scalar", 1, [d, n] { scalar(d->in.data(), d->out.data(), n); }},
  };
  cuda::add(w, [d, n] { cuda::transpose(d->in.data(), d->out.data(), n); });
  return w;
}

registration const registered{"transpose", make};

}  // namespace
}  // namespace bench
