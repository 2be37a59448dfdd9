#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/indexed.hpp>
#include <simt/simd/pairs.hpp>
#include <simt/texture/filter.hpp>

SIMT_DETAIL_QUIET_BEGIN

// The textures that gangs read most, planes of single floats: the same steps as for all others,
// with the address mode known to the compiler and neighbours read as pairs.
namespace simt::inline SIMT_ABI::detail {

/// The address modes of a plane that have code of their own.
template <address_mode A, bool Normalized>
struct plane_mode {
  static constexpr address_mode address = A;
  static constexpr bool normalized = Normalized;
};

/// A plane by value: no store of results can change it.
struct float_plane {
  explicit float_plane(texture_view const& v) : level(v.level[0]), border(v.border[0]) {}
  texture_level level;
  float border;
};

/// Reads the texels around each lane's position where one of them lies beyond an end.
template <int P, class Mode>
SIMT_INLINE void read_around_ends(float_plane const& v, linear_position<P> const& column,
                                  linear_position<P> const& row, lane_floats<P> (&t)[4]) {
  texture_level const& level = v.level;
  auto const x = resolve_position<P>(column, level.width, Mode::address, Mode::normalized);
  auto const y = resolve_position<P>(row, level.height, Mode::address, Mode::normalized);
  auto const pitch = ints<P>(static_cast<int>(level.pitch));
  simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
    auto const offset = (q / 2 != 0 ? y.high : y.low) * pitch + (q % 2 != 0 ? x.high : x.low) * 4;
    t[q] = simd::gather32<float, P, 1>(level.base, offset, simd::mask_full<P>());
    if constexpr (Mode::address == address_mode::border)
      t[q] = select<P>(simd::mask_and<P>(q % 2 != 0 ? x.high_inside : x.low_inside,
                                         q / 2 != 0 ? y.high_inside : y.low_inside),
                       t[q], floats<P>(v.border));
  });
}

/// True where a position and the one behind it are texels, of which there are n, in all lanes.
template <int P>
SIMT_INLINE simd::part_mask<P> between_texels(simd::part_mask<P> live, linear_position<P> const& p,
                                              int n) {
  using U = simd::vec<unsigned, P>;
  return simd::compare_lanes<simd::compare::lt, unsigned, P>(
      live, (U)p.first, simd::broadcast<unsigned, P>(static_cast<unsigned>(n - 1)));
}

template <int P, class Mode>
SIMT_INLINE lane_floats<P> filter_plane(float_plane const& v, lane_floats<P> u, lane_floats<P> w) {
  texture_level const& level = v.level;
  auto const x = find_position<P>(u, level.width, Mode::address, Mode::normalized);
  auto const y = find_position<P>(w, level.height, Mode::address, Mode::normalized);
  lane_floats<P> t[4], weight[4];
  auto const inside = between_texels<P>(
      between_texels<P>(simd::mask_full<P>(), x, level.width), y, level.height);
  if (simd::mask_all<P>(inside)) [[likely]]
    simd::load_squares<float, P>(
        level.base, y.first * ints<P>(static_cast<int>(level.pitch)) + x.first * 4, level.pitch, t);
  else
    read_around_ends<P, Mode>(v, x, y, t);
  split_weight<P>(x.weight, y.weight, weight);
  auto sum = floats<P>(0);
  simd::each<4>([&](int q) SIMT_LAMBDA_INLINE { add_weighted<P>(sum, t[q], weight[q]); });
  if (!simd::mask_all<P>(compare_floats<simd::compare::eq, P>(sum, sum))) [[unlikely]] {
    sum = floats<P>(0);
    simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
      add_weighted<P>(sum, zero_where_unweighted<P>(t[q], weight[q]), weight[q]);
    });
  }
  return sum;
}

template <int P, class Mode>
SIMT_INLINE lane_ints<P> point_of_plane(float_plane const& v, lane_floats<P> u, lane_floats<P> w) {
  texture_level const& level = v.level;
  auto const x = point_texel<P>(u, level.width, Mode::address, Mode::normalized);
  auto const y = point_texel<P>(w, level.height, Mode::address, Mode::normalized);
  auto const offset = y.at * ints<P>(static_cast<int>(level.pitch)) + x.at * 4;
  auto c = load_channel<int, P>(level.base, offset, are_consecutive<P>(offset, 4));
  if constexpr (Mode::address == address_mode::border)
    c = pick_ints<P>(simd::mask_and<P>(x.inside, y.inside), c,
                     ints<P>(std::bit_cast<int>(v.border)));
  return c;
}

/// Texels side by side in one row, none beyond its ends, need no addresses: plain loads. False
/// where they are not.
template <int P>
SIMT_INLINE bool read_run_of_plane(texture_level const& level, lane_floats<P> const* x,
                                   lane_floats<P> const* y, int parts, lane_ints<P>* out) {
  float const x0 = simd::get<float, P>(x[0], 0), y0 = simd::get<float, P>(y[0], 0);
  float const beyond = static_cast<float>(level.width - parts * P + 1);
  if (!(x0 >= 0 && x0 < beyond && y0 >= 0 && y0 < static_cast<float>(level.height))) return false;
  int const column = static_cast<int>(x0), row = static_cast<int>(y0);
  // Rounded down, the distance from a texel's left edge is +0: no bit is set.
  auto edge = to_floats<P>(simd::iota<int, P>() + column);
  auto other = ints<P>(0), outside = ints<P>(0);
  for (int i = 0; i < parts; ++i) {
    auto const distance = x[i] - edge;
    outside = outside | float_bits<P>(floor_floats<P>(distance));
    other = other | (float_bits<P>(y[i]) ^ float_bits<P>(floats<P>(y0)));
    edge += floats<P>(P);
  }
  if (!simd::mask_all<P>(compare_ints<simd::compare::eq, P>(outside | other, ints<P>(0))))
    return false;
  auto const* const texels = reinterpret_cast<int const*>(level.base + row * level.pitch) + column;
  for (int i = 0; i < parts; ++i) out[i] = simd::load<int, P>(texels + i * P);
  return true;
}

// Each by itself, so that a gang's call saves no more registers than it needs.
template <int P, class Mode>
[[gnu::noinline]] void filter_plane_parts(texture_view const& v, lane_floats<P> const* x,
                                          lane_floats<P> const* y, int parts, lane_ints<P>* out) {
  float_plane const plane(v);
  for (int i = 0; i < parts; ++i) out[i] = float_bits<P>(filter_plane<P, Mode>(plane, x[i], y[i]));
}
template <int P, class Mode>
[[gnu::noinline]] void points_of_plane_parts(texture_view const& v, lane_floats<P> const* x,
                                             lane_floats<P> const* y, int parts,
                                             lane_ints<P>* out) {
  if constexpr (!Mode::normalized)
    if (read_run_of_plane<P>(v.level[0], x, y, parts, out)) return;
  float_plane const plane(v);
  for (int i = 0; i < parts; ++i) out[i] = point_of_plane<P, Mode>(plane, x[i], y[i]);
}

/// A gang's reads of a plane, `parts` registers of them. False where the modes have no code here.
template <int P>
SIMT_INLINE bool sample_plane(texture_view const& v, lane_floats<P> const* x,
                              lane_floats<P> const* y, int parts, lane_ints<P>* out) {
  auto const mode = effective_mode(v.address[0], v.normalized_coordinates);
  if (effective_mode(v.address[1], v.normalized_coordinates) != mode) return false;
  auto const run = [&]<class Mode>(Mode) SIMT_LAMBDA_INLINE {
    if (v.filter == filter_mode::linear)
      filter_plane_parts<P, Mode>(v, x, y, parts, out);
    else
      points_of_plane_parts<P, Mode>(v, x, y, parts, out);
    return true;
  };
  if (v.normalized_coordinates) {
    switch (mode) {
      case address_mode::wrap:
        return run(plane_mode<address_mode::wrap, true>{});
      case address_mode::clamp:
        return run(plane_mode<address_mode::clamp, true>{});
      case address_mode::mirror:
        return run(plane_mode<address_mode::mirror, true>{});
      default:
        return run(plane_mode<address_mode::border, true>{});
    }
  }
  if (mode == address_mode::clamp) return run(plane_mode<address_mode::clamp, false>{});
  return run(plane_mode<address_mode::border, false>{});
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
