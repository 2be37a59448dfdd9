#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/varying.hpp>
#include <simt/simd/arch.hpp>
#include <support/lane_gangs.hpp>

#include <bitset>
#include <cstddef>
#include <vector>

// Execution masks as sets of lanes.
namespace simt_test::masks {

namespace detail = simt::detail;

template <int W>
using lane_set = std::bitset<std::size_t{W}>;

/// Makes a set of bits of the kind that control flow keeps.
template <int W>
detail::lane_bits bits_of(lane_set<W> const& s) {
  detail::lane_bits b;
  detail::clear_bits(b);
  for (std::size_t l = 0; l < std::size_t{W}; ++l)
    if (s[l]) b.word[l / 64] |= std::uint64_t{1} << l % 64;
  return b;
}
/// Makes the lanes in s the active ones of a gang of W.
template <int W>
void activate(lane_set<W> const& s) {
  auto& e = detail::active_mask();
  e = {};
  e.width = W;
  detail::set_active(e, bits_of<W>(s));
}
/// Returns the active lanes.
template <int W>
lane_set<W> active() {
  auto const b = detail::active_bits(detail::active_mask());
  lane_set<W> s;
  for (std::size_t l = 0; l < std::size_t{W}; ++l) s[l] = ((b.word[l / 64] >> l % 64) & 1u) != 0;
  return s;
}
/// Takes the lanes in s out of the flow, as simt_break does.
template <int W>
void remove(lane_set<W> const& s) {
  auto& e = detail::active_mask();
  e.removed = bits_of<W>(s);
  e.removed_any = true;
}
/// Makes a truth value that holds for the lanes in s.
template <int W>
simt::varying<bool, W> condition(lane_set<W> const& s) {
  simt::varying<bool, W> p = false;
  for (int l = 0; l < W; ++l) p.set_lane(l, s[static_cast<std::size_t>(l)]);
  return p;
}
/// Reads a mask of each part as a set.
template <int W>
lane_set<W> set_of(simt::simd::part_mask<detail::part_lanes<W>> const* parts) {
  constexpr int P = detail::part_lanes<W>;
  lane_set<W> s;
  for (int l = 0; l < W; ++l)
    s[static_cast<std::size_t>(l)] =
        ((simt::simd::mask_bits<P>(parts[l / P]) >> (l % P)) & 1u) != 0;
  return s;
}

/// No lane, all, one at either end, every other one, a half, all but one, and two without a
/// pattern.
template <int W>
std::vector<lane_set<W>> sets() {
  lane_set<W> const none, all = ~none;
  lane_set<W> first, last, odd, half, third, random;
  first[0] = true;
  last[W - 1] = true;
  simt_test::random r(W);
  for (std::size_t l = 0; l < std::size_t{W}; ++l) {
    odd[l] = l % 2 != 0;
    half[l] = l < (W + 1) / 2;
    third[l] = l % 3 == 0;
    random[l] = r.chance(70);
  }
  return {none, all, first, last, odd, half, all ^ first, third, random};
}

/// Calls f at one register, a warp, two, and as many as have masks of words; where one thread a
/// gang is tested, at that, and at masks of two words.
template <class F>
void at_all_widths(F f) {
  constexpr int native = simt::simd::native_lanes;
  constexpr bool all = simt_test::detail::is_one_of<1, SIMT_TEST_WIDTHS>;
  if constexpr (all) f.template operator()<1>();
  f.template operator()<native>();
  if constexpr (native != 32) f.template operator()<32>();
  f.template operator()<64>();
  if constexpr (all) f.template operator()<128>();
  f.template operator()<256>();
  detail::active_mask() = {};
}

}  // namespace simt_test::masks
