// SPDX-License-Identifier: MIT
//
// A sparse matrix in compressed rows times a vector, one row a thread: nothing is coalesced, and
// threads loop for as long as their row is.

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;
using simd::i32;

constexpr int block_size = 256;

struct data {
  explicit data(int rows) : matrix(random_csr(rows)), y(std::size_t(rows)) {}
  csr_matrix const matrix;
  buffer<float> y;
};

[[gnu::noinline]] void scalar(csr_matrix const& m, float* y, int rows) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (auto k = std::size_t(m.row[std::size_t(i)]); k < std::size_t(m.row[std::size_t(i) + 1]);
         ++k)
      sum += m.value[k] * m.x[std::size_t(m.column[k])];
    y[i] = sum;
  }
}

/// A row after the other: where gathers are slow (50 cycles for 16 elements on Zen 5) and rows are
/// short, nothing across rows is faster.
[[gnu::noinline]] void hand(csr_matrix const& m, float* y, int rows) {
  int const* const row = m.row.data();
  int const* const column = m.column.data();
  float const* const value = m.value.data();
  float const* const x = m.x.data();
  for_blocks(rows / block_size, 4, [=](int block) {
    for (int i = block * block_size; i < (block + 1) * block_size; ++i) {
      float sum = 0;
      for (int k = row[i]; k < row[i + 1]; ++k) sum += value[k] * x[column[k]];
      y[i] = sum;
    }
  });
}

/// A vector of rows in lock step, as a gang runs them.
[[gnu::noinline]] void hand_in_lock_step(csr_matrix const& m, float* y, int rows) {
  int const* const row = m.row.data();
  int const* const column = m.column.data();
  float const* const value = m.value.data();
  float const* const x = m.x.data();
  for_blocks(rows / block_size, 4, [=](int block) {
    for (int i = block * block_size; i < (block + 1) * block_size; i += simd::lanes) {
      i32 k = simd::load(row + i);
      i32 const end = simd::load(row + i + 1);
      f32 sum = {};
      for (simd::mask live = simd::less(k, end); live.any(); live = simd::less(k, end)) {
        // Lanes past their end multiply zero by zero.
        sum = simd::fma(simd::gather(live, value, k),
                        simd::gather(live, x, simd::gather(live, column, k)), sum);
        k += 1;
      }
      simd::store(y + i, sum);
    }
  });
}

SIMT_KERNEL(spmv,
            (simt::ptr<int const> row, simt::ptr<int const> column, simt::ptr<float const> value,
             simt::ptr<float const> x, simt::ptr<float> y, int rows)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < rows) {
    varying<float> sum = 0.f;
    varying<int> end = row[i + 1];
    simt_for (varying<int> k = row[i], k < end, ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

template <int Width>
void lane(csr_matrix const& m, float* y, int rows) {
  simt::launch_at<Width>(spmv, simt::shape{rows / block_size, block_size}, m.row.data(),
                         m.column.data(), m.value.data(), m.x.data(), y, rows);
}

constexpr int along = 32, rows_of_block = 64, entries_of_block = 2048;

/// Adds up pairs of threads that are D apart: a's where the lower one of a pair is, b's at the
/// other.
template <int D, class Gang, class Lanes>
SIMT_INLINE Lanes folded(Gang const& gang, Lanes const& a, Lanes const& b) {
  auto const lower = (gang.threadIdx.x & D) == 0;
  Lanes const kept = simt::select(lower, a, b), given = simt::select(lower, b, a);
  return kept + gang.__shfl_xor_sync(0xffffffffu, given, D);
}

/// The sums of 2 D rows' products, each in the threads whose numbers end as its own does.
template <int D, class Gang, class Tile>
SIMT_INLINE auto sums_of(Gang const& gang, Tile& s, simt::ptr<int const> row, int begin) {
  using lanes = simt::varying_of<Gang, float>;
  if constexpr (D == 0) {
    int const first = row[0] - begin, end = row[1] - begin;
    auto const t = gang.threadIdx.x;
    lanes sum = simt::select(first + t < end, s[first + t], 0.f);
    for (int k = first + along; k < end; k += along)
      sum += simt::select(k + t < end, s[k + t], 0.f);
    return sum;
  } else {
    lanes const first = sums_of<D / 2>(gang, s, row, begin);
    return folded<D>(gang, first, sums_of<D / 2>(gang, s, row + D, begin));
  }
}

/// A warp takes the products of 64 rows as they lie in memory, whatever row they belong to, into
/// shared memory, and adds up rows there (CSR-Stream of Greathouse and Daga): the first 32 products
/// of each without a branch, 32 rows side by side, so that in the end each thread has a sum. Rows
/// with too many entries for the tile go along memory.
SIMT_KERNEL(spmv_stream,
            (simt::ptr<int const> row, simt::ptr<int const> column, simt::ptr<float const> value,
             simt::ptr<float const> x, simt::ptr<float> y)) {
  __shared__ simt::tile<float[entries_of_block + 2 * along]> s;
  auto t = threadIdx.x;
  int top = blockIdx.x * rows_of_block;
  int begin = row[top], count = row[top + rows_of_block] - begin;
  if (count > entries_of_block) {
    for (int r = top; r < top + rows_of_block; ++r) {
      varying<float> sum = 0.f;
      for (int k = row[r]; k < row[r + 1]; k += along)
        simt_if (k + t < row[r + 1]) sum += value[k + t] * x[column[k + t]];
      for (int distance = along / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, distance);
      y[r] = sum;
    }
    return;
  }
  int k = 0;
  for (; k + along <= count; k += along) s[k + t] = value[begin + k + t] * x[column[begin + k + t]];
  simt_if (k + t < count) s[k + t] = value[begin + k + t] * x[column[begin + k + t]];
  __syncthreads();
  for (int r = top; r < top + rows_of_block; r += along)
    y[r + t] = sums_of<along / 2>(*this, s, row + r, begin);
}
void best(csr_matrix const& m, float* y, int rows) {
  simt::launch(spmv_stream, simt::shape{rows / rows_of_block, simt::block_shape<along>},
               m.row.data(), m.column.data(), m.value.data(), m.x.data(), y);
}

verdict check(data const& d) {
  double error = 0;
  csr_matrix const& m = d.matrix;
  for (std::size_t i = 0; i < d.y.size(); ++i) {
    double want = 0;
    for (auto k = std::size_t(m.row[i]); k < std::size_t(m.row[i + 1]); ++k)
      want += double(m.value[k]) * m.x[std::size_t(m.column[k])];
    error = worse(error, std::fabs(d.y[i] - want));
  }
  return judge(error, 1e-5, "largest error");
}

workload make(sizes const& s) {
  int const rows = s.spmv;
  auto const d = std::make_shared<data>(rows);
  auto const entries = static_cast<double>(d->matrix.value.size());
  workload w;
  w.amount = w.flops = 2 * entries;
  w.bytes = 8 * entries + 12. * rows;
  w.unit = "GFLOP/s";
  w.reset = [d] { std::fill(d->y.begin(), d->y.end(), -1e9f); };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", 1, [d, rows] { lane<1>(d->matrix, d->y.data(), rows); }},
      {"gang", 64, [d, rows] { lane<64>(d->matrix, d->y.data(), rows); }},
      {"best", along, [d, rows] { best(d->matrix, d->y.data(), rows); }},
      {"hand", 1, [d, rows] { hand(d->matrix, d->y.data(), rows); }},
      {"plain", 1, [d, rows] { plain::spmv(d->matrix, d->y.data(), rows); }},
      {"lockstep", simd::lanes, [d, rows] { hand_in_lock_step(d->matrix, d->y.data(), rows); }},
      {"scalar", 1, [d, rows] { scalar(d->matrix, d->y.data(), rows); }},
  };
  return w;
}

registration const registered{"spmv", make};

}  // namespace
}  // namespace bench
