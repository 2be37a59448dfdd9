#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/operators.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// Calls of device functions that are too large to be inlined.
namespace simt::inline SIMT_ABI::cuda::lane {

/// Within a large device function, which is compiled once, the mask counts as partial: each
/// statement has one form then, not one more for the case that all lanes are active.
template <class G>
class partial_here {
 public:
  SIMT_INLINE partial_here() {
    if constexpr (width != 1) {
      auto& e = d::exec();
      was_all_ = e.all;
      prefix_ = e.prefix;
      if (was_all_)
        for (auto& k : std::span(e.k, parts)) k = simd::mask_full<simd::native_lanes>();
      e.all = false;
      e.prefix = -1;
    }
  }
  partial_here(partial_here const&) = delete;
  partial_here& operator=(partial_here const&) = delete;
  SIMT_INLINE ~partial_here() {
    if constexpr (width != 1) {
      auto& e = d::exec();
      e.all = was_all_;
      e.prefix = prefix_;
    }
  }

 private:
  static constexpr int width = G::gang_width;
  static constexpr std::size_t parts = std::size_t(d::parts_of<width>);
  bool was_all_ = false;
  int prefix_ = -1;
};
/// Calls a device function that is too large to be inlined. What is known of the mask stays known.
template <class F, class G, class... A>
SIMT_INLINE auto call_large(G const& g, A&&... a) {
  auto& e = d::exec();
  bool const all = e.all;
  bool const removed = e.removed_any;
  if constexpr (std::is_void_v<decltype(F::simt_large(g, std::forward<A>(a)...))>) {
    F::simt_large(g, std::forward<A>(a)...);
    e.all = all;
    e.removed_any = removed;
  } else {
    auto const r = F::simt_large(g, std::forward<A>(a)...);
    e.all = all;
    e.removed_any = removed;
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
