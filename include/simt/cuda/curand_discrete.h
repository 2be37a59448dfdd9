#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Numbers of a discrete distribution that the host has made.
// - CUDA:    curand_discrete; of Philox also curand_discrete4

#include <simt/cuda/curand_normal.h>

/// A distribution: a square histogram of `length` columns, or a normal one where there are none.
/// - Order:   curandCreatePoissonDistribution makes it, curandDestroyDistribution frees it
struct curandDiscreteDistribution_st {
  double const* limits;
  unsigned int const* others;
  unsigned int shift, length;
  double mean, stddev;
};
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;

/// The number at a place in (0, 1].
static __inline__ __host__ __device__ unsigned int simt_discrete(
    double u, struct curandDiscreteDistribution_st const* d) {
  unsigned int j = (unsigned int)(u * d->length);
  if (j >= d->length) j = d->length - 1;
  return d->shift + (u < d->limits[j] ? j : d->others[j]);
}

/// The place of an integer in (0, 1].
static __inline__ __host__ __device__ double simt_place(unsigned int x) {
  return simt_uniform_double(x);
}
static __inline__ __host__ __device__ double simt_place(unsigned long long x) {
  return (double)(x >> 11) * 0x1p-53 + 0x1p-54;
}

#define SIMT_DETAIL_DISCRETE(State)                                                               \
  static __inline__ __host__ __device__ unsigned int curand_discrete(                             \
      State* state, curandDiscreteDistribution_t distribution) {                                  \
    if (distribution->length != 0) return simt_discrete(simt_place(curand(state)), distribution); \
    return (unsigned int)(distribution->stddev * curand_normal_double(state) +                    \
                          distribution->mean + 0.5);                                              \
  }
SIMT_DETAIL_DISCRETE(curandStateXORWOW_t)
SIMT_DETAIL_DISCRETE(curandStateMRG32k3a_t)
SIMT_DETAIL_DISCRETE(curandStatePhilox4_32_10_t)
SIMT_DETAIL_DISCRETE(curandStateMtgp32_t)
SIMT_DETAIL_DISCRETE(curandStateSobol32_t)
SIMT_DETAIL_DISCRETE(curandStateScrambledSobol32_t)
SIMT_DETAIL_DISCRETE(curandStateSobol64_t)
SIMT_DETAIL_DISCRETE(curandStateScrambledSobol64_t)
#undef SIMT_DETAIL_DISCRETE

/// Four numbers: each of one integer, or of four normal numbers.
static __inline__ __host__ __device__ uint4
curand_discrete4(curandStatePhilox4_32_10_t* state, curandDiscreteDistribution_t distribution) {
  double const mean = distribution->mean, stddev = distribution->stddev;
  if (distribution->length == 0) {
    double4 const n = curand_normal4_double(state);
    return make_uint4(
        (unsigned int)(stddev * n.x + mean + 0.5), (unsigned int)(stddev * n.y + mean + 0.5),
        (unsigned int)(stddev * n.z + mean + 0.5), (unsigned int)(stddev * n.w + mean + 0.5));
  }
  uint4 const x = curand4(state);
  return make_uint4(simt_discrete(simt_uniform_double(x.x), distribution),
                    simt_discrete(simt_uniform_double(x.y), distribution),
                    simt_discrete(simt_uniform_double(x.z), distribution),
                    simt_discrete(simt_uniform_double(x.w), distribution));
}
