#pragma once
// SPDX-License-Identifier: MIT

#include <simt/texture/texel.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Point and linear sampling of one level, for P lanes at once.
namespace simt::inline SIMT_ABI::detail {

/// How a texture is read, worked out once for a gang.
struct sampling_mode {
  texel_type type;
  int channels;
  int dimensions;
  bool normalized_read;
  bool srgb;
  bool normalized;  // coordinates
  bool seamless;    // a cubemap filtered across edges
  address_mode address[3];
};
/// p * q / 256 as a whole number, halves up: weights are whole 1/256 at every step.
template <int P>
SIMT_INLINE lane_floats<P> weight_product(lane_floats<P> p, lane_floats<P> q) {
  return floor_floats<P>(multiply_add<P>(p, q * floats<P>(1 / 256.0f), floats<P>(0.5f)));
}

/// Splits the weight of a plane among its four texels, those of the second column first rounded.
template <int P>
SIMT_INLINE void split_weight(lane_floats<P> all, lane_floats<P> a, lane_floats<P> b,
                              lane_floats<P> (&w)[4]) {
  auto const right = weight_product<P>(all, a);
  auto const left = all - right;
  w[3] = weight_product<P>(right, b);
  w[1] = right - w[3];
  w[0] = weight_product<P>(left, floats<P>(256) - b);
  w[2] = left - w[0];
}
/// The same where the whole weight is 256, which is cheaper.
template <int P>
SIMT_INLINE void split_weight(lane_floats<P> a, lane_floats<P> b, lane_floats<P> (&w)[4]) {
  w[3] = weight_product<P>(a, b);
  w[1] = a - w[3];
  w[2] = b - w[3];
  w[0] = floats<P>(256) - a - w[2];
}

template <int P>
SIMT_INLINE void add_weighted(lane_floats<P>& sum, lane_floats<P> value, lane_floats<P> weight) {
  sum = multiply_add<P>(value, weight * floats<P>(1 / 256.0f), sum);
}
/// A texel that is not finite counts only where its weight is not zero.
template <int P>
SIMT_INLINE lane_floats<P> zero_where_unweighted(lane_floats<P> value, lane_floats<P> weight) {
  auto const none = compare_floats<simd::compare::eq, P>(weight, floats<P>(0));
  return select<P>(none, floats<P>(0), value);
}

/// Finds the power of two of an sRGB filter's largest colour, as the bits of a float: that of the
/// last colour in its block of eight codes.
template <int P>
lane_ints<P> color_exponent(lane_floats<P> largest) {
  auto const levels = to_ints<P>(largest * floats<P>(16384));
  return ints_by_lane<P>([&](int l) {
    int const level = simd::get<int, P>(levels, l);
    int block = 0;
    for (int step = 16; step != 0; step /= 2)
      if (srgb_levels[(block + step) * 8 - 1] < level) block += step;
    float const last = static_cast<float>(srgb_levels[block * 8 + 7]) / 16384;
    return std::bit_cast<int>(last) & 0x7f800000;
  });
}

/// True where a filter drops the lowest bits of texels before it adds them.
template <class Mode>
SIMT_INLINE bool cuts_texels(Mode const& m, int k) {
  return m.type == texel_type::f16 || (m.srgb && k < 3);
}
/// Cuts the texels that count, toward zero, to what the filter keeps of channel k: of sRGB colours
/// the multiples of 1/128 of the largest one's power of two, of halves those of 1/16384.
/// - Source:  rules that fit all of 918 colours and 296 halves recorded on an H200; the hardware
///            documents none
template <int P, class Mode>
void cut_texels(Mode const& m, int k, lane_floats<P> (&t)[4], lane_floats<P> const (&w)[4]) {
  lane_ints<P> largest = ints<P>(0);  // as bits, in whose order positive floats are
  simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
    auto const bits = float_bits<P>(zero_where_unweighted<P>(t[q], w[q])) & ints<P>(0x7fffffff);
    largest = pick_ints<P>(compare_ints<simd::compare::gt, P>(bits, largest), bits, largest);
  });
  bool const color = m.srgb && k < 3;
  auto const exponent =
      color ? color_exponent<P>(bits_to_float<P>(largest)) : largest & ints<P>(0x7f800000);
  auto const steps = floats<P>(color ? 128.0f : 16384.0f);
  auto const step = bits_to_float<P>(exponent) / steps;
  auto const finite = compare_ints<simd::compare::lt, P>(exponent, ints<P>(0x7f800000));
  auto const reciprocal =
      bits_to_float<P>(pick_ints<P>(finite, ints<P>(254 << 23) - exponent, ints<P>(0)));
  simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
    auto const whole = zero_where_unweighted<P>(t[q], w[q]) * reciprocal * steps;
    t[q] = select<P>(finite, to_floats<P>(to_ints<P>(whole)) * step, t[q]);
  });
}

template <int P>
SIMT_INLINE lane_offsets<P> scaled_offset(lane_ints<P> i, std::ptrdiff_t step) {
  if constexpr (P == 1)
    return i * step;
  else
    return i * ints<P>(static_cast<int>(step));
}
/// The border's colour where a texel lies outside.
template <int P>
SIMT_INLINE void put_border(texture_view const& v, int channels, simd::part_mask<P> inside,
                            lane_ints<P> (&c)[4]) {
  if (simd::mask_all<P>(inside)) return;
  for (int k = 0; k < channels; ++k) c[k] = pick_ints<P>(inside, c[k], ints<P>(border_texel(v, k)));
}

/// The four texels of a plane: adds them, weighted, to `sum`.
template <int P, class Mode>
SIMT_INLINE void add_plane(Mode const& m, texture_view const& v, std::byte const* base,
                           lane_offsets<P> slice, linear_axis<P> const& x, linear_axis<P> const& y,
                           simd::part_mask<P> inside, lane_floats<P> const (&w)[4],
                           lane_floats<P> (&sum)[4], std::ptrdiff_t pitch) {
  int const bytes = channel_bytes(m.type) * m.channels;
  lane_offsets<P> const column[2] = {scaled_offset<P>(x.low, bytes),
                                     scaled_offset<P>(x.high, bytes)};
  lane_offsets<P> const row[2] = {slice + scaled_offset<P>(y.low, pitch),
                                  slice + scaled_offset<P>(y.high, pitch)};
  bool const border = m.address[0] == address_mode::border ||
                      m.address[1] == address_mode::border || m.address[2] == address_mode::border;
  lane_ints<P> c[4][4];
  simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
    load_texels<P>(m, base, row[q / 2] + column[q % 2], c[q]);
    if (border) {
      auto const in =
          simd::mask_and<P>(inside, simd::mask_and<P>(q % 2 != 0 ? x.high_inside : x.low_inside,
                                                      q / 2 != 0 ? y.high_inside : y.low_inside));
      put_border<P>(v, m.channels, in, c[q]);
    }
  });
  for (int k = 0; k < m.channels; ++k) {
    lane_floats<P> t[4];
    simd::each<4>([&](int q) SIMT_LAMBDA_INLINE { t[q] = filter_value<P>(m, c[q][k], k); });
    if (cuts_texels(m, k)) cut_texels<P>(m, k, t, w);
    auto s = sum[k];
    simd::each<4>([&](int q) SIMT_LAMBDA_INLINE { add_weighted<P>(s, t[q], w[q]); });
    if (!m.normalized_read && !simd::mask_all<P>(compare_floats<simd::compare::eq, P>(s, s)))
        [[unlikely]] {
      s = sum[k];
      simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
        add_weighted<P>(s, zero_where_unweighted<P>(t[q], w[q]), w[q]);
      });
    }
    sum[k] = s;
  }
}

/// Adds the level's filtered value with a weight, in 1/256, to `sum`. `slice`: bytes of the layer.
template <int P, class Mode>
[[gnu::noinline]] void add_linear(Mode const& m, texture_view const& v, texture_level const& level,
                                  lane_floats<P> const (&at)[3], lane_offsets<P> slice, bool whole,
                                  lane_floats<P> weight, lane_floats<P> (&sum)[4]) {
  auto const x = find_linear<P>(at[0], level.width, m.address[0], m.normalized);
  linear_axis<P> y;
  if (m.dimensions > 1) {
    y = find_linear<P>(at[1], level.height, m.address[1], m.normalized);
  } else {  // a line lies in a plane of one row, at y = 0: its border is half of what is read
    y = find_linear<P>(floats<P>(0), 1, m.address[1], m.normalized);
  }
  auto const inside = simd::mask_full<P>();
  lane_floats<P> w[4];
  if (m.dimensions < 3) {
    if (whole)
      split_weight<P>(x.weight, y.weight, w);
    else
      split_weight<P>(weight, x.weight, y.weight, w);
    add_plane<P>(m, v, level.base, slice, x, y, inside, w, sum, level.pitch);
    return;
  }
  auto const z = find_linear<P>(at[2], level.depth, m.address[2], m.normalized);
  auto const front = weight_product<P>(weight, floats<P>(256) - z.weight);
  split_weight<P>(front, x.weight, y.weight, w);
  add_plane<P>(m, v, level.base, slice + scaled_offset<P>(z.low, level.slice), x, y, z.low_inside,
               w, sum, level.pitch);
  split_weight<P>(weight - front, x.weight, y.weight, w);
  add_plane<P>(m, v, level.base, slice + scaled_offset<P>(z.high, level.slice), x, y, z.high_inside,
               w, sum, level.pitch);
}

/// The texel of each lane's point.
template <int P, class Mode>
[[gnu::noinline]] void read_point(Mode const& m, texture_view const& v, texture_level const& level,
                                  lane_floats<P> const (&at)[3], lane_offsets<P> slice,
                                  lane_ints<P> (&c)[4]) {
  auto const x = find_point<P>(at[0], level.width, m.address[0], m.normalized);
  auto inside = x.inside;
  auto offset = slice + scaled_offset<P>(x.at, channel_bytes(m.type) * m.channels);
  if (m.dimensions > 1) {
    auto const y = find_point<P>(at[1], level.height, m.address[1], m.normalized);
    inside = simd::mask_and<P>(inside, y.inside);
    offset += scaled_offset<P>(y.at, level.pitch);
  }
  if (m.dimensions > 2) {
    auto const z = find_point<P>(at[2], level.depth, m.address[2], m.normalized);
    inside = simd::mask_and<P>(inside, z.inside);
    offset += scaled_offset<P>(z.at, level.slice);
  }
  load_texels<P>(m, level.base, offset, c);
  put_border<P>(v, m.channels, inside, c);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
