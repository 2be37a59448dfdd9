// SPDX-License-Identifier: MIT
#pragma once

#include "lines.hpp"
#include "text.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The checker of SIMT_CHECK builds. Kernels run one thread at a time; the compiler calls
// __tsan_read4 and its kind at each access (instrumented.cpp), the library says where threads begin
// and wait (hooks_*.cpp). Nothing here is compiled with instrumentation.
namespace simt::check {

/// Says which rules to check and where to tell findings: SIMT_CHECK_OPTIONS.
struct options {
  bool memory = true, race = true, init = true, sync = true, api = true;
  bool stop_at_first = false;
  bool exclusive = false;  // managed memory is the device's while a kernel may run
  bool unused = false;     // device memory that nobody has written is told
  int status = 86;
  std::uint64_t seed = 0;  // of the order of blocks and threads; 0: ascending
  std::string json, log;
  struct suppression {
    std::string kind, kernel, file;
    unsigned line = 0;
  };
  std::vector<suppression> suppressions;
};
options const& settings_at_first();
extern constinit options const* settings_known;
inline options const& settings() {
  return settings_known != nullptr ? *settings_known : settings_at_first();
}

/// Return addresses, the innermost first.
struct trace {
  static constexpr std::size_t most = 12;
  std::array<void const*, most> address{};
  std::size_t count = 0;
};
trace host_trace();

/// A number for a return address with the calls that led to it.
using site_id = std::uint32_t;
struct site {
  void const* address = nullptr;
  void const* callers[3] = {};
};
site_id intern(void const* return_address);
site const& site_of(site_id id);
frame frame_of(site_id id);

// Memory.

enum class memory_kind : unsigned char {
  none, device, managed, host, registered, variable, heap, shared, program, array
};
char const* name_of(memory_kind kind);

/// Names the last access to some bytes: the stretch of a thread's run, from where, and how.
struct record {
  std::uint32_t segment = 0;
  std::uint32_t how = 0;  // site << 2 | atomicity
};
/// Says for whom an access is one step.
enum atomicity : unsigned { for_nobody = 0, for_block = 1, for_all = 2 };
inline atomicity atomicity_of(record const& r) { return static_cast<atomicity>(r.how & 3); }
/// The accesses to four bytes, or to one.
struct cell {
  record write, read[2];
};

/// Holds what the program has said of an allocation: the parts of a pool, and what kernels may do.
struct usage {
  struct part {
    std::size_t first, bytes;
  };
  struct permission {
    std::size_t first, bytes;
    unsigned flags;  // 1 reads, 2 writes, 4 atomics
  };
  std::string name;
  std::vector<part> pools, parts;
  std::vector<permission> permissions;

  [[nodiscard]] bool restricts() const { return !pools.empty() || !permissions.empty(); }
};

/// An allocation, or a block's shared memory.
struct allocation {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::size_t quick_bytes = 0;      // of which accesses may go the short way (quick.hpp)
  std::uint8_t* written = nullptr;  // a bit a byte; null: all of it
  cell* words = nullptr;            // a cell for four bytes
  cell* singles = nullptr;          // a cell a byte, where a word's parts have no room in its cell
  std::uint8_t* arrays = nullptr;   // shared memory: the array to which four bytes belong, 0: none
  memory_kind kind = memory_kind::none;
  bool freed = false;
  // Shared memory: stretches (first byte, bytes) that the block uses, to be cleared for the next one.
  std::vector<std::pair<std::size_t, std::size_t>> used;
  std::unique_ptr<usage> said;  // null: nothing
  trace allocated_at, freed_at;
  unsigned slot = 0, slots = 0;
};

/// Addresses for everything that kernels may use: each allocation lies far from the others, so that
/// an index that misses its array meets none.
class region {
 public:
  void* allocate(std::size_t bytes);
  void release(void* p);
  /// Makes known what lies at p.
  allocation* enter(void const* p, std::size_t bytes, memory_kind kind, bool written);
  void leave(void const* p);
  [[nodiscard]] bool holds(std::uintptr_t a) const noexcept { return a - base_ < bytes_; }
  /// The allocation in whose slot the address lies, or null.
  [[nodiscard]] allocation* at(std::uintptr_t a) const noexcept {
    return slots_[(a - base_) >> slot_shift];
  }
  /// Outside of the region: registered memory and variables.
  [[nodiscard]] allocation* elsewhere(std::uintptr_t a) const noexcept;
  /// Finds what is known of an address, wherever it lies; null: nothing.
  [[nodiscard]] allocation* find(std::uintptr_t a) const noexcept {
    return bytes_ != 0 && holds(a) ? at(a) : may_be_elsewhere(a) ? elsewhere(a) : nullptr;
  }
  /// False where elsewhere() would find none, as a look at the ends of all of them tells.
  [[nodiscard]] bool may_be_elsewhere(std::uintptr_t a) const noexcept {
    return a - outside_begin_.load(std::memory_order_relaxed) <
           outside_bytes_.load(std::memory_order_relaxed);
  }
  template <class F>
  void each_live(F const& f) const {
    for (auto const& a : all_)
      if (!a->freed) f(*a);
  }
  void forget_races();

 private:
  static constexpr unsigned slot_shift = 28;
  void reserve();
  using outside_list = std::vector<allocation*>;
  /// Makes it what lies outside; others may still look at those before.
  void publish_outside(outside_list all);
  /// Gives `bytes` bytes in free slots; null where there are none.
  void* place(std::size_t bytes);
  /// Gives the slots of the allocations freed first to others; false where there are none.
  bool forget_freed();

  std::uintptr_t base_ = 0;
  std::size_t bytes_ = 0;
  allocation** slots_ = nullptr;
  unsigned slot_count_ = 0;
  unsigned next_slot_ = 1;
  std::vector<std::unique_ptr<allocation>> all_;
  std::vector<std::unique_ptr<outside_list const>> outside_lists_;  // the last one is that of now
  std::atomic<outside_list const*> outside_{nullptr};               // by address
  // From the first to the end of the last.
  std::atomic<std::uintptr_t> outside_begin_{0}, outside_bytes_{0};
};
extern bool watches_host;  // what the host makes by `new` is known
region& memory_at_first();
extern constinit region* memory_known;
inline region& memory() { return memory_known != nullptr ? *memory_known : memory_at_first(); }

/// A variable that the program is loaded with.
struct variable {
  std::uintptr_t begin;
  std::size_t bytes;
  std::uintptr_t section_end;
};
/// The writable variable that begins at an address or last before it; null where there is none.
variable const* variable_before(std::uintptr_t address);
/// True where files of the program launch kernels, but have been compiled without SIMT_CHECK.
bool has_unchecked_launches();

/// Has all of it count as written, which takes no memory, or has its bytes looked at again: false
/// where there is no memory. Both ask for the turn.
void forget_unwritten(allocation& a);
[[nodiscard]] bool remember_unwritten(allocation& a);
void set_written(allocation& a, std::size_t first, std::size_t count);
void clear_written(allocation& a, std::size_t first, std::size_t count);
/// The first of those bytes that nobody has written, or `count`.
std::size_t first_unwritten(allocation const& a, std::size_t first, std::size_t count);
/// True where somebody has written all of them: a.written is not null, and the bytes are a's.
inline bool is_written(allocation const& a, std::size_t first, std::size_t count) {
  if (count > 8) return first_unwritten(a, first, count) == count;
  std::uint8_t const* const at = a.written + first / 8;
  unsigned const bits = at[0] | unsigned{at[1]} << 8;
  unsigned const wanted = ((1u << count) - 1) << first % 8;
  return (bits & wanted) == wanted;
}
/// The cells of an allocation's single bytes; null where there is no memory.
cell* singles_of(allocation& a);

// Threads.

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
  }};

struct alignas(64) thread_state {  // in the first line what each barrier needs
  std::uint32_t segment = 0;  // 0: the next access begins one
  std::uint32_t epoch = 0;    // barriers passed
  std::uint32_t clock = 0;    // fences and meetings of the warp
  int waits = 0;              // simt_check_wait, 0: runs
  site_id wait_site = 0;
  int in_library = 0, intended = 0;
  thread_end end = thread_end::not_begun;
  std::uintptr_t stack = 0;
  std::size_t stack_bytes = 0;
  call_stack calls;
  std::array<std::uint32_t, 32> warp{};  // what it knows of its warp's clocks
  std::vector<acquired> known;
  /// An array of its own, and what lies around it.
  struct own_array {
    std::uintptr_t whole, array;
    std::size_t bytes, whole_bytes;
  };
  std::vector<own_array> own;
  std::vector<unsigned> copies;  // of the block's, those that it has begun and not waited for
  std::uint32_t batches = 0;     // of copies, so far
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
    wait_site = 0;
    known.clear();
    own.clear();
    copies.clear();
    batches = 0;
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
  };
  std::vector<copy_under_way> copies;
  std::unordered_map<std::uintptr_t, unsigned> copied_words;  // by address / 4: which of them
  void const* arguments[2]{};
  std::size_t argument_bytes[2]{};
  bool lanes = false;  // a lane kernel: may use the host's memory
  // A race has been found in which a thread reads shared memory: what it does next may follow from that.
  bool misread = false;
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

/// Holds the state of an OS thread that runs kernels.
struct context {
  std::uintptr_t stack = 0, tls = 0;
  std::size_t stack_bytes = 0, tls_bytes = 0;
  block_state block;
  thread_state* self = nullptr;
  unsigned rank = 0;
  call_stack outside;  // of all threads
  call_stack* calls = &outside;  // of the running thread
  int in_library = 0;
  int intended = 0;   // races that the program means to have
  bool told = false;  // the library tells of an access of the program's
  bool races = true;  // races are looked for
  unsigned met_warp = 0;       // whose lanes have met last,
  std::uint32_t met_mask = 0;  // and those that they asked for: 0 where they named none
  pending_write pending;
  missed_index missed;
  std::pair<std::uintptr_t, std::size_t> thrown;  // where the last exception lies
  std::vector<std::pair<std::uintptr_t, finding_box>> unwritten;  // of shared memory
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

enum access_way : unsigned { reads = 0, writes = 1, updates = 2 };
/// One access of the running thread; `any_address`: its type asks for no alignment.
void access(context& c, std::uintptr_t a, std::size_t bytes, access_way way, atomicity atomic,
            void const* return_address, bool any_address = false);
/// An access outside of kernels, to an address of the region.
void host_access(std::uintptr_t a, std::size_t bytes, access_way way, void const* return_address);
void check_race(context& c, allocation& a, std::size_t first, std::size_t bytes, access_way way,
                atomicity atomic, void const* return_address);
/// The same of a copy that has been made by now.
void note_copied(context& c, allocation& shared, std::size_t first, std::size_t bytes,
                 site_id site);
/// Tells of an access that meets a copy which has begun and has not been waited for.
void check_copies(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                  void const* return_address);
void settle_pending(context& c);
/// The same, and quick where nothing is pending.
inline void settle(context& c) {
  if (c.pending.address == nullptr) return;
  checker_scope const scope(&c);
  settle_pending(c);
}
/// Forgets the accesses so far: all that comes is ordered after them.
void begin_races();
void release_at(context& c, std::uintptr_t a, bool wide);
void acquire_at(context& c, std::uintptr_t a);
/// Adds what another thread knows.
void join(std::vector<acquired>& into, std::vector<acquired> const& from);

// Findings.

struct finding {
  char const* kind = "";
  std::string kernel, what, advice;
  frame at, other;
  bool has_block = false, has_other = false;
  unsigned block[3]{}, thread[3]{}, other_block[3]{}, other_thread[3]{};
  unsigned grid[3]{}, shape[3]{};
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::vector<std::string> notes;
};
void report(finding f, std::size_t count = 1);
/// The same where it may turn out to be something else: a read of what nobody has written, which
/// another thread writes before they next meet, is a race; a race within a warp is one of the block
/// where other warps take part at the same lines. Told when the block's threads meet, or the launch
/// ends.
void report_unwritten(context& c, finding f, bool shared);
void note_write(context& c, std::uintptr_t a, std::size_t bytes);
void report_warp_race(finding f);
void flush_block(context& c);
void flush_launch();
/// Findings of memory so far, folded ones too.
std::size_t memory_findings();
/// A finding of the running thread.
finding finding_here(context const& c, char const* kind, void const* return_address);
void unflatten(unsigned rank, unsigned const (&shape)[3], unsigned (&out)[3]);
/// True where the running thread may free that; else it is told.
bool may_free(void const* p, void const* return_address);
bool any_findings();
void finish_report();

/// An access outside of an object whose size the compiler knows: told where that is the thread's own.
/// `bytes`: 0 where they are not known.
void check_own_object(context& c, std::uintptr_t at, std::size_t bytes, char const* verb,
                      void const* return_address);
/// Tells of an index that has missed its array, unless its line counts through rows as if they were
/// one array (`a[0][i]`), or only takes the address.
void report_missed_index(context& c);
/// The same of one whose access has not come; nothing where there is none.
inline void settle_missed_index(context& c) {
  if (c.missed.for_accesses <= 0) return;
  checker_scope const scope(&c);
  report_missed_index(c);
}
/// True where no array of the running thread's own has been missed.
inline bool hits_own_arrays(context const& c, std::uintptr_t a, std::size_t bytes) {
  return c.self->own.empty() || c.self->missed(a, bytes) == nullptr;
}
/// Tells of an access to an address that is no multiple of its size, or its type's alignment.
void report_misaligned(context& c, std::uintptr_t at, std::size_t bytes, char const* verb,
                       void const* return_address);
/// Where the address lies, from the allocation's point of view.
std::string place_of(allocation const& a, std::uintptr_t at);
/// Adds from where in the host's program that was called, behind the innermost place.
void describe_callers(finding& f, trace const& t);
/// Adds where it has been allocated and freed.
void describe(finding& f, allocation const& a);
std::string file_and_line(frame const& f);
std::string hex(std::uintptr_t a);
std::string count_of(std::size_t n, char const* unit);

}  // namespace simt::check
