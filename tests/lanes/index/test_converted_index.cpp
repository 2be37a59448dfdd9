// SPDX-License-Identifier: MIT
#include <simt/lanes/index/converted_index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cstdint>

namespace {
/// An index without a sign that is not a thread's own coordinate.
template <int W>
auto unsigned_index() {
  return simt::let<unsigned>(simt_test::consecutive<W>(0) + 0);
}
}  // namespace

TEST_CASE("converted_index: products past 2^31 are the type's values") {
  simt_test::in_gangs([]<int W>() {
    auto const hash = simt::detail::converted_index<int>(unsigned_index<W>() * 2654435761u);
    auto const at = [](int l) { return static_cast<int>(static_cast<unsigned>(l) * 2654435761u); };
    CHECK(simt_test::every_lane(hash, at));
    CHECK(simt_test::every_lane(simt::let<std::int64_t>(hash),
                                [&](int l) { return std::int64_t{at(l)}; }));
    CHECK(simt_test::every_lane(simt::varying<bool, W>(hash < 1000),
                                [&](int l) { return at(l) < 1000; }));
  });
}

TEST_CASE("converted_index: what wraps in all lanes is negative") {
  simt_test::in_gangs([]<int W>() {
    auto const below = simt::detail::converted_index<int>(unsigned_index<W>() + 0xfffffff0u - W);
    auto const at = [](int l) { return l - 16 - W; };
    CHECK(simt_test::every_lane(below, at));
    CHECK(simt_test::every_lane(simt::varying<bool, W>(below < -20),
                                [&](int l) { return at(l) < -20; }));
  });
}

TEST_CASE("converted_index: consecutive lanes on both sides of 2^31 are an error") {
  simt_test::in_gangs([]<int W>() {
    auto const beyond = [](unsigned n) {
      static_cast<void>(simt::detail::converted_index<int>(unsigned_index<W>() + n));
    };
    CHECK_NOTHROW(beyond(0x80000000u - W));
    CHECK_NOTHROW(beyond(0x80000000u));
    if constexpr (W > 1) CHECK_THROWS_AS(beyond(0x80000001u - W), simt::detail::flow_fault);
  });
}

TEST_CASE("index: a step by an unsigned number goes around as the type's values do") {
  simt_test::in_gangs([]<int W>() {
    auto const stepped = [](auto by, bool back) {
      auto i = simt::detail::converted_index<int>(unsigned_index<W>());
      if (back)
        i -= by;
      else
        i += by;
      return i;
    };
    auto const below = stepped(0x80000000u, false);
    CHECK(simt_test::every_lane(below, [](int l) { return l + (-0x7fffffff - 1); }));
    CHECK(simt_test::every_lane(simt::varying<bool, W>(below < 0), [](int) { return true; }));
    CHECK(simt_test::every_lane(stepped(0xfffffff0u, true), [](int l) { return l + 16; }));
    CHECK(simt_test::every_lane(stepped(0x100000003ull, false), [](int l) { return l + 3; }));
    CHECK_NOTHROW(stepped(0x80000000u - W, false));
    if constexpr (W > 1) {
      CHECK_THROWS_AS(stepped(0x80000001u - W, false), simt::detail::flow_fault);
      CHECK_THROWS_AS(stepped(0x7fffffffu + W, true), simt::detail::flow_fault);
    }
  });
}

TEST_CASE("converted_index: values of an index") {
  simt_test::in_gangs([]<int W>() {
    auto const far = simt::detail::index_values(unsigned_index<W>()) + 0x7fffffffu;
    CHECK(simt_test::every_lane(simt::let<int>(far) < 0, [](int l) { return l > 0; }));
    CHECK(simt::detail::index_values(5) == 5);
  });
}
