#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// The Sobol generators: in the order of Gray's code each number differs from the one before by one
// direction vector, that of the lowest zero of its place.

#include <simt/cuda/curand_states.h>
#include <simt/cuda/device_functions.h>

#define SIMT_DETAIL_SOBOL(State, Word, Signed, Bits, lowest)                         \
  static __inline__ __host__ __device__ void simt_sobol_seek(State* state, Word i) { \
    Word const gray = i ^ (i >> 1);                                                  \
    Word x = state->c;                                                               \
    for (int k = 0; k < Bits; ++k)                                                   \
      if ((gray >> k & 1u) != 0) x ^= state->direction_vectors[k];                   \
    state->i = i;                                                                    \
    state->x = x;                                                                    \
  }                                                                                  \
  static __inline__ __host__ __device__ Word curand(State* state) {                  \
    Word const r = state->x;                                                         \
    int const zero = lowest((Signed)~state->i) - 1;                                  \
    if (zero >= 0) state->x ^= state->direction_vectors[zero];                       \
    state->i += 1;                                                                   \
    return r;                                                                        \
  }
#define SIMT_DETAIL_PLAIN_SOBOL(State, Word, Bits)                                             \
  static __inline__ __host__ __device__ void curand_init(Word* direction_vectors, Word offset, \
                                                         State* state) {                       \
    for (int k = 0; k < Bits; ++k) state->direction_vectors[k] = direction_vectors[k];         \
    state->c = 0;                                                                              \
    simt_sobol_seek(state, offset);                                                            \
  }
#define SIMT_DETAIL_SCRAMBLED_SOBOL(State, Word, Bits)                                           \
  static __inline__ __host__ __device__ void curand_init(Word* direction_vectors, Word scramble, \
                                                         Word offset, State* state) {            \
    for (int k = 0; k < Bits; ++k) state->direction_vectors[k] = direction_vectors[k];           \
    state->c = scramble;                                                                         \
    simt_sobol_seek(state, offset);                                                              \
  }
#define SIMT_DETAIL_SOBOL_32(State) SIMT_DETAIL_SOBOL(State, unsigned int, int, 32, __ffs)
#define SIMT_DETAIL_SOBOL_64(State) \
  SIMT_DETAIL_SOBOL(State, unsigned long long, long long, 64, __ffsll)
SIMT_DETAIL_SOBOL_32(curandStateSobol32_t)
SIMT_DETAIL_SOBOL_32(curandStateScrambledSobol32_t)
SIMT_DETAIL_SOBOL_64(curandStateSobol64_t)
SIMT_DETAIL_SOBOL_64(curandStateScrambledSobol64_t)
SIMT_DETAIL_PLAIN_SOBOL(curandStateSobol32_t, unsigned int, 32)
SIMT_DETAIL_PLAIN_SOBOL(curandStateSobol64_t, unsigned long long, 64)
SIMT_DETAIL_SCRAMBLED_SOBOL(curandStateScrambledSobol32_t, unsigned int, 32)
SIMT_DETAIL_SCRAMBLED_SOBOL(curandStateScrambledSobol64_t, unsigned long long, 64)
#undef SIMT_DETAIL_SOBOL
#undef SIMT_DETAIL_SOBOL_32
#undef SIMT_DETAIL_SOBOL_64
#undef SIMT_DETAIL_PLAIN_SOBOL
#undef SIMT_DETAIL_SCRAMBLED_SOBOL

/// - CUDA:    skipahead(unsigned int or unsigned long long n, state)
template <class N>
static __inline__ __host__ __device__ void skipahead(N n, curandStateSobol32_t* state) {
  simt_sobol_seek(state, state->i + (unsigned int)n);
}
template <class N>
static __inline__ __host__ __device__ void skipahead(N n, curandStateScrambledSobol32_t* state) {
  simt_sobol_seek(state, state->i + (unsigned int)n);
}
static __inline__ __host__ __device__ void skipahead(unsigned long long n,
                                                     curandStateSobol64_t* state) {
  simt_sobol_seek(state, state->i + n);
}
static __inline__ __host__ __device__ void skipahead(unsigned long long n,
                                                     curandStateScrambledSobol64_t* state) {
  simt_sobol_seek(state, state->i + n);
}
