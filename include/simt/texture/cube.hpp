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

template <int P>
cube_point<P> find_face(lane_floats<P> x, lane_floats<P> y, lane_floats<P> z) {
  using simd::compare;
  auto const zero = floats<P>(0);
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
  x = x * reciprocal;
  y = y * reciprocal;
  z = z * reciprocal;
  auto const rank = [&](lane_floats<P> a) SIMT_LAMBDA_INLINE {
    return select<P>(compare_floats<compare::eq, P>(a, a), size(a), floats<P>(-1));
  };
  auto const ax = rank(x), ay = rank(y), az = rank(z);
  auto const on_z = simd::mask_and<P>(compare_floats<compare::ge, P>(az, ax),
                                      compare_floats<compare::ge, P>(az, ay));
  auto const on_y = simd::mask_andnot<P>(compare_floats<compare::ge, P>(ay, ax), on_z);
  auto const major = select<P>(on_z, z, select<P>(on_y, y, x));
  auto const back = compare_floats<compare::lt, P>(major, zero);
  auto const back_on_z = simd::mask_and<P>(back, on_z);
  cube_point<P> r;
  r.face = pick_ints<P>(on_z, ints<P>(4), pick_ints<P>(on_y, ints<P>(2), ints<P>(0))) +
           pick_ints<P>(back, ints<P>(1), ints<P>(0));
  auto const on_x_s = select_sign<P>(back, -z);
  auto const s = select<P>(on_z, select_sign<P>(back_on_z, x), select<P>(on_y, x, on_x_s));
  auto const t = select<P>(on_y, select_sign<P>(back, z), -y);
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
