// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/address.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace atomic_address_cases {

using namespace simt::detail;
using lane_number = simt::varying<int, 32>;
using lane_address = decltype(&std::declval<simt::ptr<int>>()[std::declval<lane_number const&>()]);
using place_of_lanes = decltype(std::declval<simt::ptr<int>>()[std::declval<lane_number const&>()]);

// Addresses, but not what lies there.
static_assert(atomic_address<int*> && atomic_address<int[4]> && atomic_address<simt::ptr<float>> &&
              atomic_address<lane_address const&> && atomic_address<simt::tile<int[4]>>);
static_assert(!atomic_address<int> && !atomic_address<place_of_lanes> &&
              !atomic_address<uniform_place<int>> && !atomic_address<lane_number>);
static_assert(atomic_number<int> && atomic_number<double> && atomic_number<simt::__half> &&
              atomic_number<simt::__half2> && !atomic_number<simt::float2>);

TEST_CASE("atomics/address: every form of one address for all is the same pointer") {
  int memory[4] = {};
  simt::ptr<int> const p = memory;
  CHECK(uniform_address(memory).get() == memory);
  CHECK(uniform_address(&memory[2]).get() == memory + 2);
  CHECK(uniform_address(p).get() == memory);
  CHECK(uniform_address(&p[3]).get() == memory + 3);
  struct cells {
    int* first;
    int* data() const { return first; }
  };
  CHECK(uniform_address(cells{memory + 1}).get() == memory + 1);
  int const* const read_only = memory;
  static_assert(std::is_same_v<decltype(uniform_address(read_only)), simt::ptr<int const>>);
}

}  // namespace atomic_address_cases
