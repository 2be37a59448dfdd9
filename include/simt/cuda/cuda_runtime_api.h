#pragma once
// SPDX-License-Identifier: MIT

// Programs ask by this name whether CUDA's runtime is there.
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#endif

// CUDA's runtime API for the host, by CUDA's names and with CUDA's semantics. Where the guide and
// an H200 with CUDA 13.0 disagree, the calls answer what the H200 answered. The core is in
// <simt/runtime/...>; every function here turns its result into CUDA's last error.

#ifdef __cplusplus
#include <simt/cuda/detail/array_api.h>
#include <simt/cuda/detail/batch_api.h>
#include <simt/cuda/detail/capture_api.h>
#include <simt/cuda/detail/child_api.h>
#include <simt/cuda/detail/copy_api.h>
#include <simt/cuda/detail/device_api.h>
#include <simt/cuda/detail/driver_entry_api.h>
#include <simt/cuda/detail/error_api.h>
#include <simt/cuda/detail/external_api.h>
#include <simt/cuda/detail/generic_node_api.h>
#include <simt/cuda/detail/graph_api.h>
#include <simt/cuda/detail/graph_event_api.h>
#include <simt/cuda/detail/graph_memory_api.h>
#include <simt/cuda/detail/graph_node_api.h>
#include <simt/cuda/detail/graphics_api.h>
#include <simt/cuda/detail/launch_api.h>
#include <simt/cuda/detail/library_api.h>
#include <simt/cuda/detail/memory_api.h>
#include <simt/cuda/detail/peer_api.h>
#include <simt/cuda/detail/pool_api.h>
#include <simt/cuda/detail/stream_api.h>
#include <simt/cuda/detail/symbol_api.h>
#include <simt/cuda/detail/texture_api.h>
#include <simt/cuda/detail/texture_reference_api.h>
#include <simt/cuda/detail/unsupported_api.h>
#else
// C declares what it can call; a target of simt_add_cuda with a C file gets the definitions.
#include <simt/cuda/detail/c_functions.h>
#define SIMT_DETAIL_DECLARE(result, name, parameters, arguments) result name parameters;
SIMT_DETAIL_C_FUNCTIONS(SIMT_DETAIL_DECLARE)
#undef SIMT_DETAIL_DECLARE
#endif
#include <simt/cuda/driver_types.h>
