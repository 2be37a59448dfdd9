// SPDX-License-Identifier: MIT
#include <simt/builtins/integer/arithmetic.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace simt::detail;

namespace {
constexpr unsigned of(int x) { return static_cast<unsigned>(x); }
}  // namespace

TEST_CASE("integer/arithmetic: operations on numbers, when the program is compiled") {
  static_assert(umulhi_op::apply<unsigned>(~0u, ~0u) == ~0u - 1);
  static_assert(mulhi_op::apply<unsigned>(of(-1), of(-1)) == 0);
  static_assert(mulhi_op::apply<unsigned>(of(-2), 3u) == of(-1));
  static_assert(umul64hi_op::apply<std::uint64_t>(std::uint64_t{1} << 63, 6u) == 3);
  static_assert(mul64hi_op::apply<std::uint64_t>(~std::uint64_t{0}, 5u) == ~std::uint64_t{0});
  static_assert(umul24_op::apply<unsigned>(0xff000003u, 5u) == 15);
  static_assert(mul24_op::apply<unsigned>(0x00ffffffu, 5u) == of(-5));
  static_assert(sad_op::apply<unsigned>(of(-3), 4u, 10u) == 17);
  static_assert(usad_op::apply<unsigned>(3u, 4u, 10u) == 11);
  static_assert(hadd_op::apply<unsigned>(of(-3), 2u) == of(-1));
  static_assert(rhadd_op::apply<unsigned>(of(-3), 2u) == 0);
  static_assert(uhadd_op::apply<unsigned>(~0u, 1u) == 0x80000000u);
  static_assert(urhadd_op::apply<unsigned>(~0u, 0u) == 0x80000000u);
  static_assert(dp4a_op<true>::apply<unsigned>(0xff010203u, 0x01010101u, 1u) == 6);
  static_assert(dp4a_op<false>::apply<unsigned>(0xff010203u, 0x01010101u, 1u) == 262);
  static_assert(dp2a_lo_op<true>::apply<unsigned>(0xffff0002u, 0x00000a03u, 0u) == of(-4));
  static_assert(dp2a_hi_op<true>::apply<unsigned>(0xffff0002u, 0x0a030000u, 0u) == of(-4));
  CHECK(umulhi_op::apply<unsigned>(1u << 31, 2u) == 1);
}

TEST_CASE("integer/arithmetic: each lane by itself") {
  using V = simt::simd::vec<unsigned, 4>;
  V const a{of(-7), 5u, 0x80000000u, 100000u}, b{3u, of(-2), 0x80000000u, 100000u};
  V const high = mulhi_op::apply<V>(a, b), sum = sad_op::apply<V>(a, b, V{});
  for (int l = 0; l < 4; ++l) {
    CHECK(high[l] == mulhi_op::apply<unsigned>(a[l], b[l]));
    CHECK(sum[l] == sad_op::apply<unsigned>(a[l], b[l], 0u));
  }
}
