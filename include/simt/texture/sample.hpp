#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math.hpp>
#include <simt/texture/cube.hpp>
#include <simt/texture/gradient.hpp>
#include <simt/texture/plane.hpp>
#include <simt/texture/seamless.hpp>

SIMT_DETAIL_QUIET_BEGIN

// What the texture functions share: levels of detail, layers and faces, for a gang at once. Every
// way to read a texture is worked out once for the gang; what differs between lanes is computed in
// registers.
namespace simt::inline SIMT_ABI::detail {

/// A call of a texture function by a gang of `parts` registers. Coordinates that the function lacks
/// are null.
template <int P>
struct sample_call {
  int dimensions = 0;
  bool layered = false;
  bool cube = false;
  int parts = 0;
  int channels = 0;  // wanted
  lane_floats<P> const* at[3] = {};
  lane_ints<P> const* layer = nullptr;
  lane_floats<P> const* level = nullptr;
  lane_floats<P> const* dx[3] = {};
  lane_floats<P> const* dy[3] = {};
  lane_ints<P>* out = nullptr;  // channel c of part i: out[c * parts + i]
};

constexpr int shape_dimensions(texture_shape s) {
  return s == texture_shape::three_d                                      ? 3
         : s == texture_shape::one_d || s == texture_shape::one_d_layered ? 1
                                                                          : 2;
}
/// Can the function read a texture of this shape at all?
constexpr bool call_fits(texture_shape s, int dimensions, bool layered, bool cube) {
  switch (s) {
    case texture_shape::one_d:
      return !cube && dimensions < 3;
    case texture_shape::two_d:
    case texture_shape::pitch_2d:
      return !cube && dimensions < 3 && !(layered && dimensions == 1);
    case texture_shape::three_d:
      return !cube && dimensions == 3;
    case texture_shape::one_d_layered:
      return !cube && dimensions == 1;
    case texture_shape::two_d_layered:
      return !cube && dimensions == 2;
    case texture_shape::cube:
    case texture_shape::cube_layered:
      return cube;
    default:
      return false;
  }
}

template <int P>
SIMT_INLINE lane_offsets<P> slice_offset(lane_ints<P> slice, texture_level const& level) {
  return scaled_offset<P>(slice, level.slice);
}

/// One level, filtered, with a weight.
template <int P, class Mode>
SIMT_INLINE void add_level(Mode const& m, texture_view const& v, texture_level const& level,
                           lane_floats<P> const (&at)[3], lane_ints<P> slice, bool whole,
                           lane_floats<P> weight, lane_floats<P> (&sum)[4]) {
  if (v.filter == filter_mode::linear) {
    if (m.seamless && add_seamless<P>(m, level, at, slice, weight, sum)) return;
    add_linear<P>(m, v, level, at, slice_offset<P>(slice, level), whole, weight, sum);
    return;
  }
  lane_ints<P> c[4];
  read_point<P>(m, v, level, at, slice_offset<P>(slice, level), c);
  for (int k = 0; k < m.channels; ++k)
    add_weighted<P>(sum[k], zero_where_unweighted<P>(filter_value<P>(m, c[k], k), weight), weight);
}

/// The same by samples along a footprint. `spread`: in texels of this level.
template <int P, class Mode>
[[gnu::noinline]] void add_footprint(Mode const& m, texture_view const& v,
                                     texture_level const& level, lane_floats<P> const (&at)[3],
                                     lane_ints<P> slice, lane_floats<P> weight,
                                     gradient_footprint<P> const& f, lane_floats<P> ratio,
                                     lane_floats<P> spread, lane_floats<P> (&sum)[4]) {
  float const size[2] = {static_cast<float>(level.width), static_cast<float>(level.height)};
  for_samples<P>(ratio, spread, [&](lane_floats<P> step, lane_floats<P> share) {
    lane_floats<P> one[4], there[3] = {at[0], at[1], at[2]};
    for (int k = 0; k < m.channels; ++k) one[k] = floats<P>(0);
    simd::each<2>([&](int k) SIMT_LAMBDA_INLINE {
      there[k] = there[k] + nan_to_zero<P>(f.along[k] * step) * floats<P>(1 / size[k]);
    });
    add_level<P>(m, v, level, there, slice, false, weight, one);
    for (int k = 0; k < m.channels; ++k) sum[k] = multiply_add<P>(one[k], share, sum[k]);
  });
}

/// The only level there is.
template <int P, class Mode>
SIMT_INLINE void sample_base(Mode const& m, texture_view const& v, lane_floats<P> const (&at)[3],
                             lane_ints<P> slice, lane_ints<P> (&c)[4]) {
  texture_level const& level = v.level[0];
  if (v.filter == filter_mode::point) {
    read_point<P>(m, v, level, at, slice_offset<P>(slice, level), c);
    for (int k = 0; k < m.channels; ++k) c[k] = point_result<P>(m, c[k], k);
    return;
  }
  lane_floats<P> sum[4];
  for (int k = 0; k < m.channels; ++k) sum[k] = floats<P>(0);
  add_level<P>(m, v, level, at, slice, true, floats<P>(256), sum);
  for (int k = 0; k < m.channels; ++k) c[k] = filter_result<P>(m, sum[k], k);
}

/// True where some lane takes more than one sample of a level. (Integers are not averaged.)
template <int P, class Mode>
SIMT_INLINE bool filters_along(Mode const& m, gradient_footprint<P> const& f) {
  return (m.normalized_read || m.type == texel_type::f32 || m.type == texel_type::f16) &&
         simd::mask_any<P>(compare_floats<simd::compare::gt, P>(f.ratio, floats<P>(1)));
}

/// Lanes of different levels take turns: every level that some lane wants is sampled once.
template <int P, class Mode>
[[gnu::noinline]] void sample_levels(Mode const& m, texture_view const& v,
                                     lane_floats<P> const (&at)[3], lane_ints<P> slice,
                                     gradient_footprint<P> const& f, lane_ints<P> (&c)[4]) {
  using simd::compare;
  int const last = v.levels - 1;
  // the level counts in whole 1/256, cut toward zero, before anything is added
  auto const cut = to_floats<P>(
      to_ints<P>(clamp_floats<P>(nan_to_zero<P>(f.level), -1024, 1024) * floats<P>(256)));
  bool const blended = v.mip_filter == filter_mode::linear;
  int const samples = limit_of(v.anisotropy).samples;
  auto biased =
      nan_to_zero<P>(multiply_add<P>(cut, floats<P>(1 / 256.0f), floats<P>(v.level_bias)));
  if (blended && samples > 1) biased = narrow_blend<P>(biased, samples, v.level_bias != 0);
  auto const high = v.max_level > v.min_level ? v.max_level : v.min_level;
  auto const l =
      clamp_floats<P>(clamp_floats<P>(biased, v.min_level, high), 0, static_cast<float>(last));
  // a blend takes whole 1/256 of a level, cut; else the nearest level
  auto const steps = to_ints<P>(blended ? l * floats<P>(256) : l + floats<P>(0.5f));
  auto const first = blended ? steps >> 8 : steps;
  auto const second_weight = blended ? steps & ints<P>(255) : ints<P>(0);
  bool const along = filters_along<P>(m, f);
  bool const exact = !blended && v.filter == filter_mode::point && !along;
  lane_floats<P> sum[4];
  for (int k = 0; k < m.channels; ++k) {
    sum[k] = floats<P>(0);
    c[k] = ints<P>(0);
  }
  for (int n = 0; n <= last; ++n) {
    auto const here = compare_ints<compare::eq, P>(first, ints<P>(n));
    auto const after = compare_ints<compare::eq, P>(first, ints<P>(n - 1));
    auto const weight = pick_ints<P>(here, ints<P>(256) - second_weight,
                                     pick_ints<P>(after, second_weight, ints<P>(0)));
    if (!simd::mask_any<P>(compare_ints<compare::ne, P>(weight, ints<P>(0)))) continue;
    texture_level const& level = v.level[static_cast<std::size_t>(n)];
    if (exact) {
      lane_ints<P> t[4];
      read_point<P>(m, v, level, at, slice_offset<P>(slice, level), t);
      for (int k = 0; k < m.channels; ++k) c[k] = pick_ints<P>(here, t[k], c[k]);
    } else if (along) {
      // Both levels of a blend take the same way: in longer steps of the finer one's texels.
      auto const more =
          simd::math::exp2<float, P>(to_floats<P>(second_weight) * floats<P>(1 / 256.0f));
      auto const ratio = select<P>(here, f.ratio, f.ratio * more * floats<P>(0.5f));
      add_footprint<P>(m, v, level, at, slice, to_floats<P>(weight), f, ratio,
                       select<P>(here, more, floats<P>(1)), sum);
    } else {
      add_level<P>(m, v, level, at, slice, false, to_floats<P>(weight), sum);
    }
  }
  for (int k = 0; k < m.channels; ++k)
    c[k] = exact ? point_result<P>(m, c[k], k) : filter_result<P>(m, sum[k], k);
}

/// Layer `i` of n: those beyond the last, negative ones too, are the last.
template <int P>
SIMT_INLINE lane_ints<P> clamp_layer(lane_ints<P> i, int n) {
  auto const fits = simd::mask_and<P>(compare_ints<simd::compare::ge, P>(i, ints<P>(0)),
                                      compare_ints<simd::compare::lt, P>(i, ints<P>(n)));
  return pick_ints<P>(fits, i, ints<P>(n - 1));
}

template <int P, class Mode>
SIMT_INLINE void sample_parts(Mode const& m, texture_view const& v, sample_call<P> const& call) {
  bool const layered = v.shape == texture_shape::one_d_layered ||
                       v.shape == texture_shape::two_d_layered ||
                       v.shape == texture_shape::cube_layered;
  bool const graded = call.dx[0] != nullptr && v.mipmapped;
  for (int i = 0; i < call.parts; ++i) {
    lane_floats<P> at[3], given[3];
    simd::each<3>([&](int k) SIMT_LAMBDA_INLINE {
      given[k] = at[k] = call.at[k] != nullptr ? call.at[k][i] : floats<P>(0);
    });
    auto slice = ints<P>(0);
    if (layered && call.layer != nullptr) slice = clamp_layer<P>(call.layer[i], v.layers);
    cube_point<P> face;
    if (call.cube) {
      face = find_face<P>(at[0], at[1], at[2]);
      slice = slice * 6 + face.face;
      at[0] = (face.s + floats<P>(1)) * floats<P>(0.5f);
      at[1] = (face.t + floats<P>(1)) * floats<P>(0.5f);
    }
    lane_ints<P> c[4];
    if (!v.mipmapped || v.levels == 1) {
      sample_base<P>(m, v, at, slice, c);
    } else {
      gradient_footprint<P> f{};
      if (call.level != nullptr) f.level = call.level[i];
      if (graded) {
        lane_floats<P> dx[3], dy[3];
        float const size[3] = {static_cast<float>(v.level[0].width),
                               static_cast<float>(v.level[0].height),
                               static_cast<float>(v.level[0].depth)};
        simd::each<3>([&](int k) SIMT_LAMBDA_INLINE {
          float const scale = call.cube ? 1.0f : size[k];
          dx[k] = call.dx[k] != nullptr ? call.dx[k][i] * floats<P>(scale) : floats<P>(0);
          dy[k] = call.dy[k] != nullptr ? call.dy[k][i] * floats<P>(scale) : floats<P>(0);
        });
        auto apart = simd::mask_none<P>();
        if (call.cube)
          apart = simd::mask_or<P>(project_gradient<P>(given, dx, size[0]),
                                   project_gradient<P>(given, dy, size[0]));
        f = find_footprint<P>(dx, dy, apart,
                              limit_of(v.shape == texture_shape::three_d ? 1 : v.anisotropy));
      }
      sample_levels<P>(m, v, at, slice, f, c);
    }
    for (int k = 0; k < call.channels; ++k)
      call.out[k * call.parts + i] = k < m.channels ? c[k] : ints<P>(0);
  }
}

/// Lanes compute offsets in 32 bits.
inline bool offsets_fit(texture_view const& v) {
  texture_level const& l = v.level[0];
  auto const slices = v.shape == texture_shape::three_d ? l.depth
                      : v.shape == texture_shape::cube || v.shape == texture_shape::cube_layered
                          ? 6 * v.layers
                          : v.layers;
  return static_cast<double>(l.slice > l.pitch ? l.slice : l.pitch) * slices +
             static_cast<double>(l.pitch) * l.height <
         0x1p31;
}

template <int P>
void sample_gang(texture_view const& v, sample_call<P> const& call);

/// The call of each lane by itself.
template <int P>
SIMT_COLD void sample_by_lane(texture_view const& v, sample_call<P> const& call) {
  for (int i = 0; i < call.parts; ++i) {
    for (int l = 0; l < P; ++l) {
      sample_call<1> one;
      one.dimensions = call.dimensions;
      one.layered = call.layered;
      one.cube = call.cube;
      one.parts = 1;
      one.channels = call.channels;
      float f[10];
      int layer = 0, n = 0, out[4];
      auto const copy = [&](lane_floats<P> const* from, float const*& to) {
        if (from == nullptr) return;
        f[n] = simd::get<float, P>(from[i], l);
        to = &f[n++];
      };
      for (int k = 0; k < 3; ++k) {
        copy(call.at[k], one.at[k]);
        copy(call.dx[k], one.dx[k]);
        copy(call.dy[k], one.dy[k]);
      }
      copy(call.level, one.level);
      if (call.layer != nullptr) {
        layer = simd::get<int, P>(call.layer[i], l);
        one.layer = &layer;
      }
      one.out = out;
      sample_gang<1>(v, one);
      for (int k = 0; k < call.channels; ++k)
        simd::set<int, P>(call.out[k * call.parts + i], l, out[k]);
    }
  }
}

/// How a texture is read, for all calls alike but those of cubemaps.
inline sampling_mode mode_of(texture_view const& v, bool cube) {
  bool const edgeless = v.seamless && cube;
  auto const address = [&](std::size_t k, bool counts) {
    return counts && !edgeless ? v.address[k] : address_mode::clamp;
  };
  return {v.type,
          v.channels,
          shape_dimensions(v.shape),
          v.normalized_read,
          v.srgb && v.normalized_read && v.type == texel_type::u8,
          v.normalized_coordinates || cube,
          edgeless,
          {address(0, true), address(1, v.shape != texture_shape::one_d_layered),
           address(2, v.shape == texture_shape::three_d)}};
}

/// Any texture.
template <int P>
[[gnu::noinline]] void sample_any(texture_view const& v, sample_call<P> const& call) {
  if (v.levels == 0 || !call_fits(v.shape, call.dimensions, call.layered, call.cube)) {
    for (int i = 0; i < call.channels * call.parts; ++i) call.out[i] = ints<P>(0);
    return;
  }
  if constexpr (P != 1) {
    if (!offsets_fit(v)) {
      sample_by_lane<P>(v, call);
      return;
    }
  }
  auto const m = mode_of(v, call.cube);
  sample_parts<P>(m, v, call);
}

/// A texture function for a gang. Results of lanes that are not active are without meaning.
template <int P>
[[gnu::noinline]] void sample_gang(texture_view const& v, sample_call<P> const& call) {
  [[maybe_unused]] told_fetch<P> const told(v);
  if constexpr (P != 1) {
    bool const plane = v.shape == texture_shape::two_d || v.shape == texture_shape::pitch_2d;
    bool const single = v.type == texel_type::f32 && v.channels == 1 && call.channels == 1;
    if (plane && single && call.dimensions == 2 && !call.cube && v.levels == 1 &&
        v.level[0].pitch * v.level[0].height < std::ptrdiff_t{1} << 31 &&
        sample_plane<P>(v, call.at[0], call.at[1], call.parts, call.out))
      return;
  }
  sample_any<P>(v, call);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
