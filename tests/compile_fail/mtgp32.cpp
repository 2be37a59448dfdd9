// SPDX-License-Identifier: MIT
// NAME: [RAND-004] numbers of MTGP32 are refused by name
// EXPECT: simt: curand_uniform: MTGP32 is not supported, as its tables belong to cuRAND
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/curand_kernel.h>
#include <simt/cuda/curand_mtgp32_host.h>

__global__ void draw(curandStateMtgp32_t* state, curandState_t* other, float* out) {
#ifdef FIXED
  *out = curand_uniform(other + sizeof *state);
#else
  *out = curand_uniform(state);
  (void)other;
#endif
}
