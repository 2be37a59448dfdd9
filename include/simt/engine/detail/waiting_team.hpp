#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/spin_lock.hpp>

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// The time that a grid on `n` threads, all but one of a waiting team, takes beyond its n-th part, in
/// nanoseconds.
/// - Source:  measured on 16 cores
[[nodiscard]] inline float asking_ns(unsigned n) noexcept {
  return 500.0F + 80.0F * static_cast<float>(n);
}

/// How many of `most` threads, all but one of a waiting team, a grid is worth that takes one of them
/// `alone` nanoseconds: those with which it ends first, where they save a quarter.
[[nodiscard]] inline unsigned worth_asking(float alone, unsigned most) noexcept {
  float best_ns = alone * 0.75F;
  unsigned best = 1;
  for (unsigned n = 2; n <= most; ++n) {
    float const ns = alone / static_cast<float>(n) + asking_ns(n);
    if (ns < best_ns) {
      best_ns = ns;
      best = n;
    }
  }
  return best;
}

/// Asks the members of a team for work(what, member), with members counted from 1. They begin to
/// fetch what `reads` points to at once, not one after the other as they come to it.
struct team_task {
  void* what;
  void (*work)(void* what, unsigned member) noexcept;
  void const* reads[4] = {};
};

/// TBB's workers that spin for a while, because grids of a few microseconds come one after another:
/// each of them gets its part by one store, where TBB takes microseconds to hand it over.
/// - Needs:   who asks holds the team (`turn`); one worker at least stays with TBB, for tasks that
///            have nothing to do with the team
/// - Order:   what is done before `ask` is seen by members, what they do by who has called `finish`.
///            A member that has not begun by then has not been asked: no one waits for a worker that
///            the system does not run
class waiting_team {
 public:
  static constexpr unsigned most_members = 62;
  static constexpr std::int64_t patience = 150'000;        // nanoseconds without work
  static constexpr std::int64_t longest_stay = 2'000'000;  // then others get the worker

  /// Holds the team, if nobody else does.
  class turn {
   public:
    explicit turn(waiting_team& team) noexcept
        : team_(team), held_(!team.held_.exchange(true, std::memory_order_acquire)) {}
    ~turn() {
      if (held_) team_.held_.store(false, std::memory_order_release);
    }
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;

    explicit operator bool() const noexcept { return held_; }

   private:
    waiting_team& team_;
    bool const held_;
  };

  /// How many members an arena of `concurrency` threads can have: who asks is none, and one worker
  /// stays with TBB. Where there are more threads than processors, those that wait hold up others.
  [[nodiscard]] static unsigned most_of(unsigned concurrency) noexcept {
    if (SIMT_CHECK || concurrency < 3) return 0;
    if (!always && concurrency > static_cast<unsigned>(tbb::info::default_concurrency())) return 0;
    return std::min(concurrency - 2, most_members);
  }
  /// Set by tests: members are asked whether they save time or not.
  static inline constinit bool always = false;

  /// How many wait.
  [[nodiscard]] unsigned members() const noexcept {
    return static_cast<unsigned>(std::popcount(present_.load(std::memory_order_relaxed)));
  }

  /// Has the team grow to `wanted` members, as soon as TBB has workers for them, where grids come
  /// one after another. `now`: the time; `arena`: that of the workers, the present one where null.
  /// True where it is soon to have as many.
  bool grow(unsigned wanted, std::int64_t now, tbb::task_arena* arena = nullptr) noexcept {
    bool const at_once = now - std::exchange(asked_for_, now) < 100'000;
    unsigned const waiting_now = members();
    unsigned const here = waiting_now + coming_.load(std::memory_order_relaxed);
    if (!at_once || waiting_now > wanted / 2) lacking_ = now;
    bool const soon = at_once && now - lacking_ < 500'000;
    if (!soon || here >= wanted || now - grown_ < 50'000) return soon;
    closing_.store(false, std::memory_order_relaxed);
    grown_ = now;
    for (unsigned i = here; i < std::min(wanted, most_members); ++i) {
      coming_.fetch_add(1, std::memory_order_relaxed);
      try {
        auto const member = [this] { stay(); };
        if (arena != nullptr)
          arena->enqueue(member);
        else
          tbb::this_task_arena::enqueue(member);
      } catch (...) {
        coming_.fetch_sub(1, std::memory_order_relaxed);
        return false;
      }
    }
    return soon;
  }

  /// Sends the members back to TBB, which is about to need them.
  void close() noexcept {
    if (!closing_.load(std::memory_order_relaxed)) closing_.store(true, std::memory_order_relaxed);
  }

  /// Asks `count` members.
  void ask(team_task const& task, unsigned count) noexcept {
    std::uint64_t left = present_.load(std::memory_order_relaxed);
    asked_ = 0;
    for (unsigned member = 1; member <= count && left != 0; ++member, left &= left - 1) {
      place& p = places_[static_cast<unsigned>(std::countr_zero(left))];
      p.member = member;
      p.task = task;
      p.state.store(reinterpret_cast<std::uintptr_t>(&task), std::memory_order_release);
      asked_ |= left & -left;
    }
  }

  /// Waits for those who have begun.
  void finish(team_task const& task) noexcept {
    for (; asked_ != 0; asked_ &= asked_ - 1) {
      place& p = places_[static_cast<unsigned>(std::countr_zero(asked_))];
      auto state = reinterpret_cast<std::uintptr_t>(&task);
      bool const stays =
          (present_.load(std::memory_order_relaxed) & asked_ & -asked_) != 0;
      if (p.state.load(std::memory_order_acquire) == state &&
          p.state.compare_exchange_strong(state, stays ? waiting : gone, std::memory_order_acq_rel))
        continue;
      for (unsigned turns = 0; p.state.load(std::memory_order_acquire) == busy; ++turns)
        if (turns < 10'000)
          spin_pause();
        else
          std::this_thread::yield();
    }
  }

 private:
  // A place's state, where it is not the task that its member is asked for.
  static constexpr std::uintptr_t gone = 0, waiting = 1, busy = 2;

  struct alignas(128) place {
    std::atomic<std::uintptr_t> state{gone};
    unsigned member = 0;
    team_task task{};
  };

  /// A member's life.
  void stay() noexcept {
    coming_.fetch_sub(1, std::memory_order_relaxed);
    for (unsigned i = 0; i < most_members && !closing_.load(std::memory_order_relaxed); ++i) {
      std::uintptr_t empty = gone;
      if (!places_[i].state.compare_exchange_strong(empty, waiting, std::memory_order_acq_rel))
        continue;
      present_.fetch_or(std::uint64_t{1} << i, std::memory_order_relaxed);
      wait_at(places_[i], std::uint64_t{1} << i);
      return;
    }
  }

  void wait_at(place& own, std::uint64_t bit) noexcept {
    std::int64_t const came = clock_nanoseconds();
    std::int64_t last = came;
    for (unsigned turns = 1;; ++turns) {
      std::uintptr_t state = own.state.load(std::memory_order_acquire);
      if (state > busy) {
        if (!own.state.compare_exchange_strong(state, busy, std::memory_order_acq_rel)) continue;
        for (void const* const line : own.task.reads) __builtin_prefetch(line);
        own.task.work(own.task.what, own.member);
        own.state.store(waiting, std::memory_order_release);
        last = clock_nanoseconds();
        if (last - came < longest_stay) continue;
      } else if (state == waiting) {
        if (turns % 4 == 0) spin_pause();
        if (!closing_.load(std::memory_order_relaxed) &&
            (turns % 32 != 0 || clock_nanoseconds() - last < patience))
          continue;
      }
      // Who is asked while it leaves stays.
      present_.fetch_and(~bit, std::memory_order_relaxed);
      state = waiting;
      if (own.state.compare_exchange_strong(state, gone, std::memory_order_acq_rel) ||
          state == gone)
        return;
      present_.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  alignas(128) std::atomic<std::uint64_t> present_{0};  // places with members that wait
  std::atomic<unsigned> coming_{0};
  alignas(128) std::atomic<bool> closing_{false};
  alignas(128) std::atomic<bool> held_{false};
  std::uint64_t asked_ = 0;   // who holds the team reads and writes these
  std::int64_t asked_for_ = 0;
  std::int64_t lacking_ = 0;
  std::int64_t grown_ = 0;
  place places_[most_members + 1];
};

/// The process' team.
inline constinit waiting_team small_grids_team{};

}  // namespace simt::inline SIMT_ABI::detail
