// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"
#include "memory.hpp"
#include "settings.hpp"
#include "sites.hpp"
#include "threads.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// The checker of SIMT_CHECK builds. Kernels run one thread at a time; the compiler calls
// __tsan_read4 and its kind at each access (instrumented.cpp), the library says where threads begin
// and wait (hooks_*.cpp). Nothing here is compiled with instrumentation.
namespace simt::check {

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
/// Takes note of an atomic that compares what lies there: the running thread's last read of it was a guess.
void note_comparison(context& c, std::uintptr_t at);
/// The running thread has read an atomic, with acquire: it may have waited there for copies of its own.
void gate_read(context& c, std::uintptr_t at);
/// Tells of an access that meets a copy which has begun and has not been waited for.
void check_copies(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                  void const* return_address);
/// Names an access.
char const* verb(access_way way, bool atomic);
/// True where the program has said nothing against the access; else that is told.
bool check_usage(context& c, allocation const& a, std::uintptr_t at, std::size_t bytes,
                 access_way way, bool atomic, void const* return_address);
/// Takes note of what the running thread writes to its own arrays; tells of reads in front of that.
void check_own_values(context& c, std::uintptr_t at, std::size_t bytes, access_way way,
                      void const* return_address);
/// Tells of a write to a `__constant__` variable.
void report_constant(context& c, allocation const& a, std::uintptr_t at, std::size_t bytes,
                     access_way way, bool atomic, void const* return_address);
void settle_pending(context& c);
/// The same, and quick where nothing is pending.
inline void settle(context& c) {
  if (c.pending.address == nullptr) return;
  checker_scope const scope(&c);
  settle_pending(c);
}
/// Memory has been freed, or more than its bounds counts from now on.
void forget_plain_memory();
/// Forgets the accesses so far: all that comes is ordered after them.
void begin_races();
/// The running thread comes by a fence; `wide`: other blocks see what it has done, too.
void fence_here(context& c, bool wide);
/// Has those who read there from now on know what stands before the thread's last fence.
void release_at(context& c, std::uintptr_t a, bool wide);
/// The same of all that the thread has done: the write itself releases.
void release_all_at(context& c, std::uintptr_t a);
/// The running thread reads there: it knows what has been released from now on, or, where the read
/// itself acquires nothing, from its next fence or meeting on.
void acquire_at(context& c, std::uintptr_t a, bool at_once);
/// Has a thread know what its reads have seen that acquired nothing.
void know_seen(thread_state& t);
/// True where an atomic in a variable that the program is loaded with is the program's, not the
/// library's own.
bool is_atomic_of_program(std::uintptr_t a, void const* return_address);
/// Those threads of the running block have met: what each has fenced, any of them may give to
/// others.
void share_fences(context& c, std::span<unsigned const> met);
/// Adds what another thread knows.
void join(std::vector<acquired>& into, std::vector<acquired> const& from);

}  // namespace simt::check
