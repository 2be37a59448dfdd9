#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/fiber.hpp>

#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <cstdint>

// Stack overflows become errors where the library may install a handler and no sanitizer has its
// own.
#if SIMT_HANDLE_SIGSEGV && defined(__linux__) && !SIMT_ASAN && !SIMT_TSAN
#define SIMT_CATCH_OVERFLOW 1
#else
#define SIMT_CATCH_OVERFLOW 0
#endif

namespace simt::inline SIMT_ABI::detail {

/// The calling thread's, once it has run a block; read by the signal handler.
inline constinit thread_local thread_stack* current_thread_stack = nullptr;

#if SIMT_CATCH_OVERFLOW

inline struct sigaction& previous_segv_action() noexcept {
  static struct sigaction previous {};
  return previous;
}

/// Whether a fault at `address` means that `stack` is used up.
inline bool overflows(stack_record const& stack, std::uintptr_t address,
                      std::uintptr_t pointer) noexcept {
  auto const low = reinterpret_cast<std::uintptr_t>(stack.low);
  if (low == 0) return false;
  if (!stack.native) return address < low && low - address <= stack.guard;
  // A thread's guard is a page: frames may step over it. Near the end of the stack with the stack
  // pointer, just below the end with the address, is taken for an overflow.
  constexpr std::uintptr_t reach = std::uintptr_t{1} << 20;
  constexpr std::uintptr_t near = std::uintptr_t{1} << 16;
  return address < low + 4096 && address + reach >= low && pointer < low + near &&
         pointer + reach >= low;
}

inline std::uintptr_t stack_pointer(void* context) noexcept {
  auto const* const uc = static_cast<ucontext_t const*>(context);
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(uc->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(uc->uc_mcontext.sp);
#else
  (void)uc;
  return reinterpret_cast<std::uintptr_t>(current_thread_stack->current->low);
#endif
}

inline void on_segv(int signal, siginfo_t* info, void* context) {
  thread_stack const* const thread = current_thread_stack;
  if (thread != nullptr && info->si_code > 0) {
    stack_record const* const stack = thread->current;
    if (stack != nullptr && stack->recovery != nullptr &&
        overflows(*stack, reinterpret_cast<std::uintptr_t>(info->si_addr), stack_pointer(context)))
      siglongjmp(*stack->recovery, 1);
  }
  struct sigaction const& previous = previous_segv_action();
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler == SIG_DFL ||
             (previous.sa_handler == SIG_IGN && info->si_code > 0)) {
    // Not ours: with the default action in place again the fault repeats and ends the process.
    std::signal(signal, SIG_DFL);
    if (info->si_code <= 0) std::raise(signal);
  } else if (previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  }
}

/// Installs the handler in front of the present one, unless it is the present one.
inline void install_segv_handler() noexcept {
  struct sigaction present {};
  if (sigaction(SIGSEGV, nullptr, &present) != 0) return;
  if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == &on_segv) return;
  previous_segv_action() = present;
  struct sigaction action {};
  action.sa_sigaction = &on_segv;
  // Left by a jump: the signal must not stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
}

/// The same, once per process.
inline void install_segv_handler_once() noexcept {
  static bool const installed = (install_segv_handler(), true);
  (void)installed;
}

#endif

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Puts the library's SIGSEGV handler in front again. The first launch installs it, and it passes
/// faults that are no kernel's stack overflow to the handler that it found; call this if something
/// has replaced it since. Does nothing where overflows are not caught.
/// - Errors:  none
/// - Source:  ours: test frameworks install handlers of their own for every test
inline void handle_stack_overflow() noexcept {
#if SIMT_CATCH_OVERFLOW
  detail::install_segv_handler();
#endif
}

}  // namespace simt::inline SIMT_ABI
