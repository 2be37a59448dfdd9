#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// MTGP32, of which a block of threads shares a state: a call gives each thread one number.
// - CUDA:    curand, curand_mtgp32_single, curand_mtgp32_specific, curand_mtgp32_single_specific
// - Needs:   all threads of the block make the call, 256 at most; kernels that call it run thread
// by
//            thread
// - Source:  Saito and Matsumoto, Variants of Mersenne Twister Suitable for Graphic Processors
// (2013)

#include <simt/cuda/device_functions.h>

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define CURAND_NUM_MTGP32_PARAMS 200
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023

/// Parameters of all states, as kernels read them.
struct mtgp32_kernel_params {
  unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][16];
  unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][16];
  unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][16];
  unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
  using simt_shared_by_block = void;  // lane forms ask for it

  unsigned int s[MTGP32_STATE_SIZE];
  int offset;
  int pIdx;
  mtgp32_kernel_params_t* k;
  int precise_double_flag;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

/// Makes the state's word number `at` behind its place, and gives it; *tempered is the row of the
/// tempering table.
static __inline__ __host__ __device__ unsigned int simt_mtgp32_word(curandStateMtgp32_t* state,
                                                                    unsigned int at,
                                                                    unsigned int* row) {
  mtgp32_kernel_params_t const* const k = state->k;
  int const set = state->pIdx;
  unsigned int const from = (unsigned int)state->offset + at;
  unsigned int const far = from + k->pos_tbl[set];
  unsigned int x =
      (state->s[from & MTGP32_STATE_MASK] & k->mask[0]) ^ state->s[(from + 1) & MTGP32_STATE_MASK];
  x ^= x << k->sh1_tbl[set];
  x ^= state->s[far & MTGP32_STATE_MASK] >> k->sh2_tbl[set];
  unsigned int const word = x ^ k->param_tbl[set][x & 15];
  unsigned int t = state->s[(far - 1) & MTGP32_STATE_MASK];
  t ^= t >> 16;
  t ^= t >> 8;
  *row = t & 15;
  state->s[(from + MTGPDC_N) & MTGP32_STATE_MASK] = word;
  return word;
}
/// Moves the state on by n numbers, when all threads have theirs.
static __inline__ __device__ void simt_mtgp32_move(curandStateMtgp32_t* state, bool first,
                                                   unsigned int n) {
  __syncthreads();
  if (first) state->offset = (state->offset + (int)n) & MTGP32_STATE_MASK;
  __syncthreads();
}

/// Thread `index` of n takes its number; the caller sees to it that no two have the same.
static __inline__ __device__ unsigned int curand_mtgp32_specific(curandStateMtgp32_t* state,
                                                                 unsigned char index,
                                                                 unsigned char n) {
  unsigned int row = 0;
  unsigned int const word = simt_mtgp32_word(state, index, &row);
  simt_mtgp32_move(state, index == 0, n);
  return word ^ state->k->temper_tbl[state->pIdx][row];
}
/// The same as a float in [1, 2).
static __inline__ __device__ float curand_mtgp32_single_specific(curandStateMtgp32_t* state,
                                                                 unsigned char index,
                                                                 unsigned char n) {
  unsigned int row = 0;
  unsigned int const word = simt_mtgp32_word(state, index, &row);
  simt_mtgp32_move(state, index == 0, n);
  return __uint_as_float((word >> 9) ^ state->k->single_temper_tbl[state->pIdx][row]);
}
static __inline__ __device__ unsigned int simt_mtgp32_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
static __inline__ __device__ unsigned int curand(curandStateMtgp32_t* state) {
  unsigned int const t = simt_mtgp32_thread();
  unsigned int row = 0;
  unsigned int const word = simt_mtgp32_word(state, t, &row);
  simt_mtgp32_move(state, t == 0, blockDim.x * blockDim.y * blockDim.z);
  return word ^ state->k->temper_tbl[state->pIdx][row];
}
static __inline__ __device__ float curand_mtgp32_single(curandStateMtgp32_t* state) {
  unsigned int const t = simt_mtgp32_thread();
  unsigned int row = 0;
  unsigned int const word = simt_mtgp32_word(state, t, &row);
  simt_mtgp32_move(state, t == 0, blockDim.x * blockDim.y * blockDim.z);
  return __uint_as_float((word >> 9) ^ state->k->single_temper_tbl[state->pIdx][row]);
}
