// SPDX-License-Identifier: MIT
// What compilers call with -fsanitize=thread, in place of the thread sanitizer's own functions, and
// with -fsanitize=alignment.
#include "quick.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <unordered_map>

using simt::check::access;
using simt::check::access_way;
using simt::check::context;
using simt::check::here;

#define SIMT_CALLER __builtin_return_address(0)

namespace {

[[gnu::noinline]] void note(void const volatile* p, std::size_t bytes, access_way way, void const* caller,
                 bool any_address = false) {
  context* const c = here;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (c != nullptr)
    access(*c, a, bytes, way, simt::check::for_nobody, caller, any_address);
  else if (simt::check::memory_known != nullptr &&
           (simt::check::memory_known->holds(a) || simt::check::memory_known->may_be_elsewhere(a)))
    simt::check::host_access(a, bytes, way, caller);
}

template <std::size_t bytes, access_way way, bool any_address>
[[gnu::noinline]] void note_races(void const volatile* p, void const* caller) {
  if (!simt::check::quick_races<bytes, way>(*here, reinterpret_cast<std::uintptr_t>(p), caller)) [[unlikely]]
    note(p, bytes, way, caller, any_address);
}
template <std::size_t bytes, access_way way, bool any_address>
[[gnu::noinline]] void note_kept(void const volatile* p, void const* caller) {
  using simt::check::quick_rest;
  auto const rest =
      simt::check::quick_access<bytes, way>(*here, reinterpret_cast<std::uintptr_t>(p), caller);
  if (rest == quick_rest::races) return note_races<bytes, way, any_address>(p, caller);
  if (rest == quick_rest::all) [[unlikely]]
    note(p, bytes, way, caller, any_address);
}
/// All that is called is called last: registers are saved by who needs them.
template <std::size_t bytes, access_way way, bool any_address>
inline void note_plain(void const volatile* p, void const* caller) {
  context* const c = here;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (c == nullptr) {  // the host, whose own memory is nobody's business
    auto const* const r = simt::check::memory_known;
    if (r == nullptr || (!r->holds(a) && !r->may_be_elsewhere(a))) return;
    return note(p, bytes, way, caller, any_address);
  }
  if (!simt::check::is_plain<bytes>(*c, a, caller))
    return note_kept<bytes, way, any_address>(p, caller);
  if (way != access_way::reads) simt::check::count_write();
}

/// Bytes that a function of the C library accesses, as many as it says.
inline void note_range(void const* p, std::size_t bytes, access_way way, void const* caller) {
  if (bytes != 0) note(p, bytes, way, caller, true);
}

/// The alignment that the type of a structure asks for which a call of memcpy copies as a whole, as clang 14
/// makes them; 1 where the program itself copies bytes.
std::size_t copied_alignment(void const* caller, std::size_t bytes) {
  static auto& known = *new std::unordered_map<void const*, std::size_t>;
  auto const [at, fresh] = known.try_emplace(caller, 1);
  if (fresh &&
      simt::check::source_line(simt::check::line_at(caller)).find("memcpy") == std::string::npos)
    at->second = std::max<std::size_t>(1, simt::check::type_alignment(caller, bytes));
  return at->second;
}

/// One side of a copy.
inline void note_copied(void const* p, std::size_t bytes, access_way way, void const* caller) {
  note_range(p, bytes, way, caller);
  context* const c = here;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (c == nullptr || c->self == nullptr || c->in_library != 0) return;
  if (bytes > 16 || !std::has_single_bit(bytes) || a % bytes == 0) return;
  simt::check::checker_scope const scope(c);
  if (!simt::check::settings().memory || !simt::check::memory().holds(a)) return;
  std::size_t const alignment = copied_alignment(caller, bytes);
  if (a % alignment == 0) return;
  simt::check::report_misaligned(*c, a, alignment, way == access_way::reads ? "read" : "write", caller);
}

/// A volatile access: in global memory a flag's, which orders as an atomic does, and in shared memory
/// where a fence stands before what is written.
inline void note_volatile(void const volatile* p, std::size_t bytes, access_way way,
                          void const* caller) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0) return;
  simt::check::checker_scope const scope(c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  auto& memory = simt::check::memory();
  bool flag = true;
  if (way != access_way::reads && c->self->fence == nullptr && memory.holds(a))
    if (auto const* const at = memory.at(a))
      flag = at->kind != simt::check::memory_kind::shared;
  access(*c, a, bytes, way, flag ? simt::check::for_all : simt::check::for_nobody, caller);
  if (!flag) return;
  if (way == access_way::reads)
    simt::check::acquire_at(*c, a, true);
  else
    simt::check::release_at(*c, a, true);
}

inline bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
inline bool releases(int order) { return order >= __ATOMIC_RELEASE; }

inline void note_atomic(void const volatile* p, std::size_t bytes, access_way way, int order,
                        void const* caller) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0) return;
  simt::check::checker_scope const scope(c);
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  if (!simt::check::memory().holds(a) && !simt::check::is_atomic_of_program(a, caller)) return;
  c->told = true;
  access(*c, a, bytes, way, simt::check::for_all, caller);
  c->told = false;
  if (way != access_way::writes) simt::check::acquire_at(*c, a, acquires(order));
  if (way == access_way::reads && acquires(order) && !c->self->copies.empty())
    simt::check::gate_read(*c, a);
  if (way == access_way::reads) return;
  if (releases(order))
    simt::check::release_all_at(*c, a);
  else
    simt::check::release_at(*c, a, true);
}
inline void note_fence(int order) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0 || order == __ATOMIC_RELAXED) return;
  simt::check::checker_scope const scope(c);
  simt::check::fence_here(*c, true);
}

}  // namespace

extern "C" {

void __tsan_init() {}

#define SIMT_ACCESSES(kind, n, any)                          \
  void __tsan_##kind##read##n(void* p) {                     \
    note_plain<n, simt::check::reads, any>(p, SIMT_CALLER);  \
  }                                                          \
  void __tsan_##kind##write##n(void* p) {                    \
    note_plain<n, simt::check::writes, any>(p, SIMT_CALLER); \
  }                                                          \
  void __tsan_##kind##read_write##n(void* p) {               \
    note_plain<n, simt::check::updates, any>(p, SIMT_CALLER);\
  }                                                          \
  void __tsan_##kind##volatile_read##n(void* p) {            \
    note_volatile(p, n, simt::check::reads, SIMT_CALLER);    \
  }                                                          \
  void __tsan_##kind##volatile_write##n(void* p) {           \
    note_volatile(p, n, simt::check::writes, SIMT_CALLER);   \
  }
SIMT_ACCESSES(, 1, false)
SIMT_ACCESSES(, 2, false)
SIMT_ACCESSES(, 4, false)
SIMT_ACCESSES(, 8, false)
SIMT_ACCESSES(, 16, false)
SIMT_ACCESSES(unaligned_, 2, true)
SIMT_ACCESSES(unaligned_, 4, true)
SIMT_ACCESSES(unaligned_, 8, true)
SIMT_ACCESSES(unaligned_, 16, true)
#undef SIMT_ACCESSES

void __tsan_read_range(void* p, std::size_t n) {
  note(p, n, simt::check::reads, SIMT_CALLER, true);
}
void __tsan_write_range(void* p, std::size_t n) {
  note(p, n, simt::check::writes, SIMT_CALLER, true);
}
// The linker gives these in place of memcpy, memmove and memset (--wrap).
void* __real_memcpy(void* to, void const* from, std::size_t n);
void* __real_memmove(void* to, void const* from, std::size_t n);
void* __real_memset(void* to, int value, std::size_t n);
void* __wrap_memcpy(void* to, void const* from, std::size_t n) {
  note_copied(from, n, simt::check::reads, SIMT_CALLER);
  note_copied(to, n, simt::check::writes, SIMT_CALLER);
  return __real_memcpy(to, from, n);
}
void* __wrap_memmove(void* to, void const* from, std::size_t n) {
  note_range(from, n, simt::check::reads, SIMT_CALLER);
  note_range(to, n, simt::check::writes, SIMT_CALLER);
  return __real_memmove(to, from, n);
}
void* __wrap_memset(void* to, int value, std::size_t n) {
  note_range(to, n, simt::check::writes, SIMT_CALLER);
  return __real_memset(to, value, n);
}

// Exceptions lie in memory of the C++ library's, and end the thread in the line that throws.
void* __real___cxa_allocate_exception(std::size_t bytes);
void* __wrap___cxa_allocate_exception(std::size_t bytes) {
  void* const p = __real___cxa_allocate_exception(bytes);
  if (context* const c = here; c != nullptr) c->thrown = {reinterpret_cast<std::uintptr_t>(p), bytes};
  return p;
}
[[noreturn]] void __real___cxa_throw(void* exception, void* type, void (*destroy)(void*));
[[noreturn]] void __wrap___cxa_throw(void* exception, void* type, void (*destroy)(void*)) {
  context* const c = here;
  // (What the library throws out of a wait comes from where the thread waits.)
  if (c != nullptr && c->self != nullptr && c->in_library == 0 && c->self->waits == 0)
    c->self->wait_site = simt::check::intern(SIMT_CALLER);
  __real___cxa_throw(exception, type, destroy);
}

void __tsan_vptr_update(void** p, void*) { note(p, sizeof *p, simt::check::writes, SIMT_CALLER); }
void __tsan_vptr_read(void** p) { note(p, sizeof *p, simt::check::reads, SIMT_CALLER); }

void __tsan_func_entry(void* caller) {
  context* const c = here;
  if (c != nullptr) c->calls->enter(caller);
}
void __tsan_func_exit() {
  context* const c = here;
  if (c != nullptr) c->calls->leave();
}

#define SIMT_TELLS_LOAD(p, n, order) note_atomic(p, n, simt::check::reads, order, SIMT_CALLER)
#define SIMT_TELLS_STORE(p, n, order) note_atomic(p, n, simt::check::writes, order, SIMT_CALLER)
#define SIMT_TELLS_UPDATE(p, n, order) note_atomic(p, n, simt::check::updates, order, SIMT_CALLER)
#define SIMT_TELLS_FENCE(order) note_fence(order)
#include "atomics-inl.h"

// -fsanitize=bounds: indices of arrays whose size the compiler knows.
// -fsanitize=alignment: pointers to vectors and structures whose parts are accessed one by one.
// -fsanitize=object-size: what leaves an object whose size the compiler knows, such as a thread's array.
struct simt_source_location {
  char const* file;
  std::uint32_t line, column;
};
struct simt_type {
  std::uint16_t kind, width;  // integers: 0; signed | logarithm of the bits << 1
  char name[1];
};
struct simt_out_of_bounds {
  simt_source_location at;
  simt_type const* array;
  simt_type const* index;
};
static void missed(simt_out_of_bounds const* m, std::uintptr_t index, void const* caller) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0 || m->index->kind != 0) return;
  unsigned const unused = 64 - std::min(64u, 1u << (m->index->width >> 1));
  auto value = static_cast<std::int64_t>(index << unused);
  value = (m->index->width & 1) != 0 ? value >> unused
                                     : static_cast<std::int64_t>((index << unused) >> unused);
  simt::check::settle_missed_index(*c);
  c->missed = {value, m->array->name, reinterpret_cast<std::uintptr_t>(caller), 4};
}
void __ubsan_handle_out_of_bounds(simt_out_of_bounds* m, std::uintptr_t index) {
  missed(m, index, SIMT_CALLER);
}
void __ubsan_handle_out_of_bounds_abort(simt_out_of_bounds* m, std::uintptr_t index) {
  missed(m, index, SIMT_CALLER);
}
struct simt_type_mismatch {
  simt_source_location at;
  simt_type const* type;
  unsigned char log_alignment;
  unsigned char kind;
};
static void misaligned(simt_type_mismatch const* m, std::uintptr_t p, void const* caller) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0) return;
  simt::check::checker_scope const scope(c);
  std::size_t const alignment = std::size_t{1} << m->log_alignment;
  if (!simt::check::settings().memory) return;
  if (p % alignment == 0) {  // -fsanitize=object-size
    simt::check::check_own_object(*c, p, m->type->kind == 0 ? (std::size_t{1} << (m->type->width >> 1)) / 8 : 0,
                                  m->kind == 1 ? "write" : "read", caller);
    return;
  }
  simt::check::report_misaligned(*c, p, alignment, m->kind == 1 ? "write" : "read", caller);
}
void __ubsan_handle_type_mismatch_v1(simt_type_mismatch* m, std::uintptr_t p) {
  misaligned(m, p, SIMT_CALLER);
}
void __ubsan_handle_type_mismatch_v1_abort(simt_type_mismatch* m, std::uintptr_t p) {
  misaligned(m, p, SIMT_CALLER);
}
// Called for what is said to be aligned (std::assume_aligned, over-aligned new) and is not: nothing
// tells of its accesses.
static void wrongly_assumed(std::uintptr_t p, std::size_t alignment, void const* caller) {
  context* const c = here;
  if (c == nullptr || c->self == nullptr || c->in_library != 0) return;
  simt::check::checker_scope const scope(c);
  if (simt::check::settings().memory) simt::check::report_misaligned(*c, p, alignment, "read", caller);
}
void __ubsan_handle_alignment_assumption(void* /*place*/, std::uintptr_t p, std::uintptr_t alignment,
                                         std::uintptr_t offset) {
  wrongly_assumed(p - offset, alignment, SIMT_CALLER);
}
void __ubsan_handle_alignment_assumption_abort(void* /*place*/, std::uintptr_t p, std::uintptr_t alignment,
                                               std::uintptr_t offset) {
  wrongly_assumed(p - offset, alignment, SIMT_CALLER);
}

}  // extern "C"
