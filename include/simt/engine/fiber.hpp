#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cxxabi.h>
#include <csetjmp>
#include <cstddef>
#include <cstdint>

// Which implementation switches stacks. SIMT_FIBER_UCONTEXT=1 asks for the portable one.
#ifndef SIMT_FIBER_UCONTEXT
#if (defined(__x86_64__) && defined(__LP64__)) || defined(__aarch64__)
#define SIMT_FIBER_UCONTEXT 0
#else
#define SIMT_FIBER_UCONTEXT 1
#endif
#endif

#if SIMT_FIBER_UCONTEXT
#include <ucontext.h>
#endif

#if SIMT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if SIMT_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace simt::inline SIMT_ABI::detail {

/// Where a suspended execution goes on. What a function call keeps is kept (callee-saved
/// registers), no more: the floating-point control words (mxcsr, x87, fpcr) belong to the thread,
/// so a kernel that changes the rounding mode restores it before a barrier.
#if SIMT_FIBER_UCONTEXT
struct context {
  ucontext_t uc;
};
#else
struct context {
  void* sp = nullptr;
  void* pc = nullptr;
  void* fp = nullptr;
};
#endif

/// The start of __cxa_eh_globals, which the Itanium C++ ABI fixes: the handlers that are active and
/// the exceptions in flight belong to a stack, but the C++ library keeps them per thread.
struct exception_state {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

[[nodiscard]] inline exception_state* thread_exception_state() noexcept {
  return reinterpret_cast<exception_state*>(abi::__cxa_get_globals());
}

/// One stack: a thread's own or a fiber's.
struct stack_record {
  std::byte* low = nullptr;        // lowest usable address
  std::size_t bytes = 0;           // usable bytes from low upwards
  std::size_t guard = 0;           // unusable bytes right below low
  bool native = true;              // the operating system's: its guard may be wider than we know
  sigjmp_buf* recovery = nullptr;  // where a stack overflow goes on; null: nowhere
  exception_state exceptions;      // while what runs on it is suspended and has some
#if SIMT_TSAN
  void* tsan = nullptr;
#endif
};

/// A suspended execution: half a cache line, for a block at a barrier goes through all of them.
struct execution {
  context place;
  stack_record* stack = nullptr;
};

/// Tells an operating system's thread on which stack it runs.
struct thread_stack {
  exception_state* exceptions = nullptr;
  stack_record* current = nullptr;
  unsigned excepted = 0;  // stacks that keep exceptions
};

#if !SIMT_FIBER_UCONTEXT

// An asm statement, not a function of its own: it needs no symbol, so units and link-time
// optimisers have nothing to merge, and the compiler saves what the clobbers name. The resumed
// side finds `to` in the first argument's register, which is how a fresh fiber learns its name.
// `carried` passes through a register: what all sides know needs no load from the new stack, on
// which everything else after a switch depends.
SIMT_INLINE void* switch_context(context& from, context& to, void* carried) noexcept {
#if defined(__x86_64__)
  context* first = &to;
  context* second = &from;
  asm volatile(
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rsp, 0(%%rsi)\n\t"
      "movq %%rax, 8(%%rsi)\n\t"
      "movq %%rbp, 16(%%rsi)\n\t"
      "movq 0(%%rdi), %%rsp\n\t"
      "movq 16(%%rdi), %%rbp\n\t"
      "jmpq *8(%%rdi)\n"
      "1:\n\t"
#ifdef __CET__
      "endbr64\n\t"
#endif
      : "+D"(first), "+S"(second), "+b"(carried)
      :
      : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc",
        "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#ifdef __AVX512F__
        ,
        "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",
        "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6",
        "k7"
#endif
  );
#else
  register context* first asm("x0") = &to;
  register context* second asm("x1") = &from;
  register void* third asm("x2") = carried;
  asm volatile(
      "adr x9, 1f\n\t"
      "mov x10, sp\n\t"
      "stp x10, x9, [x1]\n\t"
      "str x29, [x1, #16]\n\t"
      "ldp x10, x17, [x0]\n\t"
      "ldr x29, [x0, #16]\n\t"
      "mov sp, x10\n\t"
      "mov x30, xzr\n\t"
      "br x17\n"
      "1:\n\t"
      "hint #36\n\t"  // bti j
      : "+r"(first), "+r"(second), "+r"(third)
      :
      : "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
        "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30",
        "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",
        "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
        "v25", "v26", "v27", "v28", "v29", "v30", "v31");
  carried = third;
#endif
  return carried;
}

/// The same without a way back.
[[noreturn]] SIMT_INLINE void leave_context(context& to, void* carried) noexcept {
#if defined(__x86_64__)
  asm volatile(
      "movq 0(%%rdi), %%rsp\n\t"
      "movq 16(%%rdi), %%rbp\n\t"
      "jmpq *8(%%rdi)"
      :
      : "D"(&to), "b"(carried)
      : "memory");
#else
  register context* first asm("x0") = &to;
  register void* third asm("x2") = carried;
  asm volatile(
      "ldp x10, x17, [x0]\n\t"
      "ldr x29, [x0, #16]\n\t"
      "mov sp, x10\n\t"
      "mov x30, xzr\n\t"
      "br x17"
      :
      : "r"(first), "r"(third)
      : "x10", "x17", "memory");
#endif
  __builtin_unreachable();
}

/// Lets `place` start `entry(&place)` on the stack that ends below `top`.
SIMT_INLINE void prepare_context(context& place, std::byte* low, std::byte* top,
                                 void (*entry)(context*)) noexcept {
  (void)low;
  auto address = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
#if defined(__x86_64__)
  // As after a call: the return address, null, lies at a stack pointer of 8 modulo 16.
  address -= 16;
  *reinterpret_cast<void**>(address) = nullptr;
  *reinterpret_cast<void**>(address + 8) = nullptr;
  address -= 8;
  *reinterpret_cast<void**>(address) = nullptr;
#endif
  place.sp = reinterpret_cast<void*>(address);
  place.pc = reinterpret_cast<void*>(entry);
  place.fp = nullptr;
}

#else

SIMT_INLINE void* switch_context(context& from, context& to, void* carried) noexcept {
  swapcontext(&from.uc, &to.uc);
  return carried;
}

// makecontext passes ints only: two halves of a pointer.
inline void ucontext_entry(unsigned entry_high, unsigned entry_low, unsigned place_high,
                           unsigned place_low) {
  auto const join = [](unsigned high, unsigned low) {
    return static_cast<std::uintptr_t>((std::uint64_t{high} << 32) | low);
  };
  auto* const entry = reinterpret_cast<void (*)(context*)>(join(entry_high, entry_low));
  entry(reinterpret_cast<context*>(join(place_high, place_low)));
}

inline void prepare_context(context& place, std::byte* low, std::byte* top,
                            void (*entry)(context*)) noexcept {
  getcontext(&place.uc);
  place.uc.uc_stack.ss_sp = low;
  place.uc.uc_stack.ss_size = static_cast<std::size_t>(top - low);
  place.uc.uc_link = nullptr;
  auto const e = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(entry));
  auto const p = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&place));
  makecontext(&place.uc, reinterpret_cast<void (*)()>(ucontext_entry), 4,
              static_cast<unsigned>(e >> 32), static_cast<unsigned>(e),
              static_cast<unsigned>(p >> 32), static_cast<unsigned>(p));
}

#endif

/// The part of a switch to `to` that is seldom needed.
SIMT_COLD inline void exchange_exceptions(thread_stack& thread, stack_record& to) noexcept {
  auto const some = [](exception_state const& e) { return e.caught != nullptr || e.uncaught != 0; };
  if (some(*thread.exceptions)) ++thread.excepted;
  if (some(to.exceptions)) --thread.excepted;
  thread.current->exceptions = *thread.exceptions;
  *thread.exceptions = to.exceptions;
  to.exceptions = {};
}

/// Suspends the running execution into `from` and goes on with `to`, on the same thread. Returns
/// when somebody switches back to `from`.
/// - Needs:   whoever switches to one and the same execution carries the same pointer
SIMT_INLINE void* switch_execution(thread_stack& thread, execution& from, execution& to,
                                   void* carried = nullptr) noexcept {
  exception_state const& now = *thread.exceptions;
  if ((reinterpret_cast<std::uintptr_t>(now.caught) | now.uncaught | thread.excepted) != 0)
      [[unlikely]]
    exchange_exceptions(thread, *to.stack);
  thread.current = to.stack;
#if SIMT_ASAN
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, to.stack->low, to.stack->bytes);
#endif
#if SIMT_TSAN
  __tsan_switch_to_fiber(to.stack->tsan, 0);
#endif
  carried = switch_context(from.place, to.place, carried);
#if SIMT_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  return carried;
}

// True if a fiber that has been used begins anew, instead of returning through the frames in which
// it parked: such returns are predicted wrongly. Not under sanitizers, for which those frames live.
#if !SIMT_FIBER_UCONTEXT && !SIMT_ASAN && !SIMT_TSAN
#define SIMT_FIBER_REARM 1
#else
#define SIMT_FIBER_REARM 0
#endif

/// A stack of its own with the loop that runs on it. Parked, it waits in `switch_execution` or has
/// never run; whoever switches to it has set `body` before.
struct fiber : execution {
  stack_record record;
  void (*body)(fiber&) = nullptr;        // does one piece of work; ends by switching away, parked
  void (*overflowed)(fiber&) = nullptr;  // the same after a stack overflow inside body
  void* owner = nullptr;
  fiber* next = nullptr;
  std::byte* floor = nullptr;  // of fiber_main's frame, once that runs: all below may be abandoned
  bool guarded = true;
  sigjmp_buf recovery;
};

[[noreturn]] inline void fiber_main(context* place) noexcept {
  // Unwinders and debuggers stop here.
#if !SIMT_FIBER_UCONTEXT && defined(__x86_64__)
  asm volatile(".cfi_undefined rip");
#elif !SIMT_FIBER_UCONTEXT && defined(__aarch64__)
  asm volatile(".cfi_undefined x30");
#endif
#if SIMT_ASAN
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
  // The context is the first member of the execution, which is the first base of the fiber.
  fiber* const self = static_cast<fiber*>(reinterpret_cast<execution*>(place));
#if SIMT_HANDLE_SIGSEGV && !SIMT_ASAN && !SIMT_TSAN
  self->record.recovery = &self->recovery;
  if (sigsetjmp(self->recovery, 0) != 0) self->overflowed(*self);
#endif
#if SIMT_FIBER_REARM
#if defined(__x86_64__)
  asm volatile("movq %%rsp, %0" : "=r"(self->floor));
#else
  asm volatile("mov %0, sp" : "=r"(self->floor));
#endif
#endif
  for (;;) self->body(*self);
}

#if SIMT_FIBER_REARM
/// Leaves a fiber for good: nothing of what its stack holds below the floor is used again.
[[noreturn]] SIMT_INLINE void leave_execution(thread_stack& thread, execution& to,
                                              void* carried) noexcept {
  if (thread.excepted != 0) [[unlikely]]
    exchange_exceptions(thread, *to.stack);
  thread.current = to.stack;
  leave_context(to.place, carried);
}

/// Lets `place` start `entry` on the stack of a fiber that has run before.
SIMT_INLINE void begin_anew(context& place, std::byte* floor, void (*entry)(context*)) noexcept {
  prepare_context(place, nullptr, floor - 128, entry);
}
#endif

}  // namespace simt::inline SIMT_ABI::detail
