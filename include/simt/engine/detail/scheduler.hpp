#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/gang_set.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>
#include <simt/engine/warp_request.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Lanes of one warp that wait in warp functions.
struct warp_wait {
  std::array<warp_request*, 32> request{};
  std::array<warp_completion, 32> complete{};
  std::uint32_t waiting = 0;
};

/// The gangs from first to below end, which meet; none: first == end.
struct gang_range {
  unsigned first = 0;
  unsigned end = 0;
};

/// The state of a block of which a gang has had to wait. Blocks whose gangs never wait need none.
struct scheduler {
  scheduler() = default;
  scheduler(scheduler const&) = delete;
  scheduler& operator=(scheduler const&) = delete;
  ~scheduler() { give_back(); }

  std::vector<execution> gangs;  // [gangs] is the caller's stack when it carries no gang
  // Kept from block to block, and taken in this order by each.
  std::vector<fiber*> fibers;
  std::vector<execution> starts;      // how the first of them, whose floors are known, begin anew
  void (*entry)(context*) = nullptr;  // with which
  fiber_pool* pool = nullptr;
  unsigned fibers_used = 0;
  bool canaries = false;             // some fiber has no guard
  std::vector<warp_wait> warps;      // gangs of width 1 only
  std::vector<gang_range> meetings;  // which each gang waits for, once a gang has waited for such
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

  void start(unsigned count, unsigned running, fiber_pool& stacks,
             [[maybe_unused]] void (*again)(context*)) {
    if (gangs.size() < count + 1) gangs.resize(count + 1);
    if (pool != &stacks) {
      give_back();
      pool = &stacks;
    }
    fibers_used = 0;
#if SIMT_FIBER_REARM
    if (entry != again) {
      entry = again;
      for (execution& e : starts) e.place.pc = reinterpret_cast<void*>(again);
    }
    while (starts.size() < fibers.size() && fibers[starts.size()]->floor != nullptr) {
      fiber& f = *fibers[starts.size()];
      starts.push_back({{}, &f.record});
      begin_anew(starts.back().place, f.floor, again);
    }
#endif
    gang_count = count;
    runnable.clear(count);
    done.clear(count);
    done.insert_range(0, running);
    next_start = running + 1;
    live = count - running;
    root = running;
    idle_yields = arrived = warp_waiters = nonzero = 0;
    sum = 0;
    for (warp_wait& w : warps) w.waiting = 0;
    std::fill(meetings.begin(), meetings.end(), gang_range{});
  }

  /// True where gang `g` waits in a warp function.
  [[nodiscard]] bool in_warp(unsigned g) const noexcept {
    return g / 32 < warps.size() && (warps[g / 32].waiting >> g % 32 & 1) != 0;
  }
  /// True where gang `g` waits to be woken.
  [[nodiscard]] bool in_meeting(unsigned g) const noexcept {
    return g < meetings.size() && meetings[g].first != meetings[g].end;
  }

  /// The next of the own fibers, or null if there is no memory.
  [[nodiscard]] fiber* take_fiber() noexcept {
    if (fibers_used == fibers.size()) [[unlikely]] {
      fiber* const f = pool->take();
      if (f == nullptr) return nullptr;
      try {
        fibers.push_back(f);
      } catch (...) {
        pool->put(*f);
        return nullptr;
      }
      canaries = canaries || !f->guarded;
    }
    return fibers[fibers_used++];
  }

  /// After a block.
  void check_canaries() const noexcept {
    for (unsigned i = 0; i < fibers_used; ++i)
      if (!fibers[i]->guarded) fiber_pool::check_canary(*fibers[i]);
  }

  void give_back() noexcept {
    for (fiber* const f : fibers) pool->put(*f);
    fibers.clear();
    starts.clear();
    fibers_used = 0;
    canaries = false;
  }

  SIMT_INLINE void contribute(long contribution) noexcept {
    sum += contribution;
    nonzero += contribution != 0;
  }

  /// All of `count` gangs have come to a barrier.
  SIMT_INLINE void take_sums(unsigned count) noexcept {
    last_sum = sum;
    last_all = nonzero == count;
    last_any = nonzero != 0;
    sum = 0;
    nonzero = 0;
  }

  /// Lanes of warp `w` that exist and have not finished.
  [[nodiscard]] std::uint32_t alive(unsigned w) const noexcept {
    unsigned const first = w * 32;
    std::uint32_t const exist = gang_count - first >= 32 ? ~0u : (1u << (gang_count - first)) - 1;
    return exist & ~done.warp(w);
  }
};

}  // namespace simt::inline SIMT_ABI::detail
