#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text

// cuRAND's device functions: each thread has a generator of its own, in a state.

#include <simt/cuda/curand_discrete.h>
#include <simt/cuda/curand_lognormal.h>
#include <simt/cuda/curand_mtgp32.h>
#include <simt/cuda/curand_normal.h>
#include <simt/cuda/curand_philox.h>
#include <simt/cuda/curand_poisson.h>
#include <simt/cuda/curand_sobol.h>
#include <simt/cuda/curand_states.h>
#include <simt/cuda/curand_uniform.h>
