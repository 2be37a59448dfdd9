// SPDX-License-Identifier: MIT
// Idea    Counting in four steps: one bin array for all; a private one for each block in shared
//         memory; several bins a thread, so that bins and block size no longer depend on each
//         other; any length, by threads that stride over the grid.
// Look    Milliseconds of each step. Private bins need no bus lock, since one CPU thread runs a
//         whole block; but clearing and merging them costs, until the fourth step gives a block
//         more elements than bins.
// Try     Fill the input with one value: all threads meet in one bin.
// Source  CUDA C Programming Guide 8.0, B.12 (Atomic Functions); G. Barlas: Multicore and GPU
//         Programming, listing 6.7
#include <simt/simt.hpp>

#include <chrono>
#include <cstdio>
#include <vector>

constexpr int bins = 1024;
using input = simt::ptr<unsigned short const>;
using counts = simt::ptr<int>;

SIMT_KERNEL(one_array, (input in, counts out, int)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[in[i]], 1);
}

SIMT_KERNEL(private_array, (input in, counts out, int)) {  // needs a thread for each bin
  __shared__ simt::tile<int[bins]> own;
  auto t = threadIdx.x;
  own[t] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * blockDim.x + t]], 1);
  __syncthreads();
  atomicAdd(&out[t], own[t]);
}

SIMT_KERNEL(several_bins, (input in, counts out, int)) {  // one element a thread, any block
  __shared__ simt::tile<int[bins]> own;
  auto t = threadIdx.x;
  simt_for (auto b = t, b < bins, b += blockDim.x) own[b] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * blockDim.x + t]], 1);
  __syncthreads();
  simt_for (auto b = t, b < bins, b += blockDim.x) atomicAdd(&out[b], own[b]);
}

SIMT_KERNEL(any_length, (input in, counts out, int n)) {
  __shared__ simt::tile<int[bins]> own;
  auto t = threadIdx.x;
  simt_for (auto b = t, b < bins, b += blockDim.x) own[b] = 0;
  __syncthreads();
  simt_for (auto i = blockIdx.x * blockDim.x + t, i < n, i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i]], 1);
  __syncthreads();
  simt_for (auto b = t, b < bins, b += blockDim.x) atomicAdd(&out[b], own[b]);
}

int main() {
  int const n = 4'000'037, whole = n / 1024 * 1024;
  std::vector<unsigned short> in(static_cast<std::size_t>(n));
  unsigned state = 1;
  auto random = [&] { return (state = state * 1664525u + 1013904223u) >> 23; };
  for (auto& x : in) x = static_cast<unsigned short>(random() + random());

  int wrong = 0;
  auto run = [&](auto const& kernel, int blocks, int block, int length) {
    std::vector<int> out(bins), want(bins);
    auto const start = std::chrono::steady_clock::now();
    simt::launch(kernel, simt::shape{blocks, block}, in.data(), out.data(), length);
    std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
    for (int i = 0; i < length; ++i) ++want[in[static_cast<std::size_t>(i)]];
    for (std::size_t b = 0; b < bins; ++b) wrong += out[b] != want[b];
    return time.count() * 1e3;
  };
  run(any_length, 64, 256, n);  // wakes the worker threads
  double const one = run(one_array, whole / 256, 256, whole);
  double const own = run(private_array, whole / bins, bins, whole);
  double const several = run(several_bins, whole / 256, 256, whole);
  double const any = run(any_length, 64, 256, n);
  std::printf(
      "histogram: %d values, one array %.1f ms, private %.1f ms, several bins a thread %.1f "
      "ms, any length %.1f ms, %d wrong\n",
      n, one, own, several, any, wrong);
  return wrong == 0 ? 0 : 1;
}
