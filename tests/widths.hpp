#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/arch.hpp>

// Gang widths at which tests run a kernel: integers are the same at each, floating-point numbers
// but for the rounding of products that compilers may join with a sum (launch/check_widths.hpp).
namespace simt_test {

namespace detail {
template <int... W>
inline constexpr bool has_one = ((W == 1) || ...);
}  // namespace detail

/// Calls f.operator()<W>() for each width W of the list; for one thread, which has no registers,
/// only where the preset tests it: see tests/CMakeLists.txt.
template <int... W, class F>
void for_widths(F f) {
  [[maybe_unused]] auto const at = [&]<int V>() {
    if constexpr (V != 1 || detail::has_one<SIMT_TEST_WIDTHS>) f.template operator()<V>();
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
