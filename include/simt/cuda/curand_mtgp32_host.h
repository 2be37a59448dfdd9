#pragma once
// SPDX-License-Identifier: MIT

// MTGP32 is not there: its tables of parameters belong to cuRAND. What names it compiles, and says so:
// calls of the host answer TYPE_ERROR and a line on stderr, calls in device code are the compiler's
// error.
// - CUDA:    curandStateMtgp32_t, curandMakeMTGP32Constants, curandMakeMTGP32KernelState,
//            curand(curandStateMtgp32_t*) and its kind
// - Differs: XORWOW, MRG32k3a and Philox4_32_10 are the pseudorandom generators here

#include <simt/cuda/curand.h>

#include <cstdio>

struct mtgp32_params_fast;
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
struct mtgp32_kernel_params {};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

/// Named where programs name cuRAND's table; nothing can be made of it.
inline constexpr mtgp32_params_fast_t* mtgp32dc_params_fast_11213 = nullptr;

inline namespace SIMT_CUDA_ABI {

inline curandStatus_t simt_no_mtgp32(char const* call) {
  std::fprintf(stderr,
               "simt: %s: MTGP32 is not supported, as its tables belong to cuRAND: use XORWOW, "
               "MRG32k3a or Philox4_32_10\n",
               call);
  return CURAND_STATUS_TYPE_ERROR;
}
inline curandStatus_t curandMakeMTGP32Constants(mtgp32_params_fast_t const*,
                                                mtgp32_kernel_params_t*) {
  return simt_no_mtgp32("curandMakeMTGP32Constants");
}
inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t*, mtgp32_params_fast_t*,
                                                  mtgp32_kernel_params_t*, int,
                                                  unsigned long long) {
  return simt_no_mtgp32("curandMakeMTGP32KernelState");
}

}  // namespace SIMT_CUDA_ABI

#define SIMT_DETAIL_NO_MTGP32(Result, name, ...)                                                \
  template <class T = void>                                                                     \
  Result name(curandStateMtgp32_t* __VA_OPT__(,) __VA_ARGS__) {                                            \
    static_assert(sizeof(T*) == 0, "simt: " #name ": MTGP32 is not supported, as its tables "   \
                                   "belong to cuRAND: use XORWOW, MRG32k3a or Philox4_32_10");  \
    return {};                                                                                  \
  }
SIMT_DETAIL_NO_MTGP32(unsigned int, curand)
SIMT_DETAIL_NO_MTGP32(float, curand_uniform)
SIMT_DETAIL_NO_MTGP32(double, curand_uniform_double)
SIMT_DETAIL_NO_MTGP32(float, curand_normal)
SIMT_DETAIL_NO_MTGP32(double, curand_normal_double)
SIMT_DETAIL_NO_MTGP32(unsigned int, curand_poisson, double)
#undef SIMT_DETAIL_NO_MTGP32
