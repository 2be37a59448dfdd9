#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// Where a load in a loop with barriers was last. Where its turns go from row to row of something
/// large, no prefetcher of a processor follows, and the barriers' work keeps the next turn's load out
/// of sight: the rows that come next are asked for here.
class row_ahead {
 public:
  template <class T, class Index>
  SIMT_INLINE void read(T const* p, Index const& ix) {
    auto const now = reinterpret_cast<std::intptr_t>(p) +
                     static_cast<std::intptr_t>(ix.base) * static_cast<std::intptr_t>(sizeof(T));
    auto const step = now - last_;
    if (last_ != 0 && (step >= far || step <= -far)) {
      if (step != step_) touch<T>(now + step, ix);
      touch<T>(now + 2 * step, ix);
    }
    last_ = now;
    step_ = step;
  }

 private:
  // A page: what is nearer the processor finds itself.
  static constexpr std::intptr_t far = 4096;

  template <class T, class Index>
  SIMT_INLINE static void touch(std::intptr_t at, Index const& ix) {
    constexpr int in_line = static_cast<int>(64 / sizeof(T));
    auto const line = [&](int l) SIMT_LAMBDA_INLINE {
      __builtin_prefetch(reinterpret_cast<void const*>(
          at + static_cast<std::intptr_t>(ix.offset(l)) * static_cast<std::intptr_t>(sizeof(T))));
    };
    simd::each<Index::width / in_line>([&](int i) SIMT_LAMBDA_INLINE { line(i * in_line); });
    line(Index::width - 1);
  }

  std::intptr_t last_ = 0, step_ = 0;
};

/// True where the lanes read one run of several lines of a cache. (Tiles of short rows are mostly
/// read by many blocks, and lie in a cache already.)
template <class P>
inline constexpr bool reads_lines = false;
template <class T, d::thread_index I>
requires(std::is_arithmetic_v<T> && sizeof(T) >= 4)
inline constexpr bool reads_lines<d::place<T, I>> =
    I::width >= 32 && I::run == I::width && I::width * static_cast<int>(sizeof(T)) <= 4096;

/// p, a place that is read now.
template <class P>
SIMT_INLINE P&& ahead(row_ahead& rows, P&& p) {
  if constexpr (reads_lines<plain<P>>) rows.read(p.address(), p.lane_index());
  return static_cast<P&&>(p);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
