// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/kernel/thread_coordinates.hpp>

#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

// Blocks of many shapes known at run time: which threads a gang carries, in rows, in quarters of
// itself or scattered, shows in no result.
namespace {

SIMT_KERNEL(coordinates, (simt::ptr<int> own, simt::ptr<float> moved, simt::ptr<float const> in)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  auto y = blockIdx.y * blockDim.y + threadIdx.y;
  auto z = threadIdx.z;
  auto width = gridDim.x * blockDim.x;
  auto height = gridDim.y * blockDim.y;
  auto i = (z * height + y) * width + x;
  own[i] = (threadIdx.z * 1000 + threadIdx.y) * 1000 + threadIdx.x;
  simt_if (x > 0 && y > 0 && x < width - 1) moved[i] = in[i - 1] + in[i + 1] * 2.0f + in[i - width];
  simt_if (threadIdx.y == blockDim.y - 1) moved[i] = -1.0f;
  simt_if (threadIdx.z != 0 && threadIdx.x < 3) moved[i] += in[y * width];
  simt_if (x * 2 + y == 9) moved[i] = 7.0f;
}

void check_shape(int bx, int by, int bz) {
  constexpr int blocks = 2;
  int const width = blocks * bx, height = blocks * by;
  auto const count = static_cast<std::size_t>(width * height * bz);
  std::vector<int> own(count, -1);
  std::vector<float> in(count), moved(count, 0.5f);
  for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<float>(i % 1009);
  simt::launch(coordinates,
               simt::shape{simt::dim3(blocks, blocks),
                           simt::dim3(static_cast<unsigned>(bx), static_cast<unsigned>(by),
                                      static_cast<unsigned>(bz))},
               own.data(), moved.data(), in.data());
  CAPTURE(bx);
  CAPTURE(by);
  CAPTURE(bz);
  int wrong = 0;
  for (int z = 0; z < bz; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        auto const i = static_cast<std::size_t>((z * height + y) * width + x);
        auto const at = [&](int n) { return in[i + static_cast<std::size_t>(n)]; };
        float want = 0.5f;
        if (x > 0 && y > 0 && x < width - 1) want = at(-1) + at(1) * 2.0f + at(-width);
        if (y % by == by - 1) want = -1.0f;
        if (z != 0 && x % bx < 3) want += in[static_cast<std::size_t>(y * width)];
        if (x * 2 + y == 9) want = 7.0f;
        wrong += own[i] != (z * 1000 + y % by) * 1000 + x % bx || moved[i] != want;
      }
  CHECK(wrong == 0);
}

TEST_CASE("threadIdx: blocks of every shape, known at run time") {
  for (auto const [bx, by, bz] : {std::array{16, 16, 1},
                                  {32, 8, 1},
                                  {32, 2, 1},
                                  {16, 4, 1},
                                  {16, 2, 4},
                                  {16, 1, 8},
                                  {16, 4, 4},
                                  {8, 8, 1},
                                  {8, 8, 4},
                                  {8, 4, 2},
                                  {8, 2, 8},
                                  {32, 1, 4},
                                  {64, 4, 1},
                                  {64, 1, 2},
                                  {128, 2, 1},
                                  {16, 3, 4},
                                  {16, 2, 3},
                                  {32, 3, 1},
                                  {32, 3, 2},
                                  {48, 4, 1},
                                  {24, 8, 1},
                                  {4, 4, 4},
                                  {5, 7, 3},
                                  {1, 64, 1},
                                  {2, 32, 2},
                                  {33, 2, 1},
                                  {16, 16, 4}})
    check_shape(bx, by, bz);
}

TEST_CASE(
    "quarters: carried where no row, plane or block ends within one of them or leaves a gap") {
  using quarters = simt::detail::thread_coordinates<64, simt::detail::quarter_layout>;
  using simt::dim3;
  static_assert(quarters::can_carry(dim3(16, 16)));
  static_assert(quarters::can_carry(dim3(32, 8)));
  static_assert(quarters::can_carry(dim3(16, 2, 2)));
  static_assert(quarters::can_carry(dim3(64, 3)));
  static_assert(!quarters::can_carry(dim3(16, 2)));
  static_assert(!quarters::can_carry(dim3(16, 3, 4)));
  static_assert(!quarters::can_carry(dim3(8, 8)));
  static_assert(!quarters::can_carry(dim3(48, 4)));
  quarters q;
  q.set(128, 32, 2);  // thread 128: x 0, y 0, z 2
  CHECK(q.z.at(0) == 2);
  CHECK(q.x.at(16) == 16);
  CHECK(q.y.at(31) == 0);
  CHECK(q.x.at(32) == 0);
  CHECK(q.y.at(63) == 1);
  CHECK(q.z.at(63) == 2);
}

}  // namespace
