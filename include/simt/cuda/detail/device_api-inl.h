#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api.h>
#include <simt/cuda/detail/device_properties.h>
#include <simt/runtime/context.hpp>
#include <simt/runtime/device.hpp>

#include <cstddef>
#include <cstdio>
#include <cstring>

namespace simt::inline SIMT_ABI::cuda::detail {

inline bool is_device(int device) { return device >= 0 && device < device_count(); }

/// Calls that need no usable device: they work after a sticky error, too.
template <class F>
cudaError_t device_call(F&& body) noexcept {
  // Questions about devices make no context.
  int const use = simt::detail::this_thread.runtime_use;
  error_code e = error_code::not_permitted;
  try {
    if (simt::detail::this_thread.inside_host_function == 0) e = body();
  } catch (...) {
    e = error_code::memory_allocation;
  }
  cudaError_t const result = answer(e);
  simt::detail::this_thread.runtime_use = use;
  return result;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetDeviceCount(int* count) {
  return simt::cuda::detail::device_call([&] {
    if (count == nullptr) return simt::error_code::invalid_value;
    *count = simt::device_count();
    return *count == 0 ? simt::error_code::no_device : simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* prop, int device) {
  return simt::cuda::detail::device_call([&] {
    if (prop == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    simt::cuda::detail::fill_properties(*prop, device);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr,
                                                         int device) {
  return simt::cuda::detail::device_call([&] {
    if (value == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    cudaDeviceProp p;
    simt::cuda::detail::fill_properties(p, device);
    int known = 0;
    if (!simt::cuda::detail::attribute_value(known, static_cast<int>(attr), p))
      return simt::error_code::invalid_value;
    *value = known;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetDeviceProperty(int* value, enum cudaDeviceAttr attr,
                                                        int device) {
  return cudaDeviceGetAttribute(value, attr, device);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaChooseDevice(int* device, struct cudaDeviceProp const* prop) {
  return simt::cuda::detail::device_call([&] {
    if (device == nullptr || prop == nullptr) return simt::error_code::invalid_value;
    *device = 0;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaSetDevice(int device) {
  return simt::cuda::detail::answer(simt::set_device(device));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetDevice(int* device) {
  return simt::cuda::detail::device_call([&] {
    if (device == nullptr) return simt::error_code::invalid_value;
    *device = simt::cuda::detail::in_kernel() ? simt::detail::this_device().id
                                              : simt::detail::this_thread.device;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return simt::cuda::detail::device_call([&] {
    return simt::cuda::detail::is_device(device) ? simt::error_code::success
                                                 : simt::error_code::invalid_device;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaSetValidDevices(int* devices, int count) {
  return simt::cuda::detail::device_call([&] {
    if (count < 0 || count > simt::device_count() || (devices == nullptr && count != 0))
      return simt::error_code::invalid_value;
    for (int i = 0; i < count; ++i)
      if (!simt::cuda::detail::is_device(devices[i])) return simt::error_code::invalid_device;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSynchronize() {
  if (simt::cuda::detail::in_kernel())
    return simt::cuda::detail::answer(simt::detail::wait_for_children());
  auto const e = simt::synchronize_device();
  simt::detail::trim_pools();
  return simt::cuda::detail::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceReset() {
  return simt::cuda::detail::answer(simt::reset_device());
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, std::size_t value) {
  return simt::cuda::detail::answer(simt::set_limit(static_cast<int>(limit), value));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetLimit(std::size_t* value, enum cudaLimit limit) {
  return simt::cuda::detail::answer(simt::get_limit(value, static_cast<int>(limit)));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadSetLimit(enum cudaLimit limit, std::size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadGetLimit(std::size_t* value, enum cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config) {
  return simt::cuda::detail::call([&] {
    if (config == nullptr) return simt::error_code::invalid_value;
    *config = static_cast<cudaFuncCache>(simt::detail::this_device().cache_config.load());
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  return simt::cuda::detail::call([&] {
    if (static_cast<unsigned>(config) > 3) return simt::error_code::invalid_value;
    simt::detail::this_device().cache_config.store(static_cast<int>(config));
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config) {
  return simt::cuda::detail::call([&] {
    if (config == nullptr) return simt::error_code::invalid_value;
    // Only devices of 3.x had banks of eight bytes.
    auto const& d = simt::detail::this_device();
    bool const can_choose = d.model.capability >= 30 && d.model.capability < 40;
    *config = can_choose ? static_cast<cudaSharedMemConfig>(d.shared_config.load())
                         : cudaSharedMemBankSizeFourByte;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
  return simt::cuda::detail::call([&] {
    if (static_cast<unsigned>(config) > 2) return simt::error_code::invalid_value;
    simt::detail::this_device().shared_config.store(static_cast<int>(config));
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return simt::cuda::detail::device_call([&] {
    unsigned const schedule = flags & cudaDeviceScheduleMask;
    if ((flags & ~unsigned{cudaDeviceMask}) != 0 || (schedule & (schedule - 1)) != 0)
      return simt::error_code::invalid_value;
    if (simt::device_count() == 0) return simt::error_code::no_device;
    simt::detail::this_device().flags.store(flags);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return simt::cuda::detail::device_call([&] {
    if (flags == nullptr) return simt::error_code::invalid_value;
    if (simt::device_count() == 0) return simt::error_code::no_device;
    // A context that the driver API has made has the flags that it was given.
    auto const* const c =
        simt::detail::this_thread.context != 0 ? simt::detail::current_context() : nullptr;
    *flags = c != nullptr
                 ? c->flags.load()
                 : simt::detail::this_device().flags.load() | unsigned{cudaDeviceMapHost};
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDriverGetVersion(int* version) {
  return simt::cuda::detail::device_call([&] {
    if (version == nullptr) return simt::error_code::invalid_value;
    *version = CUDART_VERSION;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return simt::cuda::detail::device_call([&] {
    if (text == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    if (length < 1) return simt::error_code::invalid_value;
    std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0",
                  static_cast<unsigned>(device + 1) & 0xffu);
    // What fits is there, as on a GPU.
    return length < 13 ? simt::error_code::invalid_value : simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetByPCIBusId(int* device, char const* text) {
  return simt::cuda::detail::device_call([&] {
    if (device == nullptr || text == nullptr) return simt::error_code::invalid_value;
    unsigned domain = 0;
    unsigned bus = 0;
    if (std::sscanf(text, "%x:%x:", &domain, &bus) != 2) return simt::error_code::invalid_value;
    if (domain != 0 || !simt::cuda::detail::is_device(static_cast<int>(bus) - 1))
      return simt::error_code::invalid_device;
    *device = static_cast<int>(bus) - 1;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaCtxResetPersistingL2Cache() {
  return simt::cuda::detail::call([] { return simt::error_code::success; });
}

}  // namespace SIMT_CUDA_ABI
