// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/shift.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>

namespace shift_test {

namespace simd = simt::simd;

template <class R>
void check_shifts() {
  constexpr int L = simd::lanes_of<R, simd::native_lanes>;
  if constexpr (simd::has_variable_shift<R, L>) {
    constexpr int width = 8 * sizeof(R);
    R const numbers[] = {R(1), R(-1), R(0x40000003), R(R(1) << (width - 1)), R(-12345)};
    for (R const x : numbers)
      for (int first = 0; first < 2 * width; ++first) {
        simd::vec<R, L> count{};
        for (int l = 0; l < L; ++l) simd::set<R, L>(count, l, R(first + 3 * l));
        auto const a = simd::broadcast<R, L>(x);
        auto const left = simd::shift_left<R, L>(a, count);
        auto const right = simd::shift_right<R, L>(a, count);
        bool ok = true;
        for (int l = 0; l < L; ++l) {
          int const n = first + 3 * l;
          using U = std::make_unsigned_t<R>;
          R const out = n >= width ? R(0) : R(U(x) << n);
          R const in = n >= width ? (x < R(0) ? R(-1) : R(0)) : R(x >> n);
          ok = ok && simd::get<R, L>(left, l) == out && simd::get<R, L>(right, l) == in;
        }
        CAPTURE(first);
        CHECK(ok);
      }
  }
}

TEST_CASE("shift: each lane by its own count, all bits out where it is too large") {
  check_shifts<int>();
  check_shifts<unsigned>();
  check_shifts<std::int64_t>();
  check_shifts<std::uint64_t>();
}

}  // namespace shift_test
