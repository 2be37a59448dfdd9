#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/arch.hpp>

// Gang widths at which tests run a kernel: integers are the same at each, floating-point numbers
// but for the rounding of products that compilers may join with a sum (launch/check_widths.hpp).
namespace simt_test {

namespace detail {
template <int V, int... W>
inline constexpr bool is_one_of = ((W == V) || ...);
}  // namespace detail

/// Calls f.operator()<W>() for each width W of the list. Of those that not all presets test (one
/// thread, which has no registers; one register, where the list has a wider gang, made of such) those
/// of the preset: see tests/CMakeLists.txt.
template <int... W, class F>
void for_widths(F f) {
  [[maybe_unused]] auto const at = [&]<int V>() {
    constexpr bool is_in_others = V == simt::simd::native_lanes && ((W > V) || ...);
    if constexpr (detail::is_one_of<V, SIMT_TEST_WIDTHS> || (V != 1 && !is_in_others))
      f.template operator()<V>();
  };
  (at.template operator()<W>(), ...);
}

/// One thread a gang, one register, one warp, or some of them: see tests/CMakeLists.txt. Several
/// warps: gangs that are whole blocks, and the tests that name 64.
template <class F>
void at_widths(F f) {
  for_widths<SIMT_TEST_WIDTHS>(f);
}

/// A small generator with the same numbers everywhere.
class random {
 public:
  explicit random(unsigned seed) : s_(seed * 2654435761u + 12345u) {}
  unsigned operator()() {
    s_ = s_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>(s_ >> 33) ^ static_cast<unsigned>(s_ >> 20);
  }
  unsigned below(unsigned n) { return (*this)() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  unsigned long long s_;
};

}  // namespace simt_test
