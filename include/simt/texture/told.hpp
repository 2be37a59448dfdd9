#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/texture/descriptor.hpp>

// Tells a profiled build which texels a thread reads. Without SIMT_PROFILE nothing of it is left.
namespace simt::inline SIMT_ABI::detail {

/// While it lives, the running thread fetches from that texture, and what it accesses are texels.
/// Gangs of several threads are not told of.
template <int P>
struct told_fetch {
  SIMT_INLINE explicit told_fetch(texture_view const& v) {
    static_cast<void>(v);
#if SIMT_PROFILE
    if constexpr (P == 1) {
      simt_profile_plane planes[texture_view::max_levels];
      bool const is_array = v.shape != texture_shape::linear && v.shape != texture_shape::pitch_2d;
      int n = 0;
      for (; is_array && n < v.levels; ++n) {
        texture_level const& l = v.level[static_cast<std::size_t>(n)];
        planes[n] = {l.base, l.pitch, l.slice};
      }
      simt_profile_fetch_begins(planes, n);
    }
#endif
  }
#if SIMT_PROFILE
  ~told_fetch() {
    if constexpr (P == 1) simt_profile_fetch_ends();
  }
  told_fetch(told_fetch const&) = delete;
  told_fetch& operator=(told_fetch const&) = delete;
#endif
};

SIMT_INLINE void tell_texel(void const* texel, int bytes) {
#if SIMT_PROFILE
  simt_profile_texel(texel, static_cast<unsigned>(bytes));
#else
  static_cast<void>(texel);
  static_cast<void>(bytes);
#endif
}

}  // namespace simt::inline SIMT_ABI::detail
