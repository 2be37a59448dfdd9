#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstdint>

namespace simt::inline SIMT_ABI {

/// One lane's part in a warp function of a gang of width 1. The engine matches lanes by the first
/// fields; `kind`, `in`, `out` and `extra` mean what the caller wants them to mean.
struct warp_request {
  std::uint32_t mask = 0;      ///< lanes that take part; ignored unless explicit_mask
  bool explicit_mask = false;  ///< a _sync form; otherwise lanes meet by their source line
  int kind = 0;                ///< which function
  int width = 32;              ///< lanes of the groups that exchange values, a power of two
  void const* site_file = nullptr;
  int site_line = 0;
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  void* extra = nullptr;
#if SIMT_CHECK
  bool orders_memory = true;  ///< what lanes stored before, the others see after
#endif
};

namespace detail {
/// All lanes of the groups of `width` lanes that hold some of `lanes`.
constexpr std::uint32_t segments_of(std::uint32_t lanes, int width) noexcept {
  if (width <= 0 || width >= 32) return lanes == 0 ? 0 : ~0u;
  std::uint32_t const group = (1u << width) - 1;
  std::uint32_t out = 0;
  for (int first = 0; first < 32; first += width)
    if ((lanes >> first & group) != 0) out |= group << first;
  return out;
}
}  // namespace detail

/// Computes a warp function: lanes[i] is the request of lane i where bit i of participants is set,
/// else null.
using warp_completion = void (*)(warp_request* const (&lanes)[32], std::uint32_t participants);

}  // namespace simt::inline SIMT_ABI
