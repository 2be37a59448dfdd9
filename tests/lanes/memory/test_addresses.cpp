// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/addresses.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cstdint>
#include <vector>

namespace simt_test::addresses {

namespace detail = simt::detail;
using simt::varying;

using lane_address =
    decltype(std::declval<simt::ptr<int>>() + std::declval<varying<int, 32> const&>());
static_assert(detail::lane_pointer_value<lane_address> &&
              detail::lane_pointer_value<varying<int*, 32>&> &&
              !detail::lane_pointer_value<simt::ptr<int>>);
static_assert(detail::pointer_operand<int*> && detail::pointer_operand<int (&)[3]> &&
              detail::pointer_operand<simt::ptr<int> const&> &&
              detail::pointer_operand<std::nullptr_t> && detail::pointer_operand<lane_address> &&
              detail::pointer_operand<detail::uniform_place<int*>>);
static_assert(!detail::pointer_operand<int> && !detail::pointer_operand<varying<int, 32>> &&
              !detail::pointer_operand<detail::uniform_place<int>>);

TEST_CASE("addresses: base and index times stride, which places at them give back") {
  in_gangs([]<int W>() {
    struct pair {
      short tag;
      int number;
    };
    std::vector<pair> memory(3 * W + 1);
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = {static_cast<short>(i), static_cast<int>(1000 * i)};
    auto const begin = reinterpret_cast<std::intptr_t>(memory.data());
    constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(pair));
    auto const i = consecutive<W>(1);
    auto const back = lanes<std::int64_t, W>([](int l) { return 3 * (W - l); });
    auto const a = detail::addresses<size>(memory.data(), i);
    auto const b = detail::addresses<size>(&memory.data()->number, back);
    CHECK(every_lane(a, [&](int l) { return begin + size * (l + 1); }));
    CHECK(every_lane(b, [&](int l) { return begin + 4 + size * 3 * (W - l); }));
    CHECK(every_lane(detail::place_at<short>(a).load(),
                     [&](int l) { return static_cast<short>(l + 1); }));
    CHECK(every_lane(detail::place_at<int>(b).load(), [](int l) { return 3000 * (W - l); }));
    simt_if (lane_numbers<W>() % 2 == 0) detail::place_at<int>(b) = -lane_numbers<W>();
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && memory[static_cast<std::size_t>(3 * (W - l))].number ==
                           (l % 2 == 0 ? -l : 3000 * (W - l));
    CHECK(right);
  });
}

TEST_CASE("addresses: a uniform pointer in any form is the C++ pointer") {
  int memory[2] = {1, 2};
  int* p = memory + 1;
  simt::ptr<int*> const of_pointers = &p;
  CHECK(detail::raw_pointer(p) == memory + 1);
  CHECK(detail::raw_pointer(simt::ptr<int>(memory)) == memory);
  CHECK(detail::raw_pointer(of_pointers[0]) == memory + 1);
  CHECK(detail::raw_pointer(nullptr) == nullptr);
}

}  // namespace simt_test::addresses
