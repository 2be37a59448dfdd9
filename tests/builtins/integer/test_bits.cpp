// SPDX-License-Identifier: MIT
#include <simt/builtins/integer/bits.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace simt::detail;

TEST_CASE("integer/bits: operations on numbers, when the program is compiled") {
  static_assert(brev_op::apply<unsigned>(1u) == 0x80000000u);
  static_assert(brev_op::apply<std::uint64_t>(3u) == 0xc000000000000000u);
  static_assert(popc_op::apply<unsigned>(0xf0f0u) == 8);
  static_assert(clz_op::apply<unsigned>(0u) == 32);
  static_assert(ffs_op::apply<unsigned>(0u) == 0);
  static_assert(ffs_op::apply<unsigned>(0x28u) == 4);
  static_assert(byte_perm_op::apply<unsigned>(0x33221100u, 0x77665544u, 0x7210u) == 0x77221100u);
  static_assert(funnelshift_l_op::apply<unsigned>(0x80000000u, 1u, 33u) == 3);
  static_assert(funnelshift_lc_op::apply<unsigned>(7u, 9u, 40u) == 7);
  static_assert(funnelshift_rc_op::apply<unsigned>(7u, 9u, 32u) == 9);
  static_assert(fns_op::apply<unsigned>(0b101100u, 0u, 2u) == 3);
  static_assert(fns_op::apply<unsigned>(0b101100u, 4u, static_cast<unsigned>(-1)) == 3);
  static_assert(fns_op::apply<unsigned>(0u, 3u, 0u) == ~0u);
  CHECK(popc_op::apply<unsigned>(~0u) == 32);
}

TEST_CASE("integer/bits: each lane by itself") {
  using V = simt::simd::vec<unsigned, 4>;
  V const x{0u, 1u, 0x80000000u, 0x00ff0000u};
  V const leading = clz_op::apply<V>(x), first = ffs_op::apply<V>(x), ones = popc_op::apply<V>(x);
  unsigned const leads[] = {32, 31, 0, 8}, firsts[] = {0, 1, 32, 17}, counts[] = {0, 1, 1, 8};
  for (int l = 0; l < 4; ++l) {
    CHECK(leading[l] == leads[l]);
    CHECK(first[l] == firsts[l]);
    CHECK(ones[l] == counts[l]);
  }
}
