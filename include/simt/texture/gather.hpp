#pragma once
// SPDX-License-Identifier: MIT

#include <simt/texture/sample.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Reads of single texels: by number, and the four around a point.
namespace simt::inline SIMT_ABI::detail {

inline sampling_mode plain_mode(texture_view const& v) {
  return {v.type,
          v.channels,
          shape_dimensions(v.shape),
          v.normalized_read,
          v.srgb && v.normalized_read && v.type == texel_type::u8,
          v.normalized_coordinates,
          false,
          {v.address[0], v.address[1], address_mode::clamp}};
}

template <int P>
SIMT_INLINE void give_zero(sample_call<P> const& call) {
  for (int i = 0; i < call.channels * call.parts; ++i) call.out[i] = ints<P>(0);
}

/// tex1Dfetch: the texel's number is in call.layer.
template <int P>
[[gnu::noinline]] void fetch_gang(texture_view const& v, sample_call<P> const& call) {
  [[maybe_unused]] told_fetch<P> const told(v);
  if (v.levels == 0 || v.shape != texture_shape::linear) {
    give_zero<P>(call);
    return;
  }
  auto const m = plain_mode(v);
  int const bytes = channel_bytes(v.type) * v.channels;
  texture_level const& level = v.level[0];
  bool const wide = P != 1 && level.width > (1 << 30) / bytes;
  for (int i = 0; i < call.parts; ++i) {
    auto const n = call.layer[i];
    auto const inside =
        simd::mask_and<P>(compare_ints<simd::compare::ge, P>(n, ints<P>(0)),
                          compare_ints<simd::compare::lt, P>(n, ints<P>(level.width)));
    auto const index = pick_ints<P>(inside, n, ints<P>(0));
    lane_ints<P> c[4];
    if (wide) {
      for (int l = 0; l < P; ++l) {
        int one[4];
        load_texels<1>(m, level.base, std::ptrdiff_t{simd::get<int, P>(index, l)} * bytes, one);
        for (int k = 0; k < m.channels; ++k) simd::set<int, P>(c[k], l, one[k]);
      }
    } else {
      load_texels<P>(m, level.base, scaled_offset<P>(index, bytes), c);
    }
    for (int k = 0; k < call.channels; ++k)
      call.out[k * call.parts + i] =
          k < m.channels ? pick_ints<P>(inside, point_result<P>(m, c[k], k), ints<P>(0))
                         : ints<P>(0);
  }
}

/// tex2Dgather.
template <int P>
[[gnu::noinline]] void gather_gang(texture_view const& v, sample_call<P> const& call, int channel) {
  [[maybe_unused]] told_fetch<P> const told(v);
  bool const fits = v.levels != 0 && call_fits(v.shape, 2, false, false) && offsets_fit(v);
  if (!fits || channel < 0 || channel >= v.channels) {
    give_zero<P>(call);
    return;
  }
  auto const m = plain_mode(v);
  int const bytes = channel_bytes(v.type) * v.channels;
  texture_level const& level = v.level[0];
  // Clamping moves texels here, not coordinates as in a filter: both neighbours may be the last
  // texel.
  address_mode address[2];
  bool clamped[2];
  for (int k = 0; k < 2; ++k) {
    clamped[k] = effective_mode(m.address[k], m.normalized) == address_mode::clamp;
    address[k] = clamped[k] ? address_mode::border : m.address[k];
  }
  for (int i = 0; i < call.parts; ++i) {
    auto const x = find_linear<P>(call.at[0][i], level.width, address[0], m.normalized);
    auto const y = find_linear<P>(call.at[1][i], level.height, address[1], m.normalized);
    auto const texel = [&](lane_ints<P> tx, simd::part_mask<P> in_x, lane_ints<P> ty,
                           simd::part_mask<P> in_y) SIMT_LAMBDA_INLINE {
      lane_ints<P> c[4];
      load_texels<P>(m, level.base, scaled_offset<P>(tx, bytes) + scaled_offset<P>(ty, level.pitch),
                     c);
      auto const in_all = simd::mask_full<P>();
      put_border<P>(v, m.channels,
                    simd::mask_and<P>(clamped[0] ? in_all : in_x, clamped[1] ? in_all : in_y), c);
      return point_result<P>(m, c[channel], channel);
    };
    lane_ints<P> const four[4] = {texel(x.low, x.low_inside, y.high, y.high_inside),
                                  texel(x.high, x.high_inside, y.high, y.high_inside),
                                  texel(x.high, x.high_inside, y.low, y.low_inside),
                                  texel(x.low, x.low_inside, y.low, y.low_inside)};
    for (int k = 0; k < call.channels; ++k) call.out[k * call.parts + i] = four[k];
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
