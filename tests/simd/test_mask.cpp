// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/mask.hpp>
#include <simt/simd/memory.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <vector>

// More masks at once than registers hold, so that some of them lie on the stack.
namespace {

namespace simd = simt::simd;
constexpr int lanes = simd::native_lanes;
constexpr int parts = 40;

/// The mask of a register's elements of x that are not zero: the j-th of them.
template <class R>
SIMT_INLINE auto nonzero_register(R const* x, int j) {
  constexpr int L = simd::lanes_of<R, lanes>;
  return simd::compare_lanes<simd::compare::ne, R, L>(
      simd::mask_sub<sizeof(R), lanes>(simd::mask_full<lanes>(), j), simd::load<R, L, R>(x + j * L),
      simd::vec<R, L>{});
}
/// The same of as many elements as a part has lanes.
template <class R>
SIMT_INLINE simd::part_mask<lanes> nonzero(R const* x) {
  if constexpr (simd::lanes_of<R, lanes> == lanes)
    return nonzero_register<R>(x, 0);
  else
    return simd::mask_join<lanes>(nonzero_register<R>(x, 0), nonzero_register<R>(x, 1));
}

template <class R>
[[gnu::noinline]] long count(R const* x) {
  simd::part_mask<lanes> m[parts];
  simd::each<parts>([&](int i) SIMT_LAMBDA_INLINE { m[i] = nonzero<R>(x + i * lanes); });
  long n = 0;
  simd::each<parts>([&](int i)
                        SIMT_LAMBDA_INLINE { n += std::popcount(simd::mask_bits<lanes>(m[i])); });
  return n;
}

/// Leaves ones where the next call has its variables.
[[gnu::noinline]] void write_on_stack() {
  char volatile bytes[8192];
  std::fill_n(bytes, sizeof bytes, '\xff');
}

template <class R>
void check_count() {
  std::vector<R> x(parts * lanes);
  int expected = 0;
  for (R& one : x) {
    one = static_cast<R>((&one - x.data()) % 3);
    expected += one != 0;
  }
  write_on_stack();
  long const counted = count<R>(x.data());
  CHECK(counted == expected);
}

}  // namespace

TEST_CASE("mask: bits of masks that do not fit into registers") {
  check_count<int>();
  check_count<float>();
  if constexpr (lanes > 1) {
    check_count<double>();
    check_count<long long>();
  }
}
