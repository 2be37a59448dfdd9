// SPDX-License-Identifier: MIT
#include <simt/lanes/index/let.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <type_traits>

TEST_CASE("let: uniforms, indices and lanes keep their kind and take the type") {
  static_assert(std::is_same_v<decltype(simt::let<long>(3)), long>);
  CHECK(simt::let<int>(3.75) == 3);
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::consecutive<W>(5);
    auto const u = simt::let<unsigned>(i);
    static_assert(simt::detail::thread_index<decltype(u)>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(u)>, unsigned>);
    static_assert(std::is_same_v<decltype(simt::let<short>(i)), simt::varying<short, W>>);
    CHECK(simt_test::every_lane(u, [](int l) { return static_cast<unsigned>(l + 5); }));
    CHECK(simt_test::every_lane(simt::let<float>(i),
                                [](int l) { return static_cast<float>(l + 5); }));
    CHECK(simt_test::every_lane(simt::let<char>(simt::varying<int, W>(i) + 250),
                                [](int l) { return static_cast<char>(l + 255); }));
  });
}
