#pragma once
// SPDX-License-Identifier: MIT

// Arguments of the calls that copy, prefetch or discard many ranges at once.
// - Source:  CUDA Runtime API 13.0, 7 (Data Structures), 6.39 (Data types used by CUDA Runtime)

#include <simt/cuda/driver_types.h>

SIMT_DETAIL_ENUM(cudaMemcpyFlags){cudaMemcpyFlagDefault = 0x0,
                                  cudaMemcpyFlagPreferOverlapWithCompute = 0x1};

SIMT_DETAIL_ENUM(cudaMemcpySrcAccessOrder){
    cudaMemcpySrcAccessOrderInvalid = 0x0, cudaMemcpySrcAccessOrderStream = 0x1,
    cudaMemcpySrcAccessOrderDuringApiCall = 0x2, cudaMemcpySrcAccessOrderAny = 0x3,
    cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF};

SIMT_DETAIL_ENUM(cudaMemcpy3DOperandType){cudaMemcpyOperandTypePointer = 0x1,
                                          cudaMemcpyOperandTypeArray = 0x2,
                                          cudaMemcpyOperandTypeMax = 0x7FFFFFFF};

struct cudaOffset3D {
  size_t x;
  size_t y;
  size_t z;
};

struct cudaMemcpyAttributes {
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  struct cudaMemLocation srcLocHint;
  struct cudaMemLocation dstLocHint;
  unsigned flags;
};

struct cudaMemcpy3DOperand {
  enum cudaMemcpy3DOperandType type;
  union {
    struct {
      void* ptr;
      size_t rowLength;
      size_t layerHeight;
      struct cudaMemLocation locHint;
    } ptr;
    struct {
      cudaArray_t array;
      struct cudaOffset3D offset;
    } array;
  } op;
};

struct cudaMemcpy3DBatchOp {
  struct cudaMemcpy3DOperand src;
  struct cudaMemcpy3DOperand dst;
  struct cudaExtent extent;
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  unsigned flags;
};
