#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// Philox4_32_10: four numbers of a counter, of which curand() gives one a call. In lane kernels a
// local state is a register for each member (SIMT_STRUCT), and a gang makes its numbers at once.
// - CUDA:    curand_init, curand, curand4, skipahead, skipahead_sequence

#include <simt/cuda/curand_states.h>

/// The four numbers that belong to a counter. (Members are read and written once: vectors of four
/// would be moved about in each round.)
static __inline__ __host__ __device__ uint4 simt_philox(uint4 c, uint2 k) {
  unsigned int x = c.x, y = c.y, z = c.z, w = c.w;
  unsigned int k0 = k.x, k1 = k.y;
  for (int round = 0; round < 10; ++round) {
    unsigned int const high_x = __umulhi(0xd2511f53u, x), low_x = 0xd2511f53u * x;
    unsigned int const high_z = __umulhi(0xcd9e8d57u, z), low_z = 0xcd9e8d57u * z;
    x = high_z ^ y ^ k0;
    y = low_z;
    z = high_x ^ w ^ k1;
    w = low_x;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  return make_uint4(x, y, z, w);
}
/// Adds n to the counter's lower half, and what that carries to its upper half.
static __inline__ __host__ __device__ void simt_philox_count(curandStatePhilox4_32_10_t* s,
                                                             unsigned long long n) {
  unsigned long long const low = ((unsigned long long)s->ctr.y << 32 | s->ctr.x) + n;
  unsigned long long const high =
      ((unsigned long long)s->ctr.w << 32 | s->ctr.z) + (low < n ? 1ull : 0ull);
  s->ctr.x = (unsigned int)low;
  s->ctr.y = (unsigned int)(low >> 32);
  s->ctr.z = (unsigned int)high;
  s->ctr.w = (unsigned int)(high >> 32);
}
static __inline__ __host__ __device__ unsigned int curand(curandStatePhilox4_32_10_t* state) {
  unsigned int const at = state->STATE;
  unsigned int const r = at == 0   ? state->output.x
                         : at == 1 ? state->output.y
                         : at == 2 ? state->output.z
                                   : state->output.w;
  state->STATE = at + 1;
  if (at == 3) {
    simt_philox_count(state, 1);
    state->output = simt_philox(state->ctr, state->key);
    state->STATE = 0;
  }
  return r;
}
static __inline__ __host__ __device__ uint4 curand4(curandStatePhilox4_32_10_t* state) {
  uint4 const a = state->output;
  simt_philox_count(state, 1);
  state->output = simt_philox(state->ctr, state->key);
  uint4 const b = state->output;
  unsigned int const at = state->STATE;
  if (at == 0) return a;
  if (at == 1) return make_uint4(a.y, a.z, a.w, b.x);
  if (at == 2) return make_uint4(a.z, a.w, b.x, b.y);
  return make_uint4(a.w, b.x, b.y, b.z);
}
static __inline__ __host__ __device__ void skipahead(unsigned long long n,
                                                     curandStatePhilox4_32_10_t* state) {
  unsigned int const at = state->STATE + (unsigned int)(n & 3);
  simt_philox_count(state, n / 4 + at / 4);
  state->STATE = at & 3;
  state->output = simt_philox(state->ctr, state->key);
}
static __inline__ __host__ __device__ void skipahead_sequence(unsigned long long n,
                                                              curandStatePhilox4_32_10_t* state) {
  unsigned long long const high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
  state->ctr.z = (unsigned int)high;
  state->ctr.w = (unsigned int)(high >> 32);
  state->output = simt_philox(state->ctr, state->key);
}
static __inline__ __host__ __device__ void curand_init(unsigned long long seed,
                                                       unsigned long long subsequence,
                                                       unsigned long long offset,
                                                       curandStatePhilox4_32_10_t* state) {
  state->ctr = make_uint4(0, 0, (unsigned int)subsequence, (unsigned int)(subsequence >> 32));
  state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
  skipahead(offset, state);
}
