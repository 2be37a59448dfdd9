#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/roomy_stack.hpp>
#include <simt/engine/grid.hpp>
#include <simt/launch/detail/erased_call.hpp>
#include <simt/launch/gang_runner.hpp>
#include <simt/runtime/detail/child_streams.hpp>
#include <simt/runtime/kernel_heap.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The deepest level of a kernel: that of one which the host launches is 0.
/// - Source:  CUDA C Programming Guide 8.0, C.4.3.1.2 (Nesting and Synchronization Depth)
inline constexpr unsigned most_levels = 24;

/// How long launches of a kernel take, by the level at which they run, in nanoseconds: a running
/// mean. 0: not known.
using child_times = std::array<std::atomic<float>, most_levels + 1>;

/// Sets whence the grids come that the calling thread begins.
class origin_scope {
 public:
  explicit origin_scope(launch_origin const& now) noexcept
      : before_(std::exchange(current_origin, now)) {}
  origin_scope(origin_scope const&) = delete;
  origin_scope& operator=(origin_scope const&) = delete;
  ~origin_scope() { current_origin = before_; }

 private:
  launch_origin const before_;
};

/// Holds what kernels have asked for and nobody has begun: launches, copies, fills, in the order of
/// their coming. The threads of a block have one queue, with its streams; it runs when they wait
/// for it, when it is full, or when the block has ended. The tail of a grid is one, too, for all
/// its blocks. Work of one stream runs in order. Different streams run beside one another, unless
/// an event has tied them together: then in the order of their coming, which is one that the event
/// allows.
class child_queue final : public deferred_work, public child_streams {
 public:
  child_queue() : deferred_work{&run_all, &release_all} {}
  child_queue(child_queue const&) = delete;
  child_queue& operator=(child_queue const&) = delete;
  ~child_queue() {
    clear();
    free_chunks(chunks_);
  }

  /// Gives an empty queue.
  /// - Errors:  std::bad_alloc
  [[nodiscard]] static child_queue* take() {
    child_queue* const kept = std::exchange(spare().queue, nullptr);
    return kept != nullptr ? kept : new child_queue;
  }

  /// Appends work.
  /// - Errors:  std::bad_alloc
  void push(stream_number stream, erased_call const& work, child_times* times) {
    std::size_t const bytes = (sizeof(item) + work.of->bytes + 15) / 16 * 16;
    auto* const i = ::new (room(bytes)) item{nullptr, work.of, times, stream};
    work.make(i->kept());
#if SIMT_CHECK
    i->told = simt_check_asks_child(stream, is_tail                ? simt_child_of_tail
                                            : stream == own_stream ? simt_child_alone
                                                                   : simt_child_of_stream);
#endif
    used_ += bytes;
    *last_ = i;
    last_ = &i->next;
    ++count_;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  /// Runs what has come so far.
  void run(launch_state& launch) noexcept {
    if (first_ == nullptr) return;
    struct both {
      child_queue& queue;
      launch_state& launch;
    } all{*this, launch};
    call_with_room(
        [](void* a) noexcept {
          auto const& b = *static_cast<both*>(a);
          b.queue.run_here(b.launch);
        },
        &all);
  }

  bool is_tail = false;                  // of a grid
  std::mutex lock;                       // of a grid's tail, to which all blocks add
  std::vector<void*> parameter_buffers;  // of cudaGetParameterBuffer
  std::size_t of_heap = 0;               // what a tail beyond its bound has taken of the heap

 private:
  struct alignas(16) item {
    item* next;
    erased_call::functions const* of;
    child_times* times;
    stream_number stream;
#if SIMT_CHECK
    std::uint32_t told = 0;
#endif
    [[nodiscard]] void* kept() noexcept { return this + 1; }
  };
  static constexpr unsigned kept_chunks = 64;
  struct chunk {
    static constexpr std::size_t bytes = 16 * 1024;
    chunk* next = nullptr;
    alignas(16) std::byte data[bytes];
    // Raw memory on purpose: nothing to clear.
    chunk() noexcept {}  // NOLINT(modernize-use-equals-default)
  };
  /// Work that runs in order.
  struct group {
    item* first;
    item** last;
    float expected;  // nanoseconds; below 0: not known
  };

  struct spare_queue {
    child_queue* queue = nullptr;
    spare_queue() = default;
    spare_queue(spare_queue const&) = delete;
    spare_queue& operator=(spare_queue const&) = delete;
    ~spare_queue() { delete queue; }
  };
  static spare_queue& spare() {
    thread_local spare_queue kept;
    return kept;
  }

  static void run_all(deferred_work& self, launch_state& launch) noexcept {
    static_cast<child_queue&>(self).run(launch);
  }
  static void release_all(deferred_work& self) noexcept {
    auto* const q = static_cast<child_queue*>(&self);
    q->clear();
    if (spare().queue == nullptr && q->streams() < 4096)
      spare().queue = q;
    else
      delete q;
  }

  [[nodiscard]] void* room(std::size_t bytes) {
    if (open_ == nullptr || used_ + bytes > chunk::bytes) {
      chunk** const next = open_ == nullptr ? &chunks_ : &open_->next;
      if (*next == nullptr) *next = new chunk;
      open_ = *next;
      used_ = 0;
    }
    return open_->data + used_;
  }

  /// Drops what has not run, and forgets all else.
  void clear() noexcept {
    for (item* i = first_; i != nullptr; i = i->next) destroy(*i);
    forget_items();
    forget();
    for (void* const p : parameter_buffers) ::operator delete (p, std::align_val_t{64});
    parameter_buffers.clear();
    if (of_heap != 0) give_to_heap(std::exchange(of_heap, 0));
    is_tail = false;
    chunk* c = chunks_;
    for (unsigned n = 1; c != nullptr && n < kept_chunks; ++n) c = c->next;
    if (c != nullptr) free_chunks(std::exchange(c->next, nullptr));
  }
  static void free_chunks(chunk* c) noexcept {
    while (c != nullptr) delete std::exchange(c, c->next);
  }
  void forget_items() noexcept {
    first_ = nullptr;
    last_ = &first_;
    count_ = 0;
    open_ = nullptr;
    used_ = 0;
  }

  static void destroy(item& i) noexcept {
    if (i.of->destroy != nullptr) i.of->destroy(i.kept());
  }

  void run_here(launch_state& launch) noexcept {
#if SIMT_CHECK
    // The grids have threads of their own, one of which at a time has the turn.
    if (!is_tail) simt_check_pass_turn();
#endif
    launch_origin const& parent = launch.origin;
    origin_scope const from({parent.device, parent.level + 1, parent.urgency});
    if (is_one_group() || !run_groups(launch)) run_list(first_, launch);
    forget_items();
    untie();
#if SIMT_CHECK
    if (!is_tail) simt_check_take_turn();
#endif
  }

  [[nodiscard]] bool is_one_group() const noexcept {
    stream_number const s = first_of(first_->stream);
    if (s == own_stream) return first_->next == nullptr;
    for (item* i = first_->next; i != nullptr; i = i->next)
      if (i->stream != s && first_of(i->stream) != s) return false;
    return true;
  }

  /// Runs work in order, until the grid has failed, and destroys it.
  static void run_list(item* i, launch_state& launch) noexcept {
    for (; i != nullptr; i = i->next) {
      run_one(*i, launch);
      destroy(*i);
    }
  }
  static void run_one(item& i, launch_state& launch) noexcept {
    if (launch.stop.load(std::memory_order_relaxed)) return;
#if SIMT_CHECK
    checked_child const scope(i.told);
#endif
    try {
      i.of->run(i.kept());
    } catch (...) {
      launch.fail(std::current_exception());
    }
  }

  /// The same, and learns how long it takes.
  static void run_measured(item* i, launch_state& launch) noexcept {
    std::int64_t last = clock_nanoseconds();
    for (; i != nullptr; i = i->next) {
      run_one(*i, launch);
      if (i->times != nullptr) {
        std::int64_t const now = clock_nanoseconds();
        std::atomic<float>& mean = (*i->times)[std::min(current_origin.level, most_levels)];
        float const before = mean.load(std::memory_order_relaxed);
        auto const ns = static_cast<float>(now - std::exchange(last, now));
        mean.store(before == 0 ? ns : before + (ns - before) / 4, std::memory_order_relaxed);
      }
      destroy(*i);
    }
  }

  /// Runs streams beside one another, where that pays. False where it has not begun.
  [[nodiscard]] bool run_groups(launch_state& launch) noexcept {
#if SIMT_CHECK
    static_cast<void>(launch);
    return false;
#else
    if (tbb::this_task_arena::max_concurrency() <= 1) return false;
    std::vector<group> groups;
    try {
      groups = split();
    } catch (std::bad_alloc const&) {
      return false;  // before anything has been taken apart
    }
    float all = 0;
    float longest = 0;
    for (group const& g : groups) {
      *g.last = nullptr;
      all += g.expected;
      longest = std::max(longest, g.expected);
    }
    // Unknown ones are infinite.
    constexpr float least_gain = 10'000;
    if (all - longest < least_gain) {
      for (group const& g : groups) run_measured(g.first, launch);
      return true;
    }
    lane_state_guard const lanes;
    block* const outer = block::current();
    if (outer != nullptr) {
      outside_block const scope(outer);
      share(groups, launch);
    } else {
      share(groups, launch);
    }
    return true;
#endif
  }

  void share(std::vector<group> const& groups, launch_state& launch) noexcept {
#if SIMT_TSAN
    // TBB's own synchronisation is not instrumented.
    char sync = 0;
    __tsan_release(&sync);
#endif
    launch_origin const origin = current_origin;
    tbb::this_task_arena::isolate([&] {
      // Isolated: what has begun runs to its end even if the caller's own tasks are cancelled.
      tbb::task_group_context context(tbb::task_group_context::isolated);
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, groups.size(), 1),
          [&](tbb::blocked_range<std::size_t> const& r) {
#if SIMT_TSAN
            __tsan_acquire(&sync);
#endif
            origin_scope const from(origin);
            struct hidden {  // nobody helps with a part of a grid's work
              open_grid* const shown = std::exchange(shown_grid, nullptr);
              ~hidden() { shown_grid = shown; }
            } const scope;
            // Who waits within a stream's work does not begin another's above it.
            tbb::this_task_arena::isolate([&] {
              for (std::size_t g = r.begin(); g < r.end(); ++g)
                run_measured(groups[g].first, launch);
            });
#if SIMT_TSAN
            __tsan_release(&sync);
#endif
          },
          tbb::auto_partitioner(), context);
    });
#if SIMT_TSAN
    __tsan_acquire(&sync);
#endif
  }

  /// Takes the items apart, by their streams. The lists' ends are left open.
  [[nodiscard]] std::vector<group> split() {
    std::vector<group> groups;
    std::vector<unsigned> number(std::max<std::size_t>(streams(), 1), no_stream);
    groups.reserve(count_);
    item* next = nullptr;
    for (item* i = first_; i != nullptr; i = next) {
      next = i->next;
      stream_number const s = first_of(i->stream);
      unsigned const known = s < number.size() ? number[s] : no_stream;
      if (known == no_stream) {
        if (s < number.size()) number[s] = static_cast<unsigned>(groups.size());
        groups.push_back({i, &i->next, expected(*i)});
      } else {
        group& g = groups[known];
        *g.last = i;
        g.last = &i->next;
        g.expected += expected(*i);
      }
    }
    return groups;
  }

  [[nodiscard]] static float expected(item const& i) noexcept {
    if (i.times == nullptr) return 0;
    float const mean =
        (*i.times)[std::min(current_origin.level, most_levels)].load(std::memory_order_relaxed);
    return mean == 0 ? 1e9F : mean;
  }

  item* first_ = nullptr;
  item** last_ = &first_;
  std::size_t count_ = 0;
  chunk* chunks_ = nullptr;
  chunk* open_ = nullptr;  // to which is added
  std::size_t used_ = 0;   // of it
};

}  // namespace simt::inline SIMT_ABI::detail
