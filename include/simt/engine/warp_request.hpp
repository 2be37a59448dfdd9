#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstdint>
#include <utility>

namespace simt::inline SIMT_ABI {

/// The calls by which a thread has come to a warp function without a mask, as far as the .cu step
/// marks them: threads that came by others are on another way, and do not meet there.
struct warp_way {
  std::uint32_t calls = 0;
  std::uint32_t depth = 0;

  bool operator==(warp_way const&) const = default;
  /// The way on, by a call at a place of its own number.
  [[nodiscard]] constexpr warp_way by(std::uint32_t place) const noexcept {
    return {(calls ^ place) * 0x9e3779b1u + 1, depth + 1};
  }
};
namespace detail {
/// The running thread's.
inline constinit thread_local warp_way current_way{};
}  // namespace detail

namespace cuda {
/// Says on which way a thread is within a call of what has warp functions without a mask:
/// `(warp_call(7), counted(p))`, as the .cu step writes it. Threads that come to such a function by
/// calls at other places do not meet there.
class warp_call {
 public:
  SIMT_INLINE explicit warp_call(std::uint32_t place)
      : before_(std::exchange(simt::detail::current_way, simt::detail::current_way.by(place))) {}
  SIMT_INLINE ~warp_call() { simt::detail::current_way = before_; }
  warp_call(warp_call const&) = delete;
  warp_call& operator=(warp_call const&) = delete;

 private:
  warp_way before_;
};
}  // namespace cuda

/// One lane's part in a warp function of a gang of width 1. The engine matches lanes by the first
/// fields; `kind`, `in`, `out` and `extra` mean what the caller wants them to mean.
struct warp_request {
  std::uint32_t mask = 0;      ///< lanes that take part; ignored unless explicit_mask
  bool explicit_mask = false;  ///< a _sync form; otherwise lanes meet by their source line
  int kind = 0;                ///< which function
  int width = 32;              ///< lanes of the groups that exchange values, a power of two
  void const* site_file = nullptr;
  int site_line = 0;
  warp_way way = detail::current_way;  ///< of requests without a mask, with the site
  bool is_join = false;  ///< only waits for others of the warp, that are on their way here
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
