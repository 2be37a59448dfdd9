// SPDX-License-Identifier: MIT
#pragma once

#include "lines.hpp"
#include "sites.hpp"
#include "text.hpp"
#include "threads.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Findings, and how they are told.
namespace simt::check {

struct finding {
  char const* kind = "";
  std::string kernel, what, advice;
  frame at, other;
  bool has_block = false, has_other = false;
  unsigned block[3]{}, thread[3]{}, other_block[3]{}, other_thread[3]{};
  unsigned grid[3]{}, shape[3]{};
  std::uint32_t launch = 0;  // the running thread's; 0: none
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::vector<std::string> notes;
};
void report(finding f, std::size_t count = 1);
/// The same where it may turn out to be something else: a read of what nobody has written, which
/// another thread writes before they next meet, or work of a stream that nothing orders with the
/// launch, is a race; a race within a warp is one of the block where other warps take part at the
/// same lines. Told when the block's threads meet, or the launch, and such work, ends.
void report_unwritten(context& c, finding f, bool shared);
void note_write(context& c, std::uintptr_t a, std::size_t bytes);
void report_warp_race(finding f);
void flush_block(context& c);
/// Drops reads of what a copy or fill of another stream writes: that is told.
void drop_filled();
/// `all`: no other work comes.
void flush_launch(bool all = false);
/// Findings of memory so far, folded ones too.
std::size_t memory_findings();
/// A finding of the running thread.
finding finding_here(context const& c, char const* kind, void const* return_address);
void unflatten(unsigned rank, unsigned const (&shape)[3], unsigned (&out)[3]);
/// True where the running thread may free that; else it is told.
bool may_free(void const* p, void const* return_address);
bool any_findings();
void finish_report();

/// An access outside of an object whose size the compiler knows: told where that is the thread's
/// own. `bytes`: 0 where they are not known.
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
