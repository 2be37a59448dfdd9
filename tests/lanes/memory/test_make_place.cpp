// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/make_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace simt_test::make_places {

namespace detail = simt::detail;
using simt::varying;

struct item {
  std::int64_t id;
  int row[6];
  float* link;
};

TEST_CASE("make_place: an index in steps of one size is one in steps of another") {
  in_gangs([]<int W>() {
    auto const i = consecutive<W>(-2);
    auto const lane = lanes<std::int64_t, W>([](int l) { return 8 * l - 16; });
    // Of a thread index the form stays; one stride for another.
    auto const finer = detail::rescale<24, 4>(i);
    static_assert(detail::thread_index<decltype(finer)>);
    CHECK(every_lane(finer, [](int l) { return 6 * (l - 2); }));
    CHECK(every_lane(detail::rescale<24, 8>(lane),
                     [](int l) { return std::int64_t{3} * (8 * l - 16); }));
    CHECK(every_lane(detail::rescale<1, 8>(lane), [](int l) { return std::int64_t{l} - 2; }));
    CHECK(every_lane(detail::rescale<8, 8>(lane), [](int l) { return std::int64_t{8} * l - 16; }));
    CHECK(every_lane(detail::index_lanes(i), [](int l) { return std::int64_t{l} - 2; }));
    CHECK(every_lane(detail::wide_index(lanes<int, W>([](int l) { return -l; })),
                     [](int l) { return std::int64_t{-l}; }));
    static_assert(std::is_same_v<decltype(detail::wide_index(i)), std::remove_const_t<decltype(i)>>);
  });
}

TEST_CASE("make_place: numbers, structs, arrays, pointers and their members, by any index") {
  in_gangs([]<int W>() {
    std::vector<item> memory(W + 3);
    std::vector<float> floats(W + 3);
    for (std::size_t i = 0; i < memory.size(); ++i) {
      memory[i] = {static_cast<std::int64_t>(i) << 33, {}, &floats[i]};
      for (int k = 0; k < 6; ++k) memory[i].row[k] = static_cast<int>(10 * i) + k;
      floats[i] = 0.5f * static_cast<float>(i);
    }
    auto const i = consecutive<W>(3);
    auto const back = lanes<int, W>([](int l) { return W + 2 - l; });
    auto const at = [](int l) { return static_cast<std::size_t>(l); };
    CHECK(every_lane(detail::make_place(floats.data(), back).load(),
                     [&](int l) { return floats[at(W + 2 - l)]; }));
    auto const whole = detail::make_place(memory.data(), i);
    static_assert(detail::is_aggregate_place<detail::plain<decltype(whole)>>);
    varying<item, W> const items = simt::value(detail::make_place(memory.data(), back));
    constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(item));
    auto const ids = detail::strided_place<size>(&memory[0].id, i).load();
    auto const wide_back = detail::wide_index(back);
    auto const row = detail::strided_place<size>(&memory[0].row, wide_back);
    varying<int, W> const third = row[2], own = row[lane_numbers<W>() % 6];
    auto const links = detail::strided_place<size>(&memory[0].link, i);
    varying<float, W> const linked = *links.load();
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && ids.lane(l) == std::int64_t{l + 3} << 33 &&
              items.lane(l).row[5] == 10 * (W + 2 - l) + 5 && third.lane(l) == 10 * (W + 2 - l) + 2 &&
              own.lane(l) == 10 * (W + 2 - l) + l % 6 && linked.lane(l) == floats[at(l + 3)];
    CAPTURE(W);
    CHECK(right);
  });
}

}  // namespace simt_test::make_places
