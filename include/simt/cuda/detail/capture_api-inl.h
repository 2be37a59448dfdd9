#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/capture_api.h>
#include <simt/cuda/detail/stream_api-inl.h>
#include <simt/runtime/detail/capture.hpp>

#include <mutex>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                                         enum cudaStreamCaptureMode mode) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (static_cast<unsigned>(mode) > 2) return simt::error_code::invalid_value;
    return simt::detail::begin_capture(s, static_cast<simt::detail::capture_mode>(mode));
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

}  // namespace SIMT_CUDA_ABI
