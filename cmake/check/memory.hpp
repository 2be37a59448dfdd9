// SPDX-License-Identifier: MIT
#pragma once

#include "sites.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

// The memory that the program may access, with what is known of its bytes.
namespace simt::check {

enum class memory_kind : unsigned char {
  none,
  device,
  managed,
  host,
  registered,
  variable,
  heap,
  shared,
  program,
  array,
  texels
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
  bool constant = false;     // a `__constant__` variable
  bool host_writes = false;  // unseen: see find_host_writes()
  // Shared memory: stretches (first byte, bytes) that the block uses, cleared for the next one.
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
  /// While it is held, no allocation's cells go: another thread of the host may free memory.
  [[nodiscard]] static std::unique_lock<std::recursive_mutex> keep_cells();

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
  bool constant;  // `__constant__`
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
/// Fills memory that the host may write unseen with what nobody writes; all of it counts as written
/// where that would take too long.
void watch_host_writes(allocation& a);
/// Has what the host has written since, around those bytes, count as written: words that are not as
/// they were filled. Asks for the turn.
void find_host_writes(allocation& a, std::size_t first, std::size_t count);
/// The cells of an allocation's single bytes; null where there is no memory.
cell* singles_of(allocation& a);

}  // namespace simt::check
