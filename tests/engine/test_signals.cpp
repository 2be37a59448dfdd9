// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/engine/detail/signals.hpp>

#include <doctest/doctest.h>
#include <signal.h>
#include <ucontext.h>

#include <cstddef>

#if SIMT_HAS_SIGNALS

using namespace simt::detail;

namespace {
std::uintptr_t seen_pointer = 0;
int seen_code = 1;
void* seen_address = nullptr;
[[gnu::noinline]] void look(int, signal_info* info, void* context) {
  seen_pointer = interrupted_stack_pointer(context);
  seen_code = info->code;
  seen_address = info->address;
}
}  // namespace

TEST_CASE("signals: types have the system's layout") {
  static_assert(sizeof(signal_stack) == sizeof(stack_t));
  static_assert(offsetof(signal_stack, low) == offsetof(stack_t, ss_sp));
  static_assert(offsetof(signal_stack, flags) == offsetof(stack_t, ss_flags));
  static_assert(offsetof(signal_stack, bytes) == offsetof(stack_t, ss_size));
  static_assert(signal_stack::disabled == SS_DISABLE);
  using action = struct sigaction;
  static_assert(sizeof(signal_action) == sizeof(action));
  static_assert(offsetof(signal_action, informed) == offsetof(action, sa_sigaction));
  static_assert(offsetof(signal_action, mask) == offsetof(action, sa_mask));
  static_assert(offsetof(signal_action, flags) == offsetof(action, sa_flags));
  static_assert(signal_action::with_info == SA_SIGINFO);
  static_assert(signal_action::on_own_stack == SA_ONSTACK);
  static_assert(signal_action::not_blocked == SA_NODEFER);
  static_assert(segmentation_fault == SIGSEGV);
  static_assert(offsetof(signal_info, number) == offsetof(siginfo_t, si_signo));
  static_assert(offsetof(signal_info, code) == offsetof(siginfo_t, si_code));
  static_assert(offsetof(signal_info, address) == offsetof(siginfo_t, si_addr));
#if defined(__x86_64__)
  static_assert(offsetof(ucontext_t, uc_mcontext.gregs[REG_RSP]) == 160);
#else
  static_assert(offsetof(ucontext_t, uc_mcontext.sp) == 432);
#endif
}

TEST_CASE("signals: a handler set without the system's header sees what happened") {
  signal_action action{}, before{};
  action.informed = &look;
  action.flags = signal_action::with_info;
  REQUIRE(set_signal_action(SIGUSR1, &action, &before));
  CHECK(before.standard == reinterpret_cast<std::uintptr_t>(SIG_DFL));
  raise_signal(SIGUSR1);
  REQUIRE(set_signal_action(SIGUSR1, &before, &action));
  CHECK((action.informed == &look));
  CHECK(seen_code <= 0);
  // The stack pointer lies in this thread's stack, not far below this frame.
  std::uintptr_t const here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  CHECK(here - seen_pointer < 65536);
  signal_stack stack{};
  CHECK(set_signal_stack(nullptr, &stack));
}

#endif
