#pragma once
// SPDX-License-Identifier: MIT

// Checks of the driver API's answers, the choice of a device and the search for a module, as CUDA's
// samples have them.
// - Source:  CUDA samples 13.0, Common/helper_cuda_drvapi.h, by behaviour

// Stands back where a program's own copy came first.
#ifndef COMMON_HELPER_CUDA_DRVAPI_H_
#define COMMON_HELPER_CUDA_DRVAPI_H_

#include <simt/cuda/cuda.h>
#include <simt/cuda/helper_string.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline namespace SIMT_CUDA_ABI {

/// A result's name, for checkCudaErrors of helper_cuda.h, too.
inline char const* _cudaGetErrorEnum(CUresult result) {
  char const* name = nullptr;
  return cuGetErrorName(result, &name) == CUDA_SUCCESS ? name : "<unknown>";
}

/// Ends the program in failure, with the result's number, text and place, if it is not 0.
inline void __checkCudaErrors(CUresult result, char const* file, int const line) {
  if (result == CUDA_SUCCESS) return;
  char const* text = nullptr;
  if (cuGetErrorString(result, &text) != CUDA_SUCCESS) text = "unknown error";
  std::fprintf(stderr,
               "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n",
               static_cast<int>(result), text, file, line);
  std::exit(EXIT_FAILURE);
}
#ifndef checkCudaErrors
#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
#endif

template <class T>
void getCudaAttribute(T* attribute, CUdevice_attribute which, int device) {
  __checkCudaErrors(cuDeviceGetAttribute(attribute, which, device), __FILE__, __LINE__);
}

/// The device with the most multiprocessors; without any, ends the program.
inline int gpuGetMaxGflopsDeviceIdDRV() {
  int devices = 0;
  __checkCudaErrors(cuInit(0), __FILE__, __LINE__);
  __checkCudaErrors(cuDeviceGetCount(&devices), __FILE__, __LINE__);
  int best = 0;
  int most = 0;
  for (int d = 0; d < devices; ++d) {
    int multiprocessors = 0;
    getCudaAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, d);
    if (multiprocessors > most) best = d;
    most = std::max(most, multiprocessors);
  }
  return best;
}

/// The device that `-device=N` names, or else the best one; says which it is.
inline CUdevice findCudaDeviceDRV(int argc, char const** argv) {
  int const best = gpuGetMaxGflopsDeviceIdDRV();
  int const wanted = checkCmdLineFlag(argc, argv, "device")
                         ? std::max(getCmdLineArgumentInt(argc, argv, "device="), 0)
                         : best;
  CUdevice device = 0;
  __checkCudaErrors(cuDeviceGet(&device, wanted), __FILE__, __LINE__);
  char name[100] = "";
  __checkCudaErrors(cuDeviceGetName(name, sizeof name, device), __FILE__, __LINE__);
  std::printf("> Using CUDA Device [%d]: %s\n", device, name);
  return device;
}

/// True if a device is of a compute capability, or a later one.
inline bool checkCudaCapabilitiesDRV(int major_version, int minor_version, int device) {
  int major = 0;
  int minor = 0;
  __checkCudaErrors(cuDeviceComputeCapability(&major, &minor, device), __FILE__, __LINE__);
  return major > major_version || (major == major_version && minor >= minor_version);
}

/// Finds a module's file where samples keep such files, and reads it.
inline bool findFatbinPath(char const* module_file, std::string& module_path, char** argv,
                           std::ostringstream& bytes) {
  char const* const found = sdkFindFilePath(module_file, argv[0]);
  if (found == nullptr) {
    std::printf("> findModulePath file not found: <%s> \n", module_file);
    return false;
  }
  module_path = found;
  std::printf("> findModulePath found file at <%s>\n", found);
  std::ifstream in(module_path, std::ios::binary);
  bytes << in.rdbuf();
  return true;
}

}  // namespace SIMT_CUDA_ABI

#endif
