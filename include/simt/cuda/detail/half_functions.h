#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/half/atomics.hpp>
#include <simt/builtins/half/half.hpp>
#include <simt/cuda/device_functions.h>
#ifdef SIMT_CUDA_LANE_FORMS
#include <simt/builtins/half/lanes.hpp>
#endif

// The functions that half precision and bfloat16 share. (__hadd is an integer's in global scope; of
// halves it is found through their type.)
#define SIMT_DETAIL_USING(name, ...) using simt::name;
#define SIMT_DETAIL_USING_PAIR(name, ...) SIMT_DETAIL_USING(h##name) SIMT_DETAIL_USING(h2##name)
SIMT_BUILTINS_HALF(SIMT_DETAIL_USING)
SIMT_BUILTINS_HALF_FUNCTIONS(SIMT_DETAIL_USING_PAIR)
#undef SIMT_DETAIL_USING_PAIR
#undef SIMT_DETAIL_USING
