#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_bf16.h>
#include <simt/cuda/cuda_fp16.h>
#include <simt/cuda/device_functions.h>
#include <simt/thread/matrix_fragments.hpp>

namespace nvcuda {
namespace wmma = simt::nvcuda::wmma;
}
