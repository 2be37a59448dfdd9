#pragma once
// SPDX-License-Identifier: MIT

/// Kernels, launches and streams. <simt/runtime.hpp> adds the host runtime; CUDA's own header names
/// are in <simt/cuda/...>.
#include <simt/kernel/atomics.hpp>
#include <simt/kernel/globals.hpp>
#include <simt/kernel/half.hpp>
#include <simt/kernel/half_lanes.hpp>
#include <simt/kernel/intrinsics.hpp>
#include <simt/kernel/kernel.hpp>
#include <simt/kernel/math.hpp>
#include <simt/kernel/rounding.hpp>
#include <simt/kernel/shuffle.hpp>
#include <simt/kernel/vector_math.hpp>
#include <simt/kernel/vector_types.hpp>
#include <simt/kernel/video.hpp>
#include <simt/kernel/warp.hpp>
#include <simt/lanes/functions.hpp>
#include <simt/lanes/local.hpp>
#include <simt/lanes/ptr.hpp>
#include <simt/lanes/select.hpp>
#include <simt/lanes/unroll.hpp>
#include <simt/runtime/check_widths.hpp>
#include <simt/runtime/launch.hpp>
#include <simt/runtime/stream.hpp>
#include <simt/texture/functions.hpp>
#include <simt/texture/surface.hpp>
