#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/exact.hpp>
#include <simt/texture/address.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Directions and the faces of a cubemap: +x, -x, +y, -y, +z, -z. Of equal coordinates z counts
// before y before x; one that is no number counts last and as 0.
namespace simt::inline SIMT_ABI::detail {

/// Where a direction meets the cube: s and t from -1 to 1.
template <int P>
struct cube_point {
  lane_ints<P> face;
  lane_floats<P> s, t;
};

template <int P>
SIMT_INLINE lane_floats<P> select_sign(simd::part_mask<P> negative, lane_floats<P> x) {
  return select<P>(negative, -x, x);
}

/// The axis that a direction is nearest to: x where it is none of these.
template <int P>
struct cube_axis {
  simd::part_mask<P> on_z, on_y;

  [[nodiscard]] simd::part_mask<P> is(int k) const {
    if (k == 2) return on_z;
    return k == 1 ? on_y : simd::mask_andnot<P>(simd::mask_full<P>(), simd::mask_or<P>(on_z, on_y));
  }
};
template <int P>
SIMT_INLINE cube_axis<P> find_axis(lane_floats<P> const (&v)[3]) {
  using simd::compare;
  auto const rank = [&](lane_floats<P> a) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::eq, P>(a, a), simd::math::fabs<float, P>(a),
                     floats<P>(-1));
  };
  auto const ax = rank(v[0]), ay = rank(v[1]), az = rank(v[2]);
  auto const on_z = simd::mask_and<P>(compare_floats<compare::ge, P>(az, ax),
                                      compare_floats<compare::ge, P>(az, ay));
  return {on_z, simd::mask_andnot<P>(compare_floats<compare::ge, P>(ay, ax), on_z)};
}
template <int P>
SIMT_INLINE lane_floats<P> choose_axis(cube_axis<P> const& a, lane_floats<P> const (&v)[3]) {
  return select<P>(a.on_z, v[2], select<P>(a.on_y, v[1], v[0]));
}

/// A vector's parts along a face's s and t; `back`: the faces of the negative ends.
template <int P>
SIMT_INLINE void face_coordinates(cube_axis<P> const& a, simd::part_mask<P> back,
                                  lane_floats<P> const (&v)[3], lane_floats<P>& s,
                                  lane_floats<P>& t) {
  auto const x = v[0], y = v[1], z = v[2];
  auto const back_on_z = simd::mask_and<P>(back, a.on_z);
  auto const on_x_s = select_sign<P>(back, -z);
  s = select<P>(a.on_z, select_sign<P>(back_on_z, x), select<P>(a.on_y, x, on_x_s));
  t = select<P>(a.on_y, select_sign<P>(back, z), -y);
}

template <int P>
cube_point<P> find_face(lane_floats<P> x, lane_floats<P> y, lane_floats<P> z) {
  using simd::compare;
  // of |x|, |y|, |z|, numbers before NaN
  auto const larger = [&](lane_floats<P> a, lane_floats<P> b) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::ge, P>(a, b), a,
                     select<P>(compare_floats<compare::eq, P>(b, b), b, a));
  };
  auto const size = [&](lane_floats<P> a)
                        SIMT_LAMBDA_INLINE { return simd::math::fabs<float, P>(a); };
  auto const m = larger(size(x), larger(size(y), size(z)));
  // By a reciprocal, as the hardware does: what would lie between two texels may lie a little
  // before.
  auto const reciprocal = floats<P>(1) / m;
  lane_floats<P> const v[3] = {x * reciprocal, y * reciprocal, z * reciprocal};
  auto const axis = find_axis<P>(v);
  auto const back = compare_floats<compare::lt, P>(choose_axis<P>(axis, v), floats<P>(0));
  cube_point<P> r;
  r.face = pick_ints<P>(axis.on_z, ints<P>(4), pick_ints<P>(axis.on_y, ints<P>(2), ints<P>(0))) +
           pick_ints<P>(back, ints<P>(1), ints<P>(0));
  lane_floats<P> s, t;
  face_coordinates<P>(axis, back, v, s, t);
  // in the steps of coordinates, so that what follows is exact
  auto const step = [](lane_floats<P> c) SIMT_LAMBDA_INLINE {
    return floor_floats<P>(clamp_floats<P>(nan_to_zero<P>(c), -1, 1) *
                           floats<P>(coordinate_steps / 2)) *
           floats<P>(2 / coordinate_steps);
  };
  r.s = step(s);
  r.t = step(t);
  return r;
}

/// The direction of a point on a face's plane, also beyond its edges.
struct direction {
  float x, y, z;
};
inline direction face_direction(int face, float s, float t) {
  switch (face) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
