#pragma once
// SPDX-License-Identifier: MIT

// Programs ask by this name whether CUDA's driver types are there.
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#endif

// CUDA's driver API for C++ programs, by CUDA's names: initialisation, devices, contexts, memory,
// streams, events, arrays, texture and surface objects, modules and launches. Its calls are those
// of the runtime API with the driver's results; both work on the same contexts and the same memory.
// A module is a shared object that `simt_add_cuda(NAME MODULE FILE.cu)` builds, under whatever
// name. C programs have the types.

#include <simt/cuda/detail/cu_types.h>

#ifdef __cplusplus
#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_batch.h>
#include <simt/cuda/detail/cu_context.h>
#include <simt/cuda/detail/cu_entry_points.h>
#include <simt/cuda/detail/cu_generic_nodes.h>
#include <simt/cuda/detail/cu_graph.h>
#include <simt/cuda/detail/cu_graph_nodes.h>
#include <simt/cuda/detail/cu_graphics.h>
#include <simt/cuda/detail/cu_library.h>
#include <simt/cuda/detail/cu_managed.h>
#include <simt/cuda/detail/cu_memory.h>
#include <simt/cuda/detail/cu_mipmap.h>
#include <simt/cuda/detail/cu_module.h>
#include <simt/cuda/detail/cu_peer.h>
#include <simt/cuda/detail/cu_stream.h>
#include <simt/cuda/detail/cu_unsupported.h>
#endif
