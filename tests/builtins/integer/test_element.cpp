// SPDX-License-Identifier: MIT
#include <simt/builtins/integer/element.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>

namespace integer_element_cases {

using four = simt::simd::vec<unsigned, simt::simd::native_lanes>;
using wide = simt::simd::vec<std::uint64_t, simt::simd::native_lanes / 2>;
template <class V>
using element = simt::detail::element_of<V>;

static_assert(std::is_same_v<element<unsigned>, unsigned> &&
              std::is_same_v<element<std::uint64_t>, std::uint64_t>);
static_assert(std::is_same_v<element<four>, unsigned> && std::is_same_v<element<wide>, std::uint64_t>);

TEST_CASE("integer/element: a number is one of its kind, a vector as many as it holds") {
  CHECK(simt::detail::lanes_of<unsigned> == 1);
  CHECK(simt::detail::lanes_of<four> == simt::simd::native_lanes);
  CHECK(simt::detail::lanes_of<wide> == simt::simd::native_lanes / 2);
}

}  // namespace integer_element_cases
