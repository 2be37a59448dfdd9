#pragma once
// SPDX-License-Identifier: MIT

// Many copies, prefetches or discards by one call of the driver API, and pools by where their
// memory is: those of the runtime API.

#include <simt/cuda/detail/batch_api.h>
#include <simt/cuda/detail/cu_common.h>
#include <simt/cuda/detail/cu_graph.h>

#include <cstddef>

typedef SIMT_DETAIL_ENUM(CUmemcpyFlags_enum){
    CU_MEMCPY_FLAG_DEFAULT = 0x0, CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 0x1} CUmemcpyFlags;
typedef SIMT_DETAIL_ENUM(CUmemcpySrcAccessOrder_enum){
    CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0x0, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 0x1,
    CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 0x2, CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 0x3,
    CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 0x7FFFFFFF} CUmemcpySrcAccessOrder;
typedef SIMT_DETAIL_ENUM(CUmemcpy3DOperandType_enum){
    CU_MEMCPY_OPERAND_TYPE_POINTER = 0x1, CU_MEMCPY_OPERAND_TYPE_ARRAY = 0x2,
    CU_MEMCPY_OPERAND_TYPE_MAX = 0x7FFFFFFF} CUmemcpy3DOperandType;

typedef struct CUmemcpyAttributes_st {
  CUmemcpySrcAccessOrder srcAccessOrder;
  CUmemLocation srcLocHint;
  CUmemLocation dstLocHint;
  unsigned int flags;
} CUmemcpyAttributes;

typedef struct CUoffset3D_st {
  size_t x;
  size_t y;
  size_t z;
} CUoffset3D;
typedef struct CUextent3D_st {
  size_t width;
  size_t height;
  size_t depth;
} CUextent3D;
typedef struct CUmemcpy3DOperand_st {
  CUmemcpy3DOperandType type;
  union {
    struct {
      CUdeviceptr ptr;
      size_t rowLength;
      size_t layerHeight;
      CUmemLocation locHint;
    } ptr;
    struct {
      CUarray array;
      CUoffset3D offset;
    } array;
  } op;
} CUmemcpy3DOperand;
typedef struct CUDA_MEMCPY3D_BATCH_OP_st {
  CUmemcpy3DOperand src;
  CUmemcpy3DOperand dst;
  CUextent3D extent;
  CUmemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
} CUDA_MEMCPY3D_BATCH_OP;

namespace simt::inline SIMT_ABI::cuda::detail {

// The two APIs' structures have the same members, of the same sizes and in the same order.
static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes));
static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp));
static_assert(sizeof(CUmemLocation) == sizeof(cudaMemLocation));
static_assert(sizeof(CUdeviceptr) == sizeof(void*));

inline cudaMemcpyAttributes* runtime_form(CUmemcpyAttributes* p) {
  return reinterpret_cast<cudaMemcpyAttributes*>(p);
}
inline cudaMemcpy3DBatchOp* runtime_form(CUDA_MEMCPY3D_BATCH_OP* p) {
  return reinterpret_cast<cudaMemcpy3DBatchOp*>(p);
}
inline cudaMemLocation* runtime_form(CUmemLocation* p) {
  return reinterpret_cast<cudaMemLocation*>(p);
}
inline void** runtime_form(CUdeviceptr* p) { return reinterpret_cast<void**>(p); }

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

// Each is the runtime API's call with the driver's result.
#define SIMT_DETAIL_DRIVER_CALL(name, parameters, call)            \
  inline CUresult name parameters {                                \
    using simt::cuda::detail::runtime_form;                        \
    return simt::cuda::detail::context_call([&] { return call; }); \
  }
SIMT_DETAIL_DRIVER_CALL(cuMemcpyBatchAsync,
                        (CUdeviceptr * to, CUdeviceptr* from, std::size_t* sizes, std::size_t count,
                         CUmemcpyAttributes* attributes, std::size_t* first,
                         std::size_t attribute_count, std::size_t* failed, CUstream stream),
                        cudaMemcpyBatchAsync(runtime_form(to), runtime_form(from), sizes, count,
                                             runtime_form(attributes), first, attribute_count,
                                             failed, stream))
/// As CUDA 13 declares it.
SIMT_DETAIL_DRIVER_CALL(cuMemcpyBatchAsync,
                        (CUdeviceptr * to, CUdeviceptr* from, std::size_t* sizes, std::size_t count,
                         CUmemcpyAttributes* attributes, std::size_t* first,
                         std::size_t attribute_count, CUstream stream),
                        cudaMemcpyBatchAsync(runtime_form(to), runtime_form(from), sizes, count,
                                             runtime_form(attributes), first, attribute_count,
                                             stream))
SIMT_DETAIL_DRIVER_CALL(cuMemcpy3DBatchAsync,
                        (std::size_t count, CUDA_MEMCPY3D_BATCH_OP* list, std::size_t* failed,
                         unsigned long long flags, CUstream stream),
                        cudaMemcpy3DBatchAsync(count, runtime_form(list), failed, flags, stream))
SIMT_DETAIL_DRIVER_CALL(cuMemcpy3DBatchAsync,
                        (std::size_t count, CUDA_MEMCPY3D_BATCH_OP* list, unsigned long long flags,
                         CUstream stream),
                        cudaMemcpy3DBatchAsync(count, runtime_form(list), flags, stream))
SIMT_DETAIL_DRIVER_CALL(cuMemcpyWithAttributesAsync,
                        (CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                         CUmemcpyAttributes* attributes, CUstream stream),
                        cudaMemcpyWithAttributesAsync(simt::cuda::detail::pointer_of(to),
                                                      simt::cuda::detail::pointer_of(from), bytes,
                                                      runtime_form(attributes), stream))
SIMT_DETAIL_DRIVER_CALL(cuMemcpy3DWithAttributesAsync,
                        (CUDA_MEMCPY3D_BATCH_OP * copy, unsigned long long flags, CUstream stream),
                        cudaMemcpy3DWithAttributesAsync(runtime_form(copy), flags, stream))
SIMT_DETAIL_DRIVER_CALL(cuMemPrefetchBatchAsync,
                        (CUdeviceptr * ranges, std::size_t* sizes, std::size_t count,
                         CUmemLocation* places, std::size_t* first, std::size_t place_count,
                         unsigned long long flags, CUstream stream),
                        cudaMemPrefetchBatchAsync(runtime_form(ranges), sizes, count,
                                                  runtime_form(places), first, place_count, flags,
                                                  stream))
SIMT_DETAIL_DRIVER_CALL(cuMemDiscardBatchAsync,
                        (CUdeviceptr * ranges, std::size_t* sizes, std::size_t count,
                         unsigned long long flags, CUstream stream),
                        cudaMemDiscardBatchAsync(runtime_form(ranges), sizes, count, flags, stream))
SIMT_DETAIL_DRIVER_CALL(cuMemDiscardAndPrefetchBatchAsync,
                        (CUdeviceptr * ranges, std::size_t* sizes, std::size_t count,
                         CUmemLocation* places, std::size_t* first, std::size_t place_count,
                         unsigned long long flags, CUstream stream),
                        cudaMemDiscardAndPrefetchBatchAsync(runtime_form(ranges), sizes, count,
                                                            runtime_form(places), first,
                                                            place_count, flags, stream))
SIMT_DETAIL_DRIVER_CALL(cuMemGetDefaultMemPool,
                        (CUmemoryPool * pool, CUmemLocation* place, CUmemAllocationType type),
                        cudaMemGetDefaultMemPool(pool, runtime_form(place),
                                                 static_cast<cudaMemAllocationType>(type)))
SIMT_DETAIL_DRIVER_CALL(cuMemGetMemPool,
                        (CUmemoryPool * pool, CUmemLocation* place, CUmemAllocationType type),
                        cudaMemGetMemPool(pool, runtime_form(place),
                                          static_cast<cudaMemAllocationType>(type)))
SIMT_DETAIL_DRIVER_CALL(cuMemSetMemPool,
                        (CUmemLocation * place, CUmemAllocationType type, CUmemoryPool pool),
                        cudaMemSetMemPool(runtime_form(place),
                                          static_cast<cudaMemAllocationType>(type), pool))
#undef SIMT_DETAIL_DRIVER_CALL

}  // namespace SIMT_CUDA_ABI
