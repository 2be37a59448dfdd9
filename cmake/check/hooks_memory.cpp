// SPDX-License-Identifier: MIT
// Takes note of what the library tells of memory and of its own accesses to it: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"

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
    default: return memory_kind::device;
  }
}

}  // namespace
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
  if (c->block.arrays.size() == 255) return;
  c->block.arrays.push_back({first, bytes});
  std::memset(s.arrays + first / 4, static_cast<int>(c->block.arrays.size()), (bytes + 3) / 4);
}

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
