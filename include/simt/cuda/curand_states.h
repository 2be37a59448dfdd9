#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// The states of cuRAND's generators, and their next numbers as integers.
// - CUDA:    curand_init, curand, skipahead, skipahead_sequence, skipahead_subsequence
// - Source:  Marsaglia, Xorshift RNGs (2003); L'Ecuyer, Good Parameters (1999); Salmon et al.,
//            Parallel Random Numbers (2011); Joe and Kuo, Constructing Sobol Sequences (2008); how
//            seeds become states: recorded on an H200

#include <simt/cuda/detail/curand_jump.h>
#include <simt/cuda/device_functions.h>
#include <simt/cuda/vector_functions.h>
#include <simt/lanes/struct/listed.hpp>

/// XORWOW: period 2^192 - 2^32, subsequences 2^67 apart.
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
/// MRG32k3a: period 2^191, subsequences 2^76 apart, sequences 2^127.
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
/// Philox4_32_10: period 2^130, subsequences 2^66 apart.
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
SIMT_STRUCT(curandStatePhilox4_32_10, ctr, output, key, STATE, boxmuller_flag,
            boxmuller_flag_double, boxmuller_extra, boxmuller_extra_double)
struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

// XORWOW.

static __inline__ __host__ __device__ unsigned int curand(curandStateXORWOW_t* state) {
  unsigned int const t = state->v[0] ^ (state->v[0] >> 2);
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
  state->d += 362437u;
  return state->v[4] + state->d;
}
static __inline__ __host__ __device__ void skipahead(unsigned long long n,
                                                     curandStateXORWOW_t* state) {
  simt_xorwow_skip(state->v, false, n);
  state->d += 362437u * (unsigned int)n;
}
static __inline__ __host__ __device__ void skipahead_sequence(unsigned long long n,
                                                              curandStateXORWOW_t* state) {
  simt_xorwow_skip(state->v, true, n);
}
static __inline__ __host__ __device__ void curand_init(unsigned long long seed,
                                                       unsigned long long subsequence,
                                                       unsigned long long offset,
                                                       curandStateXORWOW_t* state) {
  unsigned int const s0 = (unsigned int)seed ^ 0xaad26b49u;
  unsigned int const s1 = (unsigned int)(seed >> 32) ^ 0xf7dcefddu;
  unsigned int const t0 = 1099087573u * s0;
  unsigned int const t1 = 2591861531u * s1;
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  // (Lanes skip one by one.)
  if (subsequence != 0) skipahead_sequence(subsequence, state);
  if (offset != 0) skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

// MRG32k3a.

/// The next number, 1 to 4294967087.
static __inline__ __host__ __device__ unsigned int simt_mrg32k3a_next(
    curandStateMRG32k3a_t* state) {
  unsigned long long const p1 =
      (1403580ull * state->s1[1] + 810728ull * (4294967087ull - state->s1[0])) % 4294967087ull;
  unsigned long long const p2 =
      (527612ull * state->s2[2] + 1370589ull * (4294944443ull - state->s2[0])) % 4294944443ull;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned int)p1;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned int)p2;
  return (unsigned int)(p1 > p2 ? p1 - p2 : p1 + 4294967087ull - p2);
}
static __inline__ __host__ __device__ unsigned int curand(curandStateMRG32k3a_t* state) {
  return (unsigned int)((double)simt_mrg32k3a_next(state) * 1.000000048662);
}
static __inline__ __host__ __device__ void skipahead(unsigned long long n,
                                                     curandStateMRG32k3a_t* state) {
  simt_mrg32k3a_skip(state->s1, state->s2, 0, n);
}
static __inline__ __host__ __device__ void skipahead_subsequence(unsigned long long n,
                                                                 curandStateMRG32k3a_t* state) {
  simt_mrg32k3a_skip(state->s1, state->s2, 76, n);
}
static __inline__ __host__ __device__ void skipahead_sequence(unsigned long long n,
                                                              curandStateMRG32k3a_t* state) {
  simt_mrg32k3a_skip(state->s1, state->s2, 127, n);
}
static __inline__ __host__ __device__ void curand_init(unsigned long long seed,
                                                       unsigned long long subsequence,
                                                       unsigned long long offset,
                                                       curandStateMRG32k3a_t* state) {
  unsigned int const x1 = (unsigned int)seed ^ 0x55555555u;
  unsigned int const x2 = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
  bool const seeded = seed != 0;
  for (int i = 0; i < 3; ++i) {
    unsigned long long const a = i == 1 ? x2 : x1;
    unsigned long long const b = i == 1 ? x1 : x2;
    state->s1[i] = seeded ? (unsigned int)(a * 12345u % 4294967087ull) : 12345u;
    state->s2[i] = seeded ? (unsigned int)(b * 12345u % 4294944443ull) : 12345u;
  }
  if (subsequence != 0) skipahead_subsequence(subsequence, state);
  if (offset != 0) skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}
