// SPDX-License-Identifier: MIT
// Lane kernels with one mistake each, or none, in a checked build.
// usage: lanes        lists the cases: name, kind, block, thread (- where it does not matter)
//        lanes CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"

#include <simt/simt.hpp>

#include <cstdio>
#include <exception>
#include <vector>

#define LIST(X)                                        \
  X(store_behind_vector, memory, "1,0,0", "36,0,0")    \
  X(load_before_vector, memory, "0,0,0", "0,0,0")      \
  X(null_lanes, memory, "0,0,0", "0,0,0")              \
  X(freed_vector, memory, "0,0,0", "0,0,0")            \
  X(one_element_behind, memory, "-", "-")              \
  X(lambda_behind, memory, "0,0,0", "63,0,0")          \
  X(tile_too_small, memory, "0,0,0", "32,0,0")         \
  X(dynamic_tile_too_small, memory, "0,0,0", "16,0,0") \
  X(atomic_behind_vector, memory, "0,0,0", "40,0,0")   \
  X(tile_without_barrier, race, "0,0,0", "-")          \
  X(tree_without_barrier, race, "0,0,0", "-")          \
  X(lanes_without_syncwarp, warp_race, "0,0,0", "-")   \
  X(sum_without_atomic, grid_race, "-", "-")           \
  X(stencil_in_place, grid_race, "-", "-")             \
  X(flag_without_fence, grid_race, "-", "-")           \
  X(tile_never_written, uninitialised, "0,0,0", "-")   \
  X(barrier_in_branch, barrier, "0,0,0", "-")          \
  X(shuffle_in_branch, barrier, "0,0,0", "-")          \
  X(ok_saxpy, none, "-", "-")                          \
  X(ok_tree, none, "-", "-")                           \
  X(ok_return, none, "-", "-")                         \
  X(ok_histogram, none, "-", "-")                      \
  X(ok_shuffle, none, "-", "-")                        \
  X(ok_last_block, none, "-", "-")                     \
  X(ok_flag, none, "-", "-")                           \
  X(ok_lambda, none, "-", "-")                         \
  X(ok_grown_vector, none, "-", "-")

using simt::ptr;

SIMT_KERNEL(fill, (ptr<int> x, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) x[i] = i;  // BUG store_behind_vector
}
void store_behind_vector() {
  std::vector<int> x(100);
  simt::launch(fill, simt::shape{2, 64}, x.data(), 101);
}

SIMT_KERNEL(left, (ptr<float const> in, ptr<float> out)) {
  auto i = threadIdx.x;
  out[i] = in[i - 1];  // BUG load_before_vector
}
void load_before_vector() {
  std::vector<float> in(64), out(64);
  simt::launch(left, simt::shape{1, 64}, in.data(), out.data());
}

SIMT_KERNEL(one, (ptr<int> x)) {
  x[threadIdx.x] = 1;  // BUG null_lanes, freed_vector
}
void null_lanes() { simt::launch(one, simt::shape{1, 32}, static_cast<int*>(nullptr)); }
void freed_vector() {
  int* p;
  {
    std::vector<int> x(64);
    p = x.data();
  }
  simt::launch(one, simt::shape{1, 32}, p);
}

// (One element for all lanes is read where its value is used.)
SIMT_KERNEL(scaled, (ptr<float const> x, ptr<float> y, int n)) {
  auto t = threadIdx.x;
  y[t] = y[t] * x[n];  // BUG one_element_behind
}
void one_element_behind() {
  std::vector<float> x(64), y(64);
  simt::launch(scaled, simt::shape{1, 64}, x.data(), y.data(), 64);
}
void lambda_behind() {
  std::vector<int> x(64);
  simt::launch(
      simt::shape{1, 64},
      [](auto& g, ptr<int> p) {
        p[g.threadIdx.x + 1] = 1;  // BUG lambda_behind
      },
      x.data());
}

SIMT_KERNEL(small_tile, (ptr<int> out)) {
  simt::tile<int[32]> a;
  simt::tile<int[64]> b;
  auto t = threadIdx.x;
  b[t] = 1;
  a[t] = 2;  // BUG tile_too_small
  out[t] = b[t];
}
void tile_too_small() {
  std::vector<int> out(64);
  simt::launch(small_tile, simt::shape{1, 64}, out.data());
}

SIMT_KERNEL(dynamic, (ptr<int> out)) {
  simt::dynamic_tile<int> s;
  auto t = threadIdx.x;
  s[t] = t;      // BUG dynamic_tile_too_small
  out[t] = s[t];  // BUG dynamic_tile_too_small
}
void dynamic_tile_too_small() {
  std::vector<int> out(32);
  simt::launch(dynamic, simt::shape{1, 32, 64}, out.data());
}

SIMT_KERNEL(count, (ptr<int> bins)) {
  atomicAdd(&bins[threadIdx.x], 1);  // BUG atomic_behind_vector
}
void atomic_behind_vector() {
  std::vector<int> bins(40);
  simt::launch(count, simt::shape{1, 41}, bins.data());
}

SIMT_KERNEL(reverse, (ptr<int> x)) {
  simt::tile<int[128]> s;
  auto t = threadIdx.x;
  s[t] = x[t];        // OTHER tile_without_barrier
  x[t] = s[127 - t];  // BUG tile_without_barrier
}
void tile_without_barrier() {
  std::vector<int> x(128, 1);
  simt::launch(reverse, simt::shape{1, 128}, x.data());
}

SIMT_KERNEL(tree, (ptr<int const> x, ptr<int> sum, bool barrier)) {
  simt::tile<int[256]> s;
  auto t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    simt_if (t < d) s[t] += s[t + d];  // BUG tree_without_barrier
    if (barrier) __syncthreads();
  }
  simt_if (t == 0) sum[0] = s[0];
}
void run_tree(bool barrier) {
  std::vector<int> x(256, 1), sum(1);
  simt::launch(tree, simt::shape{1, 256}, x.data(), sum.data(), barrier);
}
void tree_without_barrier() { run_tree(false); }
void ok_tree() { run_tree(true); }

SIMT_KERNEL(neighbours, (ptr<int> out)) {
  simt::tile<int[32]> s;
  auto t = threadIdx.x;
  s[t] = t;           // OTHER lanes_without_syncwarp
  out[t] = s[31 - t];  // BUG lanes_without_syncwarp
}
void lanes_without_syncwarp() {
  std::vector<int> out(32);
  simt::launch(neighbours, simt::shape{1, 32}, out.data());
}

SIMT_KERNEL(add_all, (ptr<int const> x, ptr<int> sum)) {
  simt_if (threadIdx.x == 0) sum[0] += x[blockIdx.x];  // BUG sum_without_atomic
}
void sum_without_atomic() {
  std::vector<int> x(8, 1), sum(64);
  simt::launch(add_all, simt::shape{8, 32}, x.data(), sum.data());
}

SIMT_KERNEL(in_place, (ptr<float> x, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i > 0 && i < n - 1) {
    auto const v = (x[i - 1] + x[i + 1]) / 2;  // BUG stencil_in_place
    x[i] = v + 1;                              // BUG stencil_in_place
  }
}
void stencil_in_place() {
  std::vector<float> x(256);
  simt::launch(in_place, simt::shape{4, 64}, x.data(), 256);
}

SIMT_KERNEL(hand_over, (ptr<int> data, ptr<int> ready, ptr<int> out, bool fences)) {
  simt_if (threadIdx.x == 0 && blockIdx.x == 0) {
    data[0] = 7;  // OTHER flag_without_fence
    if (fences) __threadfence();
    atomicExch(&ready[0], 1);
  }
  simt_if (threadIdx.x == 0 && blockIdx.x != 0) {
    simt_if (atomicAdd(&ready[0], 0) == 1) {
      if (fences) __threadfence();
      out[blockIdx.x] = data[0] + 1;  // BUG flag_without_fence
    }
  }
}
void run_hand_over(bool fences) {
  std::vector<int> data(64), ready(64), out(64);
  simt::launch(hand_over, simt::shape{4, 32}, data.data(), ready.data(), out.data(), fences);
}
void flag_without_fence() { run_hand_over(false); }
void ok_flag() { run_hand_over(true); }

SIMT_KERNEL(part_of_tile, (ptr<int> out)) {
  simt::tile<int[64]> s;
  auto t = threadIdx.x;
  simt_if (t < 60) s[t] = t;
  __syncthreads();
  out[t] = s[63 - t];  // BUG tile_never_written
}
void tile_never_written() {
  std::vector<int> out(64);
  simt::launch(part_of_tile, simt::shape{1, 64}, out.data());
}

SIMT_KERNEL(half_waits, (ptr<int> out)) {
  auto t = threadIdx.x;
  simt_if (t < 32) {
    __syncthreads();  // BUG barrier_in_branch
    out[t] = t;
  }
}
void barrier_in_branch() {
  std::vector<int> out(64);
  simt::launch(half_waits, simt::shape{1, 64}, out.data());
}

SIMT_KERNEL(half_shuffles, (ptr<int> out)) {
  auto t = threadIdx.x;
  simt_if (t < 16) out[t] = __shfl_xor_sync(0xffffffffu, t, 1);  // BUG shuffle_in_branch
}
void shuffle_in_branch() {
  std::vector<int> out(32);
  simt::launch(half_shuffles, simt::shape{1, 32}, out.data());
}

SIMT_KERNEL(saxpy, (ptr<float const> x, ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}
void ok_saxpy() {
  std::vector<float> x(1000, 1.0f), y(1000, 2.0f);
  simt::launch(saxpy, simt::shape{8, 128}, x.data(), y.data(), 2.0f, 1000);
  for (float v : y)
    if (v != 4.0f) std::fprintf(stderr, "wrong: %f\n", double(v));
}

SIMT_KERNEL(leave_early, (ptr<int> out, int n)) {
  auto i = threadIdx.x;
  simt_if (i >= n) simt_return;
  __syncthreads();
  out[i] = i;
}
void ok_return() {
  std::vector<int> out(50);
  simt::launch(leave_early, simt::shape{1, 64}, out.data(), 50);
}

SIMT_KERNEL(histogram, (ptr<int const> x, ptr<int> bins, int n)) {
  simt::tile<int[16]> s;
  auto t = threadIdx.x;
  simt_if (t < 16) s[t] = 0;
  __syncthreads();
  auto i = blockIdx.x * blockDim.x + t;
  simt_if (i < n) atomicAdd(&s[x[i] % 16], 1);
  __syncthreads();
  simt_if (t < 16) atomicAdd(&bins[t], s[t]);
}
void ok_histogram() {
  std::vector<int> x(500), bins(16);
  for (int i = 0; i < 500; ++i) x[unsigned(i)] = i;
  simt::launch(histogram, simt::shape{4, 128}, x.data(), bins.data(), 500);
}

SIMT_KERNEL(warp_sums, (ptr<int const> x, ptr<int> out)) {
  auto t = threadIdx.x;
  varying<int> v = x[t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  simt_if (t % 32 == 0) out[t / 32] = v;
}
void ok_shuffle() {
  std::vector<int> x(128, 1), out(4);
  simt::launch(warp_sums, simt::shape{1, 128}, x.data(), out.data());
  if (out[3] != 32) std::fprintf(stderr, "wrong: %d\n", out[3]);
}

SIMT_KERNEL(last_block, (ptr<int> partial, ptr<unsigned> tickets, ptr<int> sum)) {
  simt_if (threadIdx.x == 0) {
    partial[blockIdx.x] = 1;
    __threadfence();
    auto const turn = atomicAdd(&tickets[0], 1u);
    simt_if (turn == 7u) {
      varying<int> total = 0;
      for (int i = 0; i < 8; ++i) total += partial[i];
      sum[0] = total;
    }
  }
}
void ok_last_block() {
  std::vector<int> partial(32), sum(32);
  std::vector<unsigned> tickets(32);
  simt::launch(last_block, simt::shape{8, 32}, partial.data(), tickets.data(), sum.data());
}

void ok_lambda() {
  std::vector<int> out(96);
  simt::launch(simt::shape{3, 32}, [](auto& g, ptr<int> p) {
    auto i = g.blockIdx.x * g.blockDim.x + g.threadIdx.x;
    p[i] = i;
  }, out.data());
}

// The first that the program frees is smaller than what is watched.
void ok_grown_vector() {
  std::vector<int> out;
  for (int i = 0; i < 100; ++i) out.push_back(0);
  simt::launch(fill, simt::shape{2, 64}, out.data(), 100);
}

int main(int argc, char** argv) try {
  run_case(argc, argv, {LIST(CASE)});
} catch (std::exception const&) {
  // The launch's error, which the checker has told.
}
