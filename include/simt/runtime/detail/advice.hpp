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

/// The advice for a piece of managed memory. One memory serves all here, so that the advice
/// is kept for those who ask, and has no effect.
struct memory_advice {
  static constexpr int nowhere = -2;

  bool read_mostly = false;
  int preferred = nowhere;        // a device, -1 for the host
  std::uint64_t accessed_by = 0;  // bit n: device n
  bool accessed_by_host = false;
  int prefetched = nowhere;  // as preferred

  friend bool operator==(memory_advice const&, memory_advice const&) = default;
};

/// The advice for all managed memory, by units that no two allocations share.
class advice_table {
 public:
  static constexpr std::uintptr_t unit = 512;

  /// Calls change(advice) for all that is kept of a range.
  template <class F>
  void change(void const* memory, std::size_t bytes, F&& change) {
    auto const [begin, end] = units(memory, bytes);
    std::scoped_lock const hold(lock_);
    split(begin);
    split(end);
    // What lies in the range, with the gaps filled.
    std::vector<piece> fresh;
    std::uintptr_t at = begin;
    for (piece const& p : pieces_) {
      if (p.begin < begin || p.begin >= end) continue;
      if (at < p.begin) fresh.push_back({at, p.begin, {}});
      fresh.push_back(p);
      at = p.end;
    }
    if (at < end) fresh.push_back({at, end, {}});
    for (piece& p : fresh) change(p.advice);
    drop(begin, end);
    std::erase_if(fresh, [](piece const& p) { return p.advice == memory_advice{}; });
    pieces_.insert(pieces_.end(), fresh.begin(), fresh.end());
    std::sort(pieces_.begin(), pieces_.end(),
              [](piece const& a, piece const& b) { return a.begin < b.begin; });
    used_.store(!pieces_.empty(), std::memory_order_relaxed);
  }

  /// Gives part(advice) where it is the same all over a range, else `otherwise`.
  template <class T, class F>
  [[nodiscard]] T common(void const* memory, std::size_t bytes, T otherwise, F&& part) {
    auto const [begin, end] = units(memory, bytes);
    std::scoped_lock const hold(lock_);
    std::vector<T> found;
    std::uintptr_t at = begin;
    for (piece const& p : pieces_) {
      if (p.end <= begin || p.begin >= end) continue;
      if (at < p.begin) found.push_back(part(memory_advice{}));
      found.push_back(part(p.advice));
      at = p.end;
    }
    if (at < end) found.push_back(part(memory_advice{}));
    for (T const& f : found)
      if (!(f == found.front())) return otherwise;
    return found.front();
  }

  /// Called before memory is given back.
  void forget(std::uintptr_t begin, std::size_t bytes) noexcept {
    if (!used_.load(std::memory_order_relaxed)) return;
    std::scoped_lock const hold(lock_);
    drop(begin, begin + std::max<std::size_t>(bytes, 1));
    used_.store(!pieces_.empty(), std::memory_order_relaxed);
  }

 private:
  struct piece {
    std::uintptr_t begin;
    std::uintptr_t end;
    memory_advice advice;
  };
  struct range {
    std::uintptr_t begin;
    std::uintptr_t end;
  };

  static range units(void const* memory, std::size_t bytes) noexcept {
    auto const at = reinterpret_cast<std::uintptr_t>(memory);
    return {at / unit * unit, (at + bytes + unit - 1) / unit * unit};
  }
  void split(std::uintptr_t at) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].begin >= at || pieces_[i].end <= at) continue;
      piece upper = pieces_[i];
      pieces_[i].end = upper.begin = at;
      pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(i) + 1, upper);
      return;
    }
  }
  void drop(std::uintptr_t begin, std::uintptr_t end) noexcept {
    std::erase_if(pieces_, [&](piece const& p) { return p.begin >= begin && p.begin < end; });
  }

  std::mutex lock_;
  std::vector<piece> pieces_;  // no two of them overlap
  std::atomic<bool> used_{false};
};
/// Never destroyed: memory is freed after main, too.
[[nodiscard]] inline advice_table& advice() {
  static auto& table = *new advice_table;
  return table;
}

}  // namespace simt::inline SIMT_ABI::detail
