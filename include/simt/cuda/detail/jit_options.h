#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/library_handles.h>
#include <simt/runtime/kernel_heap.hpp>
#include <simt/runtime/memory.hpp>
#include <simt/runtime/module.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Holds what a program asks of calls that load modules and libraries, and of cuLinkCreate: logs
/// and times. The rest is a compiler's.
struct jit_options {
  char* error_log = nullptr;
  char* info_log = nullptr;
  void** error_bytes = nullptr;  // how many there are, then how many are written
  void** info_bytes = nullptr;
  void** wall_time = nullptr;

  jit_options() = default;
  /// Reads the options of either API: their numbers are the same.
  template <class Option>
  jit_options(unsigned count, Option const* options, void** values) {
    for (unsigned i = 0; i < count; ++i) {
      switch (static_cast<int>(options[i])) {
        case cudaJitErrorLogBuffer:
          error_log = static_cast<char*>(values[i]);
          break;
        case cudaJitErrorLogBufferSizeBytes:
          error_bytes = &values[i];
          break;
        case cudaJitInfoLogBuffer:
          info_log = static_cast<char*>(values[i]);
          break;
        case cudaJitInfoLogBufferSizeBytes:
          info_bytes = &values[i];
          break;
        case cudaJitWallTime:
          wall_time = &values[i];
          break;
        default:
          break;
      }
    }
  }

  void finish(std::string const& error, float milliseconds) const {
    write(error_log, error_bytes, error);
    write(info_log, info_bytes, "");
    if (wall_time != nullptr) std::memcpy(wall_time, &milliseconds, sizeof milliseconds);
  }

 private:
  static void write(char* log, void** bytes, std::string const& text) {
    if (log == nullptr || bytes == nullptr) return;
    auto const room = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(*bytes));
    if (room == 0) return;
    std::size_t const n = std::min(room - 1, text.size());
    std::memcpy(log, text.data(), n);
    log[n] = 0;
    *bytes = reinterpret_cast<void*>(static_cast<std::uintptr_t>(n == 0 ? 0 : n + 1));
  }
};

/// Loads a module by load(&module, why). Where the program gives no buffer for what is wrong with
/// it, stderr has it, in front of it the call.
template <class Load>
error_code load_and_tell(module_handle* out, jit_options const& options, char const* call,
                         Load const& load) {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  error_code const known = memory_info(&free_bytes, &total);
  if (known != error_code::success) return known;
  auto const begin = std::chrono::steady_clock::now();
  std::string why;
  error_code e = error_code::shared_object_init_failed;
  if (simt::detail::malloc_heap_limit() > free_bytes)
    why = "the device has less memory than the heap of kernels, CU_LIMIT_MALLOC_HEAP_SIZE";
  else
    e = load(out, why);
  std::chrono::duration<float, std::milli> const took = std::chrono::steady_clock::now() - begin;
  options.finish(why, took.count());
  if (e != error_code::success && options.error_log == nullptr && !why.empty())
    std::fprintf(stderr, "simt: %s: %s\n", call, why.c_str());
  return e;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
