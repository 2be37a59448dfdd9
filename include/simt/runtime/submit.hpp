#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/grid.hpp>
#include <simt/runtime/child_launch.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/launch_call.hpp>
#include <simt/runtime/memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

namespace detail {

struct kernel_map {
  std::mutex lock;
  std::unordered_map<void const*, kernel_record*> by_address;
};
/// Never destroyed: kernels may be launched by objects that outlive main.
[[nodiscard]] inline kernel_map& kernels() {
  static auto& map = *new kernel_map;
  return map;
}

inline constexpr std::size_t default_shared_bytes = 48 * 1024;

/// The largest limit of dynamic shared memory that any kernel was given.
inline constinit std::atomic<int> raised_dynamic_shared{0};

/// Sets a kernel's limit of dynamic shared memory.
inline void set_dynamic_limit(kernel_record& k, int bytes) noexcept {
  k.max_dynamic_shared.store(bytes);
  int most = raised_dynamic_shared.load();
  while (most < bytes && !raised_dynamic_shared.compare_exchange_weak(most, bytes)) {
  }
}

/// The dynamic shared memory that a kernel may have: what was set for it, or what is left of the
/// default beside the static part. Without an address: the default, or what was set for any.
[[nodiscard]] inline std::size_t dynamic_room(kernel_record const& k) noexcept {
  if (k.has_no_address)
    return std::max(
        default_shared_bytes,
        static_cast<std::size_t>(raised_dynamic_shared.load(std::memory_order_relaxed)));
  auto const limit = static_cast<std::size_t>(k.max_dynamic_shared.load(std::memory_order_relaxed));
  if (limit != default_shared_bytes) return limit;
  std::size_t const fixed = k.static_shared.load(std::memory_order_relaxed);
  return default_shared_bytes - std::min(fixed, default_shared_bytes);
}

/// Checks a launch against device and kernel.
/// - CUDA:    an H200 with CUDA 13 answers cudaErrorInvalidValue for all of these
[[nodiscard]] inline error_code check_launch(capability_limits const& m, kernel_record const& k,
                                             dim3 grid, dim3 block, std::size_t shared) noexcept {
  bool const fits = grid.x - 1 < m.grid[0] && grid.y - 1 < m.grid[1] && grid.z - 1 < m.grid[2] &&
                    block.x - 1 < m.block[0] && block.y - 1 < m.block[1] &&
                    block.z - 1 < m.block[2] &&
                    block.count() <= static_cast<std::uint64_t>(k.max_threads) &&
                    k.parameter_bytes <= m.parameter_bytes;
  if (!fits) [[unlikely]]
    return error_code::invalid_value;
  if (shared != 0 && shared > dynamic_room(k)) return error_code::invalid_value;
  return error_code::success;
}

/// Blocks of a kernel that one worker could hold at a time, were it a multiprocessor of the
/// device's compute capability. Launch bounds do not count, nor do registers.
/// - CUDA:    an H200 answers so
[[nodiscard]] inline int blocks_per_worker(device_state const& d, kernel_record const& k,
                                           int threads, std::size_t dynamic_shared) noexcept {
  capability_limits const& m = d.model;
  if (threads <= 0 || static_cast<unsigned>(threads) > m.block_threads ||
      dynamic_shared > dynamic_room(k))
    return 0;
  std::size_t const shared = k.static_shared + dynamic_shared;
  int const own = k.cache_config.load(std::memory_order_relaxed);
  std::size_t const room =
      shared_room_by_preference(m, own != 0 ? own : d.cache_config.load(std::memory_order_relaxed),
                                shared_of_block(m, shared));
  return static_cast<int>(occupancy_of(m, static_cast<unsigned>(threads), 0, shared, room).least());
}

/// A launch with copies of its arguments.
struct packed_launch {
  kernel_record* kernel;
  dim3 grid;
  dim3 block;
  std::size_t shared;
  bool together;
  std::vector<std::vector<std::max_align_t>> values;

  void operator()() {
    std::vector<void*> pointers;
    for (auto& v : values) pointers.push_back(v.data());
    kernel->run_packed(*kernel, grid, block, shared, pointers.data(), together);
  }
};

/// - Needs:   args, if the kernel takes any; run_packed
[[nodiscard]] inline packed_launch pack_launch(kernel_record& k, dim3 grid, dim3 block,
                                               std::size_t shared, bool together, void** args) {
  packed_launch run{&k, grid, block, shared, together, {}};
  for (unsigned i = 0; i < k.args; ++i) {
    std::size_t const bytes = k.parameters[i].bytes;
    auto& v = run.values.emplace_back(bytes / sizeof(std::max_align_t) + 1);
    std::memcpy(v.data(), args[i], bytes);
  }
  return run;
}

/// Runs before every launch, once something asks for it: textures of file scope let the host
/// change them up to the launch.
inline std::atomic<void (*)()> before_launch{nullptr};

inline void prepare_launch() {
  if (auto* const prepare = before_launch.load(std::memory_order_acquire)) [[unlikely]]
    prepare();
}

}  // namespace detail

SIMT_RUNTIME_FUNCTION void register_kernel(kernel_record& k) noexcept {
  if (k.address == nullptr) return;
  try {
    detail::kernel_map& map = detail::kernels();
    std::scoped_lock const hold(map.lock);
    map.by_address.insert_or_assign(k.address, &k);
  } catch (std::bad_alloc const&) {
  }
}

SIMT_RUNTIME_FUNCTION kernel_record* find_kernel(void const* address) noexcept {
  detail::kernel_map& map = detail::kernels();
  std::scoped_lock const hold(map.lock);
  auto const at = map.by_address.find(address);
  return at == map.by_address.end() ? nullptr : at->second;
}

namespace detail {

SIMT_RUNTIME_FUNCTION void know_kernel(void const* address, kernel_record::packed_call* run,
                                       parameter_layout const* parameters, unsigned args) {
  static std::mutex lock;
  static auto& records =
      *new std::map<std::pair<void const*, kernel_record::packed_call*>, kernel_record*>;
  std::scoped_lock const hold(lock);
  auto& record = records[{address, run}];
  if (record != nullptr || address == nullptr) return;
  record = new kernel_record;
  record->name = "kernel";
  record->address = address;
  if (kernel_record const* const bounded = find_kernel(address))
    record->max_threads = bounded->max_threads.load();
  record->run_packed = run;
  record->parameters = parameters;
  record->args = args;
  record->parameter_bytes = bytes_of_parameters(parameters, args);
  register_kernel(*record);
}

/// The same of a kernel's thread.
/// - CUDA:    cudaErrorInvalidConfiguration for a bad shape, as an H200 answers in device code
/// - Errors:  not_supported on a device below compute capability 3.5
[[nodiscard]] inline error_code submit_child(kernel_record& k, dim3 grid, dim3 block_dim,
                                             std::size_t shared, stream_handle stream,
                                             erased_call const& run) noexcept {
  return guarded([&] {
    capability_limits const& model = this_device().model;
    if (!model.has.dynamic_parallelism) return error_code::not_supported;
    if (is_deepest(*block::current())) return error_code::launch_max_depth_exceeded;
    if (check_launch(model, k, grid, block_dim, shared) != error_code::success)
      return error_code::invalid_configuration;
    return submit_in_kernel(stream, run, &k.child_ns);
  });
}

SIMT_RUNTIME_FUNCTION bool refuses_arguments(char const* name, void const* const* arguments,
                                             unsigned count) noexcept {
  for (unsigned i = 0; i < count; ++i) {
    char const* const kind = arguments[i] == nullptr ? nullptr : private_memory(arguments[i]);
    if (kind == nullptr) continue;
    block const& b = *block::current();
    std::fprintf(stderr,
                 "simt: launch of %s by a thread of %s: argument %u points into %s memory, which a "
                 "child grid does not see; the launch fails with cudaErrorInvalidValue\n",
                 name, b.info().kernel, i + 1, kind);
#if SIMT_CHECK && !SIMT_PROFILE
    simt_check_hidden_argument(name, i + 1, kind);
#endif
    keep_error(error_code::invalid_value);
    return true;
  }
  return false;
}

SIMT_RUNTIME_FUNCTION bool is_memory_of_kernels(void const* p) noexcept {
  return memory().ranges.find(p).has_value();
}

SIMT_RUNTIME_FUNCTION void finish_work_in_calls() noexcept { work_ends_in_calls.store(true); }

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION error_code
submit_erased_launch(kernel_record& k, dim3 grid, dim3 block, std::size_t shared,
                     stream_handle stream, bool per_thread, erased_call const& run) noexcept {
  if (block::current() != nullptr) [[unlikely]]
    return report(submit_child(k, grid, block, shared, stream, run));
  return report(guarded([&] {
    stream_record* const s = find_stream(stream, per_thread);
    if (s == nullptr || s->device->id != this_thread.device) [[unlikely]]
      return error_code::invalid_resource_handle;
    if (error_code const e = check_launch(s->device->model, k, grid, block, shared);
        e != error_code::success) [[unlikely]] {
      spoil_capture(*s);
      return e;
    }
    prepare_launch();
    submit_erased(*s, run);
    if (host().launch_blocking && !is_capturing(*s)) [[unlikely]]
      return wait_for_stream(*s);
    return error_code::success;
  }));
}
}  // namespace detail

namespace detail {
/// Says why an address leads to no kernel: the code alone could mean many things.
inline error_code unknown_kernel(void const* address) noexcept {
  std::fprintf(stderr,
               "simt: %p is not known as a kernel's address: a .cu file makes it known by casting "
               "the kernel's name, or a pointer of the kernel's type, to void*\n",
               address);
  return error_code::invalid_resource_handle;
}
}  // namespace detail

/// Queues a launch of a kernel that is known by its address alone; `args` are addresses of the
/// arguments, which are copied.
/// - CUDA:    cudaLaunchKernel, cudaLaunchCooperativeKernel
/// - Errors:  as submit_launch; invalid_device_function for null, invalid_resource_handle for an
///            address that is no kernel's, which stderr tells; cooperative_launch_too_large
[[nodiscard]] inline error_code launch_by_address(void const* function, dim3 grid, dim3 block,
                                                  void** args, std::size_t shared,
                                                  stream_handle stream, bool per_thread,
                                                  bool cooperative = false) noexcept {
  return detail::guarded([&] {
    if (function == nullptr) return error_code::invalid_device_function;
    kernel_record* const k = find_kernel(function);
    if (k == nullptr || k->run_packed == nullptr) return detail::unknown_kernel(function);
    if (block::current() != nullptr) {
      if (args == nullptr && k->args != 0) return error_code::invalid_value;
      auto call = detail::pack_launch(*k, grid, block, shared, false, args);
      return detail::submit_child(*k, grid, block, shared, stream, detail::erase_type(call));
    }
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr || s->device->id != detail::this_thread.device)
      return error_code::invalid_resource_handle;
    capability_limits const& m = s->device->model;
    if (error_code const e = detail::check_launch(m, *k, grid, block, shared);
        e != error_code::success) {
      detail::spoil_capture(*s);
      // Of a cooperative launch no block fits where its shared memory is too much.
      if (cooperative && detail::check_launch(m, *k, grid, block, 0) == error_code::success)
        return error_code::cooperative_launch_too_large;
      return e;
    }
    if (cooperative) {
      auto const room = static_cast<std::uint64_t>(detail::blocks_per_worker(
                            *s->device, *k, static_cast<int>(block.count()), shared)) *
                        static_cast<std::uint64_t>(s->device->workers);
      if (grid.count() > room) return error_code::cooperative_launch_too_large;
    }
    if (args == nullptr && k->args != 0) return error_code::invalid_value;
    detail::prepare_launch();
    detail::submit(*s, detail::pack_launch(*k, grid, block, shared, cooperative, args));
    return detail::host().launch_blocking && !detail::is_capturing(*s) ? detail::wait_for_stream(*s)
                                                                       : error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
