#pragma once
// SPDX-License-Identifier: MIT

// Initialisation, devices and contexts of the driver API.

#include <simt/cuda/detail/cu_common.h>
#include <simt/runtime/module.hpp>

#include <cstring>

inline namespace SIMT_CUDA_ABI {

/// Must be called first, unless the runtime API has been.
inline CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  simt::detail::contexts().initialized.store(true);
  return simt::device_count() == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}
inline CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}
inline CUresult cuGetErrorName(CUresult error, char const** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = simt::cuda::detail::result_name(static_cast<int>(error));
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult error, char const** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  // The one code of the driver that the runtime has no text for.
  if (error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT)
    *text = "context already current";
  else
    *text = simt::cuda::detail::result_name(static_cast<int>(error)) == nullptr
                ? nullptr
                : simt::error_string(static_cast<simt::error_code>(error));
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

inline CUresult cuDeviceGetCount(int* count) {
  return simt::cuda::detail::driver_call([&] {
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *count = simt::device_count();
    return CUDA_SUCCESS;
  });
}
inline CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return simt::cuda::detail::driver_call([&] {
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!simt::cuda::detail::is_driver_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
  });
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device);
  });
}
inline CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (name == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp p;
    cudaError_t const e = cudaGetDeviceProperties(&p, device);
    if (e == cudaSuccess && length <= 0) return cudaErrorInvalidValue;
    if (e == cudaSuccess) std::snprintf(name, static_cast<std::size_t>(length), "%s", p.name);
    return e;
  });
}
inline CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (uuid == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp p;
    cudaError_t const e = cudaGetDeviceProperties(&p, device);
    if (e == cudaSuccess) std::memcpy(uuid->bytes, p.uuid.bytes, sizeof uuid->bytes);
    return e;
  });
}
inline CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp p;
    cudaError_t const e = cudaGetDeviceProperties(&p, device);
    *bytes = e == cudaSuccess ? p.totalGlobalMem : 0;
    return e;
  });
}
inline CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (major == nullptr || minor == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp p;
    cudaError_t const e = cudaGetDeviceProperties(&p, device);
    if (e == cudaSuccess) {
      *major = p.major;
      *minor = p.minor;
    }
    return e;
  });
}
inline CUresult cuDeviceGetProperties(CUdevprop* out, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (out == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp p;
    cudaError_t const e = cudaGetDeviceProperties(&p, device);
    if (e != cudaSuccess) return e;
    auto const number = [](std::size_t v) { return static_cast<int>(v); };
    out->maxThreadsPerBlock = p.maxThreadsPerBlock;
    std::memcpy(out->maxThreadsDim, p.maxThreadsDim, sizeof out->maxThreadsDim);
    std::memcpy(out->maxGridSize, p.maxGridSize, sizeof out->maxGridSize);
    out->sharedMemPerBlock = number(p.sharedMemPerBlock);
    out->totalConstantMemory = number(p.totalConstMem);
    out->SIMDWidth = p.warpSize;
    out->memPitch = number(p.memPitch);
    out->regsPerBlock = p.regsPerBlock;
    out->clockRate = p.clockRate;
    out->textureAlign = number(p.textureAlignment);
    return e;
  });
}
inline CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return simt::cuda::detail::driver_call(
      [&] { return cudaDeviceGetPCIBusId(text, length, device); });
}
inline CUresult cuDeviceGetByPCIBusId(CUdevice* device, char const* text) {
  return simt::cuda::detail::driver_call([&] { return cudaDeviceGetByPCIBusId(device, text); });
}
inline CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return simt::cuda::detail::driver_call(
      [&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}

/// Made current, on top of the calling thread's stack.
inline CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    return simt::create_context(reinterpret_cast<simt::context_handle*>(context), flags, device);
  });
}
/// CUDA 13's form.
/// - Errors:  CUDA_ERROR_NOT_SUPPORTED for an affinity to some of a device, or to graphics
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned flags,
                            CUdevice device) {
  if (parameters != nullptr &&
      (parameters->numExecAffinityParams != 0 || parameters->cigParams != nullptr))
    return CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate(context, flags, device);
}
inline CUresult cuCtxDestroy(CUcontext context) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::destroy_context(context, &simt::detail::unload_modules); });
}
inline CUresult cuCtxPushCurrent(CUcontext context) {
  return simt::cuda::detail::driver_call([&] { return simt::push_context(context); });
}
inline CUresult cuCtxPopCurrent(CUcontext* context) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::pop_context(reinterpret_cast<simt::context_handle*>(context)); });
}
inline CUresult cuCtxSetCurrent(CUcontext context) {
  return simt::cuda::detail::driver_call([&] { return simt::set_context(context); });
}
inline CUresult cuCtxGetCurrent(CUcontext* context) {
  return simt::cuda::detail::driver_call([&] {
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *context = reinterpret_cast<CUcontext>(simt::detail::current_context());
    return CUDA_SUCCESS;
  });
}
inline CUresult cuCtxGetDevice(CUdevice* device) {
  return simt::cuda::detail::context_call([&] {
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = simt::detail::this_thread.device;
    return CUDA_SUCCESS;
  });
}
inline CUresult cuCtxGetFlags(unsigned* flags) {
  return simt::cuda::detail::context_call([&] {
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = simt::detail::current_context()->flags.load();
    return CUDA_SUCCESS;
  });
}
inline CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
  return simt::cuda::detail::driver_call([&] {
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    auto const* const c =
        context == nullptr ? simt::detail::current_context() : simt::detail::find_context(context);
    if (c == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    *version = 3020;  // contexts' own version, since CUDA 3.2
    return CUDA_SUCCESS;
  });
}
/// One more user of a context; there is one when it is made.
/// - CUDA:    deprecated; takes the current context alone
inline CUresult cuCtxAttach(CUcontext* context, unsigned flags) {
  return simt::cuda::detail::context_call([&] {
    if (context == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    auto* const c = simt::detail::current_context();
    c->usage.fetch_add(1);
    *context = reinterpret_cast<CUcontext>(c);
    return CUDA_SUCCESS;
  });
}
/// One user less; the context goes with the last one.
inline CUresult cuCtxDetach(CUcontext context) {
  return simt::cuda::detail::context_call([&] {
    auto* const c = simt::detail::current_context();
    if (context != reinterpret_cast<CUcontext>(c)) return CUDA_ERROR_INVALID_CONTEXT;
    if (c->id == 0 || c->usage.fetch_sub(1) > 1) return CUDA_SUCCESS;
    return simt::cuda::detail::driver_result(
        simt::destroy_context(c, &simt::detail::unload_modules));
  });
}

inline CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!simt::cuda::detail::is_driver_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    auto& c = simt::detail::primary_context(
        *simt::detail::host().devices[static_cast<std::size_t>(device)]);
    c.usage.fetch_add(1);
    *context = reinterpret_cast<CUcontext>(&c);
    return CUDA_SUCCESS;
  });
}
inline CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::release_primary(device, &simt::detail::unload_modules); });
}
inline CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return simt::cuda::detail::driver_call([&] {
    if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!simt::cuda::detail::is_driver_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    auto& c = simt::detail::primary_context(
        *simt::detail::host().devices[static_cast<std::size_t>(device)]);
    auto const* const current = simt::detail::current_context();
    *flags = c.flags.load();
    *active = c.usage.load() > 0 || current == &c ? 1 : 0;
    return CUDA_SUCCESS;
  });
}
inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return simt::cuda::detail::driver_call([&] {
    if ((flags & ~unsigned{CU_CTX_FLAGS_MASK}) != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!simt::cuda::detail::is_driver_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    simt::detail::primary_context(*simt::detail::host().devices[static_cast<std::size_t>(device)])
        .flags.store(flags);
    return CUDA_SUCCESS;
  });
}
inline CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    if (!simt::cuda::detail::is_driver_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(device)];
    simt::detail::release_resources(d, [](unsigned id) { return id == 0; });
    simt::detail::unload_modules(simt::detail::primary_context(d));
    return CUDA_SUCCESS;
  });
}

inline CUresult cuCtxSynchronize() {
  return simt::cuda::detail::context_call([] { return cudaDeviceSynchronize(); });
}
inline CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  return simt::cuda::detail::context_call(
      [&] { return simt::set_limit(static_cast<int>(limit), value); });
}
inline CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  return simt::cuda::detail::context_call(
      [&] { return simt::get_limit(value, static_cast<int>(limit)); });
}
inline CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return simt::cuda::detail::context_call(
      [&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}
inline CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return simt::cuda::detail::context_call([&] {
    cudaFuncCache now = cudaFuncCachePreferNone;
    cudaError_t const e = cudaDeviceGetCacheConfig(config == nullptr ? nullptr : &now);
    if (e == cudaSuccess) *config = static_cast<CUfunc_cache>(now);
    return e;
  });
}
inline CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return simt::cuda::detail::context_call(
      [&] { return cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config)); });
}
inline CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  return simt::cuda::detail::context_call([&] {
    cudaSharedMemConfig now = cudaSharedMemBankSizeDefault;
    cudaError_t const e = cudaDeviceGetSharedMemConfig(config == nullptr ? nullptr : &now);
    if (e == cudaSuccess) *config = static_cast<CUsharedconfig>(now);
    return e;
  });
}
inline CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return simt::cuda::detail::context_call(
      [&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
inline CUresult cuCtxResetPersistingL2Cache() {
  return simt::cuda::detail::context_call([] { return cudaCtxResetPersistingL2Cache(); });
}
inline CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  return simt::cuda::detail::context_call([&] {
    auto const* const c = simt::detail::find_context(peer);
    return c == nullptr ? cudaErrorDeviceUninitialized
                        : cudaDeviceEnablePeerAccess(c->device->id, flags);
  });
}
inline CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return simt::cuda::detail::context_call([&] {
    auto const* const c = simt::detail::find_context(peer);
    return c == nullptr ? cudaErrorDeviceUninitialized : cudaDeviceDisablePeerAccess(c->device->id);
  });
}

}  // namespace SIMT_CUDA_ABI
