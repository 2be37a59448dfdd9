#pragma once
// SPDX-License-Identifier: MIT

/// CUDA's keywords.
/// - CUDA:    __global__, __device__, __host__, __constant__, __managed__, __forceinline__,
///            __launch_bounds__, __align__; __restrict__ and __noinline__ are the compiler's own
/// - Differs: they tell the compiler nothing, so that a call from the wrong side compiles
/// - Source:  CUDA C Programming Guide 8.0, B.1 and B.2 (Function Type and Variable Type
/// Qualifiers)
#define __global__
#define __device__
#define __host__
#if (defined SIMT_PROFILE && SIMT_PROFILE) || (defined SIMT_CHECK && SIMT_CHECK)
// Checker and profiler find such variables by their sections: one each, as some may be const.
#define SIMT_DETAIL_TEXT_OF(x) #x
#define SIMT_DETAIL_CONSTANT(number) __attribute__((section(".simt_constant." SIMT_DETAIL_TEXT_OF(number))))
#define __constant__ SIMT_DETAIL_CONSTANT(__COUNTER__)
#else
#define __constant__
#endif
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#ifdef __cplusplus
/// Compiles for clusters of one block, which is what there is; the alignment changes nothing.
/// - CUDA:    __cluster_dims__(x, y, z)
template <unsigned X, unsigned Y = 1, unsigned Z = 1>
constexpr unsigned simt_clusters_of() {
  static_assert(X * Y * Z == 1,
                "simt: clusters of several blocks are not supported (__cluster_dims__)");
  return 16;
}
#define __cluster_dims__(...) __attribute__((aligned(::simt_clusters_of<__VA_ARGS__>())))
#else
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __forceinline__ inline __attribute__((always_inline))
// Hints of CUDA's compiler that g++ has under another name.
#if !defined __clang__
#define __builtin_assume(...) ((__VA_ARGS__) ? (void)0 : __builtin_unreachable())
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

/// The .cu step writes this for __CUDA_ARCH__ in device code: that of compute_70, for which
/// programs count as compiled, as cudaFuncAttributes::ptxVersion says; the device's own capability,
/// cudaDeviceProp::major, is that on which they run, and is larger. Programs that test for 800 and
/// more go on to asynchronous copies, tensor cores and clusters by PTX, and fall back without; one
/// that has no such way and needs no PTX is compiled with -D SIMT_CUDA_ARCH=800.
/// - CUDA:    nvcc -arch=compute_70
/// - Source:  CUDA C Programming Guide 8.0, 3.1.4 (Application Compatibility)
#ifndef SIMT_CUDA_ARCH
#define SIMT_CUDA_ARCH 700
#endif

/// Lambdas with __device__ are lambdas like others here: none is of the kind that nvcc must know.
/// - CUDA:    false where extended lambdas are not enabled
/// - Source:  CUDA C Programming Guide 8.0, E.4 (Extended Lambdas)
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
