// SPDX-License-Identifier: MIT
#include <simt/launch/launch.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/tasks.hpp>
#include <widths.hpp>

#include <oneapi/tbb/task_arena.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using simt::block_shape;
using simt::dim3;
using simt::shape;
using simt_test::at_widths;

namespace {

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::atomic<int> started{0};
std::atomic<int> alive{0};
struct tracked {
  tracked() {
    ++started;
    ++alive;
  }
  ~tracked() { --alive; }
  tracked(tracked const&) = delete;
  tracked& operator=(tracked const&) = delete;
};

SIMT_KERNEL(count_up, (simt::ptr<int> out, int n)) {
  tracked const t;
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) out[i] += 1;
  __syncthreads();
}

// After any error: nothing is left over, and a launch with barriers gives its result.
template <int W>
void check_next_launch() {
  CHECK(alive == 0);
  std::vector<int> out(200, 3);
  simt::launch_at<W>(count_up, shape{3, 70}, out.data(), 200);
  CHECK(out == std::vector<int>(200, 4));
  CHECK(alive == 0);
}

template <class Launch>
void refused(std::string const& reason, dim3 grid, dim3 block, Launch const& launch) {
  started = 0;
  CAPTURE(reason);
  try {
    launch();
    FAIL("no error");
  } catch (simt::launch_error const& e) {
    CHECK(contains(e.what(), reason));
    CHECK(contains(e.what(), "[kernel count_up, grid ("));
    CHECK(e.grid() == grid);
    CHECK(e.block_shape() == block);
  }
  CHECK(started == 0);
}

}  // namespace

// --- Shapes --------------------------------------------------------------------------------------

TEST_CASE("[EXEC-001][HIER-008] launch: grid and block as integers, dim3 and static shapes") {
  at_widths([]<int W>() {
    int const n = 7 * 60;
    std::vector<int> out(at(n), 0);
    unsigned const seven = 7;
    short const sixty = 60;
    simt::launch_at<W>(count_up, shape{7, 60}, out.data(), n);
    simt::launch_at<W>(count_up, shape{seven, sixty}, out.data(), n);
    simt::launch_at<W>(count_up, shape{std::size_t{7}, 60L}, out.data(), n);
    simt::launch_at<W>(count_up, shape{dim3(7), dim3(60)}, out.data(), n);
    simt::launch_at<W>(count_up, shape{7, block_shape<60>}, out.data(), n);
    simt::launch_at<W>(count_up, shape{dim3(7, 1, 1), block_shape<60, 1, 1>, 128}, out.data(), n);
    CHECK(out == std::vector<int>(at(n), 6));
  });
  std::vector<int> out(64, 0);
  simt::launch(count_up, shape{1, 64}, out.data(), 64);
  simt::launch(count_up, shape{1, block_shape<64>}, out.data(), 64);
  simt::launch(count_up, shape{dim3(1, 3, 2), dim3(16, 2, 2)}, out.data(), 0);
  CHECK(out == std::vector<int>(64, 2));
}

TEST_CASE("[EXEC-002][HIER-008] launch: a bad shape is refused by name before anything runs") {
  std::vector<int> out(64, 0);
  auto const p = out.data();
  auto const go = [&](auto grid, auto block, dim3 want_grid, dim3 want_block,
                      std::string const& reason) {
    refused(reason, want_grid, want_block, [&] {
      simt::launch_at<1>(count_up, shape{grid, block}, p, 64);
    });
    refused(reason, want_grid, want_block, [&] {
      simt::launch(count_up, shape{grid, block}, p, 64);
    });
  };
  constexpr unsigned huge = 0xffffffffu;
  go(0, 64, dim3(0), dim3(64), "grid.x is 0, must be in 1..2147483647");
  go(-1, 64, dim3(huge), dim3(64), "grid.x is 4294967295, must be in 1..2147483647");
  go(std::int64_t{1} << 40, 64, dim3(huge), dim3(64), "grid.x is");
  go(2147483648u, 64, dim3(2147483648u), dim3(64), "grid.x is 2147483648");
  go(dim3(1, 0), 64, dim3(1, 0), dim3(64), "grid.y is 0, must be in 1..65535");
  go(dim3(1, 65536), 64, dim3(1, 65536), dim3(64), "grid.y is 65536");
  go(dim3(1, 1, 65536), 64, dim3(1, 1, 65536), dim3(64), "grid.z is 65536");
  go(1, 0, dim3(1), dim3(0), "block.x is 0, must be in 1..1024");
  go(1, -5, dim3(1), dim3(huge), "block.x is 4294967295");
  go(1, 1025, dim3(1), dim3(1025), "block.x is 1025");
  go(5, 2048, dim3(5), dim3(2048), "block.x is 2048");
  go(1, dim3(20, 100), dim3(1), dim3(20, 100), "the block has 2000 threads, at most 1024");
  go(1, dim3(1, 1025), dim3(1), dim3(1, 1025), "block.y is 1025");
  go(1, dim3(1, 1, 65), dim3(1), dim3(1, 1, 65), "block.z is 65, must be in 1..64");
  go(1, dim3(1, 1, -1), dim3(1), dim3(1, 1, huge), "block.z is 4294967295");
  go(dim3(-3, 2), dim3(32), dim3(huge, 2), dim3(32), "grid.x is 4294967295");
  CHECK(out == std::vector<int>(64, 0));
  check_next_launch<1>();
  check_next_launch<32>();
}

TEST_CASE("[EXEC-003][HIER-024] launch: too much shared memory is refused") {
  constexpr std::size_t most = simt::max_shared_bytes - 48 * 1024;
  std::vector<int> out(64, 0);
  refused("the block asks for 232449 bytes of shared memory, at most 232448 are allowed", dim3(2),
          dim3(32), [&] {
            simt::launch_at<32>(count_up, shape{2, 32, most + 1}, out.data(), 64);
          });
  refused("bytes of shared memory", dim3(2), dim3(32), [&] {
    simt::launch_at<simt::whole_block>(count_up, shape{2, block_shape<32>, most + 1}, out.data(),
                                       64);
  });
  refused("bytes of shared memory", dim3(2), dim3(32), [&] {
    simt::launch_at<1>(count_up, shape{2, 32, std::size_t{1} << 62}, out.data(), 64);
  });
  simt::launch_at<32>(count_up, shape{2, 32, most}, out.data(), 64);
  CHECK(out == std::vector<int>(64, 1));
}

// --- Errors of kernels ---------------------------------------------------------------------------

namespace {

struct my_error : std::runtime_error {
  int block;
  explicit my_error(int b) : std::runtime_error("thrown by a kernel"), block(b) {}
};

SIMT_KERNEL(throwing, (simt::ptr<int> done, int culprit, int depth)) {
  tracked const t;
  auto i = threadIdx.x;
  if (depth > 1) __syncthreads();
  simt_if (i >= 5) {
    simt_for (varying<int> k = 0, k < 3 + i % 4, ++k) {
      if (blockIdx.x == culprit && depth > 0) throw my_error(culprit);
    }
  }
  if (blockIdx.x == culprit) throw my_error(culprit);
  __syncthreads();
  simt_if (i == 0) done[blockIdx.x] = 1;
}

}  // namespace

TEST_CASE("launch: an exception in one block of many arrives with its type, the grid stops") {
  auto const check = []<int W, class Block>(Block block) {
    for (int const culprit : {0, 1, 77, 199})
      for (int const depth : {0, 1, 2}) {
        std::vector<int> done(200, 0);
        CAPTURE(W);
        CAPTURE(culprit);
        CAPTURE(depth);
        try {
          simt::launch_at<W>(throwing, shape{200, block}, done.data(), culprit, depth);
          FAIL("no error");
        } catch (my_error const& e) {
          CHECK(e.block == culprit);
        }
        CHECK(done[at(culprit)] == 0);
        CHECK(alive == 0);
      }
    check_next_launch<W == simt::whole_block ? 32 : W>();
  };
  at_widths([&]<int W>() { check.template operator()<W>(70); });
  check.template operator()<simt::whole_block>(block_shape<70>);
}

#if SIMT_CATCH_OVERFLOW

namespace {

[[gnu::noinline]] int deep(int n) {
  char volatile local[512];
  local[0] = static_cast<char>(n);
  int const below = n > 0 ? deep(n - 1) : 0;
  return below + local[0];
}
int endless() { return deep(1 << 30); }

SIMT_DEVICE(varying<int>, recursing, (varying<int> const& x, bool now)) {
  if (now) simt_return(x + endless());
  simt_return(x);
}
SIMT_KERNEL(overflowing, (simt::ptr<int> out, int culprit, bool barrier)) {
  auto i = threadIdx.x;
  if (barrier) __syncthreads();
  varying<int> x = 1;
  simt_if (i >= 0) x = recursing(*this, i, blockIdx.x == culprit);
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = x;
}

}  // namespace

TEST_CASE("launch: a stack overflow in a device function is an error with kernel, block, thread") {
  simt::handle_stack_overflow();  // doctest has put its own handler in front
  auto const check = []<int W, class Block>(Block block) {
    for (bool const barrier : {false, true}) {
      CAPTURE(W);
      CAPTURE(barrier);
      std::vector<int> out(5 * 40, -1);
      try {
        simt::launch_at<W>(overflowing, shape{5, block}, out.data(), 3, barrier);
        FAIL("no error");
      } catch (simt::stack_overflow_error const& e) {
        CHECK(e.kernel() == "overflowing");
        CHECK(e.grid() == dim3(5));
        CHECK(e.block_shape() == dim3(40));
        CHECK(e.block_index() == simt::uint3{3, 0, 0});
        CHECK(e.thread_index() == simt::uint3{0, 0, 0});
        CHECK(contains(e.what(),
                       "kernel overflowing, grid (5, 1, 1), block shape (40, 1, 1), "
                       "block (3, 0, 0), thread"));
      }
      check_next_launch<W == simt::whole_block ? 32 : W>();
      simt::launch_at<W>(overflowing, shape{5, block}, out.data(), -1, barrier);
      for (int k = 0; k < 200; ++k) CHECK(out[at(k)] == k % 40);
    }
  };
  at_widths([&]<int W>() { check.template operator()<W>(40); });
  check.template operator()<simt::whole_block>(block_shape<40>);
}

#endif

// --- Streams -------------------------------------------------------------------------------------

namespace {

SIMT_KERNEL(leaves_plainly, (simt::ptr<int> out)) {
  simt_if (threadIdx.x > 3) return;
  out[threadIdx.x] = 1;
}

}  // namespace

TEST_CASE("[EXEC-001][HIER-010][HIER-012] launch: into a stream, in order, arguments by value") {
  at_widths([]<int W>() {
    simt::stream s;
    std::vector<int> out(100, 0);
    int n = 100;
    for (int k = 0; k < 20; ++k) {
      simt::launch_at<W>(count_up, shape{2, 50, 0, s}, out.data(), n);
      n -= 5;  // queued launches have the value that they were given
    }
    s.synchronize();
    for (int i = 0; i < 100; ++i) CHECK(out[at(i)] == 20 - i / 5);
  });
}

TEST_CASE(
    "[EXEC-004] launch: a stream keeps a kernel's error for synchronize, a bad shape is told at "
    "once") {
  simt::stream s;
  std::vector<int> done(200, 0), out(70, 0);
  simt::launch(throwing, shape{200, 70, 0, s}, done.data(), 150, 1);
  simt::launch(count_up, shape{1, 70, 0, s}, out.data(), 70);
  CHECK_THROWS_AS(s.synchronize(), my_error);
  CHECK(out == std::vector<int>(70, 1));  // work behind it ran
  CHECK_NOTHROW(s.synchronize());
  refused("grid.x is 0", dim3(0), dim3(70), [&] {
    simt::launch(count_up, shape{0, 70, 0, s}, out.data(), 70);
  });
  refused("bytes of shared memory", dim3(1), dim3(70), [&] {
    simt::launch(count_up, shape{1, block_shape<70>, std::size_t{1} << 20, s}, out.data(), 70);
  });
  s.synchronize();
  CHECK(out == std::vector<int>(70, 1));
  simt::launch(leaves_plainly, shape{6, 45, 0, s}, done.data());
  CHECK_THROWS_AS(s.synchronize(), simt::flow_error);
  check_next_launch<32>();
}

// --- Several launches at once --------------------------------------------------------------------

namespace {

SIMT_KERNEL(block_sums, (simt::ptr<int> out, int seed)) {
  __shared__ simt::tile<int[70]> s;
  auto i = threadIdx.x;
  s[i] = i + blockIdx.x * seed;
  __syncthreads();
  simt_if (i == 0) {
    varying<int> sum = 0;
    for (int k = 0; k < 70; ++k) sum += s[k];
    out[blockIdx.x] = sum;
  }
}
template <int W>
int wrong_sums(int seed) {
  std::vector<int> out(40, -1);
  simt::launch_at<W>(block_sums, shape{40, 70}, out.data(), seed);
  int wrong = 0;
  for (int b = 0; b < 40; ++b) wrong += out[at(b)] != 70 * 69 / 2 + 70 * b * seed;
  return wrong;
}

}  // namespace

TEST_CASE("launch: from several host threads at once, errors go to the thread that launched") {
  at_widths([]<int W>() {
    std::atomic<int> wrong{0};
    std::vector<std::thread> hosts;
    for (int h = 0; h < 4; ++h)
      hosts.emplace_back([h, &wrong] {
        for (int k = 0; k < 30; ++k) {
          wrong += wrong_sums<W>(h * 100 + k);
          if (k % 10 != 3) continue;
          std::vector<int> done(200, 0);
          try {
            simt::launch_at<W>(throwing, shape{200, 70}, done.data(), h + k, 1);
            ++wrong;
          } catch (my_error const& e) {
            wrong += e.block != h + k;
          }
        }
      });
    for (auto& h : hosts) h.join();
    CHECK(wrong == 0);
  });
  CHECK(alive == 0);
}

TEST_CASE("[HIER-009] launch: from inside TBB tasks, in arenas of any size") {
  at_widths([]<int W>() {
    std::atomic<int> wrong{0};
    simt_test::in_tasks(40, [&](int k) { wrong += wrong_sums<W>(k); });
    CHECK(wrong == 0);
    for (int const threads : {1, 2}) {
      tbb::task_arena arena(threads);
      arena.execute([&] {
        wrong += wrong_sums<W>(threads);
        simt_test::in_tasks(10, [&](int k) { wrong += wrong_sums<W>(k); });
      });
    }
    CHECK(wrong == 0);
  });
}

namespace {

SIMT_KERNEL(inner_kernel, (simt::ptr<int> out, int add)) {
  auto i = threadIdx.x;
  __syncthreads();
  simt_if (i % 2 == 0) atomicAdd(&out[i], add);
}

// Launches another kernel in the middle of its own divergence and between its barriers.
SIMT_KERNEL(outer_kernel, (simt::ptr<int> out, simt::ptr<int> scratch)) {
  __shared__ simt::tile<int[70]> s;
  auto i = threadIdx.x;
  s[i] = i * 3;
  __syncthreads();
  simt_if (i >= 1) {
    int* const mine = scratch.get() + blockIdx.x * 33;
    if (threadIdx.x.base == 0) simt::launch(inner_kernel, shape{2, 33}, mine, 1);
    out[blockIdx.x * 70 + i] = s[i];
  }
  __syncthreads();
  simt_if (i < 1) {
    out[blockIdx.x * 70 + i] = s[69 - i];
    try {
      simt::launch(inner_kernel, shape{0, 1}, scratch.get(), 1);
    } catch (simt::launch_error const&) {
      out[blockIdx.x * 70 + i] += 1;
    }
  }
}

}  // namespace

TEST_CASE("launch: from a kernel's host code, in the middle of its divergence") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<int> out(6 * 70, -1), want(6 * 70), scratch(6 * 33, 0);
    for (int b = 0; b < 6; ++b)
      for (int i = 0; i < 70; ++i) want[at(b * 70 + i)] = i < 1 ? (69 - i) * 3 + 1 : i * 3;
    simt::launch_at<W>(outer_kernel, shape{6, block}, out.data(), scratch.data());
    CAPTURE(W);
    CHECK(out == want);
    // At width 1 thread 0 takes the other branch.
    for (int k = 0; k < 6 * 33; ++k) CHECK(scratch[at(k)] == (W != 1 && k % 33 % 2 == 0 ? 2 : 0));
  };
  at_widths([&]<int W>() { check.template operator()<W>(70); });
  check.template operator()<simt::whole_block>(block_shape<70>);
}

// --- The width that a kernel prefers -------------------------------------------------------------

namespace {

SIMT_KERNEL(tells_width, (simt::ptr<int> out)) { out[threadIdx.x] = this->gang_width; }
SIMT_KERNEL(prefers_width, (simt::ptr<int> out)) { out[threadIdx.x] = this->gang_width; }
SIMT_KERNEL_TEMPLATE((int N), (N), template_prefers, (simt::ptr<int> out)) {
  out[threadIdx.x] = this->gang_width + N * 0;
}

}  // namespace

template <>
inline constexpr int simt::kernel_width<decltype(prefers_width)> = 1;
template <>
inline constexpr int simt::kernel_width<decltype(template_prefers<2>)> = simt::simd::native_lanes;

TEST_CASE("kernel_width: the kernel's choice, the launch's before it, the library's after it") {
  auto const width = [](auto const& kernel, auto const& s) {
    std::vector<int> out(512, -1);
    simt::launch(kernel, s, out.data());
    return out[0];
  };
  CHECK(width(tells_width, shape{1, 64}) == simt::default_width);
  CHECK(width(tells_width, shape{1, block_shape<96>}) == 96);
  CHECK(width(tells_width, shape{1, block_shape<65>}) == 96);
  CHECK(width(tells_width, shape{1, block_shape<256>}) == 256);
  CHECK(width(tells_width, shape{1, block_shape<288>}) == simt::default_width);
  CHECK(width(prefers_width, shape{1, 64}) == 1);
  CHECK(width(prefers_width, shape{1, block_shape<64>}) == 1);
  CHECK(width(template_prefers<1>, shape{1, 64}) == simt::default_width);
  CHECK(width(template_prefers<2>, shape{1, 64}) == simt::simd::native_lanes);
  std::vector<int> out(64, -1);
  simt::launch_at<32>(prefers_width, shape{1, 64}, out.data());
  CHECK(out == std::vector<int>(64, 32));
  simt::launch_at<simt::whole_block>(prefers_width, shape{1, block_shape<64>}, out.data());
  CHECK(out == std::vector<int>(64, 64));
}
