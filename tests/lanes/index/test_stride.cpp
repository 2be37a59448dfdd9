// SPDX-License-Identifier: MIT
#include <simt/lanes/index/stride.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <type_traits>

TEST_CASE("stride: sums and products of known strides are known") {
  namespace d = simt::detail;
  using two = d::fixed_stride<2>;
  static_assert(
      std::is_same_v<decltype(d::stride_add(two{}, d::fixed_stride<3>{})), d::fixed_stride<5>>);
  static_assert(
      std::is_same_v<decltype(d::stride_sub(two{}, d::fixed_stride<3>{})), d::fixed_stride<-1>>);
  static_assert(std::is_same_v<decltype(d::stride_scale<7>(two{})), d::fixed_stride<14>>);
  static_assert(
      std::is_same_v<decltype(d::stride_mul(d::fixed_stride<0>{}, 9)), d::fixed_stride<0>>);
  static_assert(d::is_fixed<two> && !d::is_fixed<d::dynamic_stride>);
  static_assert(d::stride_is<two, 2> && !d::stride_is<two, 3> &&
                !d::stride_is<d::dynamic_stride, 2>);
  CHECK(d::stride_add(two{}, d::dynamic_stride{40}) == 42);
  CHECK(d::stride_sub(d::dynamic_stride{40}, two{}) == 38);
  CHECK(d::stride_mul(two{}, 21) == 42);
  CHECK(d::stride_scale<3>(d::dynamic_stride{5}) == 15);

  // Beyond 64 bits they are what registers hold: a hash multiplies an index by 0x9E3779B97F4A7C15.
  constexpr auto large = std::ptrdiff_t{1} << 62;
  CHECK(d::stride_mul(d::dynamic_stride{5}, large) == large);
  CHECK(d::stride_add(d::dynamic_stride{large}, d::dynamic_stride{large}) == -large - large);
  static_assert(
      d::stride_is<decltype(d::stride_scale<large>(d::fixed_stride<6>{})), -large - large>);
}
