#pragma once
// SPDX-License-Identifier: MIT

// Constants of those enumerations of CUDA's driver API that are the runtime API's here, by the
// driver's names.
// - Source:  CUDA Driver API 13.0, 6.1 (Data types used by CUDA driver)

#include <simt/cuda/driver_types.h>

typedef enum cudaMemRangeAttribute CUmem_range_attribute;
typedef enum cudaGraphNodeType CUgraphNodeType;
typedef enum cudaGraphExecUpdateResult CUgraphExecUpdateResult;
typedef enum cudaGraphMemAttributeType CUgraphMem_attribute;
typedef enum cudaMemPoolAttr CUmemPool_attribute;

// F(type, name, value)
#define SIMT_DETAIL_DRIVER_CONSTANTS(F) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 1) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 2) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, 3) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 4) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, 5) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID, 6) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE, 7) \
  F(CUmem_range_attribute, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID, 8) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_KERNEL, 0) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_MEMCPY, 1) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_MEMSET, 2) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_HOST, 3) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_GRAPH, 4) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_EMPTY, 5) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_WAIT_EVENT, 6) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_EVENT_RECORD, 7) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, 8) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, 9) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_MEM_ALLOC, 10) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_MEM_FREE, 11) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, 12) \
  F(CUgraphNodeType, CU_GRAPH_NODE_TYPE_CONDITIONAL, 13) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_SUCCESS, 0) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR, 1) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, 2) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, 3) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED, 4) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, 5) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED, 6) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE, 7) \
  F(CUgraphExecUpdateResult, CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED, 8) \
  F(CUgraphMem_attribute, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, 0) \
  F(CUgraphMem_attribute, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, 1) \
  F(CUgraphMem_attribute, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, 2) \
  F(CUgraphMem_attribute, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, 3) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, 1) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, 2) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 3) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, 4) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, 5) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, 6) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, 7) \
  F(CUmemPool_attribute, CU_MEMPOOL_ATTR_USED_MEM_HIGH, 8)

#define SIMT_DETAIL_CONSTANT(type, name, value) \
  inline constexpr type name = static_cast<type>(value);
SIMT_DETAIL_DRIVER_CONSTANTS(SIMT_DETAIL_CONSTANT)
#undef SIMT_DETAIL_CONSTANT
#undef SIMT_DETAIL_DRIVER_CONSTANTS
