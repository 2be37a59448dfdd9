// SPDX-License-Identifier: MIT
// Takes note of what the library tells of memory and of its own accesses to it: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"
#include "streams.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace simt::check {
namespace {

memory_kind kind_of(int memory) {
  switch (memory) {
    case simt_memory_managed: return memory_kind::managed;
    case simt_memory_host: return memory_kind::host;
    case simt_memory_registered: return memory_kind::registered;
    case simt_memory_variable: return memory_kind::variable;
    case simt_memory_heap: return memory_kind::heap;
    case simt_memory_array: return memory_kind::array;
    case simt_memory_texels: return memory_kind::texels;
    default: return memory_kind::device;
  }
}

}  // namespace

bool may_free(void const* p, void const* return_address) {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr) return true;
  checker_scope const scope(c);
  auto const at = reinterpret_cast<std::uintptr_t>(p);
  region const& r = memory();
  allocation const* const a = r.holds(at) ? r.at(at) : nullptr;
  if (a != nullptr && a->kind == memory_kind::heap && !a->freed && a->begin == at) return true;
  if (!settings().memory) return false;
  finding f = finding_here(*c, "memory", return_address);
  f.address = at;
  if (a == nullptr || a->kind != memory_kind::heap) {
    f.what = "a kernel frees " + hex(at) + ", which its heap has not given";
    f.advice = "free what `malloc` or `new` gave in a kernel; `cudaFree` frees what `cudaMalloc` gave";
  } else if (a->freed) {
    f.what = "a kernel frees what has been freed: " + place_of(*a, at);
    f.advice = "free it once: let one thread do that, and set the pointer to null";
  } else {
    f.what = "a kernel frees an address within what its heap gave: " + place_of(*a, at);
    f.advice = "free the address that `malloc` gave";
  }
  if (a != nullptr) describe(f, *a);
  report(std::move(f));
  return false;
}

}  // namespace simt::check

namespace simt::check {

void report_unused(allocation const& a) {
  if (!settings().unused || a.kind != memory_kind::device || a.written == nullptr) return;
  std::size_t unwritten = 0;
  while (unwritten < a.bytes && first_unwritten(a, unwritten, 1) == 0) ++unwritten;
  if (unwritten < a.bytes) return;
  finding f;
  f.kind = "uninitialised";
  f.at = program_frame(a.allocated_at.address.data(), a.allocated_at.count);
  f.address = a.begin;
  f.bytes = a.bytes;
  f.what = count_of(a.bytes, "byte") + " of device memory are never written";
  f.advice = "leave the allocation out, or write to it";
  describe(f, a);
  report(std::move(f));
}

namespace {
/// Changes what the program has said of the device's memory at an address.
template <class F>
void said_of(void const* p, F const& change) {
  checker_scope const scope(mine.c);
  std::scoped_lock const hold(turn());
  auto const at = reinterpret_cast<std::uintptr_t>(p);
  allocation* const a = memory().holds(at) ? memory().at(at) : nullptr;
  if (a == nullptr || a->freed || at - a->begin >= a->bytes) return;
  if (a->said == nullptr) a->said = std::make_unique<usage>();
  change(*a, *a->said, at - a->begin);
  a->quick_bytes = a->said->restricts() || a->kind == memory_kind::program ? 0 : a->bytes;
  forget_plain_memory();
}
}  // namespace

}  // namespace simt::check

using namespace simt::check;

extern "C" {

void simt_check_atomic(void const volatile* p, std::size_t bytes, bool wide) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  c->told = true;
  access(*c, a, bytes, c->unread ? access_way::writes : access_way::updates,
         wide ? for_all : for_block, __builtin_return_address(0));
  c->told = c->unread = false;
  acquire_at(*c, a, true);
  release_at(*c, a, wide);
}

void simt_check_compares(void const volatile* p) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || !settings().race) return;
  checker_scope const scope(c);
  note_comparison(*c, reinterpret_cast<std::uintptr_t>(p));
}

void simt_check_result_unread() noexcept {
  if (context* const c = here; c != nullptr) c->unread = true;
}

void simt_check_access(void const volatile* p, std::size_t bytes, bool writes) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  c->told = true;
  access(*c, reinterpret_cast<std::uintptr_t>(p), bytes,
         writes ? access_way::writes : access_way::reads, for_nobody, __builtin_return_address(0));
  c->told = false;
}

void simt_check_beyond(void const* p, std::size_t bytes) noexcept {
  context* const c = here;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (c == nullptr || c->self == nullptr || !memory().holds(a)) return;
  checker_scope const scope(c);
  allocation const* const at = memory().at(a);
  if (at != nullptr && !at->freed && a - at->begin < at->bytes) return;
  c->told = true;
  access(*c, a, bytes, access_way::reads, for_nobody, __builtin_return_address(0), true);
  c->told = false;
}

void simt_check_no_object(bool is_surface) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || !settings().memory) return;
  checker_scope const scope(c);
  finding f = finding_here(*c, "memory", __builtin_return_address(0));
  std::string const object = is_surface ? "surface" : "texture";
  f.what = "a " + object +
           " object is used that is none: its memory has been freed, or it has been destroyed";
  f.advice = "free the memory, and destroy the object, behind the last kernel that uses them";
  report(std::move(f));
}

void simt_check_hidden_argument(char const* kernel, unsigned argument,
                                char const* memory) noexcept {
  context* const c = mine.c;
  if (c == nullptr || c->self == nullptr || !settings().memory) return;
  checker_scope const scope(c);
  finding f = finding_here(*c, "memory", c->calls->caller(0));
  trace const t = host_trace();
  f.at = program_frame(t.address.data(), t.count);
  f.what = "a launch of " + std::string(kernel) + " gets a pointer to " + memory +
           " memory as argument " + std::to_string(argument) + ", which a child does not see";
  f.advice =
      "pass global memory (`cudaMalloc`, a `__device__` variable, or the heap's), or the value "
      "itself";
  report(std::move(f));
}

void simt_check_shared_array(void* array, std::size_t bytes) noexcept {
  context* const c = mine.c;
  if (c == nullptr || !mine.active || c->block.shared == nullptr) return;
  checker_scope const scope(c);
  allocation& s = *c->block.shared;
  std::size_t const first = reinterpret_cast<std::uintptr_t>(array) - s.begin;
  if (first >= s.bytes || s.arrays[first / 4] != 0) return;
  s.used.emplace_back(first, bytes);
  if (c->block.arrays.size() == 255) return;
  c->block.arrays.push_back({first, bytes});
  std::memset(s.arrays + first / 4, static_cast<int>(c->block.arrays.size()), (bytes + 3) / 4);
}

bool simt_check_may_free(void const* p) noexcept { return may_free(p, __builtin_return_address(0)); }

void* simt_check_allocate(std::size_t bytes) noexcept {
  checker_scope const scope(mine.c);
  return memory().allocate(bytes);
}
void simt_check_release(void* p) noexcept {
  checker_scope const scope(mine.c);
  memory().release(p);
}
void simt_check_allocated(void const* p, std::size_t bytes, int kind) noexcept {
  checker_scope const scope(mine.c);
  memory_kind const k = kind_of(kind);
  // (Of managed memory variables are initialised.)
  bool const watched = (k == memory_kind::managed || k == memory_kind::host) &&
                       memory().holds(reinterpret_cast<std::uintptr_t>(p));
  allocation* const a =
      memory().enter(p, bytes, k, k != memory_kind::device && k != memory_kind::heap && !watched);
  if (a != nullptr && watched) watch_host_writes(*a);
}
void simt_check_freed(void const* p) noexcept {
  checker_scope const scope(mine.c);
  auto const begin = reinterpret_cast<std::uintptr_t>(p);
  allocation const* const a = memory().holds(begin) ? memory().at(begin) : nullptr;
  if (a != nullptr && !a->freed) {
    if (settings().unused) report_unused(*a);
    if (moment_box work = running_work(); work != nullptr && settings().memory) {
      std::scoped_lock const hold(turn());
      check_freed(begin, a->bytes, std::move(work));
    }
  }
  memory().leave(p);
}

void simt_check_filled(void const* p, std::size_t bytes, void const* from) noexcept {
  checker_scope const scope(mine.c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  region& r = memory();
  if (moment_box const work = running_work(); work != nullptr && settings().api) {
    auto const note = [&](std::uintptr_t side, access_way way) {
      allocation const* known = side != 0 ? r.find(side) : nullptr;
      // (A variable that no kernel has come to yet.)
      if (known == nullptr && side != 0)
        if (variable const* const v = variable_before(side);
            v != nullptr && side - v->begin < v->bytes)
          known = r.enter(reinterpret_cast<void const*>(v->begin), v->bytes, memory_kind::variable,
                          true);
      if (known != nullptr && !known->freed) note_outside(side, bytes, way, work, false, nullptr);
    };
    note(a, access_way::writes);
    note(reinterpret_cast<std::uintptr_t>(from), access_way::reads);
  }
  if (!r.holds(a)) return;
  allocation* const to = r.at(a);
  if (to == nullptr || to->freed || (to->kind != memory_kind::device && to->written == nullptr))
    return;
  auto const b = reinterpret_cast<std::uintptr_t>(from);
  allocation* const source = from != nullptr && r.holds(b) ? r.at(b) : nullptr;
  std::size_t const in = a - to->begin;
  std::size_t const out = source != nullptr ? b - source->begin : 0;
  std::size_t const known = source != nullptr ? std::min(bytes, source->bytes - out) : bytes;
  // A kernel that runs meanwhile looks at the bits: without the turn there is none to be had, or
  // lost.
  std::unique_lock const has_turn(turn(), std::try_to_lock);
  if (source != nullptr && !source->freed && has_turn) find_host_writes(*source, out, known);
  if (source == nullptr || source->freed || (source->host_writes && !has_turn) ||
      first_unwritten(*source, out, known) == known) {
    if (has_turn && in == 0 && bytes >= to->bytes && to->kind == memory_kind::device)
      forget_unwritten(*to);
    else
      set_written(*to, in, bytes);
    return;
  }
  if (to->written == nullptr && (!has_turn || !settings().init || !remember_unwritten(*to))) return;
  for (std::size_t i = 0; i < bytes && in + i < to->bytes && out + i < source->bytes; ++i) {
    if (first_unwritten(*source, out + i, 1) == 1)
      set_written(*to, in + i, 1);
    else
      clear_written(*to, in + i, 1);
  }
}

void simt_check_pool(void const* p, std::size_t bytes, int event) noexcept {
  said_of(p, [&](allocation& a, usage& u, std::size_t first) {
    auto const begins_there = [&](auto const& x) { return x.first == first; };
    if (event == simt_pool_part) {
      std::erase_if(u.parts, begins_there);
      if (bytes != 0) u.parts.push_back({first, std::min(bytes, a.bytes - first)});
      return;
    }
    auto const pool = std::find_if(u.pools.begin(), u.pools.end(), begins_there);
    if (event == simt_pool_begins && pool == u.pools.end())
      u.pools.push_back({first, std::min(bytes, a.bytes - first)});
    if (pool == u.pools.end()) return;
    std::erase_if(u.parts,
                  [&](usage::part const& x) { return x.first - pool->first < pool->bytes; });
    if (event == simt_pool_ends) u.pools.erase(pool);
  });
}
void simt_check_names(void const* p, char const* name) noexcept {
  said_of(p, [&](allocation&, usage& u, std::size_t first) {
    if (first == 0 && name != nullptr) u.name = name;
  });
}
void simt_check_permits(void const* p, unsigned flags) noexcept {
  said_of(p, [&](allocation& a, usage& u, std::size_t first) {
    std::erase_if(u.permissions, [&](auto const& x) { return x.first == first; });
    auto const part = std::find_if(u.parts.begin(), u.parts.end(),
                                   [&](usage::part const& x) { return x.first == first; });
    std::size_t const bytes = part != u.parts.end() ? part->bytes : a.bytes - first;
    if ((flags & 8) == 0) u.permissions.push_back({first, bytes, flags});
  });
}

}  // extern "C"
