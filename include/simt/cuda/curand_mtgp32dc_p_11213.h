#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

#include <simt/cuda/curand_mtgp32_host.h>
#include <simt/cuda/detail/mtgp32_sets.h>

/// The parameters of 200 generators.
/// - Differs: poly_sha1, the digest of the characteristic polynomial, is empty
static mtgp32_params_fast_t (&mtgp32dc_params_fast_11213)[CURAND_NUM_MTGP32_PARAMS] =
    simt::cuda::detail::mtgp32_11213.of;
static int const mtgpdc_params_11213_num = CURAND_NUM_MTGP32_PARAMS;
