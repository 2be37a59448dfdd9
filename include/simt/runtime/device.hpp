#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/host_event.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/memory.hpp>
#include <simt/runtime/memory_pool.hpp>

#include <unistd.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace simt::inline SIMT_ABI {

/// Describes the machine; CUDA's constants stand beside it.
struct device_facts {
  std::string name;
  std::size_t memory_bytes = 0;
  int workers = 1;     ///< what CUDA calls multiprocessors
  int numa_node = -1;  ///< whose workers they are; -1: of no node in particular
  capability_limits const* model = nullptr;  ///< those of the compute capability that it has
  int clock_khz = 0;
  int cache_bytes = 0;  ///< the last level's
};

namespace detail {

struct cpu_facts {
  std::string name = "CPU";
  int clock_khz = 1000000;
};

[[nodiscard]] inline cpu_facts const& cpu() {
  static cpu_facts const& facts = []() -> cpu_facts const& {
    auto& f = *new cpu_facts;
    std::ifstream in("/proc/cpuinfo");
    bool named = false;
    bool clocked = false;
    for (std::string line; (!named || !clocked) && std::getline(in, line);) {
      auto const colon = line.find(": ");
      if (colon == std::string::npos) continue;
      if (!named && line.rfind("model name", 0) == 0) {
        f.name = line.substr(colon + 2);
        named = true;
      } else if (!clocked && line.rfind("cpu MHz", 0) == 0) {
        int const mhz = std::atoi(line.c_str() + colon + 2);
        if (mhz > 0) f.clock_khz = mhz * 1000;
        clocked = true;
      }
    }
    return f;
  }();
  return facts;
}

[[nodiscard]] inline int last_level_cache() noexcept {
  long bytes = -1;
#ifdef _SC_LEVEL3_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (bytes <= 0) bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  if (bytes <= 0) bytes = 1 << 20;
  return bytes > 0x7fffffff ? 0x7fffffff : static_cast<int>(bytes);
}

}  // namespace detail

/// - CUDA:    cudaGetDeviceCount
[[nodiscard]] inline int device_count() { return static_cast<int>(detail::host().devices.size()); }

/// - CUDA:    cudaGetDeviceProperties
/// - Needs:   0 <= device < device_count()
[[nodiscard]] inline device_facts facts_of_device(int device) {
  detail::host_state& h = detail::host();
  detail::device_state const& d = *h.devices[static_cast<std::size_t>(device)];
  device_facts f;
  f.name = detail::cpu().name;
  f.memory_bytes = d.memory_bytes;
  f.workers = d.workers;
  f.numa_node = d.numa_node;
  f.model = &d.model;
  f.clock_khz = detail::cpu().clock_khz;
  f.cache_bytes = detail::last_level_cache();
  return f;
}

/// Makes a device the calling thread's.
/// - CUDA:    cudaSetDevice
[[nodiscard]] inline error_code set_device(int device) noexcept {
  if (detail::this_thread.inside_host_function != 0) return error_code::not_permitted;
  if (detail::host().devices.empty()) return error_code::no_device;
  if (device < 0 || device >= device_count()) return error_code::invalid_device;
  detail::this_thread.device = device;
  detail::this_thread.runtime_use |= 2;
  detail::this_thread.context = 0;
  return error_code::success;
}

namespace detail {

/// Ends the streams and events of a device of which `wanted` agrees to the context, and frees their
/// memory, once all work of the device is done.
template <class Wanted>
void release_resources(device_state& d, Wanted const& wanted) {
  wait_for_device(d);
  std::vector<stream_record*> streams;
  {
    std::scoped_lock const hold(d.lock);
    streams = d.streams;
  }
  for (stream_record* const s : streams)
    if (wanted(s->context) && s->alive.exchange(false)) retire_stream(*s);
  events().for_each([&](event_record& e) {
    if (e.device != &d || !wanted(e.context) || !e.alive.exchange(false)) return;
    e.set(nullptr);
    events().give_back(&e);
  });
  for (allocation const& a : memory().ranges.remove_all([&](allocation const& what) {
         return what.device == d.id && wanted(what.context) &&
                what.from != allocation::origin::symbol;
       }))
    release(a);
}

}  // namespace detail

/// Ends all streams and events of the calling thread's device, frees its memory and forgets its
/// error, once its work is done. The thread's last error stays.
/// - CUDA:    cudaDeviceReset
/// - Differs: on an H200 the process cannot use the device after a sticky error, even so; here it
///            can
[[nodiscard]] inline error_code reset_device() noexcept {
  if (detail::this_thread.inside_host_function != 0) return error_code::not_permitted;
  detail::host_state& h = detail::host();
  if (h.unloaded.load()) return error_code::cudart_unloading;
  if (h.devices.empty()) return error_code::no_device;
  try {
    detail::device_state& d = detail::this_device();
    if (detail::pools().used.load()) {
      detail::wait_for_device(d);
      detail::pools().pools.for_each([&](detail::pool_record& p) {
        if (p.device == &d) p.trim(0);
      });
    }
#if SIMT_CHECK
    simt_check_device_resets();
#endif
    detail::release_resources(d, [](unsigned) { return true; });
    d.reset_settings();
    d.peers.store(0);
    d.fault.store(0);
    d.pending.store(0);
    return error_code::success;
  } catch (std::exception const&) {
    return error_code::memory_allocation;
  }
}

/// - CUDA:    cudaMemGetInfo
[[nodiscard]] inline error_code memory_info(std::size_t* free_bytes,
                                            std::size_t* total_bytes) noexcept {
  return detail::guarded([&] {
    detail::device_state& d = detail::this_device();
    std::size_t const used = std::min(d.memory_used.load(), d.memory_bytes);
    if (free_bytes != nullptr) *free_bytes = d.memory_bytes - used;
    if (total_bytes != nullptr) *total_bytes = d.memory_bytes;
    return error_code::success;
  });
}

namespace detail {

/// Gives the value that a limit takes when it is set, by the rules that were seen on an H200.
/// - Errors:  unsupported_limit, invalid_value
[[nodiscard]] inline error_code limit_value(std::size_t limit, std::size_t wanted,
                                            std::size_t& value) noexcept {
  auto const up = [](std::size_t v, std::size_t step) { return (v + step - 1) / step * step; };
  capability_limits const& model = this_device().model;
  if ((limit == 3 || limit == 4) && !model.has.dynamic_parallelism) return error_code::unsupported_limit;
  switch (limit) {
    case 0:  // stack
      if (wanted > model.local_bytes - 16) return error_code::invalid_value;
      value = up(wanted, 16);
      return error_code::success;
    case 1:  // printf buffer
      value = std::max(wanted, std::size_t{512} << 10);
      return error_code::success;
    case 2:  // heap
      value = std::max(wanted, std::size_t{4} << 20);
      return error_code::success;
    case 3:  // synchronisation depth
      if (wanted > most_levels) return error_code::invalid_value;
      value = wanted;
      return error_code::success;
    case 4:  // pending launches
      value = std::max<std::size_t>(wanted, 32);
      return error_code::success;
    case 5:
      if (wanted > 128) return error_code::invalid_value;
      value = wanted;
      return error_code::success;
    case 6:  // persisting L2
      value = std::min(wanted, static_cast<std::size_t>(last_level_cache()) / 8 * 5);
      return error_code::success;
    default:
      return error_code::unsupported_limit;
  }
}

/// - Errors:  unsupported_limit for those of CUDA in graphics, invalid_value for what is none
[[nodiscard]] inline error_code check_limit(int limit) noexcept {
  if (limit >= 7 && limit <= 9) return error_code::unsupported_limit;
  return limit < 0 || limit > 6 ? error_code::invalid_value : error_code::success;
}

}  // namespace detail

/// - CUDA:    cudaDeviceSetLimit
[[nodiscard]] inline error_code set_limit(int limit, std::size_t wanted) noexcept {
  return detail::guarded([&] {
    if (auto const e = detail::check_limit(limit); e != error_code::success) return e;
    std::size_t value = 0;
    auto const index = static_cast<std::size_t>(limit);
    error_code const e = detail::limit_value(index, wanted, value);
    if (e != error_code::success) return e;
    detail::this_device().limits[index].store(value);
    // A thread that waits has a stack of its own: beyond what it has anyway, by steps.
    constexpr std::size_t step = std::size_t{64} * 1024;
    if (limit == 0 && value > step) {
      std::size_t const bytes = value / step * step + 2 * step;
      std::size_t least = detail::least_stack_bytes.load();
      while (least < bytes && !detail::least_stack_bytes.compare_exchange_weak(least, bytes)) {
      }
    }
    return e;
  });
}

/// - CUDA:    cudaDeviceGetLimit
[[nodiscard]] inline error_code get_limit(std::size_t* out, int limit) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    if (auto const e = detail::check_limit(limit); e != error_code::success) return e;
    if ((limit == 3 || limit == 4) && !detail::this_device().model.has.dynamic_parallelism)
      return error_code::unsupported_limit;
    *out = detail::this_device().limits[static_cast<std::size_t>(limit)].load();
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
