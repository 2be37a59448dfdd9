#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/overflow.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

// A GPU divides by any integer: what is divided by 0 gives all ones and leaves itself, the least
// number over -1 gives itself. x86-64's instructions raise SIGFPE there.
#if SIMT_CATCH_OVERFLOW && defined(__x86_64__)
#define SIMT_CATCH_DIVISION 1
#else
#define SIMT_CATCH_DIVISION 0
#endif

namespace simt::inline SIMT_ABI::detail {

#if SIMT_CATCH_DIVISION

inline signal_action& previous_division_action() noexcept {
  static signal_action previous{};
  return previous;
}

/// A division instruction of 32 or 64 bits in an interrupted context, and its operands.
class interrupted_division {
 public:
  /// `registers`: the general registers of a ucontext_t, in its order.
  explicit interrupted_division(std::uint64_t* registers) noexcept : registers_(registers) {
    auto const* at = reinterpret_cast<std::uint8_t const*>(registers_[counter]);
    unsigned prefix = 0;
    if ((*at & 0xf0) == 0x40) prefix = *at++;
    wide_ = (prefix & 8) != 0;
    if (*at++ != 0xf7) return;
    unsigned const modes = *at++, mode = modes >> 6, low = modes & 7;
    unsigned const what = (modes >> 3) & 7;
    if (what != 6 && what != 7) return;  // div, idiv
    if (mode == 3) {
      divisor_ = value_of(low | (prefix & 1) << 3);
      next_ = at;
    } else {
      memory_operand(at, mode, low, prefix);
    }
  }

  [[nodiscard]] bool is_understood() const noexcept { return next_ != nullptr; }

  /// Leaves what a GPU gives and goes on behind the instruction.
  void complete() noexcept {
    std::uint64_t const dividend = registers_[accumulator];
    bool const by_zero = (wide_ ? divisor_ : divisor_ & 0xffffffffu) == 0;
    std::uint64_t quotient = by_zero ? ~std::uint64_t{0} : dividend;
    std::uint64_t remainder = by_zero ? dividend : 0;
    if (!wide_) quotient &= 0xffffffffu, remainder &= 0xffffffffu;
    registers_[accumulator] = quotient;
    registers_[upper] = remainder;
    registers_[counter] = reinterpret_cast<std::uintptr_t>(next_);
  }

 private:
  // Places in a ucontext_t.
  static constexpr unsigned upper = 12, accumulator = 13, counter = 16;

  [[nodiscard]] std::uint64_t value_of(unsigned number) const noexcept {
    constexpr unsigned char places[16] = {13, 14, 12, 11, 15, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7};
    return registers_[places[number]];
  }

  void memory_operand(std::uint8_t const* at, unsigned mode, unsigned low,
                      unsigned prefix) noexcept {
    std::uint64_t address = 0;
    bool has_base = true;
    if (low == 4) {
      unsigned const scaled = *at++;
      unsigned const index = ((scaled >> 3) & 7) | (prefix & 2) << 2;
      if (index != 4) address += value_of(index) << (scaled >> 6);
      low = scaled & 7;
      has_base = mode != 0 || low != 5;
    }
    bool const is_relative = mode == 0 && low == 5 && has_base;
    if (has_base && !is_relative) address += value_of(low | (prefix & 1) << 3);
    if (mode == 1) {
      address += static_cast<std::uint64_t>(static_cast<std::int8_t>(*at++));
    } else if (mode == 2 || is_relative || !has_base) {
      std::int32_t offset = 0;
      std::memcpy(&offset, at, sizeof offset);
      at += sizeof offset;
      address += static_cast<std::uint64_t>(std::int64_t{offset});
    }
    if (is_relative) address += reinterpret_cast<std::uintptr_t>(at);
    std::memcpy(&divisor_, reinterpret_cast<void const*>(address), wide_ ? 8 : 4);
    next_ = at;
  }

  std::uint64_t* registers_;
  std::uint64_t divisor_ = 0;
  std::uint8_t const* next_ = nullptr;
  bool wide_ = false;
};

inline void on_division(int number, signal_info* info, void* context) {
  constexpr int division = 1;  // FPE_INTDIV
  thread_stack const* const thread = current_thread_stack;
  bool const in_kernel =
      thread != nullptr && thread->current != nullptr && thread->current->recovery != nullptr;
  if (in_kernel && info->code == division) {
    constexpr std::size_t registers = 40;
    interrupted_division d{
        reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(context) + registers)};
    if (d.is_understood()) return d.complete();
  }
  signal_action const& previous = previous_division_action();
  if ((previous.flags & signal_action::with_info) != 0) {
    previous.informed(number, info, context);
  } else if (previous.standard <= 1) {
    signal_action const by_default{};  // the division repeats and ends the process
    set_signal_action(number, &by_default, nullptr);
    if (info->code <= 0) raise_signal(number);
  } else {
    previous.plain(number);
  }
}

/// Has divisions in kernels give what a GPU gives, unless that is so already.
inline void install_division_handler() noexcept {
  signal_action present{};
  if (!set_signal_action(arithmetic_error, nullptr, &present)) return;
  if ((present.flags & signal_action::with_info) != 0 && present.informed == &on_division) return;
  previous_division_action() = present;
  signal_action action{};
  action.informed = &on_division;
  action.flags = signal_action::with_info | signal_action::on_own_stack;
  set_signal_action(arithmetic_error, &action, nullptr);
}

/// The same, once per process.
inline void install_division_handler_once() noexcept {
  static bool const installed = (install_division_handler(), true);
  (void)installed;
}

#endif

}  // namespace simt::inline SIMT_ABI::detail
