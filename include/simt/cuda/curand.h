#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// cuRAND's interface for the host. (What is declared stands in a file of its own: g++ does not know
// a file again that is reached by another name, a link, while it still reads it.)

// Programs ask for it, as helper_cuda.h does.
#define CURAND_H_

#include <simt/cuda/detail/curand_api.h>
#include <simt/cuda/detail/curand_host.h>
