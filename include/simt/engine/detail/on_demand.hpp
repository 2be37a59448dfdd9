#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <new>

namespace simt::inline SIMT_ABI::detail {

/// Makes a T when somebody first asks for it, any of several threads, and ends it with itself: what
/// few grids need, for the price of a pointer in those that do not.
template <class T>
class on_demand {
 public:
  on_demand() = default;
  on_demand(on_demand const&) = delete;
  on_demand& operator=(on_demand const&) = delete;
  SIMT_INLINE ~on_demand() {
    if (T* const t = made_.load(std::memory_order_relaxed)) [[unlikely]]
      end(t);
  }

  /// Gives the T, null as long as nobody has asked for it.
  [[nodiscard]] T* made() const noexcept { return made_.load(std::memory_order_acquire); }

  /// Gives the T, which it makes if there is none.
  /// - Errors:  null where there is no memory
  [[nodiscard]] SIMT_COLD T* get() noexcept {
    T* t = made();
    if (t != nullptr) return t;
    T* const mine = new (std::nothrow) T;
    if (mine == nullptr) return nullptr;
    if (made_.compare_exchange_strong(t, mine, std::memory_order_acq_rel,
                                      std::memory_order_acquire))
      return mine;
    delete mine;
    return t;
  }

 private:
  SIMT_COLD static void end(T* t) noexcept { delete t; }

  std::atomic<T*> made_{nullptr};
};

}  // namespace simt::inline SIMT_ABI::detail
