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

/// Where a row's two texels of each lane lie, as a pair in memory.
template <int P>
struct column_pairs {
  lane_ints<P> offset;
  simd::part_mask<P> low_second, high_second;  // of the pair, where not `ordered`
  bool ordered;                                // low is the first, high the second, in all lanes
  bool apart;                                  // some lane's texels are no neighbours
};
template <int P>
SIMT_INLINE column_pairs<P> find_pairs(linear_axis<P> const& x, int n) {
  using simd::compare;
  column_pairs<P> r;
  r.offset = x.low * 4;
  r.ordered = simd::mask_all<P>(compare_ints<compare::eq, P>(x.high, x.low + 1));
  r.apart = false;
  if (!r.ordered) [[unlikely]] {
    auto const first = pick_ints<P>(compare_ints<compare::lt, P>(x.low, x.high), x.low, x.high);
    auto const base = clamp_ints<P>(first, 0, n - 2);
    r.low_second = compare_ints<compare::gt, P>(x.low, base);
    r.high_second = compare_ints<compare::gt, P>(x.high, base);
    r.apart = n < 2 ||
              simd::mask_any<P>(simd::mask_or<P>(compare_ints<compare::gt, P>(x.low, base + 1),
                                                 compare_ints<compare::gt, P>(x.high, base + 1)));
    r.offset = base * 4;
  }
  return r;
}
template <int P>
SIMT_INLINE void read_row(std::byte const* base, linear_axis<P> const& x,
                          column_pairs<P> const& pairs, lane_ints<P> row, lane_floats<P>& low,
                          lane_floats<P>& high) {
  if (pairs.apart) [[unlikely]] {
    auto const all = simd::mask_full<P>();
    low = simd::gather32<float, P, 1>(base, row + x.low * 4, all);
    high = simd::gather32<float, P, 1>(base, row + x.high * 4, all);
    return;
  }
  lane_floats<P> first, second;
  simd::load_pairs<float, P>(base, row + pairs.offset, first, second);
  low = first;
  high = second;
  if (!pairs.ordered) [[unlikely]] {
    low = select<P>(pairs.low_second, second, first);
    high = select<P>(pairs.high_second, second, first);
  }
}

/// A plane by value: no store of results can change it.
struct float_plane {
  explicit float_plane(texture_view const& v) : level(v.level[0]), border(v.border[0]) {}
  texture_level level;
  float border;
};

template <int P, class Mode>
SIMT_INLINE lane_floats<P> filter_plane(float_plane const& v, lane_floats<P> u, lane_floats<P> w) {
  texture_level const& level = v.level;
  auto const x = linear_neighbours<P>(u, level.width, Mode::address, Mode::normalized);
  auto const y = linear_neighbours<P>(w, level.height, Mode::address, Mode::normalized);
  auto const pairs = find_pairs<P>(x, level.width);
  auto const pitch = ints<P>(static_cast<int>(level.pitch));
  lane_floats<P> t[4], weight[4];
  read_row<P>(level.base, x, pairs, y.low * pitch, t[0], t[1]);
  read_row<P>(level.base, x, pairs, y.high * pitch, t[2], t[3]);
  if constexpr (Mode::address == address_mode::border) {
    auto const outside = floats<P>(v.border);
    simd::each<4>([&](int q) SIMT_LAMBDA_INLINE {
      t[q] = select<P>(simd::mask_and<P>(q % 2 != 0 ? x.high_inside : x.low_inside,
                                       q / 2 != 0 ? y.high_inside : y.low_inside),
                     t[q], outside);
    });
  }
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
