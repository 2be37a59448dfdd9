// SPDX-License-Identifier: MIT
// Lane kernels whose counts follow from the addresses: a launch a line of those below, in order. A kernel that reads
// and writes as CUDA's text would has the same requests, sectors and conflicts.
// LAUNCH copy: ld 8, ld_sectors 32, st 8, st_sectors 32
// LAUNCH strided: ld 8, ld_sectors 256, st 8, st_sectors 32
// LAUNCH columns: shared_st 8, st_conflicts 0, shared_ld 8, ld_conflicts 248
// LAUNCH padded: shared_st 8, st_conflicts 0, shared_ld 8, ld_conflicts 0
// LAUNCH first_lanes: ld 8, ld_sectors 16, st 8, st_sectors 16
// LAUNCH bins
#include <simt/simt.hpp>

#include <vector>

using simt::ptr;

SIMT_KERNEL(copy, (ptr<float const> x, ptr<float> y)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];
}
SIMT_KERNEL(strided, (ptr<float const> x, ptr<float> y)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i * 32];
}
SIMT_KERNEL(columns, (ptr<float> y)) {
  simt::tile<float[32][32]> s;
  auto t = threadIdx.x;
  auto w = blockIdx.x;
  s[w][t] = 1.0f;
  __syncthreads();
  y[t] = s[t][w];
}
SIMT_KERNEL(padded, (ptr<float> y)) {
  simt::tile<float[32][33]> s;
  auto t = threadIdx.x;
  auto w = blockIdx.x;
  s[w][t] = 1.0f;
  __syncthreads();
  y[t] = s[t][w];
}
SIMT_KERNEL(first_lanes, (ptr<float const> x, ptr<float> y)) {
  auto t = threadIdx.x;
  auto i = blockIdx.x * blockDim.x + t;
  simt_if (t % 32 < 16) y[i] = x[i];
}
SIMT_KERNEL(bins, (ptr<int> n)) { atomicAdd(&n[0], 1); }

int main() {
  std::vector<float> x(8192 + 8), y(8192);
  std::vector<int> n(64);
  // Sectors begin at multiples of 32 bytes.
  float* const in = x.data() + (32 - reinterpret_cast<std::uintptr_t>(x.data()) % 32) % 32 / 4;
  float* const out = y.data() + (32 - reinterpret_cast<std::uintptr_t>(y.data()) % 32) % 32 / 4;
  simt::launch(copy, simt::shape{2, 128}, in, out);
  simt::launch(strided, simt::shape{2, 128}, in, out);
  simt::launch(columns, simt::shape{8, 32}, out);
  simt::launch(padded, simt::shape{8, 32}, out);
  simt::launch(first_lanes, simt::shape{2, 128}, in, out);
  simt::launch(bins, simt::shape{2, 128}, n.data());
}
