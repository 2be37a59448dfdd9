#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Numbers in (0, 1], all as likely: the middle of each integer's part of it.
// - CUDA:    curand_uniform, curand_uniform_double; of Philox also curand_uniform4,
//            curand_uniform2_double, curand_uniform4_double

#include <simt/cuda/curand_mtgp32.h>
#include <simt/cuda/curand_philox.h>
#include <simt/cuda/curand_sobol.h>
#include <simt/cuda/curand_states.h>

static __inline__ __host__ __device__ float simt_uniform(unsigned int x) {
  return (float)x * 0x1p-32f + 0x1p-33f;
}
static __inline__ __host__ __device__ double simt_uniform_double(unsigned int x) {
  return (double)x * 0x1p-32 + 0x1p-32;
}
/// Of 53 of two numbers' bits.
static __inline__ __host__ __device__ double simt_uniform_double(unsigned int x, unsigned int y) {
  unsigned long long const z = (unsigned long long)x ^ ((unsigned long long)y << 21);
  return (double)z * 0x1p-53 + 0x1p-54;
}

#define SIMT_DETAIL_UNIFORM(State)                                           \
  static __inline__ __host__ __device__ float curand_uniform(State* state) { \
    return simt_uniform(curand(state));                                      \
  }
SIMT_DETAIL_UNIFORM(curandStateXORWOW_t)
SIMT_DETAIL_UNIFORM(curandStatePhilox4_32_10_t)
SIMT_DETAIL_UNIFORM(curandStateMtgp32_t)
SIMT_DETAIL_UNIFORM(curandStateSobol32_t)
SIMT_DETAIL_UNIFORM(curandStateScrambledSobol32_t)
#undef SIMT_DETAIL_UNIFORM
#define SIMT_DETAIL_UNIFORM(State)                                                   \
  static __inline__ __host__ __device__ double curand_uniform_double(State* state) { \
    unsigned int const x = curand(state);                                            \
    unsigned int const y = curand(state);                                            \
    return simt_uniform_double(x, y);                                                \
  }
SIMT_DETAIL_UNIFORM(curandStateXORWOW_t)
#undef SIMT_DETAIL_UNIFORM
#define SIMT_DETAIL_UNIFORM(State)                                                   \
  static __inline__ __host__ __device__ double curand_uniform_double(State* state) { \
    return simt_uniform_double(curand(state));                                       \
  }
SIMT_DETAIL_UNIFORM(curandStatePhilox4_32_10_t)
SIMT_DETAIL_UNIFORM(curandStateMtgp32_t)
SIMT_DETAIL_UNIFORM(curandStateSobol32_t)
SIMT_DETAIL_UNIFORM(curandStateScrambledSobol32_t)
#undef SIMT_DETAIL_UNIFORM
#define SIMT_DETAIL_UNIFORM(State)                                                   \
  static __inline__ __host__ __device__ float curand_uniform(State* state) {         \
    return simt_uniform((unsigned int)(curand(state) >> 32));                        \
  }                                                                                  \
  static __inline__ __host__ __device__ double curand_uniform_double(State* state) { \
    return (double)(curand(state) >> 11) * 0x1p-53 + 0x1p-54;                        \
  }
SIMT_DETAIL_UNIFORM(curandStateSobol64_t)
SIMT_DETAIL_UNIFORM(curandStateScrambledSobol64_t)
#undef SIMT_DETAIL_UNIFORM

static __inline__ __host__ __device__ double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return (double)simt_mrg32k3a_next(state) * 2.3283065498378288e-10;
}
static __inline__ __host__ __device__ float curand_uniform(curandStateMRG32k3a_t* state) {
  return (float)curand_uniform_double(state);
}

static __inline__ __host__ __device__ float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  uint4 const x = curand4(state);
  return make_float4(simt_uniform(x.x), simt_uniform(x.y), simt_uniform(x.z), simt_uniform(x.w));
}
static __inline__ __host__ __device__ double2
curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  uint4 const x = curand4(state);
  return make_double2(simt_uniform_double(x.x, x.y), simt_uniform_double(x.z, x.w));
}
static __inline__ __host__ __device__ double4
curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  uint4 const x = curand4(state);
  uint4 const y = curand4(state);
  return make_double4(simt_uniform_double(x.x, x.y), simt_uniform_double(x.z, x.w),
                      simt_uniform_double(y.x, y.y), simt_uniform_double(y.z, y.w));
}
