#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/kernel_heap.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace simt::inline SIMT_ABI::detail {

inline std::atomic<std::size_t> heap_used{0};

SIMT_RUNTIME_FUNCTION std::size_t take_of_heap(std::size_t bytes, std::size_t header) noexcept {
  std::size_t const limit = malloc_heap_limit();
  if (bytes > limit) return 0;
  std::size_t const whole = (bytes + header + 15) / 16 * 16;
  std::size_t used = heap_used.load(std::memory_order_relaxed);
  do {
    if (used + whole > limit) return 0;
  } while (!heap_used.compare_exchange_weak(used, used + whole, std::memory_order_relaxed));
  return whole;
}

SIMT_RUNTIME_FUNCTION void give_to_heap(std::size_t whole) noexcept {
  heap_used.fetch_sub(whole, std::memory_order_relaxed);
}

/// Keeps the objects that `new` in kernels made, and what they took of the limit. Objects have no
/// header, so that host code may delete them, too; it then leaves an entry that the next object in
/// that place replaces.
struct device_object_table {
  std::mutex lock;
  std::unordered_map<void const*, std::size_t> bytes;
};
/// Never destroyed: objects may outlive main.
[[nodiscard]] inline device_object_table& device_objects() {
  static auto& table = *new device_object_table;
  return table;
}

SIMT_RUNTIME_FUNCTION bool forget_device_object(void const* p) {
  auto& table = device_objects();
  std::scoped_lock const hold(table.lock);
  auto const found = table.bytes.find(p);
  if (found == table.bytes.end()) return false;
  heap_used.fetch_sub(found->second, std::memory_order_relaxed);
  table.bytes.erase(found);
  return true;
}

SIMT_RUNTIME_FUNCTION void keep_device_object(void const* p, std::size_t whole) {
  forget_device_object(p);
  auto& table = device_objects();
  std::scoped_lock const hold(table.lock);
  table.bytes.emplace(p, whole);
}

}  // namespace simt::inline SIMT_ABI::detail
