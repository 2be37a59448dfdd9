#pragma once
// SPDX-License-Identifier: MIT

// What launches need of the host runtime; <simt/runtime/submit.hpp> has the rest.
#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/dim.hpp>
#include <simt/launch/detail/erased_call.hpp>
#include <simt/runtime/error_code.hpp>
#include <simt/runtime/stream_handle.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

/// How a parameter of a kernel lies in memory.
/// - Units:   bytes
struct parameter_layout {
  std::size_t bytes;
  std::size_t alignment;
};

/// Holds what the host runtime knows of a kernel. One static object a kernel.
/// - CUDA:    cudaFuncAttributes
struct kernel_record {
  char const* name = nullptr;
  void const* address = nullptr;  ///< what a host program calls the kernel by
  /// Bytes of static shared memory, 0 if not known.
  std::atomic<std::size_t> static_shared{0};
  std::atomic<int> max_threads{1024};  ///< of a block: __launch_bounds__
  /// Runs the grid on the calling thread and TBB's; returns when it is done. Null: the kernel can
  /// only be launched by its type.
  /// With `together`, all blocks run at once and may wait for one another.
  using packed_call = void(kernel_record const& self, dim3 grid, dim3 block, std::size_t shared,
                           void** args, bool together);
  packed_call* run_packed = nullptr;
  parameter_layout const* parameters = nullptr;  ///< as many as args
  unsigned args = 0;
  unsigned parameter_bytes = 0;  ///< of all parameters, 0 if not known
  std::atomic<int> max_dynamic_shared{48 * 1024};
  /// Launched by its type: calls that raise the limit go by an address, and count for all of these.
  bool has_no_address = false;
  std::atomic<int> carveout{-1};
  std::atomic<int> cache_config{0};
  std::array<std::atomic<float>, 25> child_ns{};  ///< of launches by kernels, see child_times
};

/// Makes a kernel known by its address; may be called again.
/// - Errors:  none; without memory the kernel stays unknown
void register_kernel(kernel_record& k) noexcept;

/// The kernel with this address, or null.
[[nodiscard]] kernel_record* find_kernel(void const* address) noexcept;

namespace detail {

/// The name of a kernel that is launched by its address: checked and profiled builds know it.
[[nodiscard]] inline char const* name_of(kernel_record const& k) noexcept {
#if SIMT_CHECK
  return simt_check_kernel_name(k.address);
#else
  return k.name;
#endif
}

/// Makes a kernel known that runs by `run`, once.
void know_kernel(void const* address, kernel_record::packed_call* run,
                 parameter_layout const* parameters, unsigned args);

/// The bytes of all parameters, each at a multiple of its alignment.
[[nodiscard]] constexpr unsigned bytes_of_parameters(parameter_layout const* parameters,
                                                     unsigned args) noexcept {
  std::size_t bytes = 0;
  for (unsigned i = 0; i < args; ++i)
    bytes =
        (bytes + parameters[i].alignment - 1) / parameters[i].alignment * parameters[i].alignment +
        parameters[i].bytes;
  return static_cast<unsigned>(bytes);
}

/// submit_launch, compiled once for all kernels.
error_code submit_erased_launch(kernel_record& k, dim3 grid, dim3 block, std::size_t shared,
                                stream_handle stream, bool per_thread,
                                erased_call const& run) noexcept;

/// True if a kernel launches `name` with an argument, here null where it is no pointer, that points
/// into memory which the child does not see: its own thread's, or its block's shared memory. The
/// launch then fails, with invalid_value and a line on stderr.
[[nodiscard]] bool refuses_arguments(char const* name, void const* const* arguments,
                                     unsigned count) noexcept;

/// Lets every call of the host that queues work (launches, copies, fills, host functions, graphs,
/// events) end only when the work is done, from now on and for the whole process. For libraries
/// that work on device memory without asking streams: what a program queued before is then done
/// when they begin.
void finish_work_in_calls() noexcept;

/// True if the host runtime has given the memory at an address, or knows it as a variable of device
/// code: whether kernels and the host may share what lies there.
[[nodiscard]] bool is_memory_of_kernels(void const* p) noexcept;

/// An argument of a launch as a pointer.
template <class T>
[[nodiscard]] SIMT_INLINE void const* as_pointer([[maybe_unused]] T const& argument) noexcept {
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
    return const_cast<void const*>(static_cast<void const volatile*>(argument));
  else
    return nullptr;
}

}  // namespace detail

/// Queues a launch: `run` runs the whole grid and returns when it is done.
/// - CUDA:    kernel<<<grid, block, shared, stream>>>(…), cudaLaunchKernel
/// - Needs:   run copyable, callable without arguments from any thread, owning its arguments
/// - Order:   the stream's, with the rules of the default stream; with CUDA_LAUNCH_BLOCKING=1 the
///            call waits
/// - Errors:  invalid_value for a bad shape, not_permitted, invalid_resource_handle for a bad
///            stream or one of another device, the device's error; the code is also the thread's
///            last error. What run throws becomes the device's error: see device_fault
/// - Cost:    below a tenth of a microsecond
template <bool PerThread = SIMT_PER_THREAD_DEFAULT_STREAM, class F>
error_code submit_launch(kernel_record& k, dim3 grid, dim3 block, std::size_t shared,
                         stream_handle stream, F&& run) noexcept {
  return detail::submit_erased_launch(k, grid, block, shared, stream, PerThread,
                                      detail::erase_type(std::forward<F>(run)));
}

}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/runtime/submit.hpp>
#endif
