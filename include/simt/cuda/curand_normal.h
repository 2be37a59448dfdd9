#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Normally and log-normally distributed numbers: pseudorandom generators make two at a time (Box
// and Muller), of which a call for one keeps the second; quasirandom ones take the inverse.
// - CUDA:    curand_normal, curand_normal2, curand_log_normal, curand_log_normal2, each also with
//            _double; of Philox also those of four
// - Source:  Box and Muller, A Note on the Generation of Random Normal Deviates (1958); which
// number
//            takes which part, and the GPU's fast sine: recorded on an H200

#include <simt/cuda/curand_uniform.h>
#include <simt/cuda/math_functions.h>

#define SIMT_DETAIL_TWO_PI 0x1.921fb6p+2f

static __inline__ __host__ __device__ float2 simt_box_muller(unsigned int x, unsigned int y) {
  float const u = simt_uniform(x);
  float const v = fmaf((float)y, SIMT_DETAIL_TWO_PI * 0x1p-32f, SIMT_DETAIL_TWO_PI * 0x1p-33f);
  float const s = sqrtf(-2.0f * logf(u));
  float sine = 0.0f, cosine = 0.0f;
  __sincosf(v, &sine, &cosine);
  return make_float2(s * sine, s * cosine);
}
static __inline__ __host__ __device__ double2 simt_box_muller_double(unsigned int x0,
                                                                     unsigned int x1,
                                                                     unsigned int y0,
                                                                     unsigned int y1) {
  double const u = simt_uniform_double(x0, x1);
  double const v = simt_uniform_double(y0, y1) * 2.0;
  double const s = sqrt(-2.0 * log(u));
  double sine = 0.0, cosine = 0.0;
  sincospi(v, &sine, &cosine);
  return make_double2(s * sine, s * cosine);
}

#define SIMT_DETAIL_NORMAL(State)                                                     \
  static __inline__ __host__ __device__ float2 curand_normal2(State* state) {         \
    unsigned int const x = curand(state);                                             \
    unsigned int const y = curand(state);                                             \
    return simt_box_muller(x, y);                                                     \
  }                                                                                   \
  static __inline__ __host__ __device__ double2 curand_normal2_double(State* state) { \
    unsigned int const x0 = curand(state);                                            \
    unsigned int const x1 = curand(state);                                            \
    unsigned int const y0 = curand(state);                                            \
    unsigned int const y1 = curand(state);                                            \
    return simt_box_muller_double(x0, x1, y0, y1);                                    \
  }
SIMT_DETAIL_NORMAL(curandStateXORWOW_t)
SIMT_DETAIL_NORMAL(curandStatePhilox4_32_10_t)
#undef SIMT_DETAIL_NORMAL
static __inline__ __host__ __device__ float2 curand_normal2(curandStateMRG32k3a_t* state) {
  float const u = curand_uniform(state);
  float const v = curand_uniform(state) * SIMT_DETAIL_TWO_PI;
  float const s = sqrtf(-2.0f * logf(u));
  float sine = 0.0f, cosine = 0.0f;
  __sincosf(v, &sine, &cosine);
  return make_float2(s * sine, s * cosine);
}
static __inline__ __host__ __device__ double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  double const u = curand_uniform_double(state);
  double const v = curand_uniform_double(state) * 2.0;
  double const s = sqrt(-2.0 * log(u));
  double sine = 0.0, cosine = 0.0;
  sincospi(v, &sine, &cosine);
  return make_double2(s * sine, s * cosine);
}

#define SIMT_DETAIL_NORMAL(State)                                                                  \
  static __inline__ __host__ __device__ float curand_normal(State* state) {                        \
    float r = state->boxmuller_extra;                                                              \
    if (state->boxmuller_flag == 1) {                                                              \
      state->boxmuller_flag = 0;                                                                   \
    } else {                                                                                       \
      float2 const two = curand_normal2(state);                                                    \
      state->boxmuller_extra = two.y;                                                              \
      state->boxmuller_flag = 1;                                                                   \
      r = two.x;                                                                                   \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
  static __inline__ __host__ __device__ double curand_normal_double(State* state) {                \
    double r = state->boxmuller_extra_double;                                                      \
    if (state->boxmuller_flag_double == 1) {                                                       \
      state->boxmuller_flag_double = 0;                                                            \
    } else {                                                                                       \
      double2 const two = curand_normal2_double(state);                                            \
      state->boxmuller_extra_double = two.y;                                                       \
      state->boxmuller_flag_double = 1;                                                            \
      r = two.x;                                                                                   \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
  static __inline__ __host__ __device__ float curand_log_normal(State* state, float mean,          \
                                                                float stddev) {                    \
    float r = state->boxmuller_extra;                                                              \
    if (state->boxmuller_flag == 2) {                                                              \
      state->boxmuller_flag = 0;                                                                   \
    } else {                                                                                       \
      float2 const two = curand_normal2(state);                                                    \
      state->boxmuller_extra = expf(fmaf(stddev, two.y, mean));                                    \
      state->boxmuller_flag = 2;                                                                   \
      r = expf(fmaf(stddev, two.x, mean));                                                         \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
  static __inline__ __host__ __device__ double curand_log_normal_double(State* state, double mean, \
                                                                        double stddev) {           \
    double r = state->boxmuller_extra_double;                                                      \
    if (state->boxmuller_flag_double == 2) {                                                       \
      state->boxmuller_flag_double = 0;                                                            \
    } else {                                                                                       \
      double2 const two = curand_normal2_double(state);                                            \
      state->boxmuller_extra_double = exp(fma(stddev, two.y, mean));                               \
      state->boxmuller_flag_double = 2;                                                            \
      r = exp(fma(stddev, two.x, mean));                                                           \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
  static __inline__ __host__ __device__ float2 curand_log_normal2(State* state, float mean,        \
                                                                  float stddev) {                  \
    float2 const n = curand_normal2(state);                                                        \
    return make_float2(expf(fmaf(stddev, n.x, mean)), expf(fmaf(stddev, n.y, mean)));              \
  }                                                                                                \
  static __inline__ __host__ __device__ double2 curand_log_normal2_double(                         \
      State* state, double mean, double stddev) {                                                  \
    double2 const n = curand_normal2_double(state);                                                \
    return make_double2(exp(fma(stddev, n.x, mean)), exp(fma(stddev, n.y, mean)));                 \
  }
SIMT_DETAIL_NORMAL(curandStateXORWOW_t)
SIMT_DETAIL_NORMAL(curandStateMRG32k3a_t)
SIMT_DETAIL_NORMAL(curandStatePhilox4_32_10_t)
#undef SIMT_DETAIL_NORMAL

static __inline__ __host__ __device__ float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  uint4 const x = curand4(state);
  float2 const a = simt_box_muller(x.x, x.y);
  float2 const b = simt_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
static __inline__ __host__ __device__ float4 curand_log_normal4(curandStatePhilox4_32_10_t* state,
                                                                float mean, float stddev) {
  float4 const n = curand_normal4(state);
  return make_float4(expf(fmaf(stddev, n.x, mean)), expf(fmaf(stddev, n.y, mean)),
                     expf(fmaf(stddev, n.z, mean)), expf(fmaf(stddev, n.w, mean)));
}
static __inline__ __host__ __device__ double4
curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  uint4 const x = curand4(state);
  uint4 const y = curand4(state);
  double2 const a = simt_box_muller_double(x.x, x.y, x.z, x.w);
  double2 const b = simt_box_muller_double(y.x, y.y, y.z, y.w);
  return make_double4(a.x, a.y, b.x, b.y);
}
static __inline__ __host__ __device__ double4
curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double stddev) {
  double4 const n = curand_normal4_double(state);
  return make_double4(exp(fma(stddev, n.x, mean)), exp(fma(stddev, n.y, mean)),
                      exp(fma(stddev, n.z, mean)), exp(fma(stddev, n.w, mean)));
}

// The inverse, from the nearer end.

static __inline__ __host__ __device__ float simt_normal_inverse(unsigned int x) {
  bool const upper = x > 0x80000000u;
  unsigned int const nearer = upper ? 0xffffffffu - x : x;
  float const p = simt_uniform(nearer);
  return (upper ? -0x1.6a09e6p+0f : 0x1.6a09e6p+0f) * erfcinvf(2.0f * p) * -1.0f;
}
static __inline__ __host__ __device__ double simt_normal_inverse_double(unsigned int x) {
  bool const upper = x > 0x80000000u;
  unsigned int const nearer = upper ? 0xffffffffu - x : x;
  double const p = (double)nearer * 0x1p-32 + 0x1p-33;
  return (upper ? 0x1.6a09e667f3bcdp+0 : -0x1.6a09e667f3bcdp+0) * erfcinv(2.0 * p);
}
static __inline__ __host__ __device__ double simt_normal_inverse_double(unsigned long long x) {
  unsigned long long const part = x >> 11;
  bool const upper = part > 0x10000000000000ull;
  unsigned long long const nearer = upper ? 0x1fffffffffffffull - part : part;
  double const p = (double)nearer * 0x1p-53 + 0x1p-54;
  return (upper ? 0x1.6a09e667f3bcdp+0 : -0x1.6a09e667f3bcdp+0) * erfcinv(2.0 * p);
}
static __inline__ __host__ __device__ float simt_normal_inverse(unsigned long long x) {
  return simt_normal_inverse((unsigned int)(x >> 32));
}
#define SIMT_DETAIL_NORMAL(State)                                                   \
  static __inline__ __host__ __device__ float curand_normal(State* state) {         \
    return simt_normal_inverse(curand(state));                                      \
  }                                                                                 \
  static __inline__ __host__ __device__ double curand_normal_double(State* state) { \
    return simt_normal_inverse_double(curand(state));                               \
  }
SIMT_DETAIL_NORMAL(curandStateMtgp32_t)
SIMT_DETAIL_NORMAL(curandStateSobol32_t)
SIMT_DETAIL_NORMAL(curandStateScrambledSobol32_t)
SIMT_DETAIL_NORMAL(curandStateSobol64_t)
SIMT_DETAIL_NORMAL(curandStateScrambledSobol64_t)
#undef SIMT_DETAIL_NORMAL
#undef SIMT_DETAIL_TWO_PI

#define SIMT_DETAIL_LOG_NORMAL(State)                                                              \
  static __inline__ __host__ __device__ float curand_log_normal(State* state, float mean,          \
                                                                float stddev) {                    \
    return expf(fmaf(stddev, curand_normal(state), mean));                                         \
  }                                                                                                \
  static __inline__ __host__ __device__ double curand_log_normal_double(State* state, double mean, \
                                                                        double stddev) {           \
    return exp(fma(stddev, curand_normal_double(state), mean));                                    \
  }
SIMT_DETAIL_LOG_NORMAL(curandStateMtgp32_t)
SIMT_DETAIL_LOG_NORMAL(curandStateSobol32_t)
SIMT_DETAIL_LOG_NORMAL(curandStateScrambledSobol32_t)
SIMT_DETAIL_LOG_NORMAL(curandStateSobol64_t)
SIMT_DETAIL_LOG_NORMAL(curandStateScrambledSobol64_t)
#undef SIMT_DETAIL_LOG_NORMAL
