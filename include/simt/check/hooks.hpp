#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

// What a checked build (SIMT_CHECK) tells the checker, which is compiled once and apart
// (cmake/check): where blocks and threads begin, wait and end, and what memory they may use. The
// accesses themselves are told by the compiler's instrumentation. Without SIMT_CHECK nothing of it
// exists.

#if SIMT_CHECK

extern "C" {

/// A block that is about to run on the calling OS thread.
struct simt_check_block {
  void const* launch;  ///< as simt_check_begin_launch has it
  char const* kernel;
  unsigned grid[3];
  unsigned block[3];
  unsigned index[3];
  void* shared;                ///< where its shared memory begins
  std::size_t shared_bytes;    ///< all of it
  void* dynamic;               ///< where its dynamic memory begins
  std::size_t dynamic_bytes;   ///< of dynamic shared memory
  void const* arguments[2];    ///< what kernels may read beside device memory
  std::size_t argument_bytes[2];
  bool lanes;                  ///< a lane kernel: may use what the host has, too
};

/// Why a thread waits.
enum simt_check_wait { simt_wait_barrier = 1, simt_wait_warp = 2 };

/// Whose memory an address is.
enum simt_check_memory {
  simt_memory_device = 1,
  simt_memory_managed = 2,
  simt_memory_host = 3,
  simt_memory_registered = 4,
  simt_memory_variable = 5,
  simt_memory_heap = 6,
  simt_memory_array = 7,  ///< an array's handle: only that it is freed is looked at
  simt_memory_texels = 8  ///< what lies behind it, which nobody need have written
};

// One OS thread runs kernels at a time: it has the turn.
void simt_check_take_turn() noexcept;
void simt_check_pass_turn() noexcept;

/// `launch`: an address that no other launch has while it runs.
void simt_check_begin_launch(void const* launch) noexcept;
/// `error`: the text of the error that ended the launch, or null. `kind`: 1 a barrier's, 2 memory's,
/// 3 another's
void simt_check_end_launch(void const* launch, int kind, char const* error) noexcept;
void simt_check_begin_block(simt_check_block const* block) noexcept;
/// The calling OS thread runs no more blocks.
void simt_check_end_blocks() noexcept;
/// The running block has an error; what its threads do is remembered.
void simt_check_block_failed() noexcept;
/// The stack is that on which the thread runs. True where it may have to let others go first.
bool simt_check_begin_thread(unsigned rank, void const* stack, std::size_t stack_bytes) noexcept;
/// `thrown`: an exception ends it.
void simt_check_end_thread(bool thrown) noexcept;
/// The thread leaves its kernel by a `return` in front of the end.
void simt_check_early_return() noexcept;

/// `site`: where, an address of the program's; null: where it is called. Gives how deep in calls
/// that is, as simt_check_resume wants to know.
[[nodiscard]] unsigned simt_check_wait_begins(int kind, void const* site) noexcept;
/// The thread goes on; `depth` is what simt_check_wait_begins gave.
void simt_check_resume(unsigned rank, unsigned depth) noexcept;
void simt_check_barrier_passed() noexcept;
void simt_check_warp_met(unsigned warp, std::uint32_t lanes, std::uint32_t mask, bool explicit_mask,
                         bool orders_memory) noexcept;
/// In a shuffle of the lanes that have just met, one reads from a lane that takes no part. `chosen`: by its
/// number, so that the value is likely to be used.
void simt_check_read_absent(unsigned lane, unsigned from, bool chosen) noexcept;
void simt_check_grid_met() noexcept;
/// `wide`: other blocks see it, too.
void simt_check_fence(bool wide) noexcept;

// Tell of copies to shared memory that the running thread asks for, and that have been made
// already.
void simt_check_copy_begins(void const* to, std::size_t bytes) noexcept;
/// The same; the thread itself has waited where it reads, with acquire, one of those bytes (null: whatever
/// atomic), and others are ordered with the copy as with any write of the thread.
void simt_check_copy_begins_until(void const* to, std::size_t bytes, void const* gate,
                                  std::size_t gate_bytes) noexcept;
/// Those that have begun since the last call are a batch.
void simt_check_copies_committed() noexcept;
/// The thread has waited for all batches but the last ones.
void simt_check_copies_awaited(std::size_t but_last) noexcept;
/// The thread has waited for one batch more.
void simt_check_next_copies_awaited() noexcept;
/// `wide`: one step for other blocks, too.
void simt_check_atomic(void const volatile* p, std::size_t bytes, bool wide) noexcept;
/// The calling thread's next atomic writes only where what lies there compares so with what it was given.
void simt_check_compares(void const volatile* p) noexcept;
/// Nobody uses what the calling thread's next atomic gives, which only writes, then.
void simt_check_result_unread() noexcept;
/// An access that the library makes in the calling thread's name.
void simt_check_access(void const volatile* p, std::size_t bytes, bool writes) noexcept;
/// The calling thread names what lies there, but gets zeros where it lies outside of an allocation.
void simt_check_beyond(void const* p, std::size_t bytes) noexcept;
/// The calling thread reads or writes through the number of a texture or surface that names none,
/// or one whose memory is gone.
void simt_check_no_object(bool is_surface) noexcept;
/// Between the two, accesses are the library's own.
void simt_check_enter_library() noexcept;
void simt_check_leave_library() noexcept;

/// Between the two, accesses are races that the program intends.
void simt_check_enter_intended() noexcept;
void simt_check_leave_intended() noexcept;

/// The block that runs as the grid's number `number` of `count`: another one with seed=.
[[nodiscard]] std::uint64_t simt_check_shuffled(std::uint64_t number, std::uint64_t count) noexcept;
/// How often the running thread, which begins or leaves a barrier, lets others go first: with seed=.
[[nodiscard]] unsigned simt_check_yields() noexcept;

void simt_check_shared_array(void* array, std::size_t bytes) noexcept;

[[nodiscard]] void* simt_check_allocate(std::size_t bytes) noexcept;
void simt_check_release(void* p) noexcept;
void simt_check_allocated(void const* p, std::size_t bytes, int memory) noexcept;
void simt_check_freed(void const* p) noexcept;
/// The host has written that memory, or a copy of `from` (null: of what the device does not know).
void simt_check_filled(void const* p, std::size_t bytes, void const* from) noexcept;
#if !SIMT_PROFILE
/// An array that is the running thread's own begins to live, within bytes of which the others are
/// nobody's; and ends. `unwritten`: it has no values yet, and only its elements are accessed.
void simt_check_own_array(void const* whole, void const* array, std::size_t bytes,
                          std::size_t whole_bytes, bool unwritten) noexcept;
void simt_check_own_array_ends(void const* whole) noexcept;

// Tell what programs say of memory (nvtx3/nvToolsExtMem.h).

/// Names what becomes of a pool at an address, or of a part of one (0 bytes: there is no such part
/// any more).
enum simt_check_pool_event { simt_pool_begins, simt_pool_ends, simt_pool_emptied, simt_pool_part };
void simt_check_pool(void const* p, std::size_t bytes, int event) noexcept;
void simt_check_names(void const* p, char const* name) noexcept;
/// `flags`: 1 reads, 2 writes, 4 atomics, 8 all again.
void simt_check_permits(void const* p, unsigned flags) noexcept;
#endif
/// The calling thread's device loses all its memory.
void simt_check_device_resets() noexcept;
/// A kernel frees what its heap gave; false where it did not, or not any more, which has been told.
[[nodiscard]] bool simt_check_may_free(void const* p) noexcept;
/// A turn of a loop that may wait for what another thread writes; true where nobody has written
/// anything for so long that nobody will.
[[nodiscard]] bool simt_check_waits_in_vain() noexcept;
/// An atomic has changed nothing.
void simt_check_changed_nothing() noexcept;
/// The grid's barrier has opened without blocks that have ended.
void simt_check_grid_incomplete() noexcept;
/// The name of a kernel that the program knows by its address alone.
[[nodiscard]] char const* simt_check_kernel_name(void const* address) noexcept;
/// The host is about to free what lies there: it may be that it must not.
void simt_check_frees(void const* p) noexcept;
/// A call of CUDA's has failed.
void simt_check_call_failed(char const* error) noexcept;

// What orders work: streams go by an address each, and so do events.

/// The host is about to queue work in a stream.
void simt_check_queues(void const* stream) noexcept;
/// The calling OS thread begins the work that was queued first in a stream, and ends it.
void simt_check_begins_queued(void const* stream) noexcept;
void simt_check_ends_queued() noexcept;
#if !SIMT_PROFILE
/// Names the work of a stream that the calling OS thread does; null: none.
[[nodiscard]] void const* simt_check_work() noexcept;
/// The calling OS thread begins part `number` of that work, of `count`, and ends it by
/// simt_check_ends_queued(): behind those parts whose byte in `behind` is 1.
void simt_check_begins_part(void const* work, std::size_t number, unsigned char const* behind,
                            std::size_t count) noexcept;
/// The running thread launches a kernel with a pointer to memory that a child does not see.
void simt_check_hidden_argument(char const* kernel, unsigned argument, char const* memory) noexcept;
#endif
/// Has what comes next in a stream wait for what has come in another so far.
void simt_check_stream_waits(void const* stream, void const* other) noexcept;
void simt_check_event_recorded(void const* event, void const* stream) noexcept;
/// Has what comes next in a stream, null: in the host, wait for what the event stands for.
void simt_check_event_awaited(void const* event, void const* stream) noexcept;
/// The host has waited for a stream, null: for all.
void simt_check_host_waited(void const* stream) noexcept;
/// A function of the host's begins within a stream: it may tell any thread of the host how far the
/// stream has come.
void simt_check_host_called() noexcept;

// Tell what kernels launch and copy: children, by numbers. Streams and events of a block go by
// theirs.

/// Whom a child waits for, beside those of its stream.
enum simt_check_child { simt_child_of_stream = 0, simt_child_alone = 1, simt_child_of_tail = 2 };
/// The running thread asks for a child, whose number this gives.
[[nodiscard]] std::uint32_t simt_check_asks_child(unsigned stream, int kind) noexcept;
/// The calling OS thread begins that child, and ends the one that it began last.
void simt_check_begins_child(std::uint32_t child) noexcept;
void simt_check_ends_child() noexcept;
/// The running thread has waited for all children that its block has asked for.
void simt_check_children_awaited() noexcept;
void simt_check_child_event_recorded(unsigned event, unsigned stream) noexcept;
/// Has what the block asks for next in a stream wait for what the event stands for.
void simt_check_child_event_awaited(unsigned event, unsigned stream) noexcept;

#if SIMT_PROFILE
// What only the profiler (cmake/profile) hears.

/// The running thread counts one of its eight counters up.
void simt_profile_trigger(int counter) noexcept;
/// The program wants what comes to be looked at, or not.
void simt_profile_range(bool wanted) noexcept;
/// The host asks for a copy. `direction`: 1 to the device, 2 from it, 3 between its memories, 0 none of
/// these.
void simt_profile_copied(int direction, std::size_t bytes, bool pinned) noexcept;

/// A level of a texture that lies in an array, which a GPU stores in tiles: rows of `pitch` bytes.
struct simt_profile_plane {
  void const* base;
  std::ptrdiff_t pitch, slice;
};
/// Between the two the running thread fetches from a texture: of `count` levels in arrays, none
/// where it is linear memory. What it accesses are texels.
void simt_profile_fetch_begins(simt_profile_plane const* levels, int count) noexcept;
void simt_profile_fetch_ends() noexcept;
void simt_profile_texel(void const* texel, unsigned bytes) noexcept;

/// An array that is the running thread's own begins to live: a GPU has it in local memory.
void simt_profile_own_array(void const* array, std::size_t bytes) noexcept;
#endif

}  // extern "C"

namespace simt::inline SIMT_ABI::detail {

/// While it lives, accesses are the library's own.
struct checked_library {
  SIMT_INLINE checked_library() { simt_check_enter_library(); }
  SIMT_INLINE ~checked_library() { simt_check_leave_library(); }
  checked_library(checked_library const&) = delete;
  checked_library& operator=(checked_library const&) = delete;
};

/// While it lives, the calling OS thread does what has been queued in a stream.
struct checked_work {
  explicit checked_work(void const* stream) { simt_check_begins_queued(stream); }
  ~checked_work() { simt_check_ends_queued(); }
  checked_work(checked_work const&) = delete;
  checked_work& operator=(checked_work const&) = delete;
};

/// While it lives, the calling OS thread does what a kernel has asked for.
struct checked_child {
  explicit checked_child(std::uint32_t child) { simt_check_begins_child(child); }
  ~checked_child() { simt_check_ends_child(); }
  checked_child(checked_child const&) = delete;
  checked_child& operator=(checked_child const&) = delete;
};

/// While it lives, the running thread waits, and others of its block may run.
struct checked_wait {
  checked_wait(int kind, unsigned rank)
      : rank_(rank), depth_(simt_check_wait_begins(kind, nullptr)) {}
  ~checked_wait() { simt_check_resume(rank_, depth_); }
  checked_wait(checked_wait const&) = delete;
  checked_wait& operator=(checked_wait const&) = delete;

 private:
  unsigned rank_, depth_;
};

/// While it lives, accesses are races that the program intends.
struct intended_race {
  intended_race() { simt_check_enter_intended(); }
  ~intended_race() { simt_check_leave_intended(); }
  intended_race(intended_race const&) = delete;
  intended_race& operator=(intended_race const&) = delete;
  /// Stands in front of a comma: a temporary lives until the whole expression has its value.
  [[nodiscard]] bool begun() const { return true; }
};

/// Held while the calling OS thread runs blocks.
struct kernel_turn {
  kernel_turn() { simt_check_take_turn(); }
  ~kernel_turn() {
    simt_check_end_blocks();
    simt_check_pass_turn();
  }
  kernel_turn(kernel_turn const&) = delete;
  kernel_turn& operator=(kernel_turn const&) = delete;
};

}  // namespace simt::inline SIMT_ABI::detail

#endif

namespace simt::inline SIMT_ABI::detail {

/// Orders the running thread's accesses as all blocks see them; a checked build is told of one
/// fence.
SIMT_INLINE void device_fence() noexcept {
#if SIMT_CHECK
  simt_check_fence(true);
  checked_library const library;
#endif
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace simt::inline SIMT_ABI::detail

/// Marks a race that is meant to be: the expression, which a checked build reports no race of.
/// - Order:   holds until the end of the whole expression, of what functions access that it calls, too
/// - Cost:    none but in checked builds
#if SIMT_CHECK
#define SIMT_INTENDED_RACE(...) \
  (static_cast<void>(::simt::detail::intended_race().begun()), (__VA_ARGS__))
#else
#define SIMT_INTENDED_RACE(...) (__VA_ARGS__)
#endif
