#pragma once
// SPDX-License-Identifier: MIT

#include <simt/texture/cube.hpp>
#include <simt/texture/filter.hpp>

#include <algorithm>

SIMT_DETAIL_QUIET_BEGIN

// Linear filtering of cubemaps across the edges of faces.
namespace simt::inline SIMT_ABI::detail {

/// Texel (x, y) of a face, read through `read(face, x, y)`, where one of the numbers may lie one
/// beyond the edge: a texel of the face that adjoins there.
template <class Read>
auto read_beyond(int face, int x, int y, int n, Read&& read) {
  if (x >= 0 && x < n && y >= 0 && y < n) return read(face, x, y);
  auto const middle = [&](int i) {
    return static_cast<float>(2 * i + 1) / static_cast<float>(n) - 1;
  };
  auto const d = face_direction(face, middle(x), middle(y));
  auto const p = find_face<1>(d.x, d.y, d.z);
  auto const texel = [&](float s) {
    return std::clamp(static_cast<int>((s + 1) * 0.5f * static_cast<float>(n)), 0, n - 1);
  };
  return read(p.face, texel(p.s), texel(p.t));
}

/// Adds the filtered value with a weight to `sum`, lane by lane. False where no lane is near an
/// edge: then ordinary filtering gives the same, faster.
template <int P, class Mode>
[[gnu::noinline]] bool add_seamless(Mode const& m, texture_level const& level,
                                    lane_floats<P> const (&at)[3], lane_ints<P> slice,
                                    lane_floats<P> weight, lane_floats<P> (&sum)[4]) {
  int const n = level.width;
  auto const limit = floats<P>(0.5f / static_cast<float>(n));
  auto const near_edge = [&](lane_floats<P> x) {
    return simd::mask_or<P>(compare_floats<simd::compare::lt, P>(x, limit),
                            compare_floats<simd::compare::gt, P>(x, floats<P>(1) - limit));
  };
  if (!simd::mask_any<P>(simd::mask_or<P>(near_edge(at[0]), near_edge(at[1])))) return false;
  struct texel {
    float value[4];
  };
  int const bytes = channel_bytes(m.type) * m.channels;
  for (int l = 0; l < P; ++l) {
    int const s = simd::get<int, P>(slice, l);
    int const first = s / 6 * 6;
    auto const read = [&](int face, int x, int y) {
      int c[4];
      load_texels<1>(m, level.base, (first + face) * level.slice + y * level.pitch + x * bytes, c);
      texel t{};
      for (int k = 0; k < m.channels; ++k) t.value[k] = filter_value<1>(m, c[k], k);
      return t;
    };
    int low[2];
    float part[2];
    for (int k = 0; k < 2; ++k) {
      float const steps = std::floor(simd::get<float, P>(at[k], l) * coordinate_steps);
      int const f = static_cast<int>(
          std::floor(steps * (static_cast<float>(n) * 256 / coordinate_steps) - 127.5f));
      low[k] = f >> 8;
      part[k] = static_cast<float>(f & 255);
    }
    float w[4];
    split_weight<1>(simd::get<float, P>(weight, l), part[0], part[1], w);
    texel t[4];
    int corner = -1;
    for (int q = 0; q < 4; ++q) {
      int const x = low[0] + q % 2, y = low[1] + q / 2;
      if ((x < 0 || x >= n) && (y < 0 || y >= n))
        corner = q;
      else
        t[q] = read_beyond(s - first, x, y, n, read);
    }
    if (corner >= 0) {  // where three faces meet the fourth texel is missing: each gets a third
      float const third = weight_product<1>(w[corner], 85);
      w[corner ^ 1] += third;
      w[corner ^ 2] += third;
      w[corner ^ 3] += w[corner] - 2 * third;
      w[corner] = 0;
    }
    for (int k = 0; k < m.channels; ++k) {
      float r = simd::get<float, P>(sum[k], l);
      for (int q = 0; q < 4; ++q)
        if (w[q] != 0) add_weighted<1>(r, t[q].value[k], w[q]);
      simd::set<float, P>(sum[k], l, r);
    }
  }
  return true;
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
