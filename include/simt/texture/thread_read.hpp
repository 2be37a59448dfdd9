#pragma once
// SPDX-License-Identifier: MIT

#include <simt/texture/sample.hpp>

#include <cstring>

SIMT_DETAIL_QUIET_BEGIN

// What single threads read most: a texture of one level that is no cubemap. The same steps as for a
// gang, without what a gang decides once for all its lanes.
namespace simt::inline SIMT_ABI::detail {

/// The arguments that follow a function's coordinates and layer.
enum class detail_kind { none, level, gradient };

/// A call of a texture function by a single thread. Nothing of it depends on the type that is read,
/// for the compiler's sake; and what reads is a template, of which programs without textures
/// compile nothing.
struct thread_sample {
  int dimensions;
  int coordinates;
  bool layered;
  bool cube;
  detail_kind kind;
  int channels;
  int layer = 0;
  float at[3] = {};
  float level = 0;
  float gradient[2][3] = {};
  int out[4] = {};

  /// Argument number i.
  template <class X>
  void put(int i, X const& x) {
    if constexpr (requires { x.y; }) {
      auto& g = gradient[i - coordinates - layered];
      g[0] = static_cast<float>(x.x);
      g[1] = static_cast<float>(x.y);
      if constexpr (requires { x.z; }) g[2] = static_cast<float>(x.z);
    } else if (i < coordinates) {
      at[i] = static_cast<float>(x);
    } else if (layered && i == coordinates) {
      layer = static_cast<int>(x);
    } else if (kind == detail_kind::level) {
      level = static_cast<float>(x);
    } else {
      gradient[i - coordinates - layered][0] = static_cast<float>(x);
    }
  }
};

/// The slice, in bytes, that a thread's layer names.
template <class Sample>
SIMT_INLINE std::ptrdiff_t slice_of_thread(texture_view const& v, Sample const& s) {
  bool const layered =
      v.shape == texture_shape::one_d_layered || v.shape == texture_shape::two_d_layered;
  return layered && s.layered ? clamp_layer<1>(s.layer, v.layers) * v.level[0].slice : 0;
}

template <class Sample>
void read_point_of_thread(sampling_mode const& m, texture_view const& v, Sample& s) {
  texture_level const& level = v.level[0];
  auto const x = point_texel<1>(s.at[0], level.width, m.address[0], m.normalized);
  bool inside = x.inside;
  std::ptrdiff_t const bytes = channel_bytes(m.type) * m.channels;
  std::ptrdiff_t offset = slice_of_thread(v, s) + x.at * bytes;
  if (m.dimensions > 1) {
    auto const y = point_texel<1>(s.at[1], level.height, m.address[1], m.normalized);
    inside = inside && y.inside;
    offset += y.at * level.pitch;
  }
  if (m.dimensions > 2) {
    auto const z = find_point<1>(s.at[2], level.depth, m.address[2], m.normalized);
    inside = inside && z.inside;
    offset += z.at * level.slice;
  }
  int c[4];
  if (m.channels == 1 && channel_bytes(m.type) == 4) {
    tell_texel(level.base + offset, 4);
    std::memcpy(c, level.base + offset, sizeof c[0]);
  } else {
    load_texels<1>(m, level.base, offset, c);
  }
  put_border<1>(v, m.channels, inside, c);
  for (int k = 0; k < s.channels; ++k) s.out[k] = k < m.channels ? point_result<1>(m, c[k], k) : 0;
}

/// A texel of a plane as filters compute with it.
template <class Mode>
SIMT_INLINE void load_for_filter(Mode const& m, texture_view const& v, std::byte const* texel,
                                 bool inside, float (&value)[4]) {
  if (inside) [[likely]] {
    if (m.type == texel_type::f32) {
      tell_texel(texel, 4 * m.channels);
      for (int k = 0; k < m.channels; ++k) std::memcpy(&value[k], texel + 4 * k, sizeof value[k]);
      return;
    }
    if (m.type == texel_type::u8 && !m.srgb) {
      tell_texel(texel, m.channels);
      for (int k = 0; k < m.channels; ++k)
        value[k] = static_cast<float>(std::to_integer<int>(texel[k]) * 257);
      return;
    }
  }
  int c[4];
  load_texels<1>(m, texel, 0, c);
  put_border<1>(v, m.channels, inside, c);
  for (int k = 0; k < m.channels; ++k) value[k] = filter_value<1>(m, c[k], k);
}

template <class Sample>
void filter_of_thread(sampling_mode const& m, texture_view const& v, Sample& s) {
  texture_level const& level = v.level[0];
  auto const x = linear_neighbours<1>(s.at[0], level.width, m.address[0], m.normalized);
  // a line lies in a plane of one row, at y = 0: its border is half of what is read
  auto const y = m.dimensions > 1
                     ? linear_neighbours<1>(s.at[1], level.height, m.address[1], m.normalized)
                     : find_linear<1>(0, 1, m.address[1], m.normalized);
  std::ptrdiff_t const bytes = channel_bytes(m.type) * m.channels;
  std::ptrdiff_t const column[2] = {x.low * bytes, x.high * bytes};
  std::ptrdiff_t const row[2] = {y.low * level.pitch, y.high * level.pitch};
  float sum[4] = {};
  auto const add = [&](std::byte const* base, bool inside, float const(&w)[4]) SIMT_LAMBDA_INLINE {
    float t[4][4];
    simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
      bool const in = inside && (q % 2 != 0 ? x.high_inside : x.low_inside) &&
                      (q / 2 != 0 ? y.high_inside : y.low_inside);
      load_for_filter(m, v, base + row[q / 2] + column[q % 2], in, t[q]);
    });
    for (int k = 0; k < m.channels; ++k) {
      float a = sum[k];
      if (cuts_texels(m, k)) [[unlikely]] {
        float cut[4] = {t[0][k], t[1][k], t[2][k], t[3][k]};
        cut_texels<1>(m, k, cut, w);
        for (int q = 0; q < 4; ++q) t[q][k] = cut[q];
      }
      simd::each<4>([&](int q) SIMT_LAMBDA_INLINE { add_weighted<1>(a, t[q][k], w[q]); });
      if (!m.normalized_read && a != a) [[unlikely]] {
        a = sum[k];
        simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
          add_weighted<1>(a, zero_where_unweighted<1>(t[q][k], w[q]), w[q]);
        });
      }
      sum[k] = a;
    }
  };
  float w[4];
  if (m.dimensions < 3) {
    split_weight<1>(x.weight, y.weight, w);
    add(level.base + slice_of_thread(v, s), true, w);
  } else {
    auto const z = find_linear<1>(s.at[2], level.depth, m.address[2], m.normalized);
    float const front = weight_product<1>(256, 256 - z.weight);
    for (int side = 0; side < 2; ++side) {
      split_weight<1>(side == 0 ? front : 256 - front, x.weight, y.weight, w);
      add(level.base + (side == 0 ? z.low : z.high) * level.slice,
          side == 0 ? z.low_inside : z.high_inside, w);
    }
  }
  for (int k = 0; k < s.channels; ++k)
    s.out[k] = k < m.channels ? filter_result<1>(m, sum[k], k) : 0;
}

/// Does the read if the texture has one level and is no cubemap.
template <class Sample>
SIMT_INLINE bool read_one_level(texture_view const& v, Sample& s) {
  if (v.levels != 1 || s.cube || v.shape == texture_shape::cube ||
      v.shape == texture_shape::cube_layered || !call_fits(v.shape, s.dimensions, s.layered, false))
    return false;
  auto const m = mode_of(v, false);
  if (v.filter == filter_mode::point)
    read_point_of_thread(m, v, s);
  else
    filter_of_thread(m, v, s);
  return true;
}

/// A texture function for a single thread.
template <class Sample>
[[gnu::noinline]] void sample_thread(texture_view const& view, Sample& s) {
  [[maybe_unused]] told_fetch<1> const told(view);
  if (read_one_level(view, s)) return;
  sample_call<1> call;
  call.dimensions = s.dimensions;
  call.layered = s.layered;
  call.cube = s.cube;
  call.parts = 1;
  call.channels = s.channels;
  call.out = s.out;
  for (int k = 0; k < s.coordinates; ++k) {
    call.at[k] = &s.at[k];
    if (s.kind == detail_kind::gradient) {
      call.dx[k] = &s.gradient[0][k];
      call.dy[k] = &s.gradient[1][k];
    }
  }
  if (s.layered) call.layer = &s.layer;
  if (s.kind == detail_kind::level) call.level = &s.level;
  sample_gang(view, call);
}

/// A texel in two registers.
struct thread_texel {
  int c[4];
};
/// tex2D. The most frequent read of all, a word of a plane without filtering, comes first.
template <class View>
[[gnu::noinline]] thread_texel sample_plane_of_thread(View const& v, float x, float y,
                                                      int channels) {
  bool const word =
      v.type == texel_type::f32 || v.type == texel_type::s32 || v.type == texel_type::u32;
  if (word && v.channels == 1 && channels == 1 && v.filter == filter_mode::point && v.levels == 1 &&
      (v.shape == texture_shape::two_d || v.shape == texture_shape::pitch_2d)) {
    texture_level const& level = v.level[0];
    auto const column = point_texel<1>(x, level.width, v.address[0], v.normalized_coordinates);
    auto const row = point_texel<1>(y, level.height, v.address[1], v.normalized_coordinates);
    int texel;
    [[maybe_unused]] told_fetch<1> const told(v);
    tell_texel(level.base + row.at * level.pitch + std::ptrdiff_t{4} * column.at, 4);
    std::memcpy(&texel, level.base + row.at * level.pitch + std::ptrdiff_t{4} * column.at,
                sizeof texel);
    if (!(column.inside && row.inside)) [[unlikely]]
      texel = border_texel(v, 0);
    return {{texel, 0, 0, 0}};
  }
  thread_sample s{2, 2, false, false, detail_kind::none, channels};
  s.at[0] = x;
  s.at[1] = y;
  sample_thread(v, s);
  return {{s.out[0], s.out[1], s.out[2], s.out[3]}};
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
