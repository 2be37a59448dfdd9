#pragma once
// SPDX-License-Identifier: MIT

// Checks of CUDA's answers and the choice of a device, as CUDA's samples have them.
// - Source:  CUDA samples 13.0, Common/helper_cuda.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/helper_string.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

namespace simt::inline SIMT_ABI::detail {

/// One architecture of GPUs, by compute capability.
struct gpu_architecture {
  int major;
  int minor;
  int cores;
  char const* name;
};

/// The architecture of a compute capability; for an unknown one the last, and a line that says so.
/// - Source:  CUDA C Programming Guide 13.0, 20 (Compute Capabilities): cores for single precision
inline gpu_architecture find_architecture(int major, int minor) {
  constexpr gpu_architecture known[] = {
      {3, 0, 192, "Kepler"},     {3, 2, 192, "Kepler"},     {3, 5, 192, "Kepler"},
      {3, 7, 192, "Kepler"},     {5, 0, 128, "Maxwell"},    {5, 2, 128, "Maxwell"},
      {5, 3, 128, "Maxwell"},    {6, 0, 64, "Pascal"},      {6, 1, 128, "Pascal"},
      {6, 2, 128, "Pascal"},     {7, 0, 64, "Volta"},       {7, 2, 64, "Xavier"},
      {7, 5, 64, "Turing"},      {8, 0, 64, "Ampere"},      {8, 6, 128, "Ampere"},
      {8, 7, 128, "Ampere"},     {8, 9, 128, "Ada"},        {9, 0, 128, "Hopper"},
      {10, 0, 128, "Blackwell"}, {10, 3, 128, "Blackwell"}, {11, 0, 128, "Blackwell"},
      {12, 0, 128, "Blackwell"}, {12, 1, 128, "Blackwell"}};
  gpu_architecture last{};
  for (gpu_architecture const& one : known) {
    last = one;
    if (one.major == major && one.minor == minor) return one;
  }
  std::printf("Compute capability %d.%d is not known: taken for %s, %d cores a multiprocessor\n",
              major, minor, last.name, last.cores);
  return last;
}

}  // namespace simt::inline SIMT_ABI::detail

inline namespace SIMT_CUDA_ABI {

/// An error's name, `cudaErrorInvalidValue` and the like.
inline char const* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

/// Ends the program in failure, with the call's text, place, code and
/// name, if its answer is not 0. Any library's codes have a name if `_cudaGetErrorEnum` takes them.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
template <typename T>
void check(T result, char const* const func, char const* const file, int const line) {
  if (!result) return;
  char const* name = "<unknown>";
  if constexpr (requires { _cudaGetErrorEnum(result); }) name = _cudaGetErrorEnum(result);
  std::fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line,
               static_cast<unsigned int>(result), name, func);
  std::exit(EXIT_FAILURE);
}

/// Says where an earlier call or launch had left an error, and what it is; whether there was one.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline bool __printLastCudaError(char const* errorMessage, char const* file, int const line) {
  cudaError_t const error = cudaGetLastError();
  if (error == cudaSuccess) return false;
  std::fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
               errorMessage, static_cast<int>(error), cudaGetErrorString(error));
  return true;
}
/// The same, and ends the program in failure.
inline void __getLastCudaError(char const* errorMessage, char const* file, int const line) {
  if (__printLastCudaError(errorMessage, file, line)) std::exit(EXIT_FAILURE);
}

#ifndef checkCudaErrors
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#endif
#ifndef getLastCudaError
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#endif
#ifndef printLastCudaError
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)
#endif

/// The nearest whole number; halves go away from 0.
inline int ftoi(float value) {
  return static_cast<int>(value >= 0 ? static_cast<double>(value) + 0.5
                                     : static_cast<double>(value) - 0.5);
}

/// The cores of a multiprocessor, and the architecture's name, by compute capability.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline int _ConvertSMVer2Cores(int major, int minor) {
  return simt::detail::find_architecture(major, minor).cores;
}
inline char const* _ConvertSMVer2ArchName(int major, int minor) {
  return simt::detail::find_architecture(major, minor).name;
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::detail {

inline int device_attribute(cudaDeviceAttr attribute, int device) {
  int value = 0;
  ::check(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute", __FILE__,
          __LINE__);
  return value;
}

/// The number of devices; without any, ends the program.
inline int number_of_devices(char const* caller) {
  int devices = 0;
  ::check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount", __FILE__, __LINE__);
  if (devices > 0) return devices;
  std::fprintf(stderr, "%s() CUDA error: no devices supporting CUDA.\n", caller);
  std::exit(EXIT_FAILURE);
}

/// Makes a device the current one, and says which it is.
inline void take_device(int device) {
  ::check(cudaSetDevice(device), "cudaSetDevice", __FILE__, __LINE__);
  int const major = device_attribute(cudaDevAttrComputeCapabilityMajor, device);
  int const minor = device_attribute(cudaDevAttrComputeCapabilityMinor, device);
  std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
              find_architecture(major, minor).name, major, minor);
}

}  // namespace simt::inline SIMT_ABI::detail

inline namespace SIMT_CUDA_ABI {

/// Makes device `devID` (0 for a negative one) the current one.
/// - Errors:  no such device: says so, answers -devID; a prohibited one: -1
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline int gpuDeviceInit(int devID) {
  int const devices = simt::detail::number_of_devices("gpuDeviceInit");
  if (devID < 0) devID = 0;
  if (devID >= devices) {
    std::fprintf(stderr,
                 "\n>> %d CUDA capable GPU device(s) detected. <<\n"
                 ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n",
                 devices, devID);
    return -devID;
  }
  if (simt::detail::device_attribute(cudaDevAttrComputeMode, devID) == cudaComputeModeProhibited) {
    std::fprintf(stderr, "gpuDeviceInit() device %d is prohibited to programs.\n", devID);
    return -1;
  }
  simt::detail::take_device(devID);
  return devID;
}

/// The device with the most multiprocessors times cores times clock rate.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline int gpuGetMaxGflopsDeviceId() {
  int const devices = simt::detail::number_of_devices("gpuGetMaxGflopsDeviceId");
  int best = -1;
  std::uint64_t most = 0;
  for (int device = 0; device < devices; ++device) {
    auto const attribute = [&](cudaDeviceAttr which) {
      return simt::detail::device_attribute(which, device);
    };
    if (attribute(cudaDevAttrComputeMode) == cudaComputeModeProhibited) continue;
    int const cores = _ConvertSMVer2Cores(attribute(cudaDevAttrComputeCapabilityMajor),
                                          attribute(cudaDevAttrComputeCapabilityMinor));
    int const clock = std::max(attribute(cudaDevAttrClockRate), 1);
    std::uint64_t const speed = std::uint64_t(attribute(cudaDevAttrMultiProcessorCount)) *
                                std::uint64_t(cores) * std::uint64_t(clock);
    if (best < 0 || speed > most) {
      best = device;
      most = speed;
    }
  }
  if (best >= 0) return best;
  std::fprintf(stderr, "gpuGetMaxGflopsDeviceId() CUDA error: all devices are prohibited.\n");
  std::exit(EXIT_FAILURE);
}

/// Makes the device of `-device=n`, or else the fastest, the current one, says which it is and
/// answers its number; ends the program where there is none.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline int findCudaDevice(int argc, char const** argv) {
  if (checkCmdLineFlag(argc, argv, "device")) {
    int const asked = getCmdLineArgumentInt(argc, argv, "device=");
    int const device = asked < 0 ? asked : gpuDeviceInit(asked);
    if (device >= 0) return device;
    std::printf("Invalid command line parameter: -device=%d\nexiting...\n", asked);
    std::exit(EXIT_FAILURE);
  }
  int const device = gpuGetMaxGflopsDeviceId();
  simt::detail::take_device(device);
  return device;
}

/// Makes the first integrated device the current one; ends the program where there is none.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline int findIntegratedGPU() {
  int const devices = simt::detail::number_of_devices("findIntegratedGPU");
  for (int device = 0; device < devices; ++device) {
    if (simt::detail::device_attribute(cudaDevAttrIntegrated, device) == 0 ||
        simt::detail::device_attribute(cudaDevAttrComputeMode, device) == cudaComputeModeProhibited)
      continue;
    simt::detail::take_device(device);
    return device;
  }
  std::fprintf(stderr, "CUDA error: no integrated device found.\n");
  std::exit(EXIT_FAILURE);
}

/// True where the current device has this compute capability or a later one; says what it has.
/// - Source:  CUDA samples 13.0, Common/helper_cuda.h
inline bool checkCudaCapabilities(int major_version, int minor_version) {
  int device = 0;
  checkCudaErrors(cudaGetDevice(&device));
  int const major = simt::detail::device_attribute(cudaDevAttrComputeCapabilityMajor, device);
  int const minor = simt::detail::device_attribute(cudaDevAttrComputeCapabilityMinor, device);
  bool const enough = major > major_version || (major == major_version && minor >= minor_version);
  std::printf("  Device %d: compute capability %d.%d%s %d.%d\n", device, major, minor,
              enough ? ", asked for" : " does not reach", major_version, minor_version);
  return enough;
}

}  // namespace SIMT_CUDA_ABI

#endif  // COMMON_HELPER_CUDA_H_
