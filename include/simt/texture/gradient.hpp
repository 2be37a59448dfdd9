#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math.hpp>
#include <simt/texture/cube.hpp>
#include <simt/texture/texel.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Which level of detail two gradients ask for, and how anisotropic filtering reads along the longer
// one: the estimates of a GPU (recorded on an H100).
namespace simt::inline SIMT_ABI::detail {

/// Describes what two gradients ask for: a level and, where that is longer than wide, samples along
/// its length.
template <int P>
struct gradient_footprint {
  lane_floats<P> level;
  lane_floats<P> ratio;     // of length to width, where more than one sample is allowed
  lane_floats<P> along[2];  // the length's direction: a texel's step
};

/// The length of a vector as the hardware estimates it.
template <int P>
SIMT_INLINE lane_floats<P> estimated_length(lane_floats<P> const (&v)[3]) {
  using simd::compare;
  auto const size = [](lane_floats<P> a)
                        SIMT_LAMBDA_INLINE { return simd::math::fabs<float, P>(a); };
  auto const x = size(v[0]), y = size(v[1]), z = size(v[2]);
  auto const more = [](lane_floats<P> a, lane_floats<P> b) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::gt, P>(a, b), a, b);
  };
  auto const less = [](lane_floats<P> a, lane_floats<P> b) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::gt, P>(a, b), b, a);
  };
  auto const high = more(x, y), low = less(x, y);
  return more(high, z) + floats<P>(11 / 32.0f) * more(low, less(high, z)) +
         floats<P>(1 / 4.0f) * less(low, z);
}

/// The most samples that a texture's maxAnisotropy allows, and their binary logarithm as the
/// hardware has it.
struct anisotropy_limit {
  int samples;
  float log2;
};
constexpr anisotropy_limit limit_of(int max_anisotropy) {
  constexpr anisotropy_limit limits[] = {{16, 4},      {12, 3.5625f}, {10, 3.3125f}, {8, 3},
                                         {6, 2.5625f}, {4, 2},        {2, 1}};
  for (anisotropy_limit const& l : limits)
    if (max_anisotropy >= l.samples) return l;
  return {1, 0};
}

/// A level, in 1/256, as it is blended where `samples` are allowed: in a narrower band around the
/// middle of two levels. It lies a little lower for levels that were biased.
template <int P>
SIMT_INLINE lane_floats<P> narrow_blend(lane_floats<P> level, int samples, bool biased) {
  float const slope = samples < 4 ? 1.5f : samples < 8 ? 1.75f : 2.0f;
  float const middle = slope == 2 ? 128.0f : 126 + 2 * slope - (biased ? slope : 0);
  auto const whole = floor_floats<P>(level);
  auto const part = (level - whole) * floats<P>(256) - floats<P>(128);
  auto const steps = floor_floats<P>(part * floats<P>(slope) + floats<P>(middle));
  return whole + clamp_floats<P>(steps, 0, 256) * floats<P>(1 / 256.0f);
}

/// The level and the samples of two gradients in texels: the longer one is the length, or the
/// diagonal of what they span where that is much longer. Its level is that of a number of 9 bits,
/// in 1/256, rounded up (but for a 32nd of these). Where more than one sample is allowed, the
/// width, area by length and at least that part of it, has the level.
/// - Shape:   `apart`: lanes whose gradients lie on several faces of a cube, which have no diagonal
///            and no width
/// - Needs:   gradients of a plane where more than 1 sample is allowed
template <int P>
gradient_footprint<P> find_footprint(lane_floats<P> const (&dx)[3], lane_floats<P> const (&dy)[3],
                                     simd::part_mask<P> apart, anisotropy_limit allowed) {
  using simd::compare;
  lane_floats<P> sum[3], difference[3];
  simd::each<3>([&](int k) SIMT_LAMBDA_INLINE {
    sum[k] = dx[k] + dy[k];
    difference[k] = dx[k] - dy[k];
  });
  auto const longer = [](lane_floats<P> a, lane_floats<P> b)
                          SIMT_LAMBDA_INLINE { return compare_floats<compare::gt, P>(a, b); };
  auto const more = [&](lane_floats<P> a, lane_floats<P> b)
                        SIMT_LAMBDA_INLINE { return select<P>(longer(a, b), a, b); };
  auto const parts = [](lane_floats<P> a) SIMT_LAMBDA_INLINE {
    auto const cut = bits_to_float<P>(float_bits<P>(a) & ints<P>(~0x7fff));
    return simd::math::log2<float, P>(cut) * floats<P>(256);
  };
  auto const x = estimated_length<P>(dx), y = estimated_length<P>(dy);
  auto const s = estimated_length<P>(sum), d = estimated_length<P>(difference);
  auto const diagonal = select<P>(apart, floats<P>(0), more(s, d) * floats<P>(11 / 16.0f));
  auto const side = more(x, y);
  auto const length = more(side, diagonal);
  gradient_footprint<P> r{};
  auto const level_of = [](lane_floats<P> n) SIMT_LAMBDA_INLINE {
    return -floor_floats<P>(floats<P>(1 / 32.0f) - n) * floats<P>(1 / 256.0f);
  };
  auto const whole = parts(length);
  r.level = level_of(whole);
  if (allowed.samples == 1) return r;
  auto const area = simd::math::fabs<float, P>(dx[0] * dy[1] - dx[1] * dy[0]);
  auto const even = select<P>(apart, length, area / length);
  auto const least = whole - floats<P>(256 * allowed.log2);
  auto const exact = more(parts(select<P>(longer(length, even), even, length)), least);
  r.level = level_of(exact);
  // How often the width goes into the length, of which the smallest is a texel.
  r.ratio = select<P>(
      apart, floats<P>(1),
      simd::math::exp2<float, P>((whole - more(exact, floats<P>(0))) * floats<P>(1 / 256.0f)));
  lane_floats<P> along[2];
  simd::each<2>([&](int k) SIMT_LAMBDA_INLINE {
    auto const edge = select<P>(longer(x, y), dx[k], dy[k]);
    along[k] =
        select<P>(longer(diagonal, side), select<P>(longer(s, d), sum[k], difference[k]), edge);
  });
  auto const scale =
      floats<P>(1) / simd::math::sqrt<float, P>(along[0] * along[0] + along[1] * along[1]);
  simd::each<2>([&](int k) SIMT_LAMBDA_INLINE { r.along[k] = along[k] * scale; });
  return r;
}

/// The samples of a level that anisotropic filtering takes: pairs to both sides of the middle, in
/// steps of this level's texels, all of one weight but for the outermost. `sample(step, weight)` is
/// called for each, with where it lies and how much of 1 it counts.
/// - Shape:   `spread`: how many texels of this level lie between two samples
template <int P, class Sample>
SIMT_INLINE void for_samples(lane_floats<P> ratio, lane_floats<P> spread, Sample sample) {
  using simd::compare;
  auto const one = floats<P>(1), two = floats<P>(2);
  ratio = select<P>(compare_floats<compare::gt, P>(ratio, one), ratio, one);
  auto const many = compare_floats<compare::gt, P>(ratio, two);
  auto const share = one / select<P>(many, ratio, two);
  auto const near = select<P>(many, floats<P>(0.5f), (ratio - one) / ratio);
  for (int pair = 0; pair < 8; ++pair) {
    auto const left = select<P>(many, ratio, two) - floats<P>(static_cast<float>(2 * pair));
    if (!simd::mask_any<P>(compare_floats<compare::gt, P>(left, floats<P>(0)))) return;
    auto const weight = clamp_floats<P>(left, 0, 2) * floats<P>(0.5f) * share;
    auto const step = (near + floats<P>(static_cast<float>(pair))) * spread;
    sample(step, weight);
    sample(-step, weight);
  }
}

/// Replaces a gradient of a direction by one on the face that the direction meets: the way from its
/// point to that of direction and gradient together, over the edge where that lies on the next
/// face.
/// - Returns: the lanes whose ends lie on different faces; it is long where they are opposite
template <int P>
simd::part_mask<P> project_gradient(lane_floats<P> const (&p)[3], lane_floats<P> (&d)[3],
                                    float width) {
  using simd::compare;
  lane_floats<P> const q[3] = {p[0] + d[0], p[1] + d[1], p[2] + d[2]};
  auto const from = find_axis<P>(p), to = find_axis<P>(q);
  auto const one = floats<P>(1);
  auto const sign = [&](lane_floats<P> a) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::lt, P>(a, floats<P>(0)), floats<P>(-1), one);
  };
  auto const major = choose_axis<P>(from, p), end = choose_axis<P>(to, q);
  auto const side = sign(major), end_side = sign(end);
  auto const scale = side / major, end_scale = end_side / end;  // by their sizes
  lane_floats<P> start[3], way[3];
  simd::each<3>([&](int k) SIMT_LAMBDA_INLINE {
    start[k] = p[k] * scale;
    way[k] = q[k] * end_scale - start[k];
  });
  auto const next = simd::mask_or<P>(simd::mask_xor<P>(from.on_z, to.on_z),
                                     simd::mask_xor<P>(from.on_y, to.on_y));
  // The middle of the cube lies as far away as the opposite face.
  auto const opposite =
      simd::mask_or<P>(compare_floats<compare::eq, P>(end, floats<P>(0)),
                       simd::mask_andnot<P>(compare_floats<compare::ne, P>(side, end_side), next));
  // Over the edge: what is left of this face and what is gone of the next.
  lane_floats<P> const ends[3] = {q[0] * end_scale, q[1] * end_scale, q[2] * end_scale};
  auto const over = end_side + end_side - choose_axis<P>(to, start) -
                    end_side * side * choose_axis<P>(from, ends);
  auto const far = floats<P>(1e6f);
  simd::each<3>([&](int k) SIMT_LAMBDA_INLINE {
    way[k] = select<P>(opposite, far, select<P>(simd::mask_and<P>(to.is(k), next), over, way[k]));
  });
  face_coordinates<P>(from, compare_floats<compare::lt, P>(major, floats<P>(0)), way, d[0], d[1]);
  d[0] = d[0] * floats<P>(width / 2);
  d[1] = d[1] * floats<P>(width / 2);
  d[2] = floats<P>(0);
  return simd::mask_or<P>(opposite, next);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
