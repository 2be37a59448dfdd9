#pragma once
// SPDX-License-Identifier: MIT

/// Kernels, launches and streams. <simt/runtime.hpp> adds the host runtime; CUDA's own header names
/// are in <simt/cuda/...>.
#include <simt/builtins/atomics/atomics.hpp>
#include <simt/builtins/half/half.hpp>
#include <simt/builtins/half/lanes.hpp>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/builtins/rounding.hpp>
#include <simt/builtins/vector_conversion.hpp>
#include <simt/builtins/vector_math.hpp>
#include <simt/builtins/vector_types.hpp>
#include <simt/builtins/video/video.hpp>
#include <simt/builtins/warp/shuffle.hpp>
#include <simt/builtins/warp/warp.hpp>
#include <simt/kernel/globals.hpp>
#include <simt/kernel/kernel.hpp>
#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/flow/unroll.hpp>
#include <simt/lanes/functions.hpp>
#include <simt/lanes/memory/local.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>
#include <simt/launch/check_widths.hpp>
#include <simt/launch/launch.hpp>
#include <simt/launch/stream.hpp>
#include <simt/texture/functions.hpp>
#include <simt/texture/surface.hpp>
