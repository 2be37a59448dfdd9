#pragma once
// SPDX-License-Identifier: MIT

#include <simt/thread/builtins.hpp>

#include <bit>

// What the .cu step writes for inline PTX that programs use often.
namespace simt::inline SIMT_ABI::cuda {

/// The calling thread's place in its warp, and masks of the lanes that stand so to it.
/// - CUDA:    mov.u32 r, %laneid; %lanemask_eq, _lt, _le, _gt, _ge
/// - Source:  PTX ISA 8.0, 10 (Special Registers)
[[nodiscard]] SIMT_INLINE unsigned ptx_laneid() noexcept { return simt::detail::thread_rank() % 32; }
[[nodiscard]] SIMT_INLINE unsigned ptx_lanemask_eq() noexcept { return 1u << ptx_laneid(); }
[[nodiscard]] SIMT_INLINE unsigned ptx_lanemask_lt() noexcept { return ptx_lanemask_eq() - 1; }
[[nodiscard]] SIMT_INLINE unsigned ptx_lanemask_ge() noexcept { return ~ptx_lanemask_lt(); }
[[nodiscard]] SIMT_INLINE unsigned ptx_lanemask_le() noexcept {
  return ptx_lanemask_lt() | ptx_lanemask_eq();
}
[[nodiscard]] SIMT_INLINE unsigned ptx_lanemask_gt() noexcept { return ~ptx_lanemask_le(); }

/// The number of the highest bit that is set; all ones where none is.
/// - CUDA:    bfind.u32
/// - Source:  PTX ISA 8.0, 9.7.1.17 (bfind)
[[nodiscard]] SIMT_INLINE unsigned ptx_bfind(unsigned value) noexcept {
  return static_cast<unsigned>(31 - std::countl_zero(value));
}

}  // namespace simt::inline SIMT_ABI::cuda
