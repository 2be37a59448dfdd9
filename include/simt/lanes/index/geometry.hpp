#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Says how the W lanes of a gang lie in its block: a box of GX × GY × GZ threads, x fastest, so
/// that lane l has the coordinates (l % GX, l / GX % GY, l / (GX*GY)) within the gang. The box may
/// be smaller than W: the lanes beyond it do not exist, and go on along the last axis.
template <int W, int GX, int GY = 1, int GZ = 1>
struct geometry {
  static constexpr int gx = GX, gy = GY, gz = GZ;
  static constexpr int width = W;
  static constexpr int x(int l) { return GY * GZ == 1 ? l : l % GX; }
  static constexpr int y(int l) { return GZ == 1 ? l / GX : l / GX % GY; }
  static constexpr int z(int l) { return l / (GX * GY); }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
