#pragma once
// SPDX-License-Identifier: MIT

// PTX's carry flag between asm statements: `add.cc` in one, `addc` in the next. The .cu step writes
// instructions of one statement with a variable of their own.

#include <simt/config.hpp>

namespace simt::inline SIMT_ABI {

namespace detail {
inline constinit thread_local unsigned ptx_carry = 0;
}  // namespace detail

namespace cuda {

/// Keeps the carry, 0 or 1, that the last instruction of an asm statement with `.cc` left.
/// - Source:  PTX ISA 8.0, 9.7.2 (Extended-Precision Integer Arithmetic Instructions): the flag is
///            not kept across calls, so one for what an OS thread runs is enough
inline void simt_keep_carry(unsigned carry) noexcept { simt::detail::ptx_carry = carry; }
/// Gives the carry that an earlier asm statement left.
[[nodiscard]] inline unsigned simt_kept_carry() noexcept { return simt::detail::ptx_carry; }

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
