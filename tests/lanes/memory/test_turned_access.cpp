// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/turned_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace {

using namespace simt;

// A tile that is written by rows and read by columns, and the other way round: by all threads, by
// some, and with rows that overlap.
SIMT_KERNEL_TEMPLATE((class T, int X, int Y), (T, X, Y), turn,
                     (ptr<T const> in, ptr<T> read, ptr<T> written, ptr<T> some, int pitch)) {
  __shared__ tile<T[X][2 * Y + 1]> rows, columns;
  auto x = threadIdx.x;
  auto y = threadIdx.y;
  for (int j = 0; j < 2 * Y; j += Y)
    for (int i = 0; i < X; i += Y) {
      simt_if (i + y < X && j + x < 2 * Y) rows[i + y][j + x] = in[(i + y) * pitch + j + x];
    }
  __syncthreads();
  for (int j = 0; j < 2 * Y; j += Y) {
    read[(y + j) * X + x] = rows[x][y + j];
    columns[x][y + j] = in[x * pitch + y + j];
    simt_if ((x + y) % 3 != 0) some[(y + j) * X + x] = rows[x][y + j] + T(1);
  }
  __syncthreads();
  for (int j = 0; j < 2 * Y; j += Y) written[(y + j) * X + x] = columns[x][y + j];
}

template <class T, int X, int Y>
void check(int pitch) {
  std::vector<T> in(static_cast<std::size_t>(X * pitch)), read(2 * X * Y), written(2 * X * Y),
      some(2 * X * Y, T(7)), want(2 * X * Y), want_some(2 * X * Y, T(7));
  std::iota(in.begin(), in.end(), T(1));
  for (int y = 0; y < 2 * Y; ++y)
    for (int x = 0; x < X; ++x) {
      auto const at = static_cast<std::size_t>(y * X + x);
      want[at] = in[static_cast<std::size_t>(x * pitch + y)];
      if ((x + y % Y) % 3 != 0) want_some[at] = want[at] + T(1);
    }
  launch(turn<T, X, Y>, shape{1, block_shape<X, Y>}, in.data(), read.data(), written.data(),
         some.data(), pitch);
  CAPTURE(X);
  CAPTURE(Y);
  CAPTURE(pitch);
  CHECK(read == want);
  CHECK(written == want);
  CHECK(some == want_some);
}

TEST_CASE("turned_access: columns of a tile, one a row of threads") {
  for (int pitch : {16, 17, 40}) {
    check<float, 32, 8>(pitch);
    check<int, 16, 16>(32 + pitch);
    check<unsigned, 32, 8>(pitch);
    check<float, 16, 8>(pitch);
    check<short, 32, 8>(pitch);
    check<double, 32, 8>(pitch);
  }
}

// Overlapping rows: of the threads that write to one place the last one stays.
SIMT_KERNEL(overlap, (ptr<int> out)) {
  out[threadIdx.x + threadIdx.y] = threadIdx.y * 32 + threadIdx.x;
}
SIMT_KERNEL(backwards, (ptr<int const> in, ptr<int> out, int step)) {
  out[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y - threadIdx.x * step + 31 * step];
}

TEST_CASE("turned_access: rows that overlap, and rows in descending order") {
  std::vector<int> out(40, -1), in(32 * 9 + 8), back(256);
  launch(overlap, shape{1, block_shape<32, 8>}, out.data());
  for (int i = 0; i < 39; ++i) {
    int const y = i < 8 ? i : 7;
    CHECK(out[static_cast<std::size_t>(i)] == y * 32 + i - y);
  }
  CHECK(out[39] == -1);
  std::iota(in.begin(), in.end(), 5);
  for (int step : {1, 9}) {
    launch(backwards, shape{1, block_shape<32, 8>}, in.data(), back.data(), step);
    bool right = true;
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 32; ++x)
        right = right && back[static_cast<std::size_t>(y * 32 + x)] == y - x * step + 31 * step + 5;
    CHECK(right);
  }
}

}  // namespace
