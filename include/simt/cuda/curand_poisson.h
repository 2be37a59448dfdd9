#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Numbers of events of which `lambda` are expected.
// - CUDA:    curand_poisson; of Philox also curand_poisson4
// - Source:  pseudorandom below 64: Knuth, The Art of Computer Programming 2, 3.4.1; above 4000:
// the
//            normal distribution; between them: rejection from a logistic distribution (Atkinson,
//            1979), whose logistic function is fitted by six numbers: they are cuRAND's, as its
//            public header curand_poisson.h gives them (__cr_pgammainc), since no others give the
//            recorded counts; nothing but the numbers is taken from there. Quasirandom below 1000:
//            the inverse; else the normal distribution

#include <simt/cuda/curand_normal.h>

/// The parameters of the logistic function that is nearest the gamma function of order `lambda`.
static __inline__ __host__ __device__ float simt_gamma_slope(float lambda) {
  return 1.43248035075540910f * rsqrtf(lambda - 0.12400979329415655f) + 0.00025361074907033f;
}
static __inline__ __host__ __device__ float simt_gamma_shift(float lambda) {
  return 0.21096734870196546f * rsqrtf(lambda - 1.97381164089999420f) + 0.94201734077887530f;
}
/// The part of the gamma distribution of order a below x.
static __inline__ __host__ __device__ float simt_gamma_part(float a, float x) {
  float const t = 1.0f + expf(simt_gamma_slope(a) * (a - x) - simt_gamma_shift(a));
  return 1.0f / (t * t);
}
/// Its inverse.
static __inline__ __host__ __device__ float simt_gamma_inverse(float a, float y) {
  float const t = simt_gamma_shift(a) + logf(rsqrtf(y) - 1.0f);
  return a - t / simt_gamma_slope(a);
}

#define SIMT_DETAIL_POISSON(State)                                                                 \
  static __inline__ __host__ __device__ unsigned int simt_poisson_small(State* state,              \
                                                                        float lambda) {            \
    unsigned int k = 0;                                                                            \
    float p = expf(lambda);                                                                        \
    do {                                                                                           \
      k += 1;                                                                                      \
      p *= curand_uniform(state);                                                                  \
    } while (p > 1.0f);                                                                            \
    return k - 1;                                                                                  \
  }                                                                                                \
  static __inline__ __host__ __device__ unsigned int simt_poisson_middle(State* state,             \
                                                                         float lambda) {           \
    float const log_lambda = logf(lambda);                                                         \
    float x = 0.0f;                                                                                \
    bool found = false;                                                                            \
    while (!found) {                                                                               \
      x = floorf(simt_gamma_inverse(lambda, curand_uniform(state)));                               \
      float const z = curand_uniform(state);                                                       \
      float const v = (simt_gamma_part(lambda, x + 1.0f) - simt_gamma_part(lambda, x)) * 1.3f;     \
      float const t = expf(-lambda + x * log_lambda - (float)lgamma((double)(1.0f + x)));          \
      found = z * v < t && v >= 1e-20f;                                                            \
    }                                                                                              \
    return (unsigned int)x;                                                                        \
  }                                                                                                \
  static __inline__ __host__ __device__ unsigned int curand_poisson(State* state, double lambda) { \
    if (lambda < 64.0) return simt_poisson_small(state, (float)lambda);                            \
    if (lambda > 4000.0)                                                                           \
      return (unsigned int)(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);            \
    return simt_poisson_middle(state, (float)lambda);                                              \
  }
SIMT_DETAIL_POISSON(curandStateXORWOW_t)
SIMT_DETAIL_POISSON(curandStateMRG32k3a_t)
SIMT_DETAIL_POISSON(curandStatePhilox4_32_10_t)
#undef SIMT_DETAIL_POISSON

/// The least k below which the part u of the distribution lies, lambda up to 1000.
static __inline__ __host__ __device__ unsigned int simt_poisson_inverse(double lambda, double u) {
  double k = floor(lambda);
  double p = exp(k * log(lambda) - lambda - lgamma(k + 1.0));  // of k
  while (k > 0.0 && p > 0x1p-90) {
    p *= k / lambda;
    k -= 1.0;
  }
  // From the lower end, so that small sums are exact.
  double sum = p;
  while (sum < u && (k < lambda || p > 0x1p-70)) {
    k += 1.0;
    p *= lambda / k;
    sum += p;
  }
  return (unsigned int)k;
}
#define SIMT_DETAIL_POISSON(State)                                                                 \
  static __inline__ __host__ __device__ unsigned int curand_poisson(State* state, double lambda) { \
    if (lambda >= 1000.0)                                                                          \
      return (unsigned int)(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);            \
    return simt_poisson_inverse(lambda, curand_uniform_double(state));                             \
  }
SIMT_DETAIL_POISSON(curandStateMtgp32_t)
SIMT_DETAIL_POISSON(curandStateSobol32_t)
SIMT_DETAIL_POISSON(curandStateScrambledSobol32_t)
SIMT_DETAIL_POISSON(curandStateSobol64_t)
SIMT_DETAIL_POISSON(curandStateScrambledSobol64_t)
#undef SIMT_DETAIL_POISSON

/// Four numbers: those below 64 each from numbers of its own, those above 4000 from four normal
/// ones.
static __inline__ __host__ __device__ uint4 curand_poisson4(curandStatePhilox4_32_10_t* state,
                                                            double lambda) {
  if (lambda > 4000.0) {
    double4 const n = curand_normal4_double(state);
    double const root = sqrt(lambda);
    return make_uint4(
        (unsigned int)(root * n.x + lambda + 0.5), (unsigned int)(root * n.y + lambda + 0.5),
        (unsigned int)(root * n.z + lambda + 0.5), (unsigned int)(root * n.w + lambda + 0.5));
  }
  uint4 r;
  r.x = curand_poisson(state, lambda);
  r.y = curand_poisson(state, lambda);
  r.z = curand_poisson(state, lambda);
  r.w = curand_poisson(state, lambda);
  return r;
}
