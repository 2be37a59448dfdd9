#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/thread_coordinates.hpp>

namespace simt::inline SIMT_ABI {

/// Threads that a gang carries where neither kernel nor launch asks for a width: a multiple of the
/// warp, wide enough to hide the latency of arithmetic, narrow enough to stay in registers.
inline constexpr int default_width = SIMT_ISA_AVX512 ? 64 : 32;
/// A static block up to this size is one gang.
inline constexpr int whole_block_limit = 256;
/// As a width: one gang carries the whole block, whose shape must be static.
inline constexpr int whole_block = -1;

/// The gang width that a kernel prefers, 0 for the default. Specialise it to choose:
/// template <> inline constexpr int simt::kernel_width<decltype(saxpy)> = 32;
template <class Kernel>
inline constexpr int kernel_width = 0;

namespace detail {

constexpr int round_up(int n, int m) { return (n + m - 1) / m * m; }

/// Lanes of a gang for a static block, from what kernel or launch ask for.
template <int Wanted, int Threads>
constexpr int static_width() {
  if (Wanted == whole_block || (Wanted == 0 && Threads <= whole_block_limit))
    return round_up(Threads, 32);
  return Wanted == 0 ? default_width : Wanted;
}

template <int W, int X, int Y, int Z>
constexpr auto layout_of() {
  if constexpr (Y * Z == 1)
    return line_layout{};
  else if constexpr (W == 1)
    return row_layout{};
  else if constexpr (W >= X * Y * Z)
    return box_layout<X, Y, Z>{};
  else if constexpr (X % W == 0)
    return row_layout{};
  else if constexpr (W % X == 0 && (Z == 1 || Y % (W / X) == 0))
    return box_layout<X, W / X, 1>{};
  else if constexpr (W % (X * Y) == 0)
    return box_layout<X, Y, W / (X * Y)>{};
  else
    return scattered_layout{};
}

template <int W>
constexpr void check_width() {
  static_assert(W == 1 || (W > 0 && W <= max_lanes && W % simd::native_lanes == 0),
                "simt::launch: a gang is 1 thread wide or a multiple of the native width, at most "
                "1024; use 32 for a warp, simt::whole_block for a static block");
}

}  // namespace detail

}  // namespace simt::inline SIMT_ABI
