#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>

// Signals without <signal.h>: CUDA programs define its words, stack_t and others, themselves. The
// types here have the system's layout, which tests/engine/test_signals.cpp compares.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define SIMT_HAS_SIGNALS 1
#else
#define SIMT_HAS_SIGNALS 0
#endif

namespace simt::inline SIMT_ABI::detail {

/// stack_t
struct signal_stack {
  static constexpr int disabled = 2;
  void* low;
  int flags;
  std::size_t bytes;
};

/// The front of siginfo_t.
struct signal_info {
  int number;
  int error;
  int code;
  int unused;
  void* address;
};

/// struct sigaction
struct signal_action {
  static constexpr int with_info = 0x4;
  static constexpr int on_own_stack = 0x08000000;
  static constexpr int not_blocked = 0x40000000;

  union {
    void (*plain)(int);
    void (*informed)(int, signal_info*, void*);
    std::uintptr_t standard;  // 0: the system's own action, 1: none
  };
  unsigned long mask[16];
  int flags;
  void (*restorer)();
};

inline constexpr int segmentation_fault = 11;
inline constexpr int trace_trap = 5;
inline constexpr int arithmetic_error = 8;

/// The stack pointer in the context that a handler is given, a ucontext_t.
inline std::uintptr_t interrupted_stack_pointer(void const* context) noexcept {
#if defined(__x86_64__)
  constexpr std::size_t at = 160;
#else
  constexpr std::size_t at = 432;
#endif
  return *reinterpret_cast<std::uintptr_t const*>(static_cast<std::byte const*>(context) + at);
}

#if SIMT_HAS_SIGNALS
extern "C" {
int simt_system_sigaction(int number, void const* action, void* previous) noexcept
    __asm__("sigaction");
int simt_system_sigaltstack(void const* stack, void* previous) noexcept __asm__("sigaltstack");
int simt_system_raise(int number) noexcept __asm__("raise");
}

inline bool set_signal_action(int number, signal_action const* action,
                              signal_action* previous) noexcept {
  return simt_system_sigaction(number, action, previous) == 0;
}
inline bool set_signal_stack(signal_stack const* stack, signal_stack* previous) noexcept {
  return simt_system_sigaltstack(stack, previous) == 0;
}
inline void raise_signal(int number) noexcept { simt_system_raise(number); }
#endif

}  // namespace simt::inline SIMT_ABI::detail
