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

/// 16 threads go along a row and the next ones, 64 in all, without a branch where what follows the
/// row may be read; a row's 16 sums are added up in shared memory.
constexpr int along = 16, rows_of_block = 64;
SIMT_KERNEL(spmv_along,
            (simt::ptr<int const> row, simt::ptr<int const> column, simt::ptr<float const> value,
             simt::ptr<float const> x, simt::ptr<float> y, int entries)) {
  __shared__ simt::tile<float[rows_of_block][along]> s;
  auto t = threadIdx.x;
  int first = blockIdx.x * rows_of_block;
  for (int r = 0; r < rows_of_block; ++r) {
    int end = row[first + r + 1];
    varying<float> sum = 0.f;
    for (int k = row[first + r]; k < end; k += along) {
      auto own = k + t;
      if (k + along <= entries) {
        varying<float> product = value[own] * x[column[own]];
        sum += simt::select(own < end, product, 0.f);
      } else {
        simt_if (own < end) sum += value[own] * x[column[own]];
      }
    }
    s[r][t] = sum;
  }
  for (int r = 0; r < rows_of_block; ++r) {
    float even = 0.f, odd = 0.f;
    for (int j = 0; j < along; j += 2) {
      even += s[r][j];
      odd += s[r][j + 1];
    }
    y[first + r] = even + odd;
  }
}

void best(csr_matrix const& m, float* y, int rows) {
  simt::launch_at<along>(spmv_along, simt::shape{rows / rows_of_block, simt::block_shape<along>},
                         m.row.data(), m.column.data(), m.value.data(), m.x.data(), y,
                         static_cast<int>(m.value.size()));
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
