// SPDX-License-Identifier: MIT
#include <simt/thread/lockstep.hpp>

#include "thread/run.hpp"

#include <doctest/doctest.h>

// LABELS: isa
namespace {

__global__ void sum(int* out) {
  SIMT_CUDA_SHARED(s, int[64]);
  unsigned const t = threadIdx.x;
  volatile int* v = s;
  v[t] = static_cast<int>(t);
  for (unsigned d = 16; d > 0; d /= 2) {
    if (t % 32 < d) {
      simt::cuda::warp_meet(__FILE__, 1, v[t]);
      simt::cuda::warp_step(__FILE__, 1, v[t]) += v[t + d];
    }
  }
  out[t] = v[t];
}
__global__ void elsewhere(int* p) {
  int volatile* v = p;
  simt::cuda::warp_step(__FILE__, 1, v[threadIdx.x]) = 7;
}

}  // namespace

TEST_CASE("lockstep: the threads of a warp read before any of them writes") {
  int out[64] = {};
  run_threads(1, 64, 0, KERNEL(sum), &out[0]);
  CHECK(out[0] == 496);
  CHECK(out[32] == 496 + 32 * 32);
  CHECK(out[31] == 31);
}

TEST_CASE("lockstep: other memory, and the host's, is assigned to") {
  int out[3] = {};
  run_threads(1, 3, 0, KERNEL(elsewhere), &out[0]);
  CHECK(out[2] == 7);
  int volatile x = 1;
  CHECK((simt::cuda::warp_step(__FILE__, 1, x) += 4) == 5);
}
