#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Functions of the host that set up kernels that draw from MTGP32.
// - CUDA:    curandMakeMTGP32Constants, curandMakeMTGP32KernelState
// - Source:  Saito and Matsumoto, Variants of Mersenne Twister Suitable for Graphic Processors
// (2013);
//            seeds: recorded on an H200

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/curand.h>
#include <simt/cuda/curand_mtgp32.h>
#include <simt/cuda/detail/mtgp32_sets.h>

#include <cstddef>
#include <memory>

inline namespace SIMT_CUDA_ABI {

/// Gives kernels the parameters of 200 generators.
inline curandStatus_t curandMakeMTGP32Constants(mtgp32_params_fast_t const sets[],
                                                mtgp32_kernel_params_t* p) {
  auto const all = simt_mtgp32_params(sets);
  return cudaMemcpy(p, all.get(), sizeof *p, cudaMemcpyHostToDevice) == cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}
/// Makes n states, 200 at most, each with a set of its own.
inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t* states,
                                                  mtgp32_params_fast_t sets[],
                                                  mtgp32_kernel_params_t* p, int n,
                                                  unsigned long long seed) {
  if (n < 0 || n > CURAND_NUM_MTGP32_PARAMS) return CURAND_STATUS_OUT_OF_RANGE;
  auto const count = static_cast<std::size_t>(n);
  auto const all = std::make_unique<curandStateMtgp32_t[]>(count);
  auto const first = static_cast<unsigned int>(seed ^ (seed >> 32)) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    mtgp32_init_state(all[i].s, &sets[i], first + static_cast<unsigned int>(i));
    all[i].pIdx = static_cast<int>(i);
    all[i].k = p;
  }
  return cudaMemcpy(states, all.get(), count * sizeof *states, cudaMemcpyHostToDevice) ==
                 cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}

}  // namespace SIMT_CUDA_ABI
