#pragma once
// SPDX-License-Identifier: MIT

/// Kernels, launches and streams. <simt/runtime.hpp> adds the host runtime; CUDA's own header names
/// are in <simt/cuda/...>.

// The headers that refuse mistakes come first, each after those that it includes: above an error
// the compiler then names one header, not the fourteen through which it came.
// clang-format off
#include <simt/simd/vector.hpp>
#include <simt/lanes/lost_assignment.hpp>
#include <simt/lanes/traits.hpp>
#include <simt/lanes/varying/number.hpp>
#include <simt/lanes/varying/boolean.hpp>
#include <simt/lanes/varying/conversion.hpp>
#include <simt/lanes/index/index.hpp>
#include <simt/lanes/predicate/compare.hpp>
#include <simt/lanes/predicate/range.hpp>
#include <simt/lanes/operators/division.hpp>
#include <simt/lanes/operators/comparison.hpp>
#include <simt/lanes/operators/logical.hpp>
#include <simt/lanes/memory/place.hpp>
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/lanes/memory/uniform_place.hpp>
#include <simt/lanes/struct/array_place.hpp>
#include <simt/lanes/struct/listed.hpp>
#include <simt/lanes/struct/varying_vector.hpp>
#include <simt/lanes/struct/struct_place.hpp>
#include <simt/lanes/memory/varying_pointer.hpp>
#include <simt/lanes/memory/uniform_pointer.hpp>
#include <simt/builtins/atomics/address.hpp>
#include <simt/builtins/context.hpp>
#include <simt/builtins/atomics/update.hpp>
#include <simt/lanes/functions/std_names.hpp>
#include <simt/builtins/half/varying.hpp>
#include <simt/builtins/warp/collective.hpp>
#include <simt/kernel/shared.hpp>
#include <simt/builtins/printf/lanes.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/kernel/gang.hpp>
#include <simt/lanes/flow/loop.hpp>
#include <simt/launch/check_launch.hpp>
#include <simt/launch/launch.hpp>
// clang-format on

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
