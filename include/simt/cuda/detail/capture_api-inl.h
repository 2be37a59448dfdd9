#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/capture_api.h>
#include <simt/cuda/detail/stream_api-inl.h>
#include <simt/runtime/detail/capture.hpp>

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                                         enum cudaStreamCaptureMode mode) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (static_cast<unsigned>(mode) > 2) return simt::error_code::invalid_value;
    return simt::detail::begin_capture(s, static_cast<simt::detail::capture_mode>(mode));
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, cudaGraphNode_t const* after,
    struct cudaGraphEdgeData const*, std::size_t count, enum cudaStreamCaptureMode mode) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || static_cast<unsigned>(mode) > 2 || (after == nullptr && count != 0))
      return simt::error_code::invalid_value;
    std::vector<simt::detail::node_record*> nodes;
    for (std::size_t i = 0; i < count; ++i) {
      nodes.push_back(simt::detail::find_node(*g, after[i]));
      if (nodes.back() == nullptr) return simt::error_code::invalid_value;
    }
    return simt::detail::begin_capture(s, static_cast<simt::detail::capture_mode>(mode), g,
                                       std::move(nodes));
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (graph != nullptr) *graph = nullptr;
    simt::detail::graph_record* g = nullptr;
    auto const e = simt::detail::end_capture(s, g);
    if (e == simt::error_code::success && graph != nullptr)
      *graph = reinterpret_cast<cudaGraph_t>(g);
    return e;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                                        enum cudaStreamCaptureStatus* status) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (status == nullptr) return simt::error_code::invalid_value;
    *status = cudaStreamCaptureStatusNone;
    simt::detail::check_implicit(s, false);
    if (!simt::detail::is_capturing(s)) return simt::error_code::success;
    std::scoped_lock const hold(simt::detail::captures().lock);
    if (auto const* const c = s.capturing.load())
      *status = c->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode) {
  return simt::cuda::detail::call([&] {
    if (mode == nullptr || static_cast<unsigned>(*mode) > 2) return simt::error_code::invalid_value;
    int const old = simt::detail::this_thread_capture_mode;
    simt::detail::this_thread_capture_mode = static_cast<int>(*mode);
    *mode = static_cast<cudaStreamCaptureMode>(old);
    return simt::error_code::success;
  });
}


SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                           enum cudaStreamCaptureStatus* status,
                                                           unsigned long long* id,
                                                           cudaGraph_t* graph,
                                                           cudaGraphNode_t const** after,
                                                           std::size_t* count) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (status == nullptr) return simt::error_code::invalid_value;
    *status = cudaStreamCaptureStatusNone;
    simt::detail::check_implicit(s, false);
    if (!simt::detail::is_capturing(s)) return simt::error_code::success;
    std::scoped_lock const hold(simt::detail::captures().lock);
    auto* const c = s.capturing.load();
    if (c == nullptr) return simt::error_code::success;
    *status = c->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    if (c->invalid) return simt::error_code::success;
    if (id != nullptr) *id = c->number;
    if (graph != nullptr) *graph = reinterpret_cast<cudaGraph_t>(c->graph);
    auto const& end = c->ends[&s];
    if (after != nullptr) *after = reinterpret_cast<cudaGraphNode_t const*>(end.data());
    if (count != nullptr) *count = end.size();
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                                                              enum cudaStreamCaptureStatus* status,
                                                              unsigned long long* id,
                                                              cudaGraph_t* graph,
                                                              cudaGraphNode_t const** after,
                                                              std::size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, after, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id,
    cudaGraph_t* graph, cudaGraphNode_t const** after, struct cudaGraphEdgeData const** edges,
    std::size_t* count) {
  if (edges != nullptr) *edges = nullptr;
  return cudaStreamGetCaptureInfo(stream, status, id, graph, after, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                                      cudaGraphNode_t* after,
                                                                      std::size_t count,
                                                                      unsigned flags) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    simt::detail::check_implicit(s, true);
    if (!simt::detail::is_capturing(s)) return simt::error_code::illegal_state;
    if (flags > cudaStreamSetCaptureDependencies || (after == nullptr && count != 0))
      return simt::error_code::invalid_value;
    std::scoped_lock const hold(simt::detail::captures().lock);
    auto* const c = s.capturing.load();
    if (c == nullptr) return simt::error_code::illegal_state;
    if (c->invalid) return simt::error_code::stream_capture_invalidated;
    std::vector<simt::detail::node_record*> nodes;
    for (std::size_t i = 0; i < count; ++i) {
      nodes.push_back(simt::detail::find_node(*c->graph, after[i]));
      if (nodes.back() == nullptr) return simt::error_code::invalid_value;
    }
    auto& end = c->ends[&s];
    if (flags == cudaStreamSetCaptureDependencies) {
      c->released.insert(c->released.end(), end.begin(), end.end());
      end.clear();
    }
    for (auto* const n : nodes)
      if (std::find(end.begin(), end.end(), n) == end.end()) end.push_back(n);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t* after, struct cudaGraphEdgeData const*,
    std::size_t count, unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, after, count, flags);
}

}  // namespace SIMT_CUDA_ABI
