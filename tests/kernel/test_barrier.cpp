// SPDX-License-Identifier: MIT
// __syncthreads and its kind, as kernels write them.
#include <simt/kernel/gang.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <string>
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

std::vector<int> numbers(int n, unsigned seed) {
  simt_test::random r(seed);
  std::vector<int> v(at(n));
  for (int& x : v) x = static_cast<int>(r.below(1000)) - 500;
  return v;
}

// Block sizes of all kinds, run at every width.
template <class F>
void at_shapes(F check) {
  at_widths([&]<int W>() {
    for (int const threads : {1, 31, 32, 33, 64, 95, 129, 256, 1000, 1024})
      check.template operator()<W>(threads, threads);
  });
  check.template operator()<32>(dim3(5, 7, 3), 105);
  check.template operator()<simt::whole_block>(block_shape<129>, 129);
}

// --- In loops and uniform branches ---------------------------------------------------------------

SIMT_KERNEL(tree_sum, (simt::ptr<int const> in, simt::ptr<int> out, int n)) {
  simt::dynamic_tile<int> s;
  auto i = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  s[i] = in[blockIdx.x * n + i];
  __syncthreads();
  int d = 1;
  while (d < n) d *= 2;
  for (d /= 2; d > 0; d /= 2) {
    simt_if (i < d && i + d < n) s[i] += s[i + d];
    __syncthreads();
  }
  simt_if (i == 0) out[blockIdx.x] = s[0];
}

SIMT_KERNEL(prefix_sums, (simt::ptr<int const> in, simt::ptr<int> out, int n)) {
  simt::dynamic_tile<int> s;
  auto i = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  s[i] = in[blockIdx.x * n + i];
  simt_for (int d = 1, d < n, d *= 2) {
    __syncthreads();
    varying<int> x = s[i];
    simt_if (i >= d) x += s[i - d];
    __syncthreads();
    s[i] = x;
  }
  // A masked statement that every thread enters, and a branch that a block takes or not.
  simt_if (i >= 0) {
    __syncthreads();
  }
  simt_if (blockIdx.x % 2 == 1) {
    varying<int> const x = s[n - 1 - i];
    __syncthreads();
    s[n - 1 - i] = x * 3;
    if (n > 5) __syncthreads();
  }
  __syncthreads();
  out[blockIdx.x * n + i] = s[i];
}

}  // namespace

TEST_CASE("[SYNC-001][SYNC-011] __syncthreads: in loops, any block size, many blocks") {
  at_shapes([]<int W>(auto block, int n) {
    int const blocks = 7;
    auto const in = numbers(blocks * n, 3);
    std::vector<int> out(at(blocks), -1), want(at(blocks), 0);
    for (int i = 0; i < blocks * n; ++i) want[at(i / n)] += in[at(i)];
    simt::launch_at<W>(tree_sum, shape{blocks, block, at(n) * 4}, in.data(), out.data(), n);
    CAPTURE(W);
    CAPTURE(n);
    CHECK(out == want);
  });
}

TEST_CASE("[SYNC-001] __syncthreads: in masked loops and branches that all threads take") {
  at_shapes([]<int W>(auto block, int n) {
    int const blocks = 4;
    auto const in = numbers(blocks * n, 4);
    std::vector<int> out(at(blocks * n), -1), want(at(blocks * n));
    for (int b = 0; b < blocks; ++b) {
      auto const first = in.begin() + b * n;
      std::partial_sum(first, first + n, want.begin() + b * n);
      if (b % 2 == 1)
        for (int i = 0; i < n; ++i) want[at(b * n + i)] *= 3;
    }
    simt::launch_at<W>(prefix_sums, shape{blocks, block, at(n) * 4}, in.data(), out.data(), n);
    CAPTURE(W);
    CAPTURE(n);
    CHECK(out == want);
  });
}

// --- Threads that have returned ------------------------------------------------------------------

namespace {

SIMT_KERNEL(early_return,
            (simt::ptr<int const> in, simt::ptr<int> out, simt::ptr<int> counts, int n, int last)) {
  __shared__ simt::tile<int[1024]> s;
  auto i = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  simt_if (i >= last) simt_return;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[last - 1 - i];
  counts[i] = __syncthreads_count(i % 2 == 0) * 10000 + n;
}

// Thread i leaves after i % 5 barriers.
SIMT_KERNEL(leaving_in_turn, (simt::ptr<int> counts, int n)) {
  auto i = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  for (int turn = 0; turn < 5; ++turn) {
    simt_if (i % 5 == turn) simt_return;
    counts[turn * n + i] = __syncthreads_count(1);
  }
}

}  // namespace

TEST_CASE("[SYNC-001][HIER-020] __syncthreads: threads that have returned do not count") {
  at_shapes([]<int W>(auto block, int n) {
    auto const in = numbers(n, 5);
    for (int const last : {0, 1, 5, 32, 33, n / 2, n - 1, n}) {
      if (last > n) continue;
      std::vector<int> out(at(n), -1), counts(at(n), -1), want(at(n), -1), want_counts(at(n), -1);
      for (int i = 0; i < last; ++i) {
        want[at(i)] = in[at(last - 1 - i)];
        want_counts[at(i)] = (last + 1) / 2 * 10000 + n;
      }
      simt::launch_at<W>(early_return, shape{1, block}, in.data(), out.data(), counts.data(), n,
                         last);
      CAPTURE(W);
      CAPTURE(n);
      CAPTURE(last);
      CHECK(out == want);
      CHECK(counts == want_counts);
    }
  });
}

TEST_CASE("[SYNC-002] __syncthreads_count: counts who is left, turn by turn") {
  at_shapes([]<int W>(auto block, int n) {
    std::vector<int> counts(at(5 * n), -1), want(at(5 * n), -1);
    for (int turn = 0; turn < 5; ++turn) {
      int left = 0;
      for (int i = 0; i < n; ++i) left += i % 5 > turn;
      for (int i = 0; i < n; ++i)
        if (i % 5 > turn) want[at(turn * n + i)] = left;
    }
    simt::launch_at<W>(leaving_in_turn, shape{1, block}, counts.data(), n);
    CAPTURE(W);
    CAPTURE(n);
    CHECK(counts == want);
  });
}

// --- Count, and, or ------------------------------------------------------------------------------

namespace {

SIMT_KERNEL(votes, (simt::ptr<int const> in, simt::ptr<int> out, int n)) {
  auto i = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  varying<int> const x = in[blockIdx.x * n + i];
  auto const o = blockIdx.x * n * 7 + i;
  out[o] = __syncthreads_count(x > 0);
  out[o + n] = __syncthreads_and(x > -450);
  out[o + 2 * n] = __syncthreads_or(x > 450);
  out[o + 3 * n] = __syncthreads_count(x);  // any number is a predicate
  out[o + 4 * n] = __syncthreads_and(1);
  out[o + 5 * n] = __syncthreads_or(blockIdx.x == 2);
  out[o + 6 * n] = __syncthreads_count(i < 40);
}

}  // namespace

TEST_CASE("[SYNC-002][SYNC-003][SYNC-004] __syncthreads_count, _and, _or: also partial blocks") {
  at_shapes([]<int W>(auto block, int n) {
    int const blocks = 5;
    auto const in = numbers(blocks * n, 6);
    std::vector<int> out(at(blocks * n * 7), -1), want(at(blocks * n * 7));
    for (int b = 0; b < blocks; ++b) {
      auto const first = in.begin() + b * n;
      auto const last = first + n;
      int const results[] = {
          static_cast<int>(std::count_if(first, last, [](int x) { return x > 0; })),
          std::all_of(first, last, [](int x) { return x > -450; }),
          std::any_of(first, last, [](int x) { return x > 450; }),
          static_cast<int>(std::count_if(first, last, [](int x) { return x != 0; })),
          1,
          b == 2,
          std::min(n, 40)};
      for (int k = 0; k < 7; ++k) std::fill_n(want.begin() + (b * 7 + k) * n, n, results[k]);
    }
    simt::launch_at<W>(votes, shape{blocks, block}, in.data(), out.data(), n);
    for (int b = 0; b < blocks; ++b)
      for (int k = 1; k < 6; ++k)
        if (k != 3)  // and, or: any number but zero is true
          for (int i = 0; i < n; ++i) {
            int& x = out[at((b * 7 + k) * n + i)];
            x = x != 0;
          }
    CAPTURE(W);
    CAPTURE(n);
    CHECK(out == want);
  });
}

// --- Divergent barriers --------------------------------------------------------------------------

namespace {

std::atomic<int> alive{0};
struct tracked {
  tracked() { ++alive; }
  ~tracked() { --alive; }
  tracked(tracked const&) = delete;
  tracked& operator=(tracked const&) = delete;
};

// Thread `odd` of block (1, 1) waits for its warp while the others wait at the barrier.
SIMT_KERNEL(divergent, (simt::ptr<int> out, int odd)) {
  tracked const t;
  auto i = threadIdx.x;
  __syncthreads();
  varying<int> x = i;
  bool const here = blockIdx.x == 1 && blockIdx.y == 1;
  simt_if (here && i == odd) {
    x = __shfl_sync(0xffffffffu, x, 0);
  } else {
    __syncthreads();
  }
  out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + i] = x;
}

SIMT_KERNEL(both_branches, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  simt_if (i % 3 == 0)
    __syncthreads();
  else
    __syncthreads();
  out[blockIdx.x * blockDim.x + i] = i;
}

}  // namespace

TEST_CASE("[SYNC-001] a barrier that live threads cannot reach: kernel, block, threads are named") {
  auto const check = []<int W, class Block>(Block block, int odd) {
    std::vector<int> out(4 * 70, -1);
    CAPTURE(W);
    CAPTURE(odd);
    try {
      simt::launch_at<W>(divergent, shape{dim3(2, 2), block}, out.data(), odd);
      FAIL("no error");
    } catch (simt::barrier_error const& e) {
      CHECK(e.kernel() == "divergent");
      CHECK(e.grid() == dim3(2, 2));
      CHECK(e.block_shape() == dim3(70));
      CHECK(e.block_index() == simt::uint3{1, 1, 0});
      REQUIRE(e.threads().has_value());
      // At least the gang that the thread belongs to.
      auto const t = *e.threads();
      auto const u = static_cast<std::uint64_t>(odd);
      int const lanes = W == simt::whole_block ? 96 : W;
      CHECK(t.first / static_cast<unsigned>(lanes) <= u / static_cast<unsigned>(lanes));
      CHECK(t.last < 70);
      CHECK(contains(e.what(),
                     "kernel divergent, grid (2, 2, 1), block shape (70, 1, 1), block "
                     "(1, 1, 0), thread"));
    }
    CHECK(alive == 0);
    // The next launch works.
    auto const in = numbers(70, 7);
    std::vector<int> sum(1);
    simt::launch_at<W>(tree_sum, shape{1, block, 280}, in.data(), sum.data(), 70);
    CHECK(sum[0] == std::accumulate(in.begin(), in.end(), 0));
  };
  for (int const odd : {0, 31, 40, 69}) {
    check.template operator()<1>(70, odd);
    check.template operator()<32>(70, odd);
    check.template operator()<64>(70, odd);
    check.template operator()<simt::whole_block>(block_shape<70>, odd);
  }
}

TEST_CASE(
    "a barrier in both branches: an error where the threads share a gang, and named exactly") {
  auto const check = []<int W, class Block>(Block block) {
    std::vector<int> out(3 * 65, -1);
    try {
      simt::launch_at<W>(both_branches, shape{3, block}, out.data());
      FAIL("no error");
    } catch (simt::barrier_error const& e) {
      CHECK(e.kernel() == "both_branches");
      // Threads 0, 3, 6 … stand at the barrier, 1 is the first that took the other branch.
      REQUIRE(e.threads().has_value());
      CHECK(e.threads()->first == 1);
      CHECK(e.threads()->last <= 65);
      CHECK(contains(e.what(), "divergence"));
    }
  };
  check.template operator()<simt::simd::native_lanes>(65);
  check.template operator()<32>(65);
  check.template operator()<64>(65);
  check.template operator()<simt::whole_block>(block_shape<65>);
  // Single threads arrive each on its own.
  std::vector<int> out(3 * 65, -1);
  simt::launch_at<1>(both_branches, shape{3, 65}, out.data());
  for (int i = 0; i < 3 * 65; ++i) CHECK(out[at(i)] == i % 65);
}

// --- Many blocks, fences -------------------------------------------------------------------------

namespace {

SIMT_KERNEL(many_turns, (simt::ptr<int> out)) {
  __shared__ simt::tile<int[2][64]> s;
  auto i = threadIdx.x;
  s[0][i] = i + blockIdx.x;
  for (int k = 0; k < 10; ++k) {
    __syncthreads();
    s[(k + 1) % 2][i] = s[k % 2][(i + 1) % blockDim.x] + 1;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = s[0][i];
}

// The guide's threadFenceReduction: the block that is done last adds up what all have left.
SIMT_KERNEL(last_block_sums, (simt::ptr<int const> in, simt::ptr<int> partial,
                              simt::ptr<unsigned> count, simt::ptr<int> result, int n)) {
  __shared__ simt::tile<int[1]> sum;
  __shared__ simt::tile<bool[1]> is_last;
  auto i = threadIdx.x;
  simt_if (i == 0) sum[0] = 0;
  __syncthreads();
  varying<int> mine = 0;
  simt_for (auto k = blockIdx.x * blockDim.x + i, k < n, k += gridDim.x * blockDim.x) mine += in[k];
  atomicAdd(&sum[0], mine);
  __threadfence_block();
  __syncthreads();
  simt_if (i == 0) {
    partial[blockIdx.x] = sum[0];
    __threadfence();
    varying<unsigned> const before = atomicInc(&count[0], static_cast<unsigned>(gridDim.x));
    is_last[0] = before == static_cast<unsigned>(gridDim.x - 1);
  }
  __syncthreads();
  if (is_last[0]) {
    simt_if (i == 0) {
      varying<int> total = 0;
      for (int b = 0; b < gridDim.x; ++b) total += partial[b];
      result[0] = total;
      count[0] = 0u;
      __threadfence_system();
    }
  }
}

SIMT_KERNEL(first_pass, (simt::ptr<int> a)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}
SIMT_KERNEL(second_pass, (simt::ptr<int const> a, simt::ptr<int> b, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[n - 1 - i] * 2;
}

}  // namespace

TEST_CASE("[SYNC-001] __syncthreads: thousands of blocks with gangs that wait") {
  at_widths([]<int W>() {
    for (int const threads : {3, 33, 64}) {
      int const blocks = SIMT_TSAN ? 150 : 1500;  // which makes each barrier slow
      std::vector<int> out(at(blocks * threads), -1);
      simt::launch_at<W>(many_turns, shape{blocks, threads}, out.data());
      int wrong = 0;
      for (int b = 0; b < blocks; ++b)
        for (int i = 0; i < threads; ++i)
          wrong += out[at(b * threads + i)] != (i + 10) % threads + b + 10;
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("[SYNC-005][SYNC-006][SYNC-007][SYNC-010] fences: the last block sums up") {
  at_widths([]<int W>() {
    auto const in = numbers(5000, 8);
    int const want = std::accumulate(in.begin(), in.end(), 0);
    std::vector<int> partial(40), result(1);
    std::vector<unsigned> count(1, 0u);
    for (int turn = 0; turn < 5; ++turn) {
      result[0] = 0;
      simt::launch_at<W>(last_block_sums, shape{40, 50}, in.data(), partial.data(), count.data(),
                         result.data(), 5000);
      CHECK(result[0] == want);
      CHECK(count[0] == 0);
    }
  });
}

#if !SIMT_TSAN  // plain loads and stores race here on purpose

namespace {

// The guide's writeXY and readXY, over and over: block 0 writes, block 1 reads while it runs.
SIMT_KERNEL(write_and_read,
            (simt::ptr<int> x, simt::ptr<int> y, simt::ptr<int> a, simt::ptr<int> b, int turns)) {
  simt_if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      for (int k = 0; k < turns; ++k) {
        x[k] = 10;
        __threadfence();
        y[k] = 20;
      }
    } else {
      for (int k = 0; k < turns; ++k) {
        b[k] = y[k];
        __threadfence();
        a[k] = x[k];
      }
    }
  }
}

}  // namespace

TEST_CASE("[SYNC-008] fences: who sees the later write sees the earlier one") {
  at_widths([]<int W>() {
    int const turns = 20000;
    for (int round = 0; round < 5; ++round) {
      std::vector<int> x(at(turns), 1), y(at(turns), 2), a(at(turns), -1), b(at(turns), -1);
      simt::launch_at<W>(write_and_read, shape{2, block_shape<32>}, x.data(), y.data(), a.data(),
                         b.data(), turns);
      int wrong = 0;
      for (int k = 0; k < turns; ++k)
        wrong += (a[at(k)] != 1 && a[at(k)] != 10) || (b[at(k)] != 2 && b[at(k)] != 20) ||
                 (b[at(k)] == 20 && a[at(k)] != 10);
      CHECK(wrong == 0);
      CHECK(x == std::vector<int>(at(turns), 10));
      CHECK(y == std::vector<int>(at(turns), 20));
    }
  });
}

#endif

TEST_CASE("[SYNC-012] blocks meet between two launches") {
  at_widths([]<int W>() {
    int const n = 30 * 50;
    std::vector<int> a(at(n), -1), b(at(n), -1);
    simt::launch_at<W>(first_pass, shape{30, 50}, a.data());
    simt::launch_at<W>(second_pass, shape{50, 30}, a.data(), b.data(), n);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += b[at(i)] != 2 * (n - 1 - i);
    CHECK(wrong == 0);
  });
}
