#pragma once
// SPDX-License-Identifier: MIT

// Half precision and bfloat16 on numbers. Lanes of them are in half/lanes.hpp.
// - Source:  CUDA Math API 13.0, Half Precision and Bfloat16 Precision Intrinsics
#include <simt/builtins/half/arithmetic.hpp>
#include <simt/builtins/half/comparison.hpp>
#include <simt/builtins/half/conversion.hpp>
#include <simt/builtins/half/functions.hpp>
#include <simt/builtins/half/types.hpp>
