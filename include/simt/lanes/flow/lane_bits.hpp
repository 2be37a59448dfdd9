#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/gang_parts.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A set of lanes of a gang of any width, one bit a lane. For what is rarely asked: lanes that left
/// a loop, a switch or a function.
struct lane_bits {
  std::uint64_t word[max_lanes / 64];
};
/// Makes b empty.
// Why: g++ 12 makes a string instruction of a loop, which takes longer than what else is done with
// the lanes. Gone when `b = {}` compiles to vector stores.
SIMT_INLINE void clear_bits(lane_bits& b) {
  typedef std::uint64_t quad __attribute__((vector_size(32)));
  simd::each<max_lanes / 256>([&](int i) SIMT_LAMBDA_INLINE {
    quad const none{};
    __builtin_memcpy(b.word + 4 * i, &none, sizeof none);
  });
}

/// Returns the lanes of a that are not in b.
inline lane_bits bits_without(lane_bits a, lane_bits const& b) {
  for (int w = 0; w < max_lanes / 64; ++w) a.word[w] &= ~b.word[w];
  return a;
}

/// Returns the lanes of part i as a mask.
template <int P>
SIMT_INLINE simd::part_mask<P> part_of_bits(lane_bits const& b, int i) {
  auto const bit = static_cast<unsigned>(i) * static_cast<unsigned>(P);
  return simd::mask_from_bits<P>(static_cast<std::uint32_t>(b.word[bit / 64] >> (bit % 64)));
}

/// Returns the lanes lo … hi-1.
inline lane_bits range_bits(std::ptrdiff_t lo, std::ptrdiff_t hi) {
  lane_bits b = {};
  for (std::ptrdiff_t w = 0; w < max_lanes / 64; ++w) {
    auto const upto = [](std::ptrdiff_t n) {
      return n <= 0 ? std::uint64_t{0} : n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    };
    b.word[w] = upto(hi - 64 * w) & ~upto(lo - 64 * w);
  }
  return b;
}
/// Returns true if b is not empty.
inline bool any_bit(lane_bits const& b) {
  std::uint64_t r = 0;
  for (auto w : b.word) r |= w;
  return r != 0;
}
/// Returns the number of lanes in b where they are the first ones, else -1.
inline int prefix_of(lane_bits const& b) {
  int n = 0;
  for (auto const w : b.word) n += std::popcount(w);
  return any_bit(bits_without(b, range_bits(0, n))) ? -1 : n;
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
