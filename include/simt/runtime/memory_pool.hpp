#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/graph_memory.hpp>
#include <simt/runtime/memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// A pool of memory that is allocated and freed in the order of streams.
/// - CUDA:    cudaMemPool_t
using pool_handle = void*;

namespace detail {

/// Memory that was freed in a stream's order: free for that stream at once, for others when the
/// stream has got there.
struct resting_block {
  allocation what;
  std::shared_ptr<stream_core> core;
  std::uint64_t ticket;
};

struct pool_record : pool_count {
  std::atomic<bool> alive{false};
  device_state* device = nullptr;
  bool is_default = false;
  bool is_exportable = false;  // other processes may have its memory
  bool is_imported = false;    // another process' pool: none can be taken from it here
  std::atomic<int> reuse_follow_events{1};
  std::atomic<int> reuse_opportunistic{1};
  std::atomic<int> reuse_internal{1};
  std::atomic<std::uint64_t> release_threshold{0};
  std::atomic<std::uint64_t> used_high{0};
  std::atomic<std::uint64_t> reserved_high{0};
  std::mutex lock;
  std::uint64_t resting_bytes = 0;
  std::vector<resting_block> resting;

  void count(std::size_t bytes) noexcept {
    std::uint64_t const now = used.fetch_add(bytes) + bytes;
    std::uint64_t high = used_high.load();
    while (high < now && !used_high.compare_exchange_weak(high, now)) {
    }
  }

  /// Memory of this size that the stream may have now.
  [[nodiscard]] bool reuse(std::size_t bytes, stream_core const* core, allocation& out) {
    if (SIMT_CHECK) return false;  // lest it overlook a use after the end
    std::scoped_lock const hold(lock);
    auto const at = std::find_if(resting.begin(), resting.end(), [&](resting_block const& b) {
      return block_bytes(b.what.bytes) == block_bytes(bytes) &&
             (b.core.get() == core || b.core->reached(b.ticket));
    });
    if (at == resting.end()) return false;
    out = at->what;
    resting_bytes -= at->what.bytes;
    resting.erase(at);
    return true;
  }

  /// Gives memory back to the device until at most `keep` bytes rest here.
  void trim(std::uint64_t keep) {
    std::vector<resting_block> gone;
    {
      std::scoped_lock const hold(lock);
      for (auto b = resting.begin(); b != resting.end() && resting_bytes > keep;) {
        if (!b->core->reached(b->ticket)) {
          ++b;
          continue;
        }
        resting_bytes -= b->what.bytes;
        gone.push_back(std::move(*b));
        b = resting.erase(b);
      }
    }
    for (resting_block const& b : gone) release(b.what);
  }
};

struct pool_state {
  handle_pool<pool_record> pools;
  std::mutex lock;
  std::vector<pool_record*> defaults;  // by device
  std::vector<pool_record*> current;
  std::atomic<bool> used{false};
};
/// Never destroyed: memory may be freed after main has returned.
[[nodiscard]] inline pool_state& pools() {
  static auto& state = *new pool_state;
  return state;
}

[[nodiscard]] inline pool_record& add_pool(device_state& d, bool is_default) {
  pool_record* const p = pools().pools.take();
  p->device = &d;
  p->is_default = is_default;
  p->is_exportable = p->is_imported = false;
  p->reuse_follow_events.store(1);
  p->reuse_opportunistic.store(1);
  p->reuse_internal.store(1);
  p->release_threshold.store(0);
  p->used.store(0);
  p->used_high.store(0);
  p->alive.store(true, std::memory_order_release);
  return *p;
}

[[nodiscard]] inline pool_record& device_pool(device_state& d, bool want_default) {
  pool_state& state = pools();
  std::scoped_lock const hold(state.lock);
  auto const index = static_cast<std::size_t>(d.id);
  while (state.defaults.size() <= index) {
    auto& owner = *host().devices[state.defaults.size()];
    pool_record& made = add_pool(owner, true);
    state.defaults.push_back(&made);
    state.current.push_back(&made);
  }
  return want_default ? *state.defaults[index] : *state.current[index];
}

/// Allocates memory in a capture: it goes with the last of the graph and what was made from it.
[[nodiscard]] inline error_code allocate_in_graph(void** out, stream_record& s, std::size_t bytes,
                                                 device_state& d) {
  auto const block = make_graph_block(bytes, d);
  if (block == nullptr) return error_code::memory_allocation;
  (void)capture_work(s, node_kind::allocate, [] {}, block);
  *out = block->at;
  return error_code::success;
}

/// Called by what waits for streams: memory above the pools' thresholds goes back.
inline void trim_pools() {
  pool_state& state = pools();
  if (!state.used.load(std::memory_order_relaxed)) return;
  state.pools.for_each([](pool_record& p) { p.trim(p.release_threshold.load()); });
}

}  // namespace detail

/// Allocates device memory that work queued behind this call in the stream may use.
/// - CUDA:    cudaMallocAsync, cudaMallocFromPoolAsync (`pool` null: the device's current one)
/// - Order:   never waits; memory freed before in the same stream is taken first
/// - Errors:  invalid_value, invalid_resource_handle, memory_allocation
[[nodiscard]] inline error_code allocate_async(void** out, std::size_t bytes, pool_handle pool,
                                               stream_handle stream,
                                               bool per_thread = false) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    *out = nullptr;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    detail::pool_record* const p = pool == nullptr ? &detail::device_pool(*s->device, false)
                                                   : detail::pools().pools.find(pool);
    if (p == nullptr || p->is_imported) return error_code::invalid_value;
    if (bytes == 0) return error_code::success;
    if (detail::is_capturing(*s)) return detail::allocate_in_graph(out, *s, bytes, *p->device);
    detail::pools().used.store(true, std::memory_order_relaxed);
    detail::allocation old;
    if (p->reuse(bytes, s->core.get(), old)) {
      detail::allocation fresh = old;
      fresh.bytes = bytes;
      fresh.pool = p;
      if (!detail::memory().ranges.insert(fresh)) return error_code::memory_allocation;
      p->device->memory_used.fetch_add(bytes);
      p->device->memory_used.fetch_sub(old.bytes);
      *out = reinterpret_cast<void*>(fresh.begin);
      p->count(bytes);
      return error_code::success;
    }
    error_code e = detail::allocate(out, bytes, memory_kind::device, 0, *p->device);
    if (e == error_code::memory_allocation) {
      p->trim(0);
      e = detail::allocate(out, bytes, memory_kind::device, 0, *p->device);
    }
    if (e == error_code::success) {
      p->count(bytes);
      detail::memory().ranges.set_pool(*out, *p);
    }
    return e;
  });
}

/// Frees device memory once the stream's work so far is done; waits for none but another process'.
/// - CUDA:    cudaFreeAsync
/// - Errors:  invalid_value; not_supported for managed memory
[[nodiscard]] inline error_code free_async(void* ptr, stream_handle stream,
                                           bool per_thread = false) noexcept {
  return detail::guarded([&] {
    if (ptr == nullptr) return error_code::success;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    // A graph's memory lives as long as the graph.
    if (detail::capture_work(*s, detail::node_kind::release, [] {},
                             detail::graph_memory().find(ptr)))
      return error_code::success;
    auto const known = detail::memory().ranges.find(ptr);
    if (known && (known->flags & detail::memory_of_graph) != 0)
      return detail::memory().free_of_graph.load()(ptr) ? error_code::success
                                                        : error_code::invalid_value;
    if (known && known->kind == memory_kind::managed &&
        known->begin == reinterpret_cast<std::uintptr_t>(ptr))
      return error_code::not_supported;
    if (known && known->from == detail::allocation::origin::elsewhere)
      return detail::leave_memory(ptr, detail::from_imported_pool);
    auto const a = detail::memory().ranges.remove(ptr, [](detail::allocation const& what) {
      return what.kind == memory_kind::device && what.from == detail::allocation::origin::ours &&
             (what.flags & detail::memory_of_graphics) == 0;
    });
    if (!a) return error_code::invalid_value;
    detail::join_default_stream(*s);
    // Memory goes back to the pool that it came from; where that is gone, or none, to the device's.
    auto* const own = static_cast<detail::pool_record*>(a->pool);
    if (own != nullptr) own->give_back(a->bytes);
    detail::pool_record& p =
        own != nullptr && own->alive.load()
            ? *own
            : detail::device_pool(*detail::host().devices[static_cast<std::size_t>(a->device)],
                                  false);
    detail::pools().used.store(true, std::memory_order_relaxed);
#if SIMT_CHECK
    detail::tell_queued(*s);
    s->core->enqueue([ptr]() noexcept {
      detail::told_work const told;
      simt_check_freed(ptr);
    });
#endif
    std::scoped_lock const hold(p.lock);
    p.resting.push_back({*a, s->core, s->core->ticket()});
    p.resting_bytes += a->bytes;
    p.reserved_high.store(std::max(p.reserved_high.load(), p.used.load() + p.resting_bytes));
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
