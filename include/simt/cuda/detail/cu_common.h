#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/cu_types.h>
#include <simt/runtime/context.hpp>

#include <cstdint>
#include <cstdio>
#include <new>

namespace simt::inline SIMT_ABI::cuda::detail {

inline constexpr bool driver_per_thread = SIMT_PER_THREAD_DEFAULT_STREAM != 0;

/// True for the numbers that are results of the driver API, too.
[[nodiscard]] constexpr char const* result_name(int code) noexcept {
#define SIMT_DETAIL_RESULT(name, number) \
  case number:                           \
    return #name;
  switch (code) { SIMT_CUDA_DRIVER_RESULTS(SIMT_DETAIL_RESULT) }
#undef SIMT_DETAIL_RESULT
  return nullptr;
}

/// A result of the core or of the runtime API as the driver API's. What that one has no code for
/// was about an argument.
template <class Code>
[[nodiscard]] constexpr CUresult driver_result(Code code) noexcept {
  int const number = static_cast<int>(code);
  if (result_name(number) != nullptr) return static_cast<CUresult>(number);
  return number == static_cast<int>(error_code::invalid_device_function) ? CUDA_ERROR_INVALID_HANDLE
                                                                         : CUDA_ERROR_INVALID_VALUE;
}

/// Runs the body of a call that needs no context. The runtime API's last error stays as it was, and
/// its primary context where it was.
/// - Errors:  CUDA_ERROR_NOT_INITIALIZED before cuInit, or any call of the runtime API;
///            CUDA_ERROR_DEINITIALIZED once the runtime has ended, behind main
template <class F>
CUresult driver_call(F&& body) noexcept {
  simt::detail::thread_state& thread = simt::detail::this_thread;
  if (!simt::detail::contexts().initialized.load() && simt::detail::kept_host_state == nullptr)
    return CUDA_ERROR_NOT_INITIALIZED;
  // Static objects of the program may end after the runtime.
  if (simt::detail::kept_host_state != nullptr && simt::detail::kept_host_state->unloaded.load())
    return CUDA_ERROR_DEINITIALIZED;
  if (thread.inside_host_function != 0) return CUDA_ERROR_NOT_PERMITTED;
  error_code const last = thread.last;
  int const use = thread.runtime_use;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  try {
    result = driver_result(body());
  } catch (std::bad_alloc const&) {
  } catch (...) {
    result = CUDA_ERROR_UNKNOWN;
  }
  thread.last = last;
  if (thread.runtime_use != 0) thread.runtime_use = use;
  return result;
}

/// The same for calls that work in the current context.
/// - Errors:  CUDA_ERROR_INVALID_CONTEXT without one, CUDA_ERROR_CONTEXT_IS_DESTROYED
template <class F>
CUresult context_call(F&& body) noexcept {
  return driver_call([&] {
    simt::detail::context_record const* const c = simt::detail::current_context();
    if (c == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (!c->alive.load()) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return driver_result(body());
  });
}

[[nodiscard]] inline void* pointer_of(CUdeviceptr p) noexcept {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(p));
}
[[nodiscard]] inline CUdeviceptr number_of(void const* p) noexcept {
  return static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(p));
}

/// - Needs:   one of the driver API's null checks to have been made
[[nodiscard]] inline bool is_driver_device(CUdevice device) {
  return device >= 0 && device < device_count();
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
