#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Lists what looks at memory without owning it: textures and surfaces.
struct memory_view {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  unsigned long long object = 0;
  void (*forget)(unsigned long long object) noexcept = nullptr;  // the memory is about to go
};

/// The views over all memory, so that none reads what has been freed.
class memory_views {
 public:
  void add(memory_view const& v) {
    std::scoped_lock const hold(lock_);
    views_.push_back(v);
    count_.store(views_.size(), std::memory_order_relaxed);
  }
  void remove(unsigned long long object, void (*of)(unsigned long long) noexcept) noexcept {
    std::scoped_lock const hold(lock_);
    std::erase_if(views_,
                  [&](memory_view const& v) { return v.object == object && v.forget == of; });
    count_.store(views_.size(), std::memory_order_relaxed);
  }
  /// Called before memory is given back.
  void forget(void const* memory, std::size_t bytes) noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) return;
    auto const begin = reinterpret_cast<std::uintptr_t>(memory);
    std::scoped_lock const hold(lock_);
    for (memory_view const& v : views_)
      if (v.begin < begin + bytes && begin < v.begin + v.bytes) v.forget(v.object);
  }

 private:
  std::mutex lock_;
  std::vector<memory_view> views_;
  std::atomic<std::size_t> count_{0};
};
/// Never destroyed: memory is freed after main, too.
[[nodiscard]] inline memory_views& views() {
  static auto& state = *new memory_views;
  return state;
}

}  // namespace simt::inline SIMT_ABI::detail
