#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/atomics.hpp>
#include <simt/thread/atomics.hpp>
#include <simt/thread/warp.hpp>

// Numbers of 16 bits and pairs of them in thread kernels: the atomics and the warp functions, which
// take whatever has at most 8 bytes.
