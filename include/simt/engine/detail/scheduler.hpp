#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/fiber.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace simt::inline SIMT_ABI {

/// One lane's part in a warp function of a gang of width 1. The engine matches lanes by the first
/// fields; `kind`, `in`, `out` and `extra` mean what the caller wants them to mean.
struct warp_request {
  std::uint32_t mask = 0;      ///< lanes that take part; ignored unless explicit_mask
  bool explicit_mask = false;  ///< a _sync form; otherwise lanes meet by their source line
  int kind = 0;                ///< which function
  void const* site_file = nullptr;
  int site_line = 0;
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  void* extra = nullptr;
};

/// Computes a warp function: lanes[i] is the request of lane i where bit i of participants is set,
/// else null.
using warp_completion = void (*)(warp_request* const (&lanes)[32], std::uint32_t participants);

namespace detail {

/// A set of gang numbers.
class gang_set {
 public:
  static constexpr unsigned max_gangs = 1024;
  static constexpr unsigned none = ~0u;

  void clear(unsigned gangs) noexcept {
    count_ = (gangs + 63) / 64;
    for (unsigned w = 0; w < count_; ++w) words_[w] = 0;
  }
  void insert(unsigned g) noexcept { words_[g / 64] |= std::uint64_t{1} << g % 64; }
  void erase(unsigned g) noexcept { words_[g / 64] &= ~(std::uint64_t{1} << g % 64); }
  [[nodiscard]] bool contains(unsigned g) const noexcept {
    return (words_[g / 64] >> g % 64 & 1) != 0;
  }
  /// Inserts 0 .. g-1.
  void insert_below(unsigned g) noexcept {
    for (unsigned w = 0; w < g / 64; ++w) words_[w] = ~std::uint64_t{0};
    if (g % 64 != 0) words_[g / 64] |= (std::uint64_t{1} << g % 64) - 1;
  }
  /// Becomes all gangs below `gangs` that `other` has not.
  void become_rest(gang_set const& other, unsigned gangs) noexcept {
    for (unsigned w = 0; w < count_; ++w) words_[w] = ~other.words_[w];
    if (gangs % 64 != 0) words_[count_ - 1] &= (std::uint64_t{1} << gangs % 64) - 1;
  }
  /// Removes g <= max_gangs; false if it was no member.
  [[nodiscard]] bool take(unsigned g) noexcept {
    std::uint64_t const bit = std::uint64_t{1} << g % 64;
    std::uint64_t& word = words_[g / 64];
    if ((word & bit) == 0) return false;
    word &= ~bit;
    return true;
  }
  /// Lanes of a warp of 32 gangs.
  [[nodiscard]] std::uint32_t warp(unsigned w) const noexcept {
    return static_cast<std::uint32_t>(words_[w / 2] >> (w % 2 * 32));
  }
  /// Removes and returns the first member at or after `from`, going round.
  [[nodiscard]] unsigned take_from(unsigned from) noexcept {
    unsigned w = from / 64;
    if (w >= count_) w = from = 0;
    std::uint64_t bits = words_[w] & (~std::uint64_t{0} << from % 64);
    for (unsigned turn = 0; bits == 0; ++turn) {
      if (turn == count_) return none;
      w = w + 1 == count_ ? 0 : w + 1;
      bits = words_[w];
    }
    auto const bit = static_cast<unsigned>(std::countr_zero(bits));
    words_[w] &= ~(std::uint64_t{1} << bit);
    return w * 64 + bit;
  }

 private:
  // One word more, always empty: the gang behind the last one is asked for, too.
  std::array<std::uint64_t, max_gangs / 64 + 1> words_{};
  unsigned count_ = 0;
};

/// Lanes of one warp that wait in warp functions.
struct warp_wait {
  std::array<warp_request*, 32> request{};
  std::array<warp_completion, 32> complete{};
  std::uint32_t waiting = 0;
};

/// The state of a block of which a gang has had to wait. Blocks whose gangs never wait need none.
struct scheduler {
  std::vector<execution> gangs;  // [gangs] is the caller's stack when it carries no gang
  std::vector<warp_wait> warps;  // gangs of width 1 only
  gang_set runnable;
  gang_set done;
  unsigned gang_count = 0;
  unsigned next_start = 0;    // gangs below have started
  unsigned live = 0;          // gangs that have not finished
  unsigned root = 0;          // the gang that the caller's stack carries, or gang_count
  unsigned idle_yields = 0;   // since anything but a yield happened
  unsigned arrived = 0;       // gangs at the barrier
  unsigned warp_waiters = 0;  // lanes in warp functions
  unsigned nonzero = 0;       // of their contributions
  long sum = 0;
  long last_sum = 0;  // of the barrier that completed last
  bool last_all = false;
  bool last_any = false;
  bool cancelled = false;

  void start(unsigned count, unsigned running) {
    if (gangs.size() < count + 1) gangs.resize(count + 1);
    gang_count = count;
    runnable.clear(count);
    done.clear(count);
    done.insert_below(running);
    next_start = running + 1;
    live = count - running;
    root = running;
    idle_yields = arrived = warp_waiters = nonzero = 0;
    sum = 0;
    cancelled = false;
    for (warp_wait& w : warps) w.waiting = 0;
  }

  void arrive(long contribution) noexcept {
    idle_yields = 0;
    ++arrived;
    sum += contribution;
    nonzero += contribution != 0;
  }

  /// Lets the gangs at the barrier go on if all that are left have come.
  bool release_barrier() noexcept {
    if (arrived == 0 || arrived != live) return false;
    last_sum = sum;
    last_all = nonzero == arrived;
    last_any = nonzero != 0;
    sum = 0;
    arrived = nonzero = 0;
    runnable.become_rest(done, gang_count);  // all that live have come
    return true;
  }

  /// Has the stack of gang `g`, which is likely to be next but one, brought near.
  SIMT_INLINE void prefetch(unsigned g) const noexcept {
#if !SIMT_FIBER_UCONTEXT
    if (g >= gang_count) return;
    // As a number: a gang that has not begun, or has returned, has no stack, and what lies beyond null
    // is no pointer.
    auto const stack = reinterpret_cast<std::uintptr_t>(gangs[g].place.sp);
    for (std::uintptr_t line = 0; line < 3; ++line)
      __builtin_prefetch(reinterpret_cast<void const*>(stack + line * 64), 1);
#endif
  }

  /// Lanes of warp `w` that exist and have not finished.
  [[nodiscard]] std::uint32_t alive(unsigned w) const noexcept {
    unsigned const first = w * 32;
    std::uint32_t const exist = gang_count - first >= 32 ? ~0u : (1u << (gang_count - first)) - 1;
    return exist & ~done.warp(w);
  }
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
