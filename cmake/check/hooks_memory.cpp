// SPDX-License-Identifier: MIT
// Takes note of what the library tells of memory and of its own accesses to it: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"
#include "streams.hpp"

#include <cstring>

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

using namespace simt::check;

extern "C" {

void simt_check_atomic(void const volatile* p, std::size_t bytes) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  c->told = true;
  access(*c, a, bytes, access_way::updates, true, __builtin_return_address(0));
  c->told = false;
  acquire_at(*c, a);
  release_at(*c, a);
}

void simt_check_access(void const volatile* p, std::size_t bytes, bool writes) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  c->told = true;
  access(*c, reinterpret_cast<std::uintptr_t>(p), bytes,
         writes ? access_way::writes : access_way::reads, false, __builtin_return_address(0));
  c->told = false;
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
  memory().enter(p, bytes, k, k != memory_kind::device && k != memory_kind::heap);
}
void simt_check_freed(void const* p) noexcept {
  checker_scope const scope(mine.c);
  memory().leave(p);
}

void simt_check_filled(void const* p, std::size_t bytes, void const* from) noexcept {
  checker_scope const scope(mine.c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  region& r = memory();
  if (moment_box const work = running_work(); work != nullptr && settings().api) {
    // The device's memory is met by other streams alone, which there must be.
    auto const note = [&](std::uintptr_t side, access_way way) {
      allocation const* const known = side != 0 && r.holds(side) ? r.at(side) : nullptr;
      if (known != nullptr && !known->freed &&
          (known->kind != memory_kind::device || has_several_streams()))
        note_outside(side, bytes, way, work, false, nullptr);
    };
    note(a, access_way::writes);
    note(reinterpret_cast<std::uintptr_t>(from), access_way::reads);
  }
  if (!r.holds(a)) return;
  allocation* const to = r.at(a);
  if (to == nullptr || to->freed || to->written == nullptr) return;
  auto const b = reinterpret_cast<std::uintptr_t>(from);
  allocation const* const source = from != nullptr && r.holds(b) ? r.at(b) : nullptr;
  if (source == nullptr || source->freed || source->written == nullptr) {
    set_written(*to, a - to->begin, bytes);
    return;
  }
  std::size_t const in = a - to->begin, out = b - source->begin;
  for (std::size_t i = 0; i < bytes && in + i < to->bytes && out + i < source->bytes; ++i) {
    if (first_unwritten(*source, out + i, 1) == 1)
      set_written(*to, in + i, 1);
    else
      clear_written(*to, in + i, 1);
  }
}

}  // extern "C"
