#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
/// Captures into a graph of the program's, behind these of its nodes.
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          cudaGraphNode_t const* after,
                                          struct cudaGraphEdgeData const* edges, std::size_t count,
                                          enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status);
/// Tells of a capture, and which nodes the stream's next work depends on. The list is there
/// until the stream gets more work.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                     unsigned long long* id = nullptr,
                                     cudaGraph_t* graph = nullptr,
                                     cudaGraphNode_t const** after = nullptr,
                                     std::size_t* count = nullptr);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                        unsigned long long* id = nullptr,
                                        cudaGraph_t* graph = nullptr,
                                        cudaGraphNode_t const** after = nullptr,
                                        std::size_t* count = nullptr);
/// As CUDA 13 declares it: edges carry no data here.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     cudaGraphNode_t const** after,
                                     struct cudaGraphEdgeData const** edges, std::size_t* count);
/// Lets what comes next depend on more nodes of the graph, or on these instead.
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after,
                                                std::size_t count, unsigned flags = 0);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after,
                                                struct cudaGraphEdgeData const* edges,
                                                std::size_t count, unsigned flags = 0);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/capture_api-inl.h>
#endif
