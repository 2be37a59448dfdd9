#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/detail/signals.hpp>
#include <simt/launch/detail/stream_core.hpp>
#include <simt/runtime/detail/handles.hpp>
#include <simt/runtime/detail/host_memory.hpp>
#include <simt/runtime/detail/other_runtime.hpp>
#include <simt/runtime/device_limits.hpp>
#include <simt/runtime/error_code.hpp>
#include <simt/runtime/fault.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

struct device_state;
class capture;

/// Behind a stream handle.
struct stream_record {
  std::atomic<bool> alive{false};
  std::shared_ptr<stream_core> core;
  device_state* device = nullptr;
  unsigned flags = 0;  // 1: takes no part in the legacy default stream's order
  unsigned context = 0;
  int priority = 0;
  std::uint64_t id = 0;
  // How far the legacy stream's work is waited for by this stream, and this stream's by it.
  std::atomic<std::uint64_t> legacy_seen{0};
  std::atomic<std::uint64_t> seen_by_legacy{0};
  std::atomic<capture*> capturing{nullptr};
  // Hints that are kept and given back: caches here cannot be told. Guarded by the device's lock.
  std::array<unsigned char, 64> access_window{};
  int sync_policy = 1;
};

inline constexpr unsigned stream_non_blocking = 1;

/// A stream that is destroyed and has work left.
struct leaving_stream {
  std::shared_ptr<stream_core> core;
  bool blocking;
  std::uint64_t seen_by_legacy;
};

/// Limits by CUDA's numbers: stack, printf buffer, heap, synchronisation depth, pending launches,
/// L2 fetch granularity, persisting L2.
inline constexpr std::array<std::size_t, 7> default_limits{1024, 8650752, 8388608, 2, 2048, 64, 0};

/// The part of the machine's workers that a device has.
struct worker_share {
  int node = -1;  // NUMA node as TBB numbers it; -1: wherever
  int workers = 1;
  bool is_all = false;  // the device has all of them

  [[nodiscard]] tbb::task_arena::constraints constraints() const {
    return tbb::task_arena::constraints{}.set_numa_id(node).set_max_concurrency(workers);
  }
  /// True where the arena keeps a place for a thread that waits. Of few workers one would be missed
  /// where nobody does, and where devices share the machine the thread may wait for any.
  [[nodiscard]] bool keeps_place() const noexcept { return is_all && workers >= 4; }
};

/// Splits the workers into `count` devices: node by node where each node gets at least one device,
/// without regard to nodes where a device would have to reach over several.
/// - Needs:   count > 0; nodes: each node's own workers, of all `workers`
[[nodiscard]] inline std::vector<worker_share> split_workers(
    int count, int workers, std::vector<worker_share> const& nodes) {
  std::vector<worker_share> out;
  auto const devices = static_cast<std::size_t>(count);
  if (nodes.size() < 2 || devices < nodes.size()) {
    out.assign(devices, {-1, std::max(workers / count, 1), count == 1});
    return out;
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    std::size_t const here = (n + 1) * devices / nodes.size() - n * devices / nodes.size();
    out.insert(out.end(), here,
               {nodes[n].node, std::max(nodes[n].workers / static_cast<int>(here), 1), false});
  }
  return out;
}

/// The NUMA nodes that TBB knows: one, unless it has found hwloc.
/// - Cost:    milliseconds: TBB loads hwloc when it is asked
[[nodiscard]] inline std::vector<worker_share> numa_nodes() {
  std::vector<worker_share> out;
  // Sanitizers end a program that loads a library as TBB does.
#if !SIMT_ASAN && !SIMT_TSAN
  for (tbb::numa_node_id const id : tbb::info::numa_nodes())
    out.push_back({id, tbb::info::default_concurrency(id), false});
#endif
  return out;
}

struct device_state {
  device_state(int number, worker_share share, std::size_t bytes, capability_limits const& most)
      : id(number),
        model(most),
        workers(share.workers),
        numa_node(share.node),
        memory_bytes(bytes),
        normal(share.constraints(), share.keeps_place()),
        high(share.constraints(), share.keeps_place(), tbb::task_arena::priority::high) {
    reset_settings();
  }
  device_state(device_state const&) = delete;
  device_state& operator=(device_state const&) = delete;

  void reset_settings() {
    for (std::size_t i = 0; i < limits.size(); ++i) limits[i].store(default_limits[i]);
    cache_config.store(0);
    shared_config.store(0);
    flags.store(0);
  }

  int const id;
  capability_limits const& model;  // what a GPU of the chosen compute capability can have
  int const workers;
  int const numa_node;  // -1: none of its own
  std::size_t const memory_bytes;
  std::atomic<std::size_t> memory_used{0};
  shared_arena normal;
  shared_arena high;

  std::atomic<int> fault{0};    // sticky: what every call answers
  std::atomic<int> pending{0};  // an error of asynchronous work that is told once

  std::array<std::atomic<std::size_t>, 7> limits{};
  std::atomic<unsigned> flags{0};
  std::atomic<int> cache_config{0};
  std::atomic<int> shared_config{0};
  std::atomic<std::uint64_t> peers{0};  // bit n: may address device n's memory

  std::mutex lock;  // guards what follows, for a few instructions
  stream_record* legacy = nullptr;
  std::vector<stream_record*> streams;  // without the legacy stream
  std::vector<leaving_stream> leaving;
  std::atomic<int> blocking{0};  // how many the legacy stream has to look at

  /// Keeps the error of work that ended with an exception. The first one counts.
  SIMT_COLD void fail(std::exception_ptr const& e) noexcept {
    fault_report const report = describe_fault(e);
    std::fprintf(stderr, "%s\n", report.text.c_str());
#if SIMT_HAS_SIGNALS
    // For a debugger, before anybody is told.
    if (report.sticky && stops_on_fault) raise_signal(trace_trap);
#endif
    int none = 0;
    (report.sticky ? fault : pending).compare_exchange_strong(none, static_cast<int>(report.code));
  }
  bool stops_on_fault = false;  // CUDA_DEVICE_WAITS_ON_EXCEPTION
  // CUDA_DEVICE_MAX_CONNECTIONS: so many queues for all streams' work; 0: each stream has its own.
  unsigned connections = 0;
  struct queue_end {
    std::shared_ptr<stream_core> core;
    std::uint64_t ticket = 0;
  };
  std::mutex queue_lock;
  std::array<queue_end, 32> queues;  // what was queued last
};

/// Holds what belongs to a host thread. Trivial, so that it can be used at any time of the program.
struct thread_state {
  int device;
  error_code last;
  int inside_host_function;
  /// Tells what the runtime API did since the driver API last looked: 1 a call, 2 chose a device.
  /// The primary context then is the current one, see runtime/context.hpp.
  int runtime_use;
  unsigned context;  ///< the number of the current context; 0: the device's primary one
};
inline constinit thread_local thread_state this_thread{0, error_code::success, 0, 0, 0};

/// A size with an optional suffix K, M, G or T; 0 for anything else.
inline std::size_t parse_bytes(char const* text) noexcept {
  if (text == nullptr) return 0;
  char* end = nullptr;
  unsigned long long const number = std::strtoull(text, &end, 10);
  if (end == text) return 0;
  unsigned shift = 0;
  switch (*end) {
    case 'k':
    case 'K':
      shift = 10;
      break;
    case 'm':
    case 'M':
      shift = 20;
      break;
    case 'g':
    case 'G':
      shift = 30;
      break;
    case 't':
    case 'T':
      shift = 40;
      break;
    default:
      break;
  }
  if (number > (~std::size_t{0} >> shift)) return ~std::size_t{0};
  return static_cast<std::size_t>(number) << shift;
}

inline int environment_int(char const* name, int otherwise) noexcept {
  char const* const text = std::getenv(name);
  if (text == nullptr || *text == 0) return otherwise;
  return static_cast<int>(std::strtol(text, nullptr, 10));
}

/// The indices that CUDA_VISIBLE_DEVICES lets through: the list ends at the first bad one.
inline std::vector<int> visible_devices(int count, char const* list) {
  std::vector<int> out;
  if (list == nullptr) {
    for (int i = 0; i < count; ++i) out.push_back(i);
    return out;
  }
  for (char const* at = list; *at != 0;) {
    char* end = nullptr;
    long const index = std::strtol(at, &end, 10);
    if (end == at || index < 0 || index >= count) break;
    // A device named twice makes CUDA see none.
    if (std::find(out.begin(), out.end(), static_cast<int>(index)) != out.end()) return {};
    out.push_back(static_cast<int>(index));
    at = end;
    while (*at == ' ' || *at == ',') ++at;
  }
  return out;
}

/// The limits of each device by SIMT_COMPUTE_CAPABILITY: "8.6", "86", or one for each device, apart
/// by commas, of which the last one holds for those that follow. 9.0 without it.
inline std::vector<capability_limits const*> chosen_models(char const* list) {
  std::vector<capability_limits const*> out;
  std::string_view left = list == nullptr ? "" : list;
  while (!left.empty()) {
    std::string_view const word = left.substr(0, left.find(','));
    left.remove_prefix(std::min(word.size() + 1, left.size()));
    unsigned number = 0;
    for (char const c : word)
      if (c >= '0' && c <= '9' && number < 1000)
        number = number * 10 + static_cast<unsigned>(c - '0');
    out.push_back(device_limits(number));
    if (out.back() != nullptr) continue;
    out.back() = device_limits(90);
    std::fprintf(
        stderr,
        "simt: SIMT_COMPUTE_CAPABILITY: '%.*s' is none of 2.0 to 9.0 that NVIDIA has made; "
        "the device is one of 9.0\n",
        static_cast<int>(word.size()), word.data());
  }
  if (out.empty()) out.push_back(device_limits(90));
  return out;
}

/// All of the host runtime. Made at first use, never destroyed: what outlives main may still call.
struct host_state {
  host_state() {
    launch_blocking = environment_int("CUDA_LAUNCH_BLOCKING", 0) != 0;
    long const pages = ::sysconf(_SC_PHYS_PAGES);
    long const page = ::sysconf(_SC_PAGESIZE);
    std::size_t const physical =
        pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page)
                              : std::size_t{1} << 32;
    physical_bytes = physical;

    int const threads = std::max(tbb::info::default_concurrency(), 1);
    // One worker more than TBB would start: the thread that it counts as the caller does not work
    // for us unless it waits.
    workers = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                    static_cast<std::size_t>(threads) + 1);
    int const count = std::clamp(environment_int("SIMT_DEVICES", 1), 0, 64);
    std::size_t bytes = parse_bytes(std::getenv("SIMT_DEVICE_MEMORY"));
    if (bytes == 0 && count > 0)
      bytes = default_device_memory(read_host_memory()) / static_cast<std::size_t>(count);
    auto const visible = visible_devices(count, std::getenv("CUDA_VISIBLE_DEVICES"));
    if (visible.empty()) return;
    auto const shares =
        split_workers(count, threads, count > 1 ? numa_nodes() : std::vector<worker_share>{});
    auto const models = chosen_models(std::getenv("SIMT_COMPUTE_CAPABILITY"));
    for (int id = 0; id < static_cast<int>(visible.size()); ++id) {
      auto const number = static_cast<std::size_t>(visible[static_cast<std::size_t>(id)]);
      auto& d = *devices.emplace_back(std::make_unique<device_state>(
          id, shares[number], bytes, *models[std::min(number, models.size() - 1)]));
      d.legacy = make_stream(d, 0, 0);
      d.stops_on_fault = environment_int("CUDA_DEVICE_WAITS_ON_EXCEPTION", 0) != 0;
      if (int const n = environment_int("CUDA_DEVICE_MAX_CONNECTIONS", 0); n > 0)
        d.connections = static_cast<unsigned>(std::min(n, 32));
    }
  }

  /// A live stream that no list knows yet.
  stream_record* make_stream(device_state& d, unsigned flags, int priority) {
    auto core = std::make_shared<stream_core>(priority < 0 ? d.high : d.normal,
                                              static_cast<unsigned>(-priority));
    stream_record* const s = streams.take();
    s->core = std::move(core);
    s->device = &d;
    s->flags = flags;
    s->context = this_thread.context;
    s->priority = priority;
    s->id = next_stream_id.fetch_add(1);
    s->legacy_seen.store(0);
    s->seen_by_legacy.store(0);
    s->capturing.store(nullptr);
    s->access_window = {};
    s->sync_policy = 1;
    s->alive.store(true, std::memory_order_release);
    return s;
  }

  bool launch_blocking = false;
  std::size_t physical_bytes = 0;
  std::atomic<std::uint64_t> next_stream_id{1};
  handle_pool<stream_record> streams;
  std::vector<std::unique_ptr<device_state>> devices;
  std::atomic<bool> unloaded{false};
  std::unique_ptr<tbb::global_control> workers;
  // Host functions that streams have come to, and that no thread which waits for them has run.
  std::shared_ptr<stream_core> const host_functions =
      std::make_shared<stream_core>(stream_core::own_thread{});
  std::mutex host_function_lock;  // held while one runs, in a graph, too: they run one at a time
};

/// Waits for all work of a device, in whatever stream, but for that which the calling thread is in
/// the midst of: an argument of a launch may free memory where it ends, behind its kernel.
inline void wait_for_device(device_state& d) {
  // Work may come while we wait; what had come before is waited for.
  std::vector<std::pair<std::shared_ptr<stream_core>, std::uint64_t>> all;
  {
    std::scoped_lock const hold(d.lock);
    auto const add = [&](std::shared_ptr<stream_core> const& core) {
      if (!core->idle() && !core->inside()) all.emplace_back(core, core->ticket());
    };
    add(d.legacy->core);
    for (stream_record* const s : d.streams) add(s->core);
    for (leaving_stream const& l : d.leaving) add(l.core);
  }
  for (auto const& [core, ticket] : all) core->wait(ticket);
#if SIMT_CHECK
  simt_check_host_waited(nullptr);
#endif
  std::vector<std::shared_ptr<stream_core>> gone;
  std::scoped_lock const hold(d.lock);
  std::erase_if(d.leaving, [&](leaving_stream& l) {
    if (!l.core->idle()) return false;
    if (l.blocking) d.blocking.fetch_sub(1);
    gone.push_back(std::move(l.core));
    return true;
  });
}

inline constinit host_state* kept_host_state = nullptr;

[[nodiscard]] inline host_state& host() {
  static host_state& state = []() -> host_state& {
    kept_host_state = new host_state;
    tell_other_runtime();
    // Later calls come from objects that outlive main: TBB may be gone by then.
    std::atexit([] {
      host_state& h = *kept_host_state;
      // A kernel or host function that ends the process cannot be waited for.
      if (!stream_core::inside_any())
        for (auto const& d : h.devices) wait_for_device(*d);
      h.unloaded.store(true);
    });
    return *kept_host_state;
  }();
  return state;
}

/// How much the kernels of the calling thread's device may allocate.
/// - CUDA:    cudaLimitMallocHeapSize
[[nodiscard]] inline std::size_t malloc_heap_limit() {
  host_state& h = host();
  auto const device = static_cast<std::size_t>(this_thread.device);
  return device < h.devices.size() ? h.devices[device]->limits[2].load() : default_limits[2];
}

}  // namespace simt::inline SIMT_ABI::detail
