#pragma once
// SPDX-License-Identifier: MIT

// Handles of libraries and kernels, and the options with which libraries are loaded.
// - Source:  CUDA Runtime API 13.0, 6.39 (Data types used by CUDA Runtime)

#include <simt/cuda/driver_types.h>

SIMT_DETAIL_ENUM(cudaJitOption){cudaJitMaxRegisters = 0,
                                cudaJitThreadsPerBlock = 1,
                                cudaJitWallTime = 2,
                                cudaJitInfoLogBuffer = 3,
                                cudaJitInfoLogBufferSizeBytes = 4,
                                cudaJitErrorLogBuffer = 5,
                                cudaJitErrorLogBufferSizeBytes = 6,
                                cudaJitOptimizationLevel = 7,
                                cudaJitFallbackStrategy = 10,
                                cudaJitGenerateDebugInfo = 11,
                                cudaJitLogVerbose = 12,
                                cudaJitGenerateLineInfo = 13,
                                cudaJitCacheMode = 14,
                                cudaJitPositionIndependentCode = 30,
                                cudaJitMinCtaPerSm = 31,
                                cudaJitMaxThreadsPerBlock = 32,
                                cudaJitOverrideDirectiveValues = 33};

SIMT_DETAIL_ENUM(cudaLibraryOption){cudaLibraryHostUniversalFunctionAndDataTable = 0,
                                    cudaLibraryBinaryIsPreserved = 1};

SIMT_DETAIL_ENUM(cudaJit_CacheMode){cudaJitCacheOptionNone = 0, cudaJitCacheOptionCG = 1,
                                    cudaJitCacheOptionCA = 2};

SIMT_DETAIL_ENUM(cudaJit_Fallback){cudaPreferPtx = 0, cudaPreferBinary = 1};

typedef struct CUkern_st* cudaKernel_t;
typedef struct CUlib_st* cudaLibrary_t;
