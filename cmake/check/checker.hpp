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
/// Memory has been freed, or more than its bounds counts from now on.
void forget_plain_memory();
/// Forgets the accesses so far: all that comes is ordered after them.
void begin_races();
void release_at(context& c, std::uintptr_t a, bool wide);
void acquire_at(context& c, std::uintptr_t a);
/// Those threads of the running block have met: what each has fenced, any of them may give to
/// others.
void share_fences(context& c, std::span<unsigned const> met);
/// Adds what another thread knows.
void join(std::vector<acquired>& into, std::vector<acquired> const& from);

}  // namespace simt::check
