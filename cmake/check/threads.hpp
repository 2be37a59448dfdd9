// SPDX-License-Identifier: MIT
#pragma once

#include "memory.hpp"
#include "sites.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

// The threads of the block that runs, with what they know of one another.
namespace simt::check {

struct location;
/// Holds a thread's knowledge by an atomic: the first `count` releases at a location.
struct acquired {
  location* from;
  std::size_t count;
  std::uint64_t by;  // in which block it has been read: what is released for a block is that one's
};
/// A point in a thread's run that others may know of.
struct released {
  std::uint64_t block;
  unsigned thread;
  std::uint32_t epoch, clock;
  std::array<std::uint32_t, 32> warp;
  std::vector<acquired> known;
  std::vector<std::uint32_t> clocks;  // by thread: of those that have met behind fences of theirs
};
struct location {
  struct release {
    std::shared_ptr<released const> point;
    bool wide;  // for all blocks
  };
  std::vector<release> releases;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> of_block;
};

/// A stretch of a thread's run in which it meets nobody.
struct segment {
  std::uint32_t launch;
  unsigned thread;
  std::uint64_t block;
  std::uint32_t epoch, clock;
};

struct finding;
using finding_box = std::shared_ptr<finding>;

enum class thread_end : unsigned char { not_begun, running, returned_early, fell_off, thrown };

/// Where the calls that a thread is in return to: the last ones, by their depth.
struct call_stack {
  static constexpr unsigned deepest = 64;  // a power of two
  unsigned depth = 0;
  void const* calls[deepest];

  void enter(void const* caller) { calls[depth++ % deepest] = caller; }
  void leave() { depth -= depth != 0; }
  /// The call so many further out; null where there is none.
  [[nodiscard]] void const* caller(unsigned back) const {
    return depth > back ? calls[(depth - 1 - back) % deepest] : nullptr;
  }
};

struct alignas(64) thread_state {           // in the first line what each barrier needs
  std::uint32_t segment = 0;                // 0: the next access begins one
  std::uint32_t epoch = 0;                  // barriers passed
  std::uint32_t clock = 0;                  // fences and meetings of the warp
  int waits = 0;                            // simt_check_wait, 0: runs
  site_id wait_site = 0, barrier_site = 0;  // of the barrier that it has passed last
  int in_library = 0, intended = 0;
  thread_end end = thread_end::not_begun;
  std::uintptr_t stack = 0;
  std::size_t stack_bytes = 0;
  call_stack calls;
  std::array<std::uint32_t, 32> warp{};  // what it knows of its warp's clocks
  std::vector<acquired> known;
  std::vector<acquired> seen;  // by relaxed reads: known behind the next fence
  /// An array of its own, and what lies around it.
  struct own_array {
    std::uintptr_t whole, array;
    std::size_t bytes, whole_bytes;
    std::vector<bool> unwritten;  // by bytes, while nobody has written all; empty: not looked at
  };
  std::vector<own_array> own;
  unsigned own_unwritten = 0;  // of these, those of which not all is written
  std::vector<unsigned> copies;  // of the block's, those that it has begun and not waited for
  std::uint32_t batches = 0;     // of copies, so far,
  std::uint32_t awaited = 0;     // and of those, by pipelines
  std::shared_ptr<released const> fence, wide_fence;  // the last one, and the last for all blocks

  /// The array of its own beside which those bytes lie; null where there is none.
  [[nodiscard]] own_array const* missed(std::uintptr_t a, std::size_t n) const {
    for (own_array const& o : own)
      if (a - o.whole < o.whole_bytes && (a < o.array || a + n > o.array + o.bytes)) return &o;
    return nullptr;
  }
  /// Becomes that of a thread which has done nothing yet.
  void begin() {
    if (clock != 1) warp.fill(0);  // who has met nobody knows of nobody
    segment = epoch = 0;
    clock = 1;
    end = thread_end::not_begun;
    waits = in_library = intended = 0;
    wait_site = barrier_site = 0;
    known.clear();
    seen.clear();
    own.clear();
    own_unwritten = 0;
    copies.clear();
    batches = awaited = 0;
    fence.reset();
    wide_fence.reset();
    stack_bytes = 0;
  }
};

struct block_state {
  char const* kernel = "";
  unsigned grid[3]{}, shape[3]{}, index[3]{};
  std::uint64_t linear = 0;
  unsigned threads = 0;
  std::uint32_t launch = 0;
  std::uint32_t epoch = 0;
  std::vector<thread_state> thread;  // as many as a block has ever had
  [[nodiscard]] std::span<thread_state> all_threads() { return {thread.data(), threads}; }
  [[nodiscard]] std::span<thread_state const> all_threads() const {
    return {thread.data(), threads};
  }
  std::vector<acquired> known;
  allocation* shared = nullptr;
  std::uintptr_t dynamic = 0;
  std::size_t dynamic_bytes = 0;
  struct array {
    std::size_t first, bytes;
  };
  std::vector<array> arrays;
  /// A copy to shared memory that its thread has not waited for.
  struct copy_under_way {
    std::uintptr_t to;
    std::size_t bytes;
    unsigned thread;
    std::uint32_t batch;
    site_id site;
    // It is under way for that thread alone, until it reads one of these bytes (gate_bytes 0: any) as an atomic.
    bool has_gate = false;
    std::uintptr_t gate = 0;
    std::size_t gate_bytes = 0;
  };
  std::vector<copy_under_way> copies;
  std::unordered_map<std::uintptr_t, unsigned> copied_words;  // by address / 4: which of them
  void const* arguments[2]{};
  std::size_t argument_bytes[2]{};
  bool lanes = false;  // a lane kernel: may use the host's memory
  // A race has been found in which a thread reads shared memory: what it does next may follow from
  // that.
  bool misread = false;
  bool fences = false;   // some thread has come by a fence,
  bool fenced = false;   // and since the last barrier
  bool in_vain = false;  // a thread waits for what nobody will write
};

/// A write that meets another access, and whose value is known once it has been made: behind
/// another write it decides whether that is a race.
struct pending_write {
  void const* address = nullptr;
  unsigned bytes = 0;
  unsigned char before[16];
  record other;
  site_id mine = 0;
  unsigned thread = 0;
  bool after_read = false;
};

/// An index that misses its array, where the compiler knows the array's size: told in front of the
/// access, which may fall into another variable.
struct missed_index {
  std::int64_t index = 0;
  char const* array = nullptr;  // its type
  std::uintptr_t caller = 0;
  int for_accesses = 0;  // how many of the next ones may be it
};

/// Counts what threads write, by which a loop that waits in vain is known.
extern constinit std::atomic<std::uint64_t> writes_so_far;
inline void count_write() {  // one thread runs kernels at a time
  writes_so_far.store(writes_so_far.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}
/// Reads of what nobody has written that are not told yet.
extern constinit std::size_t unwritten_reads;

/// Memory of which only its bounds count, as calls from a place have found it.
struct plain_memory {
  std::uintptr_t begin = std::uintptr_t{1} << 63;  // where no memory is
  std::size_t bytes = least;
  static constexpr std::size_t least = 16;
};
/// Counts what may have changed that.
extern constinit std::atomic<std::uint32_t> plain_changes;

/// Holds the state of an OS thread that runs kernels.
struct context {
  std::uintptr_t stack = 0, tls = 0;
  std::size_t stack_bytes = 0, tls_bytes = 0;
  block_state block;
  thread_state* self = nullptr;
  unsigned rank = 0;
  call_stack outside;            // of all threads
  call_stack* calls = &outside;  // of the running thread
  int in_library = 0;
  int intended = 0;            // races that the program means to have
  bool told = false;           // the library tells of an access of the program's
  bool unread = false;         // nobody uses what the next atomic gives
  bool races = true;           // races are looked for
  unsigned met_warp = 0;       // whose lanes have met last,
  std::uint32_t met_mask = 0;  // and those that they asked for: 0 where they named none
  pending_write pending;
  std::vector<pending_write> more_pending;  // of a write of many words: each that meets another's
  missed_index missed;
  std::pair<std::uintptr_t, std::size_t> thrown;                  // where the last exception lies
  std::vector<std::pair<std::uintptr_t, finding_box>> unwritten;  // of shared memory
  std::array<plain_memory, 128> plain;                            // by return address
  std::uint32_t plain_seen = 0;                                   // of plain_changes
  std::uint32_t plain_launch = 0;

  [[nodiscard]] plain_memory& plain_of(void const* caller) {
    auto const at = reinterpret_cast<std::uintptr_t>(caller);
    return plain[(at ^ at >> 7) % plain.size()];
  }
  /// Forgets them where they may have changed, as before a block of that launch.
  void look_for_changes(std::uint32_t launch) {
    std::uint32_t const now = plain_changes.load(std::memory_order_relaxed);
    if (plain_seen == now && plain_launch == launch) return;
    plain.fill({});
    plain_seen = now;
    plain_launch = launch;
  }
};
/// True where a plain write to shared memory may make one of the unwritten reads a race, though the
/// reading thread has written there since. (Of many reads nobody asks: each write would look
/// through them.)
inline bool may_be_read_unwritten(context const& c) { return c.unwritten.size() - 1 < 1024; }

[[gnu::tls_model("initial-exec")]] extern thread_local constinit context* here;
// The same while the checker itself runs.
[[gnu::tls_model("initial-exec")]] extern thread_local constinit context* looking;
[[gnu::tls_model("initial-exec")]] extern thread_local constinit int inside_checker;

/// While it lives, nothing that the calling thread accesses is looked at: the checker's own use of
/// inline functions may be that which the program's files were instrumented with.
class checker_scope {
 public:
  explicit checker_scope(context* c) : outer_(here), outer_looking_(looking) {
    here = nullptr;
    looking = c;
    ++inside_checker;
  }
  ~checker_scope() {
    here = outer_;
    looking = outer_looking_;
    --inside_checker;
  }
  checker_scope(checker_scope const&) = delete;
  checker_scope& operator=(checker_scope const&) = delete;
  /// Has accesses of `c` looked at from the scope's end on.
  void leave_with(context* c) noexcept { outer_ = c; }

 private:
  context* outer_;
  context* outer_looking_;
};

}  // namespace simt::check
