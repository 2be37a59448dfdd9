#pragma once
// SPDX-License-Identifier: MIT

// Streams and events of the driver API: those of the runtime API.

#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/detail/cu_common.h>
#include <simt/runtime/host_event.hpp>

#include <memory>

typedef enum cudaLaunchAttributeID CUstreamAttrID;
typedef union cudaLaunchAttributeValue CUstreamAttrValue;

inline namespace SIMT_CUDA_ABI {

inline CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
inline CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return cuStreamCreateWithPriority(stream, flags, 0);
}
inline CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                                     CUstreamAttrValue const* value) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamSetAttribute(stream, attribute, value); });
}
inline CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                                     CUstreamAttrValue* value) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamGetAttribute(stream, attribute, value); });
}
inline CUresult cuStreamCopyAttributes(CUstream to, CUstream from) {
  return simt::cuda::detail::context_call([&] { return cudaStreamCopyAttributes(to, from); });
}
inline CUresult cuStreamDestroy(CUstream stream) {
  return simt::cuda::detail::context_call([&] { return cudaStreamDestroy(stream); });
}
inline CUresult cuStreamSynchronize(CUstream stream) {
  return simt::cuda::detail::context_call([&] { return cudaStreamSynchronize(stream); });
}
inline CUresult cuStreamQuery(CUstream stream) {
  return simt::cuda::detail::context_call([&] { return cudaStreamQuery(stream); });
}
inline CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamWaitEvent(stream, event, flags); });
}
inline CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return simt::cuda::detail::context_call([&] { return cudaStreamGetFlags(stream, flags); });
}
inline CUresult cuStreamGetDevice(CUstream stream, CUdevice* device) {
  return simt::cuda::detail::context_call([&] { return cudaStreamGetDevice(stream, device); });
}
inline CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return simt::cuda::detail::context_call([&] { return cudaStreamGetPriority(stream, priority); });
}
inline CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  return simt::cuda::detail::context_call([&] { return cudaStreamGetId(stream, id); });
}
inline CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  return simt::cuda::detail::context_call([&] {
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    auto const* const s = simt::detail::find_stream(stream, simt::cuda::detail::driver_per_thread);
    if (s == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    simt::detail::context_state& all = simt::detail::contexts();
    simt::detail::context_record* found = simt::detail::current_context();
    std::scoped_lock const hold(all.lock);
    if (s != s->device->legacy)
      for (auto const& c : all.all)
        if (c->device == s->device && c->id == s->context) found = c.get();
    *context = reinterpret_cast<CUcontext>(found);
    return CUDA_SUCCESS;
  });
}
inline CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr p, std::size_t bytes,
                                       unsigned flags) {
  return simt::cuda::detail::context_call([&] {
    return cudaStreamAttachMemAsync(stream, simt::cuda::detail::pointer_of(p), bytes, flags);
  });
}
/// Needs no context: the stream has one.
inline CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status,
                                       cuuint64_t* id, CUgraph* graph, CUgraphNode const** after,
                                       cudaGraphEdgeData const** edges, std::size_t* count) {
  if (status == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return simt::cuda::detail::driver_call([&] {
    cudaStreamCaptureStatus now = cudaStreamCaptureStatusNone;
    cudaError_t const e = cudaStreamGetCaptureInfo(stream, &now, id, graph, after, edges, count);
    *status = static_cast<CUstreamCaptureStatus>(now);
    return e;
  });
}
/// As CUDA before 13 declares it.
inline CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status,
                                          cuuint64_t* id = nullptr, CUgraph* graph = nullptr,
                                          CUgraphNode const** after = nullptr,
                                          std::size_t* count = nullptr) {
  return cuStreamGetCaptureInfo(stream, status, id, graph, after, nullptr, count);
}
inline CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return cuStreamGetCaptureInfo_v2(stream, status);
}
inline CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* argument) {
  return simt::cuda::detail::context_call(
      [&] { return cudaLaunchHostFunc(stream, function, argument); });
}
inline CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* argument,
                                    unsigned flags) {
  struct kept {
    CUstreamCallback callback;
    void* argument;
  };
  return simt::cuda::detail::context_call([&] {
    if (callback == nullptr) return cudaErrorInvalidValue;
    auto call = std::make_unique<kept>(kept{callback, argument});
    cudaError_t const e = cudaStreamAddCallback(
        stream,
        [](cudaStream_t of, cudaError_t status, void* p) {
          std::unique_ptr<kept> const mine(static_cast<kept*>(p));
          mine->callback(of, simt::cuda::detail::driver_result(status), mine->argument);
        },
        call.get(), flags);
    if (e == cudaSuccess) static_cast<void>(call.release());
    return e;
  });
}

inline CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return simt::cuda::detail::context_call([&] { return cudaEventCreateWithFlags(event, flags); });
}
inline CUresult cuEventDestroy(CUevent event) {
  return simt::cuda::detail::context_call([&] { return cudaEventDestroy(event); });
}
inline CUresult cuEventRecord(CUevent event, CUstream stream) {
  return simt::cuda::detail::context_call([&] { return cudaEventRecord(event, stream); });
}
inline CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaEventRecordWithFlags(event, stream, flags); });
}
inline CUresult cuEventQuery(CUevent event) {
  return simt::cuda::detail::context_call([&] { return cudaEventQuery(event); });
}
inline CUresult cuEventSynchronize(CUevent event) {
  return simt::cuda::detail::context_call([&] { return cudaEventSynchronize(event); });
}
inline CUresult cuEventElapsedTime(float* milliseconds, CUevent from, CUevent to) {
  return simt::cuda::detail::context_call([&] {
    float unused = 0;  // without a place for the result the events are asked first, as on an H200
    cudaError_t const e =
        cudaEventElapsedTime(milliseconds != nullptr ? milliseconds : &unused, from, to);
    return e == cudaSuccess && milliseconds == nullptr ? cudaErrorInvalidValue : e;
  });
}

inline CUresult cuProfilerStart() {
  return simt::cuda::detail::context_call([] { return cudaProfilerStart(); });
}
inline CUresult cuProfilerStop() {
  return simt::cuda::detail::context_call([] { return cudaProfilerStop(); });
}

}  // namespace SIMT_CUDA_ABI
