#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/capture.hpp>
#include <simt/runtime/detail/graph_plan.hpp>
#include <simt/runtime/memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Memory that a graph allocates when it runs. It has its address, and is there, as long as the graph
/// or what was made of it is; whether it counts as allocated says what has run.
struct graph_block {
  void* at = nullptr;
  std::size_t bytes = 0;
  int device = 0;
  bool is_used = false;
};

/// The graphs' memory of one device, in bytes.
struct graph_memory_count {
  std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
};

class graph_memory_state {
 public:
  /// Memory for a node of a graph; null where there is none.
  [[nodiscard]] std::shared_ptr<graph_block> make(std::size_t bytes, device_state& d) {
    void* p = nullptr;
    if (allocate(&p, bytes, memory_kind::device, memory_of_graph, d) != error_code::success)
      return nullptr;
    std::shared_ptr<graph_block> out(new graph_block{p, bytes, d.id}, [this](graph_block* b) {
      forget(*b);
      delete b;
    });
    std::scoped_lock const hold(lock_);
    blocks_[p] = out;
    auto& c = counts_[d.id];
    c.reserved += bytes;
    c.reserved_high = std::max(c.reserved_high, c.reserved);
    return out;
  }
  /// The block that begins at an address.
  [[nodiscard]] std::shared_ptr<graph_block> find(void const* p) {
    std::scoped_lock const hold(lock_);
    auto const at = blocks_.find(p);
    return at == blocks_.end() ? nullptr : at->second.lock();
  }
  /// A launch allocates it. False if an earlier one has, and nobody has freed it.
  [[nodiscard]] bool use(graph_block& b, bool again) {
    std::scoped_lock const hold(lock_);
    if (b.is_used) return again;
    b.is_used = true;
    auto& c = counts_[b.device];
    c.used += b.bytes;
    c.used_high = std::max(c.used_high, c.used);
    return true;
  }
  /// False if it was free already.
  [[nodiscard]] bool give_back(graph_block& b) {
    std::scoped_lock const hold(lock_);
    if (!std::exchange(b.is_used, false)) return false;
    counts_[b.device].used -= b.bytes;
    return true;
  }
  [[nodiscard]] graph_memory_count count(int device) {
    std::scoped_lock const hold(lock_);
    return counts_[device];
  }
  /// Sets a high-water mark back to what there is now.
  void forget_high(int device, bool of_reserved) {
    std::scoped_lock const hold(lock_);
    auto& c = counts_[device];
    (of_reserved ? c.reserved_high : c.used_high) = of_reserved ? c.reserved : c.used;
  }

 private:
  void forget(graph_block const& b) {
    {
      std::scoped_lock const hold(lock_);
      blocks_.erase(b.at);
      auto& c = counts_[b.device];
      c.reserved -= b.bytes;
      if (b.is_used) c.used -= b.bytes;
    }
    if (auto const a = memory().ranges.remove(b.at, [](allocation const&) { return true; }))
      release(*a);
  }

  std::mutex lock_;
  std::map<void const*, std::weak_ptr<graph_block>> blocks_;
  std::map<int, graph_memory_count> counts_;
};
/// Never destroyed: graphs may outlive main.
[[nodiscard]] inline graph_memory_state& graph_memory() {
  static auto& state = *new graph_memory_state;
  return state;
}

/// The block of a new node of a graph on a device.
[[nodiscard]] inline std::shared_ptr<graph_block> make_graph_block(std::size_t bytes,
                                                                  device_state& d) {
  memory().free_of_graph.store(+[](void const* p) {
    auto const b = graph_memory().find(p);
    return b != nullptr && graph_memory().give_back(*b);
  });
  return graph_memory().make(bytes, d);
}

/// Counts what a launch of a plan allocates and frees.
/// - Errors:  invalid_value where memory that an earlier launch allocated has not been freed
[[nodiscard]] inline error_code take_graph_memory(graph_plan const& plan, bool again) {
  bool all = true;
  for_each_step(plan, [&](graph_plan::step const& s) {
    auto* const b = static_cast<graph_block*>(s.details.get());
    if (b == nullptr) return;
    if (s.kind == node_kind::allocate) all = graph_memory().use(*b, again) && all;
    if (s.kind == node_kind::release) (void)graph_memory().give_back(*b);
  });
  return all ? error_code::success : error_code::invalid_value;
}

}  // namespace simt::inline SIMT_ABI::detail
