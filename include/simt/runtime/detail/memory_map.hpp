#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace simt::inline SIMT_ABI {

/// Whose memory a pointer names. The values are those of cudaMemoryType.
enum class memory_kind : unsigned char { unregistered = 0, host = 1, device = 2, managed = 3 };

namespace detail {

/// A range of memory that CUDA would know.
/// Counts what a pool of memory has given away. Never destroyed, so that its memory may lead to it.
struct pool_count {
  std::atomic<std::uint64_t> used{0};

  void give_back(std::size_t bytes) noexcept {
    std::uint64_t now = used.load();
    while (!used.compare_exchange_weak(now, now - std::min<std::uint64_t>(now, bytes))) {
    }
  }
};

struct allocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  memory_kind kind = memory_kind::unregistered;
  enum class origin : unsigned char { ours, registered, symbol, elsewhere } from = origin::ours;
  int device = 0;
  unsigned context = 0;  // of the driver API, in which it was made; 0: the device's primary one
  unsigned flags = 0;
  std::uint64_t number = 0;    // no other range of this process has had it
  pool_count* pool = nullptr;  // that it came from

  [[nodiscard]] bool contains(std::uintptr_t at, std::size_t n) const noexcept {
    return at >= begin && at - begin <= bytes && n <= bytes - (at - begin);
  }
};

/// Every range that CUDA would know, by its first byte.
class memory_map {
 public:
  /// The range that holds this address.
  [[nodiscard]] std::optional<allocation> find(void const* p) const {
    std::scoped_lock const hold(lock_);
    return locate(reinterpret_cast<std::uintptr_t>(p));
  }

  /// Enters a range that meets no other; false if it does.
  [[nodiscard]] bool insert(allocation const& a) {
    std::scoped_lock const hold(lock_);
    auto const next = ranges_.lower_bound(a.begin);
    if (next != ranges_.end() && next->first - a.begin < std::max<std::size_t>(a.bytes, 1))
      return false;
    if (locate(a.begin)) return false;
    ranges_.emplace_hint(next, a.begin, a)->second.number = ++entered_;
    return true;
  }

  /// Says which pool the range that begins here came from.
  void set_pool(void const* p, pool_count& pool) {
    std::scoped_lock const hold(lock_);
    auto const at = ranges_.find(reinterpret_cast<std::uintptr_t>(p));
    if (at != ranges_.end()) at->second.pool = &pool;
  }

  /// Takes a range out if it begins here and `wanted` agrees.
  template <class Wanted>
  [[nodiscard]] std::optional<allocation> remove(void const* p, Wanted&& wanted) {
    std::scoped_lock const hold(lock_);
    auto const at = ranges_.find(reinterpret_cast<std::uintptr_t>(p));
    if (at == ranges_.end() || !wanted(at->second)) return std::nullopt;
    allocation const a = at->second;
    ranges_.erase(at);
    return a;
  }

  /// Takes out all ranges that `wanted` agrees to.
  template <class Wanted>
  [[nodiscard]] std::vector<allocation> remove_all(Wanted&& wanted) {
    std::vector<allocation> out;
    std::scoped_lock const hold(lock_);
    std::erase_if(ranges_, [&](auto const& entry) {
      if (!wanted(entry.second)) return false;
      out.push_back(entry.second);
      return true;
    });
    return out;
  }

 private:
  [[nodiscard]] std::optional<allocation> locate(std::uintptr_t at) const {
    auto next = ranges_.upper_bound(at);
    if (next == ranges_.begin()) return std::nullopt;
    allocation const& a = std::prev(next)->second;
    if (at - a.begin >= a.bytes) return std::nullopt;
    return a;
  }

  mutable std::mutex lock_;
  std::map<std::uintptr_t, allocation> ranges_;
  std::uint64_t entered_ = 0;
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
