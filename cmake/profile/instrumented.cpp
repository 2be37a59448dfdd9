// SPDX-License-Identifier: MIT
// What compilers call with -fsanitize=thread and -fsanitize-coverage=trace-pc, in place of the
// sanitizers' own functions: takes note of each step of the running thread.
#include "profiler.hpp"

#include <cstring>

using simt::profile::event;
using simt::profile::here;
using simt::profile::lane_steps;
using simt::profile::word;

#define SIMT_CALLER reinterpret_cast<word>(__builtin_return_address(0))
#define SIMT_WHOLE (SIMT_CALLER | simt::profile::whole)

namespace {

inline void step(lane_steps& t, event e, word caller) {
  if (t.at == t.end) [[unlikely]] {
    t.grow();
    if (t.at == t.end) return;
  }
  *t.at++ = caller | word{static_cast<unsigned>(e)} << 56;
}

inline void note(void const volatile* p, std::size_t bytes, event e, word caller) {
  lane_steps* const self = here;
  if (self == nullptr) return;
  auto const a = reinterpret_cast<std::uintptr_t>(p);
  auto& t = *self;
  if (!simt::profile::region.holds(a) && a - t.own_begin >= t.own_bytes &&
      !simt::profile::is_variable(a))
    return;
  if (t.end - t.at < 2) [[unlikely]] {
    t.grow();
    if (t.end - t.at < 2) return;
  }
  t.at[0] = caller | word{static_cast<unsigned>(e)} << 56;
  t.at[1] = a | word{bytes < 65535 ? bytes : 65535} << 48;
  t.at += 2;
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __sanitizer_cov_trace_pc() {
  if (lane_steps* const t = here) step(*t, event::block, SIMT_CALLER);
}

#define SIMT_ACCESSES(kind, n, where)                                                      \
  void __tsan_##kind##read##n(void* p) { note(p, n, event::load, where); }                 \
  void __tsan_##kind##write##n(void* p) { note(p, n, event::store, where); }               \
  void __tsan_##kind##read_write##n(void* p) {                                             \
    note(p, n, event::load, SIMT_CALLER);                                                  \
    note(p, n, event::store, SIMT_CALLER);                                                 \
  }                                                                                        \
  void __tsan_##kind##volatile_read##n(void* p) { note(p, n, event::load, SIMT_CALLER); }  \
  void __tsan_##kind##volatile_write##n(void* p) { note(p, n, event::store, SIMT_CALLER); }
SIMT_ACCESSES(, 1, SIMT_CALLER)
SIMT_ACCESSES(, 2, SIMT_CALLER)
SIMT_ACCESSES(, 4, SIMT_CALLER)
SIMT_ACCESSES(, 8, SIMT_CALLER)
SIMT_ACCESSES(, 16, SIMT_WHOLE)
SIMT_ACCESSES(unaligned_, 2, SIMT_WHOLE)
SIMT_ACCESSES(unaligned_, 4, SIMT_WHOLE)
SIMT_ACCESSES(unaligned_, 8, SIMT_WHOLE)
SIMT_ACCESSES(unaligned_, 16, SIMT_WHOLE)
#undef SIMT_ACCESSES

void __tsan_read_range(void* p, std::size_t n) { note(p, n, event::load, SIMT_WHOLE); }
void __tsan_write_range(void* p, std::size_t n) { note(p, n, event::store, SIMT_WHOLE); }
void* __tsan_memcpy(void* to, void const* from, std::size_t n) {
  note(from, n, event::load, SIMT_WHOLE);
  note(to, n, event::store, SIMT_WHOLE);
  return std::memcpy(to, from, n);
}
void* __tsan_memmove(void* to, void const* from, std::size_t n) {
  note(from, n, event::load, SIMT_WHOLE);
  note(to, n, event::store, SIMT_WHOLE);
  return std::memmove(to, from, n);
}
void* __tsan_memset(void* to, int value, std::size_t n) {
  note(to, n, event::store, SIMT_WHOLE);
  return std::memset(to, value, n);
}
// clang makes calls of memcpy of the copies of whole structures (linked with --wrap).
void* __real_memcpy(void* to, void const* from, std::size_t n);
void* __wrap_memcpy(void* to, void const* from, std::size_t n) {
  if (here != nullptr && n != 0) {
    note(from, n, event::load, SIMT_WHOLE);
    note(to, n, event::store, SIMT_WHOLE);
  }
  return __real_memcpy(to, from, n);
}

// Sine and its kind take the slow way for what is far from 0 (5.4.1 of the guide); linked with --wrap.
#define SIMT_TRIGONOMETRY(name, type, limit)            \
  type __real_##name(type);                             \
  type __wrap_##name(type x) {                          \
    if (here != nullptr && (x >= limit || x <= -limit)) \
      simt::profile::take_slow_call(SIMT_CALLER);       \
    return __real_##name(x);                            \
  }
SIMT_TRIGONOMETRY(sinf, float, 105615.0f)
SIMT_TRIGONOMETRY(cosf, float, 105615.0f)
SIMT_TRIGONOMETRY(tanf, float, 105615.0f)
SIMT_TRIGONOMETRY(sin, double, 2147483648.0)
SIMT_TRIGONOMETRY(cos, double, 2147483648.0)
SIMT_TRIGONOMETRY(tan, double, 2147483648.0)
#undef SIMT_TRIGONOMETRY
#define SIMT_TRIGONOMETRY(name, type, limit)            \
  void __real_##name(type, type*, type*);               \
  void __wrap_##name(type x, type* s, type* c) {        \
    if (here != nullptr && (x >= limit || x <= -limit)) \
      simt::profile::take_slow_call(SIMT_CALLER);       \
    __real_##name(x, s, c);                             \
  }
SIMT_TRIGONOMETRY(sincosf, float, 105615.0f)
SIMT_TRIGONOMETRY(sincos, double, 2147483648.0)
#undef SIMT_TRIGONOMETRY

void __tsan_vptr_update(void** p, void*) { note(p, sizeof *p, event::store, SIMT_CALLER); }
void __tsan_vptr_read(void** p) { note(p, sizeof *p, event::load, SIMT_CALLER); }

void __tsan_func_entry(void* called_from) {
  if (lane_steps* const t = here) step(*t, event::enter, reinterpret_cast<word>(called_from));
}
void __tsan_func_exit() {
  if (lane_steps* const t = here) step(*t, event::leave, SIMT_CALLER);
}

// (Orders are the checker's.)
#define SIMT_TELLS_LOAD(p, n, order) static_cast<void>(order), note(p, n, event::load, SIMT_CALLER)
#define SIMT_TELLS_STORE(p, n, order) static_cast<void>(order), note(p, n, event::store, SIMT_CALLER)
#define SIMT_TELLS_UPDATE(p, n, order) static_cast<void>(order), note(p, n, event::atomic, SIMT_CALLER)
#define SIMT_TELLS_FENCE(order) static_cast<void>(order)
#include "../check/atomics-inl.h"

}  // extern "C"
