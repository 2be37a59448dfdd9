#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/signals.hpp>
#include <simt/engine/fiber.hpp>

#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// Stack overflows become errors where the library may install a handler and no sanitizer has its
// own.
#if SIMT_HANDLE_SIGSEGV && SIMT_HAS_SIGNALS && !SIMT_ASAN && !SIMT_TSAN
#define SIMT_CATCH_OVERFLOW 1
#else
#define SIMT_CATCH_OVERFLOW 0
#endif

namespace simt::inline SIMT_ABI::detail {

/// The calling thread's, once it has run a block; read by the signal handler.
inline constinit thread_local thread_stack* current_thread_stack = nullptr;

#if SIMT_CATCH_OVERFLOW

inline signal_action& previous_segv_action() noexcept {
  static signal_action previous{};
  return previous;
}

/// True where any bad address of a kernel is an error, not only that of a stack overflow.
inline std::atomic<bool>& catches_illegal_addresses() noexcept {
  static std::atomic<bool> state{[] {
    char const* const text = std::getenv("SIMT_CATCH_ILLEGAL_ADDRESS");
    if (SIMT_CHECK) return true;
    return text != nullptr && *text != 0 && *text != '0';
  }()};
  return state;
}

/// Tells why the handler has ended the calling thread's kernel.
struct bad_access {
  bool overflow;
  std::uintptr_t address;
};
inline constinit thread_local bad_access last_bad_access{true, 0};

/// True where a fault at `address` means that `stack` is used up.
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

/// Says on stderr which kernel is about to end the process by a bad access; set by the layer that
/// knows blocks.
using crash_description = void (*)(std::uintptr_t address) noexcept;
inline constinit crash_description describe_crash = nullptr;

inline void on_segv(int number, signal_info* info, void* context) {
  thread_stack const* const thread = current_thread_stack;
  if (thread != nullptr && info->code > 0) {
    stack_record const* const stack = thread->current;
    if (stack != nullptr && stack->recovery != nullptr) {
      auto const address = reinterpret_cast<std::uintptr_t>(info->address);
      last_bad_access = {overflows(*stack, address, interrupted_stack_pointer(context)), address};
      if (last_bad_access.overflow || catches_illegal_addresses().load(std::memory_order_relaxed))
        siglongjmp(*stack->recovery, 1);
    }
  }
  signal_action const& previous = previous_segv_action();
  bool const ends = (previous.flags & signal_action::with_info) == 0 && previous.standard == 0;
  if (ends && thread != nullptr && info->code > 0 && describe_crash != nullptr)
    describe_crash(reinterpret_cast<std::uintptr_t>(info->address));
  if ((previous.flags & signal_action::with_info) != 0) {
    previous.informed(number, info, context);
  } else if (previous.standard == 0 || (previous.standard == 1 && info->code > 0)) {
    // Not ours: with the default action in place again the fault repeats and ends the process.
    signal_action const by_default{};
    set_signal_action(number, &by_default, nullptr);
    if (info->code <= 0) raise_signal(number);
  } else if (previous.standard != 1) {
    previous.plain(number);
  }
}

/// Installs the handler in front of the present one, unless it is the present one.
inline void install_segv_handler() noexcept {
  (void)catches_illegal_addresses();  // the handler must not be the first to ask
  signal_action present{};
  if (!set_signal_action(segmentation_fault, nullptr, &present)) return;
  if ((present.flags & signal_action::with_info) != 0 && present.informed == &on_segv) return;
  previous_segv_action() = present;
  signal_action action{};
  action.informed = &on_segv;
  // Left by a jump: the signal must not stay blocked.
  action.flags =
      signal_action::with_info | signal_action::on_own_stack | signal_action::not_blocked;
  set_signal_action(segmentation_fault, &action, nullptr);
}

/// The same, once per process.
inline void install_segv_handler_once() noexcept {
  static bool const installed = (install_segv_handler(), true);
  (void)installed;
}

#endif

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Puts the library's SIGSEGV handler in front again; to be called where something has replaced it.
/// The first launch installs it. Faults that are no kernel's stack overflow go to the handler that
/// it found, unless catch_illegal_addresses takes those, too. Does nothing where overflows are not
/// caught.
/// - Errors:  none
/// - Source:  ours: test frameworks install handlers of their own for every test
inline void handle_stack_overflow() noexcept {
#if SIMT_CATCH_OVERFLOW
  detail::install_segv_handler();
#endif
}

/// From now on a kernel that reads or writes where no memory is ends with illegal_address_error,
/// which device streams and CUDA's calls answer as cudaErrorIllegalAddress, instead of ending the
/// process with SIGSEGV. Off by default, unless the environment has SIMT_CATCH_ILLEGAL_ADDRESS=1:
/// a crash leaves a core and stops a debugger, and what the thread had locked stays locked.
/// - Cost:    none as long as nothing goes wrong
/// - Differs: addresses beyond an array that are still the process's memory are not found out;
///            does nothing where overflows are not caught
inline void catch_illegal_addresses([[maybe_unused]] bool on = true) noexcept {
#if SIMT_CATCH_OVERFLOW
  detail::catches_illegal_addresses().store(on);
#endif
}

}  // namespace simt::inline SIMT_ABI
