#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <new>

namespace simt::inline SIMT_ABI::detail {

/// Objects that users name by address. Their memory is never given back, so that any value can be
/// asked whether it is a live handle; those given back longest ago are taken first, so that a
/// handle used after its end is found out.
/// - Needs:   T default constructible, with a member std::atomic<bool> alive
template <class T>
class handle_pool {
 public:
  handle_pool() = default;
  handle_pool(handle_pool const&) = delete;
  handle_pool& operator=(handle_pool const&) = delete;
  ~handle_pool() {
    for (auto& c : chunks_) delete[] c.load(std::memory_order_relaxed);
  }

  /// The live object at this address, or null.
  [[nodiscard]] T* find(void const* handle) const noexcept {
    T* const object = place_of(handle);
    return object != nullptr && object->alive.load(std::memory_order_acquire) ? object : nullptr;
  }
  /// True for the address of an object of this pool, alive or not.
  [[nodiscard]] bool has_place(void const* handle) const noexcept {
    return place_of(handle) != nullptr;
  }

  /// An object that is not alive yet: set it up, then set `alive`.
  /// - Errors:  std::bad_alloc
  [[nodiscard]] T* take() {
    std::scoped_lock const hold(lock_);
    // A few stay back, so that a handle is not alive again at once.
    if (free_.size() <= 16) grow();
    T* const object = free_.front();
    free_.pop_front();
    return object;
  }

  /// - Needs:   an object of this pool that the caller alone has set to not alive
  void give_back(T* object) {
    std::scoped_lock const hold(lock_);
    free_.push_back(object);
  }

  /// Calls f for every live object.
  template <class F>
  void for_each(F&& f) {
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      T* const first = chunks_[i].load(std::memory_order_acquire);
      if (first == nullptr) return;
      for (std::size_t k = 0; k < size_of(i); ++k)
        if (first[k].alive.load(std::memory_order_acquire)) f(first[k]);
    }
  }

 private:
  static constexpr std::size_t size_of(std::size_t chunk) { return std::size_t{64} << chunk; }

  T* place_of(void const* handle) const noexcept {
    auto const address = reinterpret_cast<std::uintptr_t>(handle);
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      T* const first = chunks_[i].load(std::memory_order_acquire);
      if (first == nullptr) return nullptr;
      std::uintptr_t const offset = address - reinterpret_cast<std::uintptr_t>(first);
      if (offset >= size_of(i) * sizeof(T)) continue;
      return offset % sizeof(T) == 0 ? first + offset / sizeof(T) : nullptr;
    }
    return nullptr;
  }

  void grow() {
    std::size_t i = 0;
    while (i < chunks_.size() && chunks_[i].load(std::memory_order_relaxed) != nullptr) ++i;
    if (i == chunks_.size()) throw std::bad_alloc();
    T* const first = new T[size_of(i)];
    chunks_[i].store(first, std::memory_order_release);
    for (std::size_t k = 0; k < size_of(i); ++k) free_.push_back(first + k);
  }

  std::array<std::atomic<T*>, 26> chunks_{};
  std::mutex lock_;
  std::deque<T*> free_;
};

}  // namespace simt::inline SIMT_ABI::detail
