#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/stream_api.h>
#include <simt/runtime/host_event.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/memory_pool.hpp>

#include <algorithm>
#include <cstring>
#include <mutex>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Runs the body with the stream that a handle names.
template <class F>
cudaError_t with_stream(cudaStream_t stream, F&& body) noexcept {
  return call([&] {
    auto* const s = simt::detail::find_stream(stream, per_thread);
    return s == nullptr ? error_code::invalid_resource_handle : body(*s);
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                               int priority) {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call([&] {
      return simt::create_child_stream(reinterpret_cast<simt::stream_handle*>(stream), flags);
    });
  return simt::cuda::detail::answer(
      simt::create_stream(reinterpret_cast<simt::stream_handle*>(stream), flags, priority));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call([&] { return simt::destroy_child_stream(stream); });
  return simt::cuda::detail::answer(simt::destroy_stream(stream));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  auto const e = simt::synchronize_stream(stream, simt::cuda::detail::per_thread);
  simt::detail::trim_pools();
  return simt::cuda::detail::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::query_stream(stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                                      unsigned flags) {
  if (flags > 1) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call([&] { return simt::wait_child_event(stream, event); });
  if (flags == cudaEventWaitExternal) {  // a node of a graph
    auto* const s = simt::detail::find_stream(stream, simt::cuda::detail::per_thread);
    if (s != nullptr && !simt::detail::is_capturing(*s))
      return simt::cuda::detail::answer(simt::error_code::illegal_state);
  }
  return simt::cuda::detail::answer(
      simt::wait_event(stream, event, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (flags == nullptr) return simt::error_code::invalid_value;
    *flags = s.flags;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (priority == nullptr) return simt::error_code::invalid_value;
    *priority = s.priority;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (id == nullptr) return simt::error_code::invalid_value;
    *id = s.id;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (device == nullptr) return simt::error_code::invalid_value;
    *device = s.device->id;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return simt::cuda::detail::call([&] {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                                         cudaStreamAttrID attribute,
                                                         cudaStreamAttrValue const* value) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (value == nullptr) return simt::error_code::invalid_value;
    std::scoped_lock const hold(s.device->lock);
    switch (attribute) {
      case cudaLaunchAttributeAccessPolicyWindow: {
        auto const& w = value->accessPolicyWindow;
        if (w.hitRatio < 0 || w.hitRatio > 1 || w.num_bytes > 134217728)
          return simt::error_code::invalid_value;
        static_assert(sizeof w <= sizeof s.access_window);
        std::memcpy(s.access_window.data(), &w, sizeof w);
        return simt::error_code::success;
      }
      case cudaLaunchAttributeSynchronizationPolicy:
        if (static_cast<unsigned>(value->syncPolicy) - 1 > 3)
          return simt::error_code::invalid_value;
        s.sync_policy = static_cast<int>(value->syncPolicy);
        return simt::error_code::success;
      case cudaLaunchAttributePriority:
        s.priority = std::clamp(value->priority, -5, 0);
        s.core->set_level(static_cast<unsigned>(-s.priority));
        return simt::error_code::success;
      default:
        return simt::error_code::invalid_value;
    }
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamGetAttribute(cudaStream_t stream,
                                                         cudaStreamAttrID attribute,
                                                         cudaStreamAttrValue* value) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (value == nullptr) return simt::error_code::invalid_value;
    std::scoped_lock const hold(s.device->lock);
    switch (attribute) {
      case cudaLaunchAttributeAccessPolicyWindow:
        std::memcpy(&value->accessPolicyWindow, s.access_window.data(),
                    sizeof value->accessPolicyWindow);
        return simt::error_code::success;
      case cudaLaunchAttributeSynchronizationPolicy:
        value->syncPolicy = static_cast<cudaSynchronizationPolicy>(s.sync_policy);
        return simt::error_code::success;
      case cudaLaunchAttributePriority:
        value->priority = s.priority;
        return simt::error_code::success;
      default:
        return simt::error_code::invalid_value;
    }
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  cudaStreamAttrValue value{};
  for (auto const id :
       {cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeSynchronizationPolicy}) {
    if (auto const e = cudaStreamGetAttribute(from, id, &value); e != cudaSuccess) return e;
    if (auto const e = cudaStreamSetAttribute(to, id, &value); e != cudaSuccess) return e;
  }
  return cudaSuccess;
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                                                     void* argument) {
  return simt::cuda::detail::answer(
      simt::submit_host_function(stream, simt::cuda::detail::per_thread, function, argument));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                                        cudaStreamCallback_t callback,
                                                        void* argument, unsigned flags) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record& s) {
    if (callback == nullptr || flags != 0) return simt::error_code::invalid_value;
    simt::detail::check_implicit(s);
    simt::detail::forbid_on_captured(s);
    simt::detail::join_default_stream(s);
    simt::detail::tell_queued(s);
    s.core->enqueue(simt::detail::host_call([=, d = s.device]() noexcept {
      simt::detail::told_work const told;
      struct arguments {
        cudaStream_t stream;
        cudaStreamCallback_t callback;
        void* argument;
        cudaError_t status;
      } a{stream, callback, argument, static_cast<cudaError_t>(d->fault.load())};
      simt::detail::run_host_function(
          [](void* p) {
            auto const& all = *static_cast<arguments const*>(p);
            all.callback(all.stream, all.status, all.argument);
          },
          &a);
    }));
    simt::detail::finish_in_call(s);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call(
        [&] { return simt::create_child_event(reinterpret_cast<void**>(event), flags); });
  return simt::cuda::detail::answer(
      simt::create_event(reinterpret_cast<simt::event_handle*>(event), flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call([&] { return simt::destroy_child_event(event); });
  return simt::cuda::detail::answer(simt::destroy_event(event));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::call([&] { return simt::record_child_event(event, stream); });
  return simt::cuda::detail::answer(
      simt::record_event(event, stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                           unsigned flags) {
  if (flags > 1) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  // External events have a meaning in captures only.
  if (flags == cudaEventRecordExternal)
    return simt::cuda::detail::answer(simt::error_code::illegal_state);
  return cudaEventRecord(event, stream);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventQuery(cudaEvent_t event) {
  return simt::cuda::detail::answer(simt::query_event(event));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return simt::cuda::detail::answer(simt::synchronize_event(event));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start,
                                                       cudaEvent_t end) {
  return simt::cuda::detail::answer(simt::elapsed_time(ms, start, end));
}

}  // namespace SIMT_CUDA_ABI
