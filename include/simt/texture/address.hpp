#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>
#include <simt/simd/rounding.hpp>
#include <simt/texture/descriptor.hpp>

SIMT_DETAIL_QUIET_BEGIN

// From a coordinate to texels along one axis, for P lanes at once, as the hardware does it:
// - a normalised coordinate counts in whole 1/2^21;
// - the position is rounded to 1/256 of a texel, half a texel subtracted, before it is split into a
//   texel and a weight;
// - a coordinate that is NaN or subnormal is 0, and so is an infinite one that wraps or is
// mirrored;
// - wrap and mirror are clamp where coordinates are not normalised.
namespace simt::inline SIMT_ABI::detail {

template <int P>
using lane_floats = simd::vec<float, P>;
template <int P>
using lane_ints = simd::vec<int, P>;

template <int P>
SIMT_INLINE lane_floats<P> floats(float x) {
  return simd::broadcast<float, P>(x);
}
template <int P>
SIMT_INLINE lane_ints<P> ints(int x) {
  return simd::broadcast<int, P>(x);
}
template <simd::compare C, int P>
SIMT_INLINE simd::part_mask<P> compare_floats(lane_floats<P> a, lane_floats<P> b) {
  return simd::compare_lanes<C, float, P>(simd::mask_full<P>(), a, b);
}
template <simd::compare C, int P>
SIMT_INLINE simd::part_mask<P> compare_ints(lane_ints<P> a, lane_ints<P> b) {
  return simd::compare_lanes<C, int, P>(simd::mask_full<P>(), a, b);
}
template <int P>
SIMT_INLINE lane_floats<P> select(simd::part_mask<P> m, lane_floats<P> a, lane_floats<P> b) {
  return simd::select<float, P>(m, a, b);
}
template <int P>
SIMT_INLINE lane_ints<P> pick_ints(simd::part_mask<P> m, lane_ints<P> a, lane_ints<P> b) {
  return simd::select<int, P>(m, a, b);
}

/// x within [low, high]; NaN becomes `low`.
template <int P>
SIMT_INLINE lane_floats<P> clamp_floats(lane_floats<P> x, float low, float high) {
  auto const l = floats<P>(low), h = floats<P>(high);
  x = x > l ? x : l;  // one instruction, where a mask and a blend are two
  return x < h ? x : h;
}
template <int P>
SIMT_INLINE lane_ints<P> clamp_ints(lane_ints<P> x, int low, int high) {
  auto const l = ints<P>(low), h = ints<P>(high);
  x = pick_ints<P>(compare_ints<simd::compare::gt, P>(x, l), x, l);
  return pick_ints<P>(compare_ints<simd::compare::lt, P>(x, h), x, h);
}
template <int P>
SIMT_INLINE lane_ints<P> to_ints(lane_floats<P> x) {
  return simd::convert<int, float, P>(x);
}
template <int P>
SIMT_INLINE lane_floats<P> to_floats(lane_ints<P> x) {
  return simd::convert<float, int, P>(x);
}
template <int P>
SIMT_INLINE lane_floats<P> multiply_add(lane_floats<P> a, lane_floats<P> b, lane_floats<P> c) {
  return simd::multiply_add<float, P>(a, b, c);
}
template <int P>
SIMT_INLINE lane_floats<P> floor_floats(lane_floats<P> x) {
  return simd::math::floor<float, P>(x);
}

inline constexpr float coordinate_steps = 0x1p21f;

/// The address mode that counts.
constexpr address_mode effective_mode(address_mode m, bool normalized) {
  return !normalized && (m == address_mode::wrap || m == address_mode::mirror) ? address_mode::clamp
                                                                               : m;
}

/// A position between two texels that follow one another, as if the axis had no ends: the first of
/// them, and the weight of the second in 1/256, 0 to 255.
template <int P>
struct linear_position {
  lane_ints<P> first;
  lane_floats<P> weight;
};
/// The two neighbours of a position and the weight of the second in 1/256, 0 to 255.
template <int P>
struct linear_axis {
  lane_ints<P> low, high;
  lane_floats<P> weight;
  simd::part_mask<P> low_inside, high_inside;  // not set: the border's colour
};
/// The texel that a position lies in.
template <int P>
struct point_axis {
  lane_ints<P> at;
  simd::part_mask<P> inside;
};

/// The coordinate in whole steps of 1/2^21 of the extent. A subnormal one counts as 0: the summand
/// lifts those below 0, and no other.
template <int P>
SIMT_INLINE lane_floats<P> scaled_steps(lane_floats<P> x) {
  return floor_floats<P>(
      multiply_add<P>(x, floats<P>(coordinate_steps), floats<P>(0x1.fffffep-106f)));
}
/// The coordinate in steps of 1/2^21 of the extent, less whole extents; NaN, also of infinities, is
/// 0.
template <int P>
SIMT_INLINE lane_floats<P> reduce_steps(lane_floats<P> x) {
  auto const q = scaled_steps<P>(x);
  auto const k = floor_floats<P>(q * floats<P>(1 / coordinate_steps));
  auto const r = multiply_add<P>(k, floats<P>(-coordinate_steps), q);
  return r > floats<P>(0) ? r : floats<P>(0);  // one instruction, which NaN leaves as 0
}
/// n where the coordinate lies in a mirrored extent, else 0.
template <int P>
SIMT_INLINE lane_ints<P> mirrored_extent(lane_floats<P> x, int n) {
  auto const k =
      floor_floats<P>(scaled_steps<P>(x) * floats<P>(1 / coordinate_steps)) * floats<P>(0.5f);
  auto const odd = compare_floats<simd::compare::gt, P>(k - floor_floats<P>(k), floats<P>(0));
  return pick_ints<P>(odd, ints<P>(n), ints<P>(0));
}
/// r / 2^21 of n texels, for whole r of at most 2^22: rounded down, or as the nearest 1/256. In two
/// parts, as the product has up to 39 bits.
template <int P>
SIMT_INLINE lane_ints<P> steps_to_texels(lane_ints<P> r, int n) {
  return ((r >> 10) * n + (((r & ints<P>(1023)) * n) >> 10)) >> 11;
}
template <int P>
SIMT_INLINE lane_ints<P> steps_to_fixed(lane_ints<P> r, int n) {
  return ((r >> 10) * n + (((r & ints<P>(1023)) * n + ints<P>(4096)) >> 10)) >> 3;
}
template <int P>
SIMT_INLINE lane_floats<P> nan_to_zero(lane_floats<P> x) {
  return select<P>(compare_floats<simd::compare::eq, P>(x, x), x, floats<P>(0));
}

template <int P>
SIMT_INLINE simd::part_mask<P> inside_extent(lane_ints<P> i, int n) {
  return compare_ints<simd::compare::lt, P>(i & ints<P>(0x7fffffff), ints<P>(n));
}

/// Texel i of a mirrored axis, -1 <= i <= 2n.
template <int P>
SIMT_INLINE lane_ints<P> mirror_index(lane_ints<P> i, int n) {
  auto const j =
      pick_ints<P>(compare_ints<simd::compare::ge, P>(i, ints<P>(n)), ints<P>(2 * n - 1) - i, i);
  return pick_ints<P>(compare_ints<simd::compare::gt, P>(j, ints<P>(0)), j, ints<P>(0));
}

/// Finds a position's first neighbour and the second's weight, whatever lies beyond the ends.
template <int P>
SIMT_INLINE linear_position<P> find_position(lane_floats<P> x, int n, address_mode mode,
                                             bool normalized) {
  linear_position<P> p;
  auto const split = [&](lane_ints<P> f) SIMT_LAMBDA_INLINE {
    p.weight = to_floats<P>(f & ints<P>(255));
    p.first = f >> 8;
  };
  switch (effective_mode(mode, normalized)) {
    case address_mode::wrap:
      split(steps_to_fixed<P>(to_ints<P>(reduce_steps<P>(x)), n) - 128);
      break;
    case address_mode::mirror:
      split(steps_to_fixed<P>(to_ints<P>(reduce_steps<P>(x)), n) - 128);
      p.first += mirrored_extent<P>(x, n);
      break;
    case address_mode::clamp: {
      int const last = (n - 1) * 256;
      if (normalized) {
        auto const c = clamp_floats<P>(scaled_steps<P>(x), 0, coordinate_steps);
        split(clamp_ints<P>(steps_to_fixed<P>(to_ints<P>(c), n) - 128, 0, last));
      } else {
        auto const t = multiply_add<P>(x, floats<P>(256), floats<P>(-127.5f));
        split(to_ints<P>(clamp_floats<P>(t, 0, static_cast<float>(last))));
      }
      break;
    }
    default: {
      auto const number = nan_to_zero<P>(x);
      if (normalized) {
        auto const c =
            clamp_floats<P>(scaled_steps<P>(number), -coordinate_steps, 2 * coordinate_steps);
        split(steps_to_fixed<P>(to_ints<P>(c), n) - 128);
      } else {
        auto const t = multiply_add<P>(number, floats<P>(256), floats<P>(512 - 127.5f));
        split(to_ints<P>(clamp_floats<P>(t, 0, static_cast<float>(n + 3) * 256)) - 512);
      }
      break;
    }
  }
  return p;
}

/// The texels that a position's neighbours are, by the address mode.
template <int P>
SIMT_INLINE linear_axis<P> resolve_position(linear_position<P> const& p, int n, address_mode mode,
                                            bool normalized) {
  linear_axis<P> a;
  a.weight = p.weight;
  a.low_inside = a.high_inside = simd::mask_full<P>();
  auto const i = p.first;
  switch (effective_mode(mode, normalized)) {
    case address_mode::wrap:
      a.low = pick_ints<P>(compare_ints<simd::compare::lt, P>(i, ints<P>(0)), ints<P>(n - 1), i);
      a.high =
          pick_ints<P>(compare_ints<simd::compare::lt, P>(i, ints<P>(n - 1)), i + 1, ints<P>(0));
      break;
    case address_mode::mirror:
      a.low = mirror_index<P>(i, n);
      a.high = mirror_index<P>(i + 1, n);
      break;
    case address_mode::clamp:
      a.low = i;
      a.high = pick_ints<P>(compare_ints<simd::compare::lt, P>(i, ints<P>(n - 1)), i + 1, i);
      break;
    default:
      a.low_inside = inside_extent<P>(i, n);
      a.high_inside = inside_extent<P>(i + 1, n);
      a.low = clamp_ints<P>(i, 0, n - 1);
      a.high = clamp_ints<P>(i + 1, 0, n - 1);
      break;
  }
  return a;
}

template <int P>
SIMT_INLINE linear_axis<P> linear_neighbours(lane_floats<P> x, int n, address_mode mode,
                                             bool normalized) {
  return resolve_position<P>(find_position<P>(x, n, mode, normalized), n, mode, normalized);
}

/// The same out of line, for modes that are known only when the program runs.
template <int P>
[[gnu::noinline]] linear_axis<P> find_linear(lane_floats<P> x, int n, address_mode mode,
                                             bool normalized) {
  return linear_neighbours<P>(x, n, mode, normalized);
}

template <int P>
SIMT_INLINE point_axis<P> point_texel(lane_floats<P> x, int n, address_mode mode, bool normalized) {
  point_axis<P> a;
  a.inside = simd::mask_full<P>();
  switch (effective_mode(mode, normalized)) {
    case address_mode::wrap:
      a.at = steps_to_texels<P>(to_ints<P>(reduce_steps<P>(x)), n);
      break;
    case address_mode::mirror:
      a.at = mirror_index<P>(
          steps_to_texels<P>(to_ints<P>(reduce_steps<P>(x)), n) + mirrored_extent<P>(x, n), n);
      break;
    case address_mode::clamp: {
      if (!normalized) {
        a.at = to_ints<P>(clamp_floats<P>(x, 0, static_cast<float>(n - 1)));
        break;
      }
      auto const c = clamp_floats<P>(scaled_steps<P>(x), 0, coordinate_steps);
      auto const i = steps_to_texels<P>(to_ints<P>(c), n);
      a.at = pick_ints<P>(compare_ints<simd::compare::lt, P>(i, ints<P>(n)), i, ints<P>(n - 1));
      break;
    }
    default: {
      auto const number = nan_to_zero<P>(x);
      auto const whole = normalized ? scaled_steps<P>(number)
                                    : floor_floats<P>(number + floats<P>(0x1.fffffcp-127f));
      auto const c = to_ints<P>(
          clamp_floats<P>(whole, -1, normalized ? coordinate_steps : static_cast<float>(n)));
      auto const i = normalized ? steps_to_texels<P>(c, n) : c;
      a.inside = inside_extent<P>(i, n);
      a.at = clamp_ints<P>(i, 0, n - 1);
      break;
    }
  }
  return a;
}

template <int P>
[[gnu::noinline]] point_axis<P> find_point(lane_floats<P> x, int n, address_mode mode,
                                           bool normalized) {
  return point_texel<P>(x, n, mode, normalized);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
